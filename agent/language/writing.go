package language

import "strings"

// notSo says that a verb which is mostly a goal is no command here either.
var notSo = &Refusal{}

// putting reads "put V into T" where T is a field; anything else can be put
// anywhere in many ways.
func (r *reader) putting(rest []token) ([]Step, *Refusal) {
	steps, bad := r.typing(rest)
	if bad != nil || len(steps) != 1 || steps[0].Target == nil || steps[0].Target.Kind != "textbox" && steps[0].Target.Kind != "textarea" {
		return nil, notSo
	}
	return steps, nil
}

// populating reads "populate T with V", "complete T with V" where T is a field.
func (r *reader) populating(rest []token) ([]Step, *Refusal) {
	if contains(rest, "with") && opaqueIn(rest) {
		steps, bad := r.filling(rest)
		if bad == nil && len(steps) == 1 && steps[0].Target != nil && (steps[0].Target.Kind == "textbox" || steps[0].Target.Kind == "textarea") {
			return steps, nil
		}
	}
	return nil, notSo
}

// removing reads "remove the text from T" where T is a field.
func (r *reader) removing(rest []token) ([]Step, *Refusal) {
	noun := dropDeterminers(rest)
	if len(noun) > 2 && noun[0].is("text", "content", "contents", "value", "input") && noun[1].is("from", "of", "in") {
		steps, bad := r.emptying(noun[2:])
		if bad == nil && (steps[0].Target.Kind == "textbox" || steps[0].Target.Kind == "textarea") {
			return steps, nil
		}
	}
	return nil, notSo
}

// noting reads "note T as {{x}}", "copy T to {{x}}": saving, where a variable says so.
func (r *reader) noting(rest []token) ([]Step, *Refusal) {
	if n := len(rest); n > 2 && rest[n-1].kind == variable && rest[n-2].is("as", "in", "into", "to") && !rest[0].opaque() {
		return r.saving(rest)
	}
	return nil, notSo
}

// adding reads "add the file V to T".
func (r *reader) adding(rest []token) ([]Step, *Refusal) {
	if noun := dropDeterminers(rest); len(noun) > 3 && noun[0].is("file") && noun[1].opaque() && noun[2].is("to") && strings.Contains(noun[1].text, ".") {
		return r.uploading(rest)
	}
	return nil, notSo
}

// returning reads "return to the previous page", "return to the first tab".
func (r *reader) returning(rest []token) ([]Step, *Refusal) {
	if len(rest) < 3 || !rest[0].is("to") {
		return nil, notSo
	}
	noun := dropDeterminers(rest[1:])
	last := noun[len(noun)-1]
	if last.is("tab", "window") || last.is("page", "screen") && (noun[0].is("previous") || noun[0].opaque()) && len(noun) == 2 {
		return r.goingTo(rest)
	}
	return nil, notSo
}

// pointing reads "mouse over T", "point at T".
func (r *reader) pointing(rest []token) ([]Step, *Refusal) {
	if noun := dropDeterminers(rest); len(noun) > 2 && noun[0].is("mouse", "cursor", "pointer") && noun[1].is("at", "to", "over") {
		rest = noun[1:]
	}
	if len(rest) > 1 && rest[0].is("over", "at", "to", "on") {
		return r.hovering(append([]token{}, rest[1:]...))
	}
	return nil, refuse("no command is known for this sentence", hintAction)
}

// nativeAnswer reads "OK in the browser dialog" after "click".
func nativeAnswer(rest []token) (*Step, *Refusal) {
	for i := 1; i+1 < len(rest); i++ {
		if !rest[i].is("in", "on", "of") || nativeDialog(rest[i+1:]) != len(rest)-i-1 {
			continue
		}
		if index(rest[i:], "browser", "native", "javascript", "js", "system") < 0 {
			return nil, nil
		}
		what := dropDeterminers(rest[:i])
		if n := len(what); n > 1 && what[n-1].is("button") {
			what = what[:n-1]
		}
		if len(what) != 1 {
			return nil, refuse("a dialog of the browser has no such button", hintDialog)
		}
		switch strings.ToLower(what[0].text) {
		case "ok", "yes", "accept":
			return &Step{Command: "dialog", Accept: true}, nil
		case "cancel", "no", "dismiss":
			return &Step{Command: "dialog"}, nil
		}
		return nil, refuse("a dialog of the browser has no such button", hintDialog)
	}
	return nil, nil
}

// valueOfField drops "the value of" before the field that is set.
func valueOfField(what []token) []token {
	noun := dropDeterminers(what)
	if len(noun) > 2 && noun[0].is("value", "text", "content", "contents") && noun[1].is("of", "in") {
		return noun[2:]
	}
	return what
}
