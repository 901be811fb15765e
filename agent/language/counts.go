package language

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// counted reads "[at least] N T [in U]" as a number of things; inside narrows it.
func (s statements) counted(tokens []token, inside *screen.Query) (*check.Form, *Refusal, bool) {
	tokens = trimMarks(tokens)
	if len(tokens) > 1 && tokens[0].is("a", "the") && (tokens[1].is("total") || quantity(tokens[1])) {
		tokens = tokens[1:]
		if len(tokens) > 2 && tokens[0].is("total") && tokens[1].is("of") {
			tokens = tokens[2:]
		}
	}
	op, n := comparison(tokens)
	rest := tokens[n:]
	if len(rest) < 2 || !quantity(rest[0]) {
		return nil, nil, false
	}
	amount, ok := count(rest[0])
	if !ok {
		return nil, nil, false
	}
	rest = offPage(rest[1:])
	if len(rest) > 2 && rest[0].is("or") && rest[1].is("more", "fewer", "less") && n == 0 {
		op = check.AtLeast
		if !rest[1].is("more") {
			op = check.AtMost
		}
		rest = rest[2:]
	}
	if hasOr(rest) {
		return nil, refuse("the statement leaves a choice (\"or\")", hintPick), true
	}
	for len(rest) > 1 && rest[0].is("different", "new", "visible") {
		if rest[0].is("different") {
			return nil, refuse("\"different\" is a judgement, which needs eyes", hintText), true
		}
		rest = rest[1:]
	}
	q, bad := s.countedThing(rest)
	if bad != nil {
		return nil, bad, true
	}
	if inside != nil {
		q.Rel = append(q.Rel, screen.Relation{Kind: screen.In, To: *inside})
	}
	return &check.Form{Kind: check.Count, Subject: q, Op: op, Number: float64(amount)}, nil, true
}

// measures are counted in a text or in time, not on the page.
var measures = set("character", "characters", "digit", "digits", "letter", "letters", "word", "words", "time", "times", "second", "seconds", "minute", "minutes", "hour", "hours", "pixel", "pixels", "px", "percent", "of", "more", "additional", "other")

// countedThing is a plural: its name is the noun as written.
func (s statements) countedThing(rest []token) (*screen.Query, *Refusal) {
	if n := len(rest); n > 1 {
		if hidden, ok := shownWords[rest[n-1].text]; ok && !hidden {
			rest = rest[:n-1]
		}
	}
	if len(rest) == 0 || rest[0].kind == punct {
		return nil, refuse("the statement does not say what is counted", hintText)
	}
	if measures[rest[0].low] {
		return nil, refuse(fmt.Sprintf("%q are no things on the page", rest[0].text), hintText)
	}
	q, bad := s.subject(rest)
	if bad != nil {
		return nil, bad
	}
	if q.Name == "" {
		q.Name = s.text(headOf(s.src, rest))
	}
	if !q.Quoted && len(strings.Fields(q.Name)) > 4 {
		return nil, refuse("the counted things cannot be read literally", hintText)
	}
	return q, nil
}

// headOf is the phrase before its first relation, without determiner.
func headOf(src string, tokens []token) []token {
	p := targets{src: src}
	for i := 1; i < len(tokens); i++ {
		if _, n := p.relation(tokens, i); n > 0 {
			return dropDeterminers(tokens[:i])
		}
	}
	return dropDeterminers(tokens)
}

// numberOf reads "the number of T is at least 5".
func (s statements) numberOf(of []token, p predicate, rest []token) (*check.Form, *Refusal) {
	if p.kind != be && p.kind != equal && p.kind != show {
		return nil, refuse("a number of things is compared with a number", "write: Check that the number of rows is 5")
	}
	op, n := comparison(rest)
	rest = trimMarks(rest[n:])
	if len(rest) != 1 {
		return nil, refuse("the number is missing", "write: Check that the number of rows is 5")
	}
	q, bad := s.countedThing(of)
	if bad != nil {
		return nil, bad
	}
	form := &check.Form{Kind: check.Count, Subject: q, Op: op, Negated: p.negated}
	if rest[0].kind == variable {
		form.Value = rest[0].text
		return form, nil
	}
	amount, ok := count(rest[0])
	if !ok {
		return nil, refuse("the number is missing", "write: Check that the number of rows is 5")
	}
	form.Number = float64(amount)
	return form, nil
}

// measured reads "T is greater than 50".
func (s statements) measured(subject []token, p predicate, rest []token) (*check.Form, *Refusal, bool) {
	op, n := comparison(rest)
	if n == 0 || rest[0].is("exactly", "only") || op == check.Equals && rest[0].is("equal") && len(rest) > 2 && !quantity(rest[2]) {
		return nil, nil, false
	}
	after := trimMarks(rest[n:])
	if len(after) == 0 {
		return nil, nil, false
	}
	form := &check.Form{Kind: check.Number, Op: op, Negated: p.negated}
	value := s.text(after)
	if len(after) == 1 && after[0].kind == quoted {
		value = after[0].text
	}
	amount, ok := number(value)
	switch {
	case len(after) == 1 && after[0].kind == variable:
		form.Value = after[0].text
	case ok:
		form.Number = amount
	case len(after) == 1 && numberWords[after[0].low] > 0:
		form.Number = float64(numberWords[after[0].low])
	case numericPhrase(after) && after[0].numeric():
		if form.Number, ok = number(after[0].text); !ok {
			return nil, nil, false
		}
	case namedVariable(after) != "":
		form.Value = "{{" + namedVariable(after) + "}}"
	default:
		if rest[0].is("above", "below", "over", "under") {
			return nil, nil, false
		}
		if quantity(after[0]) {
			return nil, nil, false
		}
		return nil, refuse("the number to compare with is missing", "write a number: Check that the total is greater than 50"), true
	}
	q, bad := s.subject(subject)
	if bad != nil {
		return nil, bad, true
	}
	form.Subject = q
	return form, nil, true
}

// plainNumber reads "T is 42" and "T equals $1,234.50" where T is no field.
func (s statements) plainNumber(subject []token, p predicate, rest []token) (*check.Form, *Refusal, bool) {
	rest = trimMarks(rest)
	if len(rest) == 2 && rest[0].is("exactly") {
		rest = rest[1:]
	}
	if len(rest) == 0 || opaqueIn(rest) || len(rest) > 2 || len(rest) == 2 && !numericPhrase(rest) {
		return nil, nil, false
	}
	amount, ok := number(rest[0].text)
	if !ok {
		return nil, nil, false
	}
	q, bad := s.subject(subject)
	if bad != nil || fieldKinds[q.Kind] || q.Kind == "column" || q.Kind == "cell" {
		return nil, nil, false
	}
	return &check.Form{Kind: check.Number, Subject: q, Number: amount, Negated: p.negated}, nil, true
}

// variable reads "{{a}} is less than {{b}}".
func (s statements) variable(name string, p predicate, rest []token) (*check.Form, *Refusal) {
	form := &check.Form{Kind: check.Variable, Name: name, Negated: p.negated}
	rest = trimMarks(rest)
	if len(rest) > 0 && p.kind == be {
		if hidden, ok := shownWords[rest[0].text]; ok {
			shown, bad := s.shownText("{{"+name+"}}", rest[1:])
			return negate(shown, p.negated != hidden), bad
		}
		if st, ok := states[rest[0].text]; ok && st.name == "empty" && len(rest) == 1 {
			return negate(form, st.negated), nil
		}
	}
	switch p.kind {
	case appear, disappear, exist:
		shown, bad := s.shownText("{{"+name+"}}", rest)
		return negate(shown, p.negated != (p.kind == disappear)), bad
	case be, equal, show, say:
		op, n := comparison(rest)
		form.Op, rest = op, rest[n:]
		if n == 0 && len(rest) > 2 && rest[0].is("the", "same") && rest[len(rest)-2].is("as") {
			rest = rest[len(rest)-1:]
		}
	case contain, have:
		form.Op = check.Contains
	case starts:
		form.Op = check.Starts
	case finishes:
		form.Op = check.Ends
	case matches:
		form.Op = check.Matches
	default:
		return nil, refuse("this cannot be said of a variable", "write: Check that {{total}} is greater than 50")
	}
	if len(rest) == 1 && rest[0].kind == regex {
		form.Op, form.Value, form.Quoted = check.Matches, rest[0].text, true
		return form, pattern(form)
	}
	if other := namedVariable(rest); other != "" && len(rest) > 1 {
		form.Value, form.Quoted = "{{"+other+"}}", true
		return form, nil
	}
	v, bad := valueOf(s.src, rest)
	if bad != nil {
		return nil, bad
	}
	v.fill(form)
	if form.Op == check.Matches {
		return form, pattern(form)
	}
	switch form.Op {
	case check.Less, check.AtMost, check.More, check.AtLeast:
		if strings.Contains(v.text, "{{") || strings.Contains(v.text, "<") {
			break
		}
		n, ok := number(v.text)
		if w, word := numberWords[strings.ToLower(v.text)]; !ok && word {
			n, ok = float64(w), true
		}
		if !ok {
			return nil, refuse(fmt.Sprintf("%q is no number", v.text), "write: Check that {{total}} is greater than 50")
		}
		form.Number = n
		form.Value = strconv.FormatFloat(n, 'f', -1, 64)
	}
	return form, nil
}

func (s statements) shownText(text string, rest []token) (*check.Form, *Refusal) {
	inside, bad := s.insideOf(rest)
	if bad != nil {
		return nil, bad
	}
	return &check.Form{Kind: check.Text, Value: text, Quoted: true, Subject: inside}, nil
}
