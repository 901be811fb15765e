package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/check"
)

// rowLast takes "in the row of "X"" from the end of what a column shows to the column.
func (s statements) rowLast(subject, rest []token) ([]token, []token) {
	noun := dropDeterminers(subject)
	if kind, n := kindBefore(noun, len(noun)); n == 0 || kind != "column" && kind != "cell" {
		return subject, rest
	}
	for i := 1; i+1 < len(rest); i++ {
		kind, n := (targets{src: s.src}).relation(rest, i)
		if n == 0 || i+n >= len(rest) || !opaqueIn(rest[:i]) && !anyNumeric(rest[:i]) {
			continue
		}
		row, m := kindBefore(rest, len(rest))
		if kind != "in-row" && !(m > 0 && row == "row") {
			return subject, rest
		}
		return append(append([]token{}, subject...), rest[i:]...), rest[:i]
	}
	return subject, rest
}

// offered reads "V is an option of the T dropdown", "V is offered in the T dropdown".
func (s statements) offered(subject []token, p predicate, rest []token) (*check.Form, *Refusal, bool) {
	i := 0
	if rest[0].is("an", "one") && len(rest) > 1 {
		i++
		for i < len(rest) && rest[i].is("of", "the") {
			i++
		}
		if i >= len(rest) || !rest[i].is("option", "options", "choice", "choices") {
			return nil, nil, false
		}
	} else if !rest[0].is("offered", "available", "selectable") {
		return nil, nil, false
	}
	i++
	for i < len(rest) && rest[i].is("as", "an", "option") {
		i++
	}
	if i+1 >= len(rest) || !rest[i].is("in", "of", "by", "for", "from") {
		return nil, nil, false
	}
	q, bad := s.target(rest[i+1:])
	if bad != nil || q.Kind != "combobox" {
		return nil, nil, false
	}
	v, bad := valueOf(s.src, optionNouns(subject))
	if bad != nil {
		return nil, bad, true
	}
	return &check.Form{Kind: check.Options, Subject: q, Values: []string{v.text}, Negated: p.negated, Quoted: v.quoted}, nil, true
}

// ranked reads "A is listed below B" as an order: in a list, below is after.
func (s statements) ranked(subject []token, p predicate, rest []token) (*check.Form, *Refusal, bool) {
	i := 0
	for i < len(rest) && rest[i].is("listed", "ranked", "sorted", "directly", "immediately", "right", "just") {
		if rest[i].is("directly", "immediately", "right", "just") {
			return nil, nil, false
		}
		i++
	}
	if i+1 >= len(rest) || i == 0 || !rest[i].is("above", "below", "under", "underneath", "beneath", "before", "after") {
		return nil, nil, false
	}
	first, second := dropDeterminers(subject), dropDeterminers(rest[i+1:])
	if len(first) != 1 || len(second) != 1 || !first[0].opaque() || !second[0].opaque() {
		return nil, nil, false
	}
	a, b := first[0].text, second[0].text
	if !rest[i].is("above", "before") {
		a, b = b, a
	}
	return &check.Form{Kind: check.Order, Value: a + "|" + b, Negated: p.negated, Quoted: true}, nil, true
}

// inOrder reads "T shows "A", "B" and "C" in this order", ""A" and "B" are listed in this order".
func (s statements) inOrder(tokens []token) (*check.Form, *Refusal, bool) {
	n := len(tokens)
	if n < 6 || !tokens[n-1].is("order") || !tokens[n-2].is("this", "that", "following", "given") {
		return nil, nil, false
	}
	end := n - 2
	for end > 0 && tokens[end-1].is("in", "exactly", "the") {
		end--
	}
	if !tokens[end].is("in") && !tokens[min(end+1, n-1)].is("in") {
		return nil, nil, false
	}
	p, ok := findPredicate(tokens[:end], 1)
	if !ok || p.negated {
		return nil, nil, false
	}
	subject, rest := tokens[:p.from], tokens[p.to:end]
	items := literals(rest)
	if !opaqueIn(rest) {
		items = literals(subject)
	}
	if len(items) < 2 {
		return nil, nil, false
	}
	form := &check.Form{Kind: check.Order, Value: strings.Join(items, "|"), Quoted: true}
	list := func(tokens []token) bool {
		for _, t := range tokens {
			if !t.opaque() && !t.mark(",:") && !t.is("and", "the", "items", "entries", "options", "rows", "values") {
				return false
			}
		}
		return true
	}
	switch {
	case list(subject) && (p.kind == appear && len(rest) == 0 || p.kind == be && len(rest) == 1 && rest[0].is("listed", "shown", "displayed")):
		return form, nil, true
	case list(rest) && (p.kind == show || p.kind == contain || p.kind == offer || p.kind == have):
	default:
		return nil, refuse("the order of these items was not understood", `write: Check that the items are in the order "A", "B", "C"`), true
	}
	q, bad := s.subject(subject)
	if bad != nil {
		return nil, bad, true
	}
	form.Subject = q
	return form, nil, true
}

// perfects are read after "has": "the spinner has disappeared".
var perfects = map[string]predicateKind{"appeared": appear, "disappeared": disappear, "vanished": disappear, "gone": disappear}

// focuses says that "receives the focus" stands at i.
func focuses(tokens []token, i int) bool {
	if !tokens[i].is("receives", "receive", "gains", "gain", "gets", "get", "keeps", "keep", "takes", "take") {
		return false
	}
	rest := trimMarks(tokens[i+1:])
	return len(rest) == 1 && rest[0].is("focus") || len(rest) == 2 && rest[0].is("the") && rest[1].is("focus")
}

// colonValue reads "the following text is shown: "X"" as "the text "X" is shown".
func colonValue(tokens []token) []token {
	n := len(tokens)
	if n < 5 || !tokens[n-1].opaque() || !tokens[n-2].mark(":") || opaqueIn(tokens[:n-1]) {
		return tokens
	}
	p, ok := findPredicate(tokens[:n-2], 1)
	if !ok || len(dropDeterminers(tokens[:p.from])) > 3 || !textNouns[tokens[p.from-1].low] {
		return tokens
	}
	out := append([]token{}, tokens[:p.from]...)
	out = append(out, tokens[n-1])
	return append(out, tokens[p.from:n-2]...)
}
