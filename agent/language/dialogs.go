package language

const hintDialog = "write: Accept the dialog, Dismiss the dialog, or: Accept the dialog with \"text\""

// dialogNouns name a native dialog.
var dialogNouns = set("dialog", "dialogue", "alert", "prompt", "confirm", "confirmation", "popup", "pop-up", "box", "browser", "native", "javascript", "js", "message", "window", "warning", "modal")

// dialogStep reads "accept the alert", "dismiss the confirmation dialog", "accept the prompt with "x"".
func (r *reader) dialogStep(accept bool, rest []token) ([]Step, *Refusal) {
	step := Step{Command: "dialog", Accept: accept}
	rest = trimMarks(rest)
	if at := index(rest, "with", "by"); at > 0 && at+1 < len(rest) && accept {
		value := rest[at+1:]
		if head := rest[:at]; index(head, "alert", "confirm", "confirmation", "warning") >= 0 || index(value, "text", "message", "title") >= 0 && index(head, "prompt") < 0 {
			return nil, refuse("what the dialog says and what is answered cannot be told apart", "write: Check that the browser dialog says \"Sure?\". Accept the dialog")
		}
		for len(value) > 1 && value[0].is("the", "text", "answer", "value", "entering", "typing") {
			value = value[1:]
		}
		if len(value) != 1 || !value[0].opaque() && !bareLiteral(value[0]) {
			return nil, refuse("the answer to the dialog is not literal", hintDialog)
		}
		step.Value, rest = value[0].text, rest[:at]
	}
	noun := dropDeterminers(rest)
	if len(noun) == 0 {
		return nil, refuse("the dialog is not named", hintDialog)
	}
	words := 0
	for _, t := range noun {
		switch {
		case t.kind == word && dialogNouns[t.low]:
			words++
		case t.opaque(), t.is("that", "says", "with", "text", "asking", "the"):
		default:
			words = -100
		}
	}
	if words > 0 && !opaqueIn(noun) {
		return []Step{step}, nil
	}
	if words > 0 {
		// A dialog of the page with a caption of its own, or a native one: not clear which.
		return nil, refuse("a dialog of the page is answered by its buttons", "write: Click \"OK\" in the \"Delete project?\" dialog, or for a dialog of the browser: Accept the dialog")
	}
	return nil, refuse("only dialogs can be accepted or dismissed", "write: Click the \"Accept all\" button")
}

// answering reads "confirm the dialog"; to confirm anything else is a goal.
func (r *reader) answering(verb string, accept bool, rest []token) ([]Step, *Refusal) {
	steps, bad := r.dialogStep(accept, rest)
	if bad != nil {
		bad = r.unknown(append([]token{{kind: word, text: verb, low: verb}}, rest...))
		bad.Reason = "\"" + verb + "\" names a goal, not a command"
	}
	return steps, bad
}

func index(tokens []token, words ...string) int {
	for i, t := range tokens {
		if t.is(words...) {
			return i
		}
	}
	return -1
}

// closing reads "close the tab"; a close button is to be named.
func (r *reader) closing(rest []token) ([]Step, *Refusal) {
	noun := dropDeterminers(rest)
	if n := len(noun); n > 0 && noun[n-1].is("tab", "window") && !opaqueIn(noun) {
		for _, t := range noun[:n-1] {
			if !t.is("current", "new", "browser", "active", "this", "popup") {
				return nil, refuse("which tab to close is not clear", "write: Switch to the first tab. Close the tab")
			}
		}
		return []Step{{Command: "switch-tab", Value: "close"}}, nil
	}
	if len(noun) == 1 && noun[0].is("browser") {
		return nil, refuse("the browser is closed at the end of the run", "leave the sentence out")
	}
	if len(noun) > 0 && (noun[len(noun)-1].is("alert", "prompt") || noun[0].is("browser", "native", "javascript")) && !opaqueIn(noun) {
		return r.dialogStep(false, rest)
	}
	return nil, refuse("how to close it is not said", "name the control which closes it: Click \"Close\" in the \"Settings\" dialog, or: Press Escape")
}

// leaving reads "leave the field".
func (r *reader) leaving(rest []token) ([]Step, *Refusal) {
	noun := dropDeterminers(rest)
	if n := len(noun); n > 0 {
		if k, m := kindBefore(noun, n); m > 0 && (k == "textbox" || k == "textarea") && !contains(noun, "empty") && !contains(noun, "blank") {
			return []Step{{Command: "press", Value: "Tab"}}, nil
		}
	}
	return nil, refuse("what to leave cannot be read literally", "write: Press Tab")
}

// focusing reads "focus T", "focus on T".
func (r *reader) focusing(rest []token) ([]Step, *Refusal) {
	if len(rest) > 1 && rest[0].is("on") {
		rest = rest[1:]
	}
	return r.click(rest)
}

// hovering reads "hover [over] T", "move the mouse over T".
func (r *reader) hovering(rest []token) ([]Step, *Refusal) {
	if n := len(rest); n > 1 && rest[0].is("the", "mouse", "cursor", "pointer") {
		for len(rest) > 1 && rest[0].is("the", "mouse", "cursor", "pointer") {
			rest = rest[1:]
		}
	}
	if len(rest) > 1 && rest[0].is("over", "on", "above", "onto", "to") {
		rest = rest[1:]
	}
	rest, bad := r.purpose(rest)
	if bad != nil {
		return nil, bad
	}
	return r.onTarget(Step{Command: "hover"}, rest)
}

// moving reads "move the mouse over T". "Move T to U" may be done by a menu as
// well as by dragging, so that it is not literal.
func (r *reader) moving(rest []token) ([]Step, *Refusal) {
	if noun := dropDeterminers(rest); len(noun) > 2 && noun[0].is("mouse", "cursor", "pointer") {
		return r.hovering(rest)
	}
	return nil, refuse("how to move it is not said", "write: Drag \"A\" to \"B\"")
}
