package language

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

const hintLedger = "leave the word out, or say it as an instruction or check of its own"

// ledger holds what the steps of one clause say, so that every word of the
// clause can be looked up in it. A word which is nowhere was dropped on the
// way, and may have meant something.
type ledger struct {
	steps []*Step
	forms []*check.Form
	// names are the words of captions, values and variables.
	names   map[string]bool
	kinds   map[string]bool
	rels    map[screen.RelationKind]bool
	numbers map[string]bool
	ordinal bool
}

// newLedger enters steps, and forms and relations which stand in no step.
func newLedger(steps []*Step, forms []*check.Form, rels []screen.Relation) *ledger {
	l := &ledger{names: map[string]bool{}, kinds: map[string]bool{}, rels: map[screen.RelationKind]bool{}, numbers: map[string]bool{}}
	for _, s := range steps {
		l.steps = append(l.steps, s)
		l.query(s.Target)
		l.query(s.To)
		l.say(s.Value, s.Variable)
		l.say(s.Values...)
		l.count(float64(s.Repeat), float64(s.Pixels), float64(s.HoldMS)/1000, float64(s.HoldMS)/60000, float64(s.HoldMS))
		forms = append(forms, s.Form, s.Until, s.If)
		if v, err := strconv.ParseFloat(s.Value, 64); err == nil {
			l.count(v, v/60, v*1000)
		}
	}
	for _, f := range forms {
		if f == nil {
			continue
		}
		l.forms = append(l.forms, f)
		l.query(f.Subject)
		for i := range f.Except {
			l.query(&f.Except[i])
		}
		l.say(f.Value, f.Name)
		l.say(f.Values...)
		l.count(f.Number)
		if f.Kind == check.FileSize {
			l.count(f.Number/1e3, f.Number/1e6)
		}
		if f.Kind == check.Count || f.Kind == check.Number {
			l.numbers[strconv.FormatFloat(f.Number, 'f', -1, 64)] = true
		}
	}
	for i := range rels {
		l.rels[rels[i].Kind] = true
		l.query(&rels[i].To)
	}
	return l
}

func (l *ledger) query(q *screen.Query) {
	if q == nil {
		return
	}
	l.say(q.Name, q.Full, q.Colour)
	l.kinds[q.Kind] = true
	if q.Ordinal != 0 {
		l.ordinal = true
		l.count(float64(q.Ordinal))
	}
	for i := range q.Rel {
		l.rels[q.Rel[i].Kind] = true
		l.query(&q.Rel[i].To)
	}
}

func (l *ledger) say(texts ...string) {
	for _, text := range texts {
		for _, t := range lex(text) {
			l.names[t.low] = true
			if t.kind == variable {
				l.names[strings.ToLower(strings.Trim(t.text, "{}<>"))] = true
			}
			for _, part := range strings.FieldsFunc(t.low, func(r rune) bool { return r == '|' }) {
				l.names[part] = true
			}
		}
	}
}

func (l *ledger) count(numbers ...float64) {
	for _, n := range numbers {
		if n != 0 {
			l.numbers[strconv.FormatFloat(n, 'f', -1, 64)] = true
		}
	}
}

// form says that one of the forms is of a kind.
func (l *ledger) form(kinds ...check.Kind) bool {
	for _, f := range l.forms {
		for _, k := range kinds {
			if f.Kind == k {
				return true
			}
		}
	}
	return false
}

func (l *ledger) command(names ...string) bool {
	for _, s := range l.steps {
		for _, n := range names {
			if s.Command == n {
				return true
			}
		}
	}
	return false
}

func (l *ledger) op(ops ...check.Op) bool {
	for _, f := range l.forms {
		for _, op := range ops {
			if f.Op == op {
				return true
			}
		}
	}
	return false
}

// acts says that the clause is a command, not a check.
func (l *ledger) acts() bool {
	for _, s := range l.steps {
		if s.Command != "assert" {
			return true
		}
	}
	return false
}

// audit refuses a clause with a word no step accounts for.
func (l *ledger) audit(src string, tokens []token) *Refusal {
	if l.closed() {
		return nil
	}
	if l.acts() {
		tokens = trimMarks(tokens)
		tokens = l.spoken(tokens[:onPage(src, tokens)])
	}
	for i, t := range tokens {
		if t.kind == word && !l.accounts(tokens, i) {
			return refuse(fmt.Sprintf("%q is not covered by what was read", t.text), hintLedger)
		}
	}
	return l.denials(tokens)
}

// closed says that the statement was read by a list of the words it may have.
func (l *ledger) closed() bool {
	return len(l.forms) > 0 && (!l.acts() || l.command("wait")) && l.form(check.Console, check.Request, check.Download, check.Dialog)
}

// spoken leaves out what only tells why ("remove the item by clicking ...", "to submit the form").
func (l *ledger) spoken(tokens []token) []token {
	if by := byGerund(dropSubject(trimMarks(tokens))); by != nil {
		tokens = by
	} else if by := byMeans(dropSubject(trimMarks(tokens))); by != nil {
		tokens = by
	}
	for i := 1; i+1 < len(tokens); i++ {
		if purposeAt(tokens, i) && !opaqueIn(tokens[i:]) && (!l.names[tokens[i+1].low] || opaqueIn(tokens[:i])) {
			return tokens[:i]
		}
	}
	return tokens
}

// accounts says that the word at i is in a step, or needs to be in none.
func (l *ledger) accounts(tokens []token, i int) bool {
	t := tokens[i]
	switch {
	case l.names[t.low], l.names[strings.TrimSuffix(t.low, "'s")], neutral[t.low]:
		return true
	case i < 2 && person(tokens[i:]) > 0:
		return true
	case l.kindWord(t.low), l.numeral(t), l.compares(t.low), l.places(t.low):
		return true
	case l.acts() && l.commandWord(tokens, i):
		return true
	case len(l.forms) > 0 && l.formWord(tokens, i):
		return true
	}
	return besideQuote(tokens, i) && (nouns[singular(t.low)] || textNouns[t.low] && t.low != "new")
}

// besideQuote says that a quoted name stands near the word, with nothing but nouns between them.
func besideQuote(tokens []token, i int) bool {
	for _, step := range []int{-1, 1} {
		for j := i + step; j >= 0 && j < len(tokens) && j-i <= 4 && i-j <= 4; j += step {
			if tokens[j].opaque() {
				return true
			}
			if tokens[j].kind != word {
				break
			}
		}
	}
	return false
}

// kindWord says that the word is (part of) the name of a kind the steps have.
func (l *ledger) kindWord(low string) bool {
	for _, w := range []string{low, singular(low)} {
		for _, kind := range kindsOfWord[w] {
			if l.kinds[kind] || l.form(check.Order) || kind == "row" && l.rels[screen.InRow] || (kind == "column" || kind == "cell" || kind == "row") && l.form(check.Cell) ||
				kind == "textbox" && (l.kinds["checkbox"] || l.command("type")) || kind == "option" && (l.command("select") || l.form(check.Options, check.Value)) ||
				kind == "listitem" && l.command("select") || (kind == "menu" || kind == "combobox") && (l.kinds["combobox"] || l.kinds["menu"]) {
				return true
			}
		}
	}
	return low == "entry" || low == "element" || low == "control" || low == "header" || low == "line" && l.rels[screen.InRow] || low == "tab" && l.command("switch-tab", "press")
}

var kindsOfWord = func() map[string][]string {
	m := map[string][]string{}
	for words, kind := range kinds {
		for _, w := range strings.Fields(words) {
			m[w] = append(m[w], kind)
		}
	}
	return m
}()

// numeral says that a number or ordinal is one the steps have.
func (l *ledger) numeral(t token) bool {
	if _, ok := ordinals[t.low]; ok {
		return l.ordinal || l.form(check.Order) && (t.low == "first" || t.low == "last") || l.command("switch-tab")
	}
	if _, ok := ordinal(t.low); ok {
		return l.ordinal || l.command("switch-tab")
	}
	if n, ok := numberWords[t.low]; ok {
		return l.numbers[strconv.Itoa(n)]
	}
	if !t.numeric() {
		return false
	}
	if n, ok := number(t.text); ok && l.numbers[strconv.FormatFloat(n, 'f', -1, 64)] {
		return true
	}
	ms, n := duration([]token{t})
	return n > 0 && l.numbers[strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64)] || strings.HasSuffix(t.low, "px")
}

// compares says that the word belongs to a comparison the steps have.
func (l *ledger) compares(low string) bool {
	switch low {
	case "more", "greater", "higher", "larger", "bigger", "above", "over", "exceeding", "less", "fewer", "lower", "smaller", "below", "under", "than", "least", "most", "or", "equal":
		return l.op(check.More, check.Less, check.AtLeast, check.AtMost) || low == "equal" || low == "than" && l.form(check.Variable)
	case "exactly", "precisely":
		for _, f := range l.forms {
			if f.Exact || (f.Kind == check.Count || f.Kind == check.Number || f.Kind == check.Variable) && f.Op == check.Equals {
				return true
			}
		}
		return l.command("type") || l.command("wait")
	case "only", "just":
		return l.form(check.Count)
	case "part", "partially":
		for _, f := range l.forms {
			if f.Part {
				return true
			}
		}
	case "between":
		return l.op(check.AtLeast) && l.op(check.AtMost)
	case "both":
		return len(l.forms) > 1 && len(l.forms) == len(l.steps) && !l.negated()
	}
	return low == ">" || low == "<" || low == ">=" || low == "<=" || low == "≥" || low == "≤" || low == "="
}

// places says that the word is part of a place the steps have.
func (l *ledger) places(low string) bool {
	switch low {
	case "contains", "says", "shows", "where", "whose", "has", "starting":
		return l.rels[screen.InRow] || l.kinds["row"] || len(l.kinds) > 0 && low == "says" || len(l.kinds) > 0 && low == "contains"
	case "before", "after":
		return l.command("drag")
	case "one":
		return l.numbers["-2"]
	case "stored", "saved", "remembered", "grabbed", "captured":
		for _, f := range l.forms {
			if strings.HasPrefix(f.Value, "{{") {
				return true
			}
		}
		return false
	case "confirmation", "alert", "confirm", "prompt", "popup", "warning":
		return l.kinds["dialog"]
	case "above", "over":
		return l.rels[screen.Above] || l.command("drag", "hover")
	case "below", "under", "underneath", "beneath":
		return l.rels[screen.Below] || l.rels[screen.In] || l.command("drag", "select") || l.form(check.Cell)
	case "left", "right":
		return l.rels[screen.LeftOf] || l.rels[screen.RightOf] || l.acts()
	case "next", "near", "beside", "alongside", "close", "adjacent":
		return l.rels[screen.Near]
	case "label", "labelled", "labeled", "named", "called", "titled", "saying", "reading", "containing", "marked", "caption", "placeholder", "which", "name", "title", "text":
		return len(l.names) > 0
	case "top", "bottom", "upper", "lower", "corner", "side", "area", "middle", "end", "start", "beginning", "center", "centre", "right-hand", "left-hand", "top-right", "top-left", "bottom-right", "bottom-left", "upper-right", "upper-left":
		return l.acts()
	}
	return false
}

func (l *ledger) negated() bool {
	for _, f := range l.forms {
		if f.Negated {
			return true
		}
	}
	return false
}

// denials refuses a clause whose "not" got lost on the way.
func (l *ledger) denials(tokens []token) *Refusal {
	denied, hidden := 0, false
	for _, t := range tokens {
		if t.kind != word || l.names[t.low] {
			continue
		}
		low := t.low
		if low == "not" || low == "no" || low == "never" || low == "cannot" || strings.HasSuffix(low, "n't") {
			denied++
		}
		hidden = hidden || perfects[low] == disappear || shownWords[low] || states[low].negated || finite[low] == disappear || baseForms[low] == disappear || low == "off" || low == "without"
	}
	if denied > max(1, len(l.forms)) {
		return refuse("the sentence denies more than one thing at once", hintText)
	}
	if denied == 0 || hidden || denied > 1 || l.negated() || l.op(check.AtMost, check.AtLeast) {
		return nil
	}
	for _, f := range l.forms {
		if f.Kind == check.State && f.Value == "disabled" || f.Kind == check.FileSize && f.Op == check.More { // "not empty"
			return nil
		}
	}
	return refuse("what the sentence denies is not clear", hintText)
}
