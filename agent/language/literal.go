package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/check"
)

// literal is a value a statement compares with.
type literal struct {
	text        string
	quoted      bool
	exact, part bool
}

// valueOf reads V of a statement: a quoted text or variable with nouns before it,
// a number, or Capitalised words.
func valueOf(src string, tokens []token) (literal, *Refusal) {
	var v literal
	tokens = trimMarks(tokens)
	for len(tokens) > 0 {
		t := tokens[0]
		switch {
		case t.is("exactly", "precisely"):
			v.exact = true
		case t.is("part") || t.is("partially"):
			v.part = true
		case t.is("the", "a", "an", "following", "of", "as", "to", "equal", "also", "only", "now", ":") || t.mark(":"):
		default:
			goto read
		}
		tokens = tokens[1:]
	}
read:
	if n := len(tokens); n > 1 && tokens[n-1].is("exactly") {
		v.exact, tokens = true, tokens[:n-1]
	}
	if len(tokens) == 0 {
		return v, refuse("the statement has no value", hintText)
	}
	at := -1
	for i, t := range tokens {
		if t.opaque() {
			if at >= 0 {
				return v, refuse("the statement has several values", hintOne)
			}
			at = i
		}
	}
	if at >= 0 {
		return quotedValue(tokens, at, v)
	}
	return bareValue(src, tokens, v)
}

func quotedValue(tokens []token, at int, v literal) (literal, *Refusal) {
	for i, t := range tokens {
		if i == at {
			continue
		}
		if t.is("exactly") {
			v.exact = true
			continue
		}
		if i == at-1 && t.is("part") {
			v.part = true
			continue
		}
		if i > at || t.kind != word || !textNouns[t.text] && !t.is("the", "a", "an", "of", "with", "that", "says", "saying", "reading") {
			if i > at && t.is("as") && i == len(tokens)-1 {
				continue
			}
			if i > at && textNouns[t.low] && i == at+1 && i == len(tokens)-1 {
				continue
			}
			return v, refuse("the words around the quoted text cannot be read literally", hintText)
		}
	}
	v.text, v.quoted = tokens[at].text, true
	return v, nil
}

// bareValue accepts what looks like a literal without quotes: a number, an
// address, or words that start with a capital letter.
func bareValue(src string, tokens []token, v literal) (literal, *Refusal) {
	for len(tokens) > 1 && textNouns[tokens[0].text] {
		tokens = tokens[1:]
	}
	if len(tokens) > 9 {
		return v, refuse("the text is too long without quotes", hintText)
	}
	if bad := guardStatement(tokens); bad != nil {
		return v, bad
	}
	first := tokens[0]
	switch {
	case first.kind != word:
		return v, refuse("the value cannot be read literally", hintText)
	case len(tokens) == 1 && (first.numeric() || strings.HasPrefix(first.text, "/") && len(first.text) > 1 || strings.Contains(first.text, "@") || strings.Contains(first.text, "://")):
	case len(tokens) == 1 && numberWords[first.low] > 0:
	case first.numeric() && len(tokens) <= 3 && numericPhrase(tokens):
	case first.capital():
		if at := index(tokens, "in", "on", "at", "from", "for", "by", "with", "until", "after", "before", "again", "twice"); at > 0 {
			return v, refuse("the text to look for is not clear without quotes", hintText)
		}
		for _, t := range tokens {
			if t.kind != word && !t.mark(",") || joints[t.text] && !t.is("with", "by", "through", "here") || t.is("not", "no") {
				return v, refuse("the text to look for is not clear without quotes", hintText)
			}
			if _, verb := finite[t.text]; verb {
				return v, refuse("the text to look for is not clear without quotes", hintText)
			}
		}
		for _, t := range tokens[1:] {
			if !t.capital() && !t.numeric() && !t.is("of", "the", "for", "in", "to", "on", "a", "with", "by", "from", "at", "your") {
				if len(tokens) > 4 {
					return v, refuse("the text to look for is not clear without quotes", hintText)
				}
			}
		}
	default:
		return v, refuse("the statement has no literal value", hintText)
	}
	v.text = textOf(src, tokens)
	return v, nil
}

func numericPhrase(tokens []token) bool {
	for _, t := range tokens[1:] {
		if t.kind != word || !t.numeric() && !set("%", "€", "$", "eur", "usd", "gbp", "dollars", "euros", "percent")[t.low] {
			return false
		}
	}
	return true
}

// fill sets the value of a form.
func (v literal) fill(f *check.Form) {
	f.Value, f.Quoted = v.text, v.quoted
	f.Exact = f.Exact || v.exact
	f.Part = f.Part || v.part
}

// comparison reads "greater than", "at least", ">=" and returns the operator and its number of words.
func comparison(tokens []token) (check.Op, int) {
	at := func(i int) token {
		if i < len(tokens) {
			return tokens[i]
		}
		return token{kind: punct}
	}
	than := func(op check.Op, n int) (check.Op, int) {
		if !at(n).is("than") {
			return "", 0
		}
		n++
		if at(n).is("or") && at(n+1).is("equal") {
			n += 2
			if at(n).is("to") {
				n++
			}
			if op == check.More {
				return check.AtLeast, n
			}
			return check.AtMost, n
		}
		return op, n
	}
	t := at(0)
	switch {
	case t.is("greater", "more", "higher", "larger", "bigger"):
		return than(check.More, 1)
	case t.is("less", "fewer", "lower", "smaller"):
		return than(check.Less, 1)
	case t.is("no", "not") && at(1).is("more", "greater", "higher"):
		if _, n := than(check.More, 2); n > 0 {
			return check.AtMost, n
		}
	case t.is("no", "not") && at(1).is("less", "fewer", "lower"):
		if _, n := than(check.Less, 2); n > 0 {
			return check.AtLeast, n
		}
	case t.is("at") && at(1).is("least"):
		return check.AtLeast, 2
	case t.is("at") && at(1).is("most"):
		return check.AtMost, 2
	case t.is("above", "over", "exceeding"):
		return check.More, 1
	case t.is("below", "under"):
		return check.Less, 1
	case t.text == ">" || t.text == "<" || t.text == ">=" || t.text == "<=":
		return check.Op(t.text), 1
	case t.text == "≥":
		return check.AtLeast, 1
	case t.text == "≤":
		return check.AtMost, 1
	case t.is("exactly", "only") && at(1).kind == word:
		return check.Equals, 1
	case t.is("equal") && at(1).is("to"):
		return check.Equals, 2
	}
	return "", 0
}
