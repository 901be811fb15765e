package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/check"
)

const hintOrder = "say by what and in which direction: Check that the products are sorted by \"Price\" ascending"

// ordered reads "are sorted by price from low to high", "are in the order "a", "b"".
func (s statements) ordered(subject []token, p predicate, rest []token) (*check.Form, *Refusal, bool) {
	if len(rest) == 0 {
		return nil, nil, false
	}
	first := rest[0]
	switch {
	case first.is("sorted", "ordered", "arranged", "sorting"):
		rest = rest[1:]
	case first.is("listed") && len(rest) > 1 && (rest[1].is("in", "alphabetically", "by") || rest[1].is("from")):
		rest = rest[1:]
	case first.is("in") && rest[len(rest)-1].is("order"), first.is("in") && contains(rest, "order"), first.is("alphabetical", "alphabetically"):
	default:
		return nil, nil, false
	}
	if first.is("listed") && !contains(rest, "order") && !contains(rest, "alphabetically") && !rest[0].is("by", "from") {
		return nil, nil, false
	}
	q, bad := s.subject(subject)
	if bad != nil {
		return nil, bad, true
	}
	form := &check.Form{Kind: check.Order, Subject: q, Negated: p.negated}
	if items := literals(rest); len(items) > 1 {
		if contains(rest, "by") {
			return nil, refuse("an order goes by one column", hintOrder), true
		}
		form.Value, form.Quoted = strings.Join(items, "|"), true
		return form, nil, true
	}
	rest, form.Value = sortDirection(rest)
	if form.Value == "" {
		return nil, refuse("the direction of the order is missing", hintOrder), true
	}
	if len(rest) > 1 && rest[0].is("by", "on") {
		if q.Kind == "column" && q.Name != "" {
			return nil, refuse("an order goes by one column", hintOrder), true
		}
		column := dropDeterminers(rest[1:])
		if _, n := kindBefore(column, len(column)); n > 0 && n < len(column) {
			column = column[:len(column)-n]
		}
		if len(column) > 4 {
			return nil, refuse("what the order goes by cannot be read literally", hintOrder), true
		}
		if bad := guardTarget(column); bad != nil {
			return nil, bad, true
		}
		form.Name = s.text(column)
		if len(column) == 1 {
			form.Name = column[0].text
		}
	} else if len(rest) > 0 {
		return nil, refuse("the order cannot be read literally", hintOrder), true
	} else if q.Kind == "column" {
		form.Name = q.Name
	}
	return form, nil, true
}

func contains(tokens []token, w string) bool {
	for _, t := range tokens {
		if t.is(w) {
			return true
		}
	}
	return false
}

func literals(tokens []token) []string {
	var out []string
	for _, t := range tokens {
		if t.opaque() {
			out = append(out, t.text)
		}
	}
	return out
}

// directions are word sequences, longest first where they overlap.
var directions = []struct{ words, value string }{
	{"from low to high", "ascending"}, {"from high to low", "descending"}, {"from lowest to highest", "ascending"}, {"from highest to lowest", "descending"},
	{"low to high", "ascending"}, {"high to low", "descending"}, {"lowest to highest", "ascending"}, {"highest to lowest", "descending"},
	{"from a to z", "ascending"}, {"from z to a", "descending"}, {"a to z", "ascending"}, {"z to a", "descending"}, {"(a to z)", "ascending"},
	{"from cheapest to most expensive", "ascending"}, {"from most expensive to cheapest", "descending"},
	{"from oldest to newest", "ascending"}, {"from newest to oldest", "descending"}, {"from smallest to largest", "ascending"}, {"from largest to smallest", "descending"},
	{"in ascending order", "ascending"}, {"in descending order", "descending"}, {"in alphabetical order", "ascending"}, {"in reverse alphabetical order", "descending"},
	{"in reverse order", "descending"}, {"reverse alphabetically", "descending"}, {"alphabetically descending", "descending"}, {"alphabetically ascending", "ascending"},
	{"alphabetically", "ascending"}, {"alphabetical", "ascending"}, {"ascending", "ascending"}, {"descending", "descending"},
	{"lowest first", "ascending"}, {"highest first", "descending"}, {"cheapest first", "ascending"}, {"most expensive first", "descending"},
	{"newest first", "descending"}, {"oldest first", "ascending"}, {"latest first", "descending"}, {"smallest first", "ascending"}, {"largest first", "descending"},
	{"a-z", "ascending"}, {"z-a", "descending"},
}

// sortDirection takes the direction out of the words.
func sortDirection(tokens []token) ([]token, string) {
	for _, d := range directions {
		words := strings.Fields(d.words)
		for i := 0; i+len(words) <= len(tokens); i++ {
			hit := true
			for k, w := range words {
				if tokens[i+k].low != w {
					hit = false
					break
				}
			}
			if !hit {
				continue
			}
			rest := append(append([]token{}, tokens[:i]...), tokens[i+len(words):]...)
			var clean []token
			for _, t := range rest {
				if t.kind != punct && !(t.is("and", "order") && i == 0) {
					clean = append(clean, t)
				}
			}
			for len(clean) > 0 && clean[len(clean)-1].is("in", "order", "the", "with") {
				clean = clean[:len(clean)-1]
			}
			return clean, d.value
		}
	}
	return tokens, ""
}

// sequence reads "A appears before B": the items in order, joined by "|".
func (s statements) sequence(subject []token, negated bool, rest []token) (*check.Form, *Refusal, bool) {
	first, bad := s.subject(subject)
	if bad != nil {
		return nil, bad, true
	}
	second, bad := s.subject(rest[1:])
	if bad != nil {
		return nil, bad, true
	}
	if first.Name == "" || second.Name == "" || first.Ordinal != 0 || second.Ordinal != 0 || len(first.Rel)+len(second.Rel) > 0 || !first.Quoted && !dropDeterminers(subject)[0].capital() || !second.Quoted && !dropDeterminers(rest[1:])[0].capital() {
		return nil, refuse("an order needs two names", "write: Check that \"Introduction\" appears before \"Installation\""), true
	}
	a, b := first.Name, second.Name
	if rest[0].is("after") {
		a, b = b, a
	}
	return &check.Form{Kind: check.Order, Value: a + "|" + b, Negated: negated, Quoted: true}, nil, true
}
