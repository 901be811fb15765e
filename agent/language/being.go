package language

import (
	"fmt"
	"regexp"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// being reads "T is ...".
func (s statements) being(subject []token, p predicate, rest []token) (*check.Form, *Refusal) {
	if len(rest) == 0 {
		return nil, refuse("the statement does not say what the subject is", hintText)
	}
	if rest[0].is("able", "allowed", "going", "supposed") {
		return nil, refuse("an ability cannot be seen", hintText)
	}
	first := rest[0]
	if form, bad, ok := s.offered(subject, p, rest); ok {
		return form, bad
	}
	if form, bad, ok := s.ranked(subject, p, rest); ok {
		return form, bad
	}
	if hidden, ok := shownWords[first.text]; ok && first.kind == word {
		return s.shown(subject, p.negated != hidden, rest[1:])
	}
	if st, ok := states[first.text]; ok && first.kind == word {
		return s.state(subject, st.name, p.negated != st.negated, rest[1:])
	}
	if first.is("read") && len(rest) > 1 && rest[1].is("only") {
		return s.state(subject, "readonly", p.negated, rest[2:])
	}
	if first.is("in") && len(rest) == 2 && rest[1].is("focus") || first.is("in") && len(rest) == 3 && rest[2].is("focus") {
		return s.state(subject, "focused", p.negated, nil)
	}
	if first.is("turned", "switched", "toggled") && len(rest) == 2 && rest[1].is("on", "off") {
		return s.state(subject, "checked", p.negated != rest[1].is("off"), nil)
	}
	if first.is("marked") && len(rest) == 3 && rest[1].is("as") && rest[2].is("required", "invalid", "checked", "selected", "disabled", "read-only", "readonly") {
		return s.state(subject, states[rest[2].text].name, p.negated, nil)
	}
	if first.is("active", "current") && len(rest) == 1 {
		if q, bad := s.subject(subject); bad == nil && (q.Kind == "tab" || q.Kind == "menuitem" || q.Kind == "option") {
			return s.state(subject, "selected", p.negated, nil)
		}
	}
	if first.is("greyed", "grayed") && len(rest) == 2 && rest[1].is("out") {
		return s.state(subject, "disabled", p.negated, nil)
	}
	if off, ok := switched[first.text]; ok && len(rest) == 1 {
		q, bad := s.subject(subject)
		if bad != nil {
			return nil, bad
		}
		if q.Quoted || toggles(q.Kind) || dropDeterminers(subject)[0].capital() {
			return &check.Form{Kind: check.State, Subject: q, Value: "checked", Negated: p.negated != off}, nil
		}
	}
	if form, bad, ok := s.moved(subject, p, rest); ok {
		return form, bad
	}
	if form, bad, ok := s.ordered(subject, p, rest); ok {
		return form, bad
	}
	if form, bad, ok := s.measured(subject, p, rest); ok {
		return form, bad
	}
	if form, bad, ok := s.placed(subject, p, rest); ok {
		return form, bad
	}
	if form, bad, ok := s.plainNumber(subject, p, rest); ok {
		return form, bad
	}
	if first.is("set") && len(rest) > 2 && rest[1].is("to", "as") {
		return s.value(subject, p, rest[2:], true, check.Equals)
	}
	if first.is("prefilled", "pre-filled", "filled", "populated", "prepopulated", "pre-populated") && len(rest) > 2 && rest[1].is("with") {
		return s.value(subject, p, rest[2:], true, check.Equals)
	}
	if bad := guardStatement(rest); bad != nil && !opaqueIn(rest) {
		return nil, bad
	}
	return s.value(subject, p, rest, false, check.Equals)
}

// shown reads what follows "is displayed".
func (s statements) shown(subject []token, negated bool, rest []token) (*check.Form, *Refusal) {
	rest = offPage(trimMarks(rest))
	if len(rest) > 1 && rest[0].is("before", "after") {
		if form, bad, ok := s.sequence(subject, negated, rest); ok {
			return form, bad
		}
	}
	if len(rest) > 1 && rest[0].is("as") {
		return s.value(subject, predicate{negated: negated}, rest[1:], false, check.Equals)
	}
	if len(rest) > 1 && rest[0].is("with") {
		after := rest[1:]
		if opaqueIn(after) {
			return s.value(subject, predicate{negated: negated}, after, false, check.Contains)
		}
	}
	if len(rest) == 0 {
		return s.visible(subject, negated)
	}
	joined := append(append([]token{}, subject...), rest...)
	if kind, n := (targets{src: s.src}).relation(joined, len(subject)); n > 0 && kind != "" && len(joined) > len(subject)+n {
		return s.visible(joined, negated)
	}
	return nil, refuse(fmt.Sprintf("%q cannot be read literally", s.text(rest)), hintText)
}

// insideOf reads "in T" after a statement about a number of things.
func (s statements) insideOf(rest []token) (*screen.Query, *Refusal) {
	rest = offPage(rest)
	if len(rest) == 0 {
		return nil, nil
	}
	if !rest[0].is("in", "on", "within", "inside", "under") || len(rest) < 2 {
		return nil, refuse(fmt.Sprintf("%q cannot be read literally", s.text(rest)), hintText)
	}
	return s.target(rest[1:])
}

// state reads "T is checked".
func (s statements) state(subject []token, name string, negated bool, rest []token) (*check.Form, *Refusal) {
	rest = trimMarks(rest)
	if len(rest) > 1 && name == "selected" && rest[0].is("in", "from", "for", "as") {
		q, bad := s.target(rest[1:])
		if bad != nil {
			return nil, bad
		}
		if q.Kind == "combobox" || q.Kind == "list" || rest[0].is("from", "for", "as") || q.Kind == "" && rest[0].is("in") {
			v, bad := valueOf(s.src, optionNouns(subject))
			if bad != nil {
				return nil, bad
			}
			form := &check.Form{Kind: check.Value, Subject: q, Negated: negated}
			v.fill(form)
			return form, nil
		}
	}
	if len(rest) > 0 {
		joined := append(append([]token{}, subject...), rest...)
		if _, n := (targets{src: s.src}).relation(joined, len(subject)); n == 0 || len(joined) == len(subject)+n {
			return nil, refuse(fmt.Sprintf("%q cannot be read literally", s.text(rest)), hintText)
		}
		subject = joined
	}
	q, bad := s.subject(subject)
	if bad == nil {
		bad = guardPlural(subject, q.Name, q.Ordinal)
	}
	if bad != nil {
		return nil, bad
	}
	if name == "checked" && q.Kind == "textbox" && contains(subject, "box") {
		q.Kind = "checkbox" // "the Terms box is ticked"
	}
	return &check.Form{Kind: check.State, Subject: q, Value: name, Negated: negated}, nil
}

func optionNouns(tokens []token) []token {
	var out []token
	for _, t := range tokens {
		if !t.is("the", "option", "options", "value", "item", "entry") {
			out = append(out, t)
		}
	}
	return out
}

// moved reads "is redirected to", "is downloaded", "is copied to the clipboard".
func (s statements) moved(subject []token, p predicate, rest []token) (*check.Form, *Refusal, bool) {
	switch {
	case rest[0].is("redirected", "navigated", "taken") && len(rest) > 1:
		form, bad, ok := s.place(rest)
		return negate(form, p.negated), bad, ok
	case rest[0].is("downloaded", "saved") && len(rest) == 1:
		if rest[0].is("saved") && !opaqueIn(subject) {
			return nil, nil, false
		}
		v, bad := fileName(subject)
		if bad != nil {
			return nil, bad, true
		}
		return &check.Form{Kind: check.Download, Value: v, Quoted: true, Negated: p.negated}, nil, true
	case rest[0].is("copied", "in", "on") && rest[len(rest)-1].is("clipboard"):
		v, bad := valueOf(s.src, subject)
		for _, t := range rest[1 : len(rest)-1] {
			if bad == nil && !t.is("to", "the", "into", "in", "on", "system") {
				bad = refuse("the statement about the clipboard cannot be read literally", "write: Check that the clipboard contains \"...\"")
			}
		}
		if bad != nil {
			return nil, bad, true
		}
		form := &check.Form{Kind: check.Clip, Op: check.Equals, Negated: p.negated}
		v.fill(form)
		return form, nil, true
	}
	return nil, nil, false
}

// placed reads "is above T", "is in T", "is next to T".
func (s statements) placed(subject []token, p predicate, rest []token) (*check.Form, *Refusal, bool) {
	if rest[0].is("before", "after") {
		return s.sequence(subject, p.negated, rest)
	}
	if !rest[0].is("above", "below", "under", "beneath", "next", "near", "beside", "left", "to", "on", "in", "inside", "within", "right") {
		return nil, nil, false
	}
	if rest[0].is("in", "on") && len(rest) > 1 && rest[1].capital() {
		return nil, refuse("where the subject is cannot be read literally", hintText), true // "in English"
	}
	joined := append(append([]token{}, subject...), rest...)
	_, n := (targets{src: s.src}).relation(joined, len(subject))
	if n == 0 || len(joined) <= len(subject)+n {
		return nil, nil, false
	}
	form, bad := s.visible(joined, p.negated)
	return form, bad, true
}

// fileName reads a quoted file name or a word with an extension.
func fileName(tokens []token) (string, *Refusal) {
	for _, t := range tokens {
		if t.opaque() {
			return t.text, nil
		}
	}
	for _, t := range tokens {
		if t.kind == word && fileWord.MatchString(t.text) {
			return t.text, nil
		}
	}
	return "", refuse("the file is not named", "write the file name in quotes: Check that \"report.csv\" was downloaded")
}

var fileWord = regexp.MustCompile(`^[\w./\\~+-]*\.[A-Za-z][A-Za-z0-9]{0,5}$`)

// pattern checks that the value of a form is a regular expression.
func pattern(form *check.Form) *Refusal {
	if _, err := regexp.Compile(form.Value); err != nil {
		return refuse("the pattern is no regular expression", "write it between slashes, in RE2 syntax: matches /R\\d+/")
	}
	return nil
}
