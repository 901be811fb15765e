package language

type handler func(r *reader, rest []token) ([]Step, *Refusal)

// handlerOf finds what reads the rest of a clause after its verb.
func handlerOf(verb string) handler {
	switch verb {
	case "follow":
		return (*reader).following
	case "click", "tap", "push":
		return (*reader).click
	case "press", "hit":
		return (*reader).press
	case "open":
		return (*reader).open
	case "load":
		return (*reader).loading
	case "select", "choose", "pick":
		return (*reader).selecting
	case "deselect", "unselect", "uncheck", "untick":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.toggle("uncheck", rest) }
	case "tick":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.toggle("check", rest) }
	case "check":
		return (*reader).checkTarget
	case "mark":
		return (*reader).marking
	case "enable":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.enabling("check", rest) }
	case "disable":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.enabling("uncheck", rest) }
	case "turn":
		return (*reader).turning
	case "switch":
		return (*reader).switching
	case "toggle", "expand", "collapse", "unfold":
		return (*reader).click
	case "type", "enter", "input", "write":
		return (*reader).typing
	case "key":
		return (*reader).keying
	case "fill":
		return (*reader).filling
	case "replace":
		return (*reader).replacing
	case "set":
		return (*reader).setting
	case "change", "update":
		return (*reader).changing
	case "append":
		return (*reader).appending
	case "answer":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.dialogStep(true, rest) }
	case "use":
		return (*reader).using
	case "put", "insert", "provide", "supply", "specify":
		return (*reader).putting
	case "populate", "complete":
		return (*reader).populating
	case "remove", "delete":
		return (*reader).removing
	case "note", "copy", "keep", "read", "record":
		return (*reader).noting
	case "add":
		return (*reader).adding
	case "return":
		return (*reader).returning
	case "mouse", "point":
		return (*reader).pointing
	case "activate":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.enabling("check", rest) }
	case "deactivate":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.enabling("uncheck", rest) }
	case "clear":
		return (*reader).clearing
	case "empty", "erase":
		return (*reader).emptying
	case "hover":
		return (*reader).hovering
	case "drag":
		return (*reader).dragging
	case "move":
		return (*reader).moving
	case "scroll":
		return (*reader).scrolling
	case "upload", "attach":
		return (*reader).uploading
	case "search":
		return (*reader).searching
	case "visit":
		return (*reader).going
	case "go", "navigate", "browse":
		return (*reader).goingTo
	case "reload", "refresh":
		return (*reader).refreshing
	case "accept":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.dialogStep(true, rest) }
	case "confirm":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.answering("confirm", true, rest) }
	case "cancel":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.answering("cancel", false, rest) }
	case "dismiss":
		return func(r *reader, rest []token) ([]Step, *Refusal) { return r.dialogStep(false, rest) }
	case "wait":
		return (*reader).waiting
	case "save", "grab", "remember", "store", "capture", "extract":
		return (*reader).saving
	case "close":
		return (*reader).closing
	case "leave", "blur":
		return (*reader).leaving
	case "focus":
		return (*reader).focusing
	case "double-click", "doubleclick", "doubletap":
		return (*reader).doubleClick
	case "right-click", "rightclick":
		return (*reader).rightClick
	case "long-press":
		return (*reader).hold
	case "double":
		return (*reader).double
	case "right":
		return (*reader).right
	case "long":
		return (*reader).long
	}
	return nil
}

// loading reads "load <address>".
func (r *reader) loading(rest []token) ([]Step, *Refusal) {
	if step, ok := r.destination(rest, false); ok {
		return []Step{step}, nil
	}
	return nil, refuse("what to load is not literal", "write: Go to https://shop.example")
}

// keying reads "key in V".
func (r *reader) keying(rest []token) ([]Step, *Refusal) {
	if len(rest) > 1 && rest[0].is("in") {
		return r.typing(rest[1:])
	}
	return nil, refuse("no command is known for this sentence", hintAction)
}

// following reads "follow T" where T is a link by its name, not "the instructions".
func (r *reader) following(rest []token) ([]Step, *Refusal) {
	steps, bad := r.click(rest)
	if bad == nil && !steps[0].Target.Quoted && steps[0].Target.Kind != "link" && !rest[0].capital() {
		return nil, refuse("what to follow is no link by its name", "write: Click the \"Read more\" link")
	}
	return steps, bad
}

// using reads "use V as T".
func (r *reader) using(rest []token) ([]Step, *Refusal) {
	if len(rest) > 2 && rest[0].opaque() && rest[1].is("as", "for") {
		return r.typing(rest)
	}
	return nil, refuse("what to use it for is not literal", hintValue)
}

// clearing reads "clear T".
func (r *reader) clearing(rest []token) ([]Step, *Refusal) {
	for len(rest) > 1 && rest[0].is("out") {
		rest = rest[1:]
	}
	noun := dropDeterminers(rest)
	if len(noun) > 2 && noun[0].is("text", "content", "contents", "value") && noun[1].is("of", "in", "from") {
		rest = noun[2:]
	}
	steps, bad := r.onTarget(Step{Command: "clear"}, rest)
	if bad != nil {
		return nil, bad
	}
	if q := steps[0].Target; q.Kind == "button" || q.Kind == "link" {
		steps[0].Command = "click"
	} else if q.Kind != "textbox" && q.Kind != "textarea" && q.Kind != "combobox" && !opaqueIn(rest) && !rest[len(rest)-1].capital() {
		return nil, refuse("only a field can be cleared", "write: Clear the \"Name\" field")
	}
	return steps, nil
}

// emptying reads "empty T" where T is a field.
func (r *reader) emptying(rest []token) ([]Step, *Refusal) {
	steps, bad := r.clearing(rest)
	if bad == nil && steps[0].Target.Kind == "" {
		return nil, refuse("only a field can be emptied", "write: Clear the \"Name\" field")
	}
	return steps, bad
}

// enabling reads "enable T" for what can be switched.
func (r *reader) enabling(command string, rest []token) ([]Step, *Refusal) {
	steps, bad := r.toggle(command, rest)
	if bad != nil {
		return nil, bad
	}
	q := steps[0].Target
	if toggles(q.Kind) || q.Quoted && (q.Kind == "" || q.Kind == "option") {
		return steps, nil
	}
	return nil, refuse("what to enable is no box or switch by its name", "write: Turn on the \"Wi-Fi\" switch")
}

// marking reads "mark T as checked".
func (r *reader) marking(rest []token) ([]Step, *Refusal) {
	if n := len(rest); n > 2 && rest[n-2].is("as") && rest[n-1].is("checked", "selected", "unchecked") {
		command := "check"
		if rest[n-1].is("unchecked") {
			command = "uncheck"
		}
		return r.toggle(command, rest[:n-2])
	}
	return nil, refuse("how to mark it is not said", "write: Tick the checkbox in the row of \"Pay rent\"")
}
