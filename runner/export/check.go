package export

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
)

// check is the assertion of a sentence that code proved.
func (b *builder) check(s language.Sentence) []Action {
	switch {
	case s.Step == nil || s.Step.Form == nil:
		return []Action{Unsupported{"the statement has no exact form"}}
	case s.Step.If != nil:
		return []Action{Unsupported{"a check under a condition has no counterpart"}}
	}
	return b.form(*s.Step.Form)
}

// form writes one statement; what is quoted there counts in any letter case, as for us.
func (b *builder) form(f check.Form) []Action {
	none := func(why string) []Action { return []Action{Unsupported{why}} }
	switch f.Kind {
	case check.Text:
		return b.text(f)
	case check.Visible:
		return b.visible(f)
	case check.Value:
		return b.value(f)
	case check.State, check.Focus:
		return b.state(f)
	case check.Count:
		return b.count(f)
	case check.URL, check.Title:
		p, why := pattern(f)
		if why != "" {
			return none(why)
		}
		return []Action{ExpectPage{Is: string(f.Kind), Pattern: p, Not: f.Negated}}
	case check.Attribute:
		l, why := b.subject(f.Subject)
		p, bad := pattern(f)
		if f.Op == check.Exists {
			p, bad = Pattern{Regex, "^"}, ""
		}
		if why += bad; why != "" {
			return none(why)
		}
		return []Action{Expect{On: l, Is: "attribute", Name: f.Name, Pattern: p, Not: f.Negated}}
	case check.Variable:
		p, why := pattern(f)
		if why != "" {
			return none(why)
		}
		return []Action{Equal{f.Name, p, f.Negated}}
	}
	return none(fmt.Sprintf("a check of the kind %q has no counterpart", f.Kind))
}

func (b *builder) subject(q *screen.Query) (Locator, string) {
	if q == nil {
		return nil, "the statement does not say what it is about"
	}
	return b.subjects.find(*q)
}

// pattern is what a form compares with.
func pattern(f check.Form) (Pattern, string) {
	p := Pattern{Whole, Text(f.Value)}
	url := f.Kind == check.URL
	switch f.Op {
	case check.Equals:
		if url {
			p.Mode = Address
		}
	case check.Contains:
		p.Mode = Words
		if url || f.Part {
			p.Mode = Part
		}
	case check.Starts:
		p.Mode = Starts
	case check.Ends:
		p.Mode = Ends
	case check.Matches:
		if strings.Contains(strings.ReplaceAll(f.Value, "(?:", ""), "(?") {
			return p, "the pattern uses what only one of the languages knows"
		}
		p.Mode = Regex
	default:
		return p, fmt.Sprintf("a comparison by %q has no counterpart", f.Op)
	}
	if f.Value == "" {
		return p, "it names no text"
	}
	return p, ""
}

// text: words somewhere on the page, or in one thing.
func (b *builder) text(f check.Form) []Action {
	if q := f.Subject; q != nil && !message(*q) {
		return b.textIn(f)
	}
	wanted := f.Values
	if len(wanted) == 0 {
		wanted = []string{f.Value}
	}
	var out []Action
	for _, w := range wanted {
		l := Locator{{By: ByText, Name: Text(w)}}
		switch {
		case f.Op == check.Matches:
			return []Action{Unsupported{"a pattern anywhere on the page has no counterpart"}}
		case f.Negated && len(wanted) > 1:
			return []Action{Unsupported{"that not all of several texts are there has no counterpart"}}
		case f.Negated:
			out = append(out, Absent{l})
		default:
			out = append(out, Expect{On: l.plus(Find{By: ByVisible}), Is: "visible"})
		}
	}
	return out
}

// message reports a subject that stands for any text that says so.
func message(q screen.Query) bool {
	if q.Quoted || len(q.Rel) > 0 {
		return false
	}
	switch q.Kind {
	case "alert", "message", "status":
		return true
	}
	return q.Kind == "" && (q.Name == "message" || q.Name == "error message" || q.Name == "error" || q.Name == "notification" || q.Name == "toast")
}

func (b *builder) textIn(f check.Form) []Action {
	if p := b.subjects.print(*f.Subject); p != nil && editable(*p) || f.Subject.Kind == "textbox" {
		return b.value(f)
	}
	l, why := b.subject(f.Subject)
	if len(f.Values) > 0 {
		var out []Action
		for _, v := range f.Values {
			one := f
			one.Value, one.Values = v, nil
			out = append(out, b.textIn(one)...)
		}
		return out
	}
	p, bad := pattern(f)
	if why += bad; why != "" {
		return []Action{Unsupported{why}}
	}
	switch f.Subject.Kind {
	case "row", "dialog", "table", "list", "form", "region", "navigation":
		if p.Mode == Whole {
			p.Mode = Words // a place that shows a text shows others too
		}
	}
	return []Action{Expect{On: l, Is: "text", Pattern: p, Not: f.Negated}}
}

func (b *builder) visible(f check.Form) []Action {
	q := f.Subject
	if q != nil && len(q.Rel) == 1 && !f.Negated {
		if as, ok := b.placed(*q); ok {
			return as
		}
	}
	l, why := b.subject(q)
	switch {
	case why != "":
		return []Action{Unsupported{why}}
	case f.Negated:
		return []Action{Absent{l}}
	}
	return []Action{Expect{On: l.plus(Find{By: ByVisible}), Is: "visible"}}
}

// placed: one thing is above, below, left or right of another.
func (b *builder) placed(q screen.Query) ([]Action, bool) {
	r := q.Rel[0]
	first := q
	first.Rel = nil
	a, why := b.subjects.find(first)
	c, bad := b.subjects.find(r.To)
	if why+bad != "" {
		return nil, false
	}
	a, c = a.plus(Find{By: ByVisible}), c.plus(Find{By: ByVisible})
	switch r.Kind {
	case screen.Above, screen.LeftOf:
		return []Action{Placed{a, c, r.Kind == screen.LeftOf}}, true
	case screen.Below, screen.RightOf:
		return []Action{Placed{c, a, r.Kind == screen.RightOf}}, true
	}
	return nil, false
}

// value: of a field; of anything else its text.
func (b *builder) value(f check.Form) []Action {
	q := f.Subject
	if q == nil {
		return []Action{Unsupported{"the statement does not say whose value it is"}}
	}
	p, bad := pattern(f)
	if f.Value == "" && f.Op == check.Equals {
		p, bad = Pattern{Whole, ""}, ""
	}
	l, why := b.subjects.find(*q)
	known := b.subjects.print(*q)
	is := "value"
	switch {
	case known == nil && q.Kind == "" && len(q.Rel) == 0:
		l, why = Locator{{By: ByField, Name: Text(q.Name)}}, ""
	case known != nil && known.Tag == "select", known == nil && q.Kind == "combobox":
		is = "chosen"
	case known != nil && !editable(*known):
		is = "text"
	}
	if why += bad; why != "" {
		return []Action{Unsupported{why}}
	}
	return []Action{Expect{On: l, Is: is, Pattern: p, Not: f.Negated}}
}

// count compares how many there are, by the element that must be there or must not.
func (b *builder) count(f check.Form) []Action {
	l, why := b.subject(f.Subject)
	n := int(f.Number)
	if why == "" && float64(n) != f.Number {
		why = "a count that is no whole number"
	}
	if why != "" {
		return []Action{Unsupported{why}}
	}
	there := func(i int) []Action {
		return []Action{Expect{On: l.plus(Find{By: ByNth, N: i}), Is: "visible", Not: f.Negated}}
	}
	gone := func(i int) []Action {
		return []Action{Expect{On: l.plus(Find{By: ByNth, N: i}), Is: "visible", Not: !f.Negated}}
	}
	switch f.Op {
	case check.Equals:
		return []Action{Expect{On: l, Is: "count", Count: n, Not: f.Negated}}
	case check.AtLeast:
		return there(n - 1)
	case check.More:
		return there(n)
	case check.AtMost:
		return gone(n)
	case check.Less:
		return gone(n - 1)
	}
	return []Action{Unsupported{fmt.Sprintf("a count by %q has no counterpart", f.Op)}}
}
