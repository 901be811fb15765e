package language

import (
	"fmt"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// fieldKinds are the kinds whose content is a value, not a text.
var fieldKinds = set("textbox", "combobox", "textarea", "slider")

// value reads "T is V", "T shows V", "T has the value V". asValue says that the
// words ask for a value whatever T is.
func (s statements) value(subject []token, p predicate, rest []token, asValue bool, op check.Op) (*check.Form, *Refusal) {
	form := &check.Form{Kind: check.Text, Negated: p.negated, Op: op}
	rest, column := s.inColumn(rest)
	if len(rest) == 1 && rest[0].kind == regex {
		form.Op, form.Value, form.Quoted = check.Matches, rest[0].text, true
		if bad := pattern(form); bad != nil {
			return nil, bad
		}
	} else if other := namedVariable(trimStored(rest)); other != "" {
		form.Value, form.Quoted = "{{"+other+"}}", true
		if op == check.Matches {
			form.Op = check.Equals // "matches the saved code"
		}
	} else {
		v, bad := valueOf(s.src, rest)
		if bad != nil {
			return nil, bad
		}
		v.fill(form)
		if op == check.Matches {
			if bad := pattern(form); bad != nil {
				return nil, bad
			}
		}
	}
	q, bad := s.subject(subject)
	if bad != nil {
		return nil, bad
	}
	if q.Kind == "" && q.Name != "" && !q.Quoted && len(q.Rel) == 0 && textNouns[q.Name] {
		// "the message is X": any text will do.
		if op == check.Equals && p.kind == be && q.Name != "message" && q.Name != "text" {
			form.Subject = q
			return form, nil
		}
	}
	form.Subject = q
	if bad := guardPlural(subject, q.Name, q.Ordinal); bad != nil && !contains(subject, "of") {
		return nil, bad
	}
	if q.Kind == "combobox" && p.kind == contain && !asValue {
		return nil, refuse("the dropdown may offer this, or have it selected", "write: Check that the \"Size\" dropdown offers \"Large\", or: Check that \"Large\" is selected in the \"Size\" dropdown")
	}
	if column != "" {
		if q.Kind != "row" {
			return nil, refuse("a column needs a row", "write: Check that the row \"Ana\" shows \"Active\" in the Status column")
		}
		to := *q
		if to.Name != "" {
			to.Kind, to.Full = "", ""
		}
		form.Kind, form.Name = check.Cell, column
		form.Subject = &screen.Query{Kind: "cell", Rel: []screen.Relation{{Kind: screen.InRow, To: to}}}
		return form, nil
	}
	if name, row, ok := cellOf(q); ok {
		form.Kind, form.Name = check.Cell, name
		form.Subject = &screen.Query{Kind: "cell", Rel: []screen.Relation{{Kind: screen.InRow, To: row}}}
		return form, nil
	}
	if asValue || fieldKinds[q.Kind] {
		form.Kind = check.Value
		if said := index(rest, "error", "message", "warning", "hint", "notification", "validation", "tooltip", "label", "caption", "title", "alert", "note", "notice", "placeholder", "info"); said >= 0 && opaqueIn(rest) {
			return nil, refuse(fmt.Sprintf("a %s is not the value of a field", rest[said].text), "write: Check that \"...\" is shown below the \"Name\" field")
		}
	}
	return form, nil
}

// trimStored drops "the", "equal to" before a stored variable.
func trimStored(rest []token) []token {
	for len(rest) > 1 && rest[0].is("the", "equal", "to") {
		rest = rest[1:]
	}
	if len(rest) < 2 {
		return nil
	}
	return rest
}

// cellOf reads "the Role column of the second row" as a cell.
func cellOf(q *screen.Query) (string, screen.Query, bool) {
	if q.Kind != "column" && q.Kind != "cell" || q.Name == "" || q.Ordinal != 0 || len(q.Rel) != 1 {
		return "", screen.Query{}, false
	}
	rel := q.Rel[0]
	if rel.Kind == screen.InRow || (rel.Kind == screen.Of || rel.Kind == screen.In) && (rel.To.Kind == "row" || rel.To.Quoted && rel.To.Kind == "") {
		return q.Name, rel.To, true
	}
	return "", screen.Query{}, false
}

// inColumn takes "in the X column" off the end of a value.
func (s statements) inColumn(rest []token) ([]token, string) {
	n := len(rest)
	if n < 4 || !rest[n-1].is("column") {
		return rest, ""
	}
	for i := n - 3; i > 0; i-- {
		if rest[i].is("in", "under") && rest[i-1].opaque() || rest[i].is("in", "under") && rest[i-1].numeric() {
			name := dropDeterminers(rest[i+1 : n-1])
			if len(name) == 1 && name[0].opaque() {
				return rest[:i], name[0].text
			}
			return rest[:i], s.text(name)
		}
	}
	return rest, ""
}

// showing reads "T shows V", "the page contains V", "T equals V".
func (s statements) showing(subject []token, p predicate, rest []token) (*check.Form, *Refusal) {
	op := map[predicateKind]check.Op{show: check.Contains, say: check.Contains, contain: check.Contains, equal: check.Equals,
		matches: check.Matches, starts: check.Starts, finishes: check.Ends}[p.kind]
	if len(rest) == 0 {
		return nil, refuse("the statement has no value", hintText)
	}
	if form, bad, ok := s.measured(subject, p, rest); ok && p.kind != contain {
		return form, bad
	}
	if p.kind == equal {
		if form, bad, ok := s.plainNumber(subject, p, rest); ok {
			return form, bad
		}
	}
	noun := dropDeterminers(subject)
	page := len(noun) == 1 && pageNouns[noun[0].low] || len(noun) == 2 && noun[1].has("page", "screen") && noun[0].has("current", "whole", "resulting", "web", "next")
	if page {
		if p.kind == starts || p.kind == finishes || p.kind == equal {
			return nil, refuse("a page is checked by the texts on it", hintText)
		}
		if p.kind == matches {
			if len(rest) == 1 && rest[0].kind == regex {
				form := &check.Form{Kind: check.Text, Op: check.Matches, Value: rest[0].text, Quoted: true, Negated: p.negated}
				return form, pattern(form)
			}
			return nil, refuse("the pattern is missing", "write it between slashes: Check that the page matches /R\\d+/")
		}
		return s.pageShows(rest, p.negated)
	}
	if p.kind == contain || p.kind == show {
		if form, bad, ok := s.offers(subject, p, rest); ok {
			return form, bad
		}
		inside, bad := s.subjectFor(rest, subject)
		if bad != nil {
			return nil, bad
		}
		if inside != nil && !(p.kind == show && len(rest) == 1) {
			if form, bad, ok := s.counted(rest, inside); ok {
				return negate(form, p.negated), bad
			}
		}
		if _, column := s.inColumn(rest); column == "" && thing(rest) && inside != nil {
			form, bad := s.visible(rest, p.negated)
			if bad != nil {
				return nil, bad
			}
			if form.Subject == nil {
				form.Subject = inside
			} else {
				form.Subject.Rel = append(form.Subject.Rel, screen.Relation{Kind: screen.In, To: *inside})
			}
			return form, nil
		}
	}
	return s.value(subject, p, rest, false, op)
}

// subjectFor reads the container when the rest may be a thing or a number of things.
func (s statements) subjectFor(rest, subject []token) (*screen.Query, *Refusal) {
	if len(rest) < 2 && !quantity(rest[0]) {
		return nil, nil
	}
	q, bad := s.subject(subject)
	return q, bad
}

// thing says that the words name an element, not a value: "the Save button", "a search box".
func thing(rest []token) bool {
	if rest[0].is("no") {
		return true
	}
	if _, n := kindBefore(rest, len(rest)); n > 0 && len(rest) > 1 {
		return true
	}
	_, n := kindAfter(dropDeterminers(rest), 0)
	return n > 0 && determiner(rest[0]) && len(literals(rest)) == 1
}

// pageShows reads what follows "the page contains".
func (s statements) pageShows(rest []token, negated bool) (*check.Form, *Refusal) {
	if form, bad, ok := s.counted(rest, nil); ok {
		return negate(form, negated), bad
	}
	for _, t := range rest {
		if t.opaque() {
			if form, bad := s.visible(rest, negated); bad == nil {
				return form, nil
			}
			break
		}
	}
	if v, bad := valueOf(s.src, rest); bad == nil {
		form := &check.Form{Kind: check.Text, Negated: negated}
		v.fill(form)
		return form, nil
	} else if !rest[0].is("the", "a", "an", "no") || opaqueIn(rest) {
		return nil, bad
	}
	return s.visible(rest, negated)
}

// having reads "T has ...".
func (s statements) having(subject []token, p predicate, rest []token) (*check.Form, *Refusal) {
	noun := dropDeterminers(rest)
	if len(noun) == 0 {
		return nil, refuse("the statement does not say what the subject has", hintText)
	}
	name := dropDeterminers(subject)
	page := len(name) == 1 && pageNouns[name[0].low]
	switch {
	case noun[0].is("focus") && len(noun) == 1:
		q, bad := s.subject(subject)
		if bad != nil {
			return nil, bad
		}
		return &check.Form{Kind: check.Focus, Subject: q, Value: "focused", Negated: p.negated}, nil
	case len(noun) == 2 && noun[0].is("no") && noun[1].is("value", "text", "content", "contents", "input"):
		return s.state(subject, "empty", p.negated, nil)
	case noun[0].is("value") && len(noun) > 1:
		op, after := valueOperator(noun[1:])
		return s.value(subject, p, after, true, op)
	case page && noun[0].has("title") && len(noun) > 1:
		return s.compared(&check.Form{Kind: check.Title}, predicate{kind: be, negated: p.negated}, noun[1:])
	case noun[0].is("placeholder", "class", "attribute", "style", "size", "width", "height", "icon", "background", "border") && opaqueIn(noun):
		return nil, refuse(fmt.Sprintf("%q cannot be checked by code", noun[0].text), hintText)
	case len(noun) > 1 && noun[len(noun)-1].is("selected", "chosen") && opaqueIn(noun):
		return s.value(subject, p, optionNouns(noun[:len(noun)-1]), true, check.Equals)
	}
	p.kind = contain
	return s.showing(subject, p, rest)
}

// valueOperator reads what follows "value": "of", "containing", "equal to".
func valueOperator(rest []token) (check.Op, []token) {
	switch {
	case len(rest) > 1 && rest[0].is("containing"):
		return check.Contains, rest[1:]
	case len(rest) > 2 && rest[0].is("starting", "beginning") && rest[1].is("with"):
		return check.Starts, rest[2:]
	case len(rest) > 2 && rest[0].is("ending") && rest[1].is("with"):
		return check.Ends, rest[2:]
	case len(rest) > 1 && rest[0].is("matching"):
		return check.Matches, rest[1:]
	}
	return check.Equals, rest
}

// partOf reads "the value of T is V", "the text of T contains V".
func (s statements) partOf(part string, of []token, p predicate, rest []token) (*check.Form, *Refusal) {
	if form, bad, ok := s.measured(of, p, rest); ok {
		return form, bad
	}
	if len(rest) == 1 && p.kind == be {
		if st, ok := states[rest[0].text]; ok && st.name == "empty" {
			return s.state(of, st.name, p.negated, nil)
		}
	}
	var op check.Op
	switch p.kind {
	case be, equal, say, show, have:
		op = check.Equals
		op, rest = valueOperator(rest)
	case contain:
		op = check.Contains
	case starts:
		op = check.Starts
	case finishes:
		op = check.Ends
	case matches:
		op = check.Matches
	default:
		return nil, refuse("this cannot be said of a value", hintText)
	}
	form, bad := s.value(of, p, rest, part == "value", op)
	if bad == nil && part != "value" && form.Kind == check.Value {
		form.Kind = check.Text
	}
	return form, bad
}

// appearing reads "T appears", "T disappears before U".
func (s statements) appearing(subject []token, p predicate, rest []token) (*check.Form, *Refusal) {
	negated := p.negated != (p.kind == disappear)
	if name, ok := pageName(s.src, subject); ok && len(rest) == 0 {
		return &check.Form{Kind: check.Page, Value: name, Negated: negated, Quoted: opaqueIn(subject)}, nil
	}
	if len(rest) > 0 && rest[0].is("above", "below", "next", "near", "in", "on", "inside", "within", "under", "beside", "to", "left", "right", "at") {
		if form, bad, ok := s.placed(subject, predicate{negated: negated}, rest); ok {
			return form, bad
		}
	}
	if form, bad, ok := s.ordered(subject, p, rest); ok {
		return form, bad
	}
	return s.shown(subject, negated, rest)
}
