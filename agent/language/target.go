package language

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// longest unquoted names, in words: of a case, and of a description from a model.
const (
	longestStrict  = 6
	longestLenient = 14
)

// ParseTarget reads the description of a target as a model or person writes it
// ("the Save button in the row of \"Ana\"", "second Edit link"). It is lenient:
// what it cannot take apart becomes the name.
func ParseTarget(phrase string) (screen.Query, *Refusal) {
	tokens := trimMarks(lex(phrase))
	if len(tokens) > 60 {
		return screen.Query{}, refuse("the description of the target is too long", hintTarget)
	}
	p := targets{src: phrase, lenient: true}
	return p.read(tokens)
}

// targets reads target descriptions out of one text.
type targets struct {
	src     string
	lenient bool
}

func (p targets) text(tokens []token) string { return textOf(p.src, tokens) }

// textOf is the text the tokens were read from, spaces folded.
func textOf(src string, tokens []token) string {
	if len(tokens) == 0 {
		return ""
	}
	return strings.Join(strings.Fields(src[tokens[0].from:tokens[len(tokens)-1].to]), " ")
}

func trimMarks(tokens []token) []token {
	for len(tokens) > 0 && tokens[len(tokens)-1].mark(".,;:!?") {
		tokens = tokens[:len(tokens)-1]
	}
	for len(tokens) > 0 && tokens[0].mark(".,;:!?") {
		tokens = tokens[1:]
	}
	return tokens
}

func determiner(t token) bool {
	return t.is("the", "a", "an", "The", "A", "An", "its", "his", "their", "my", "your", "our", "this", "that")
}

func dropDeterminers(tokens []token) []token {
	for len(tokens) > 1 && determiner(tokens[0]) && !tokens[1].is("&", "+", "-", "/") {
		tokens = tokens[1:]
	}
	return tokens
}

// read is T = core { relation T }.
func (p targets) read(tokens []token) (screen.Query, *Refusal) {
	tokens = trimMarks(tokens)
	if p.lenient {
		tokens = dropParentheses(tokens)
	}
	if len(tokens) == 0 {
		return screen.Query{}, refuse("no target is named", hintTarget)
	}
	for i := 1; i < len(tokens); i++ {
		kind, size := p.relation(tokens, i)
		if size == 0 || i+size >= len(tokens) {
			continue
		}
		return p.related(tokens[:i], kind, tokens[i+size:])
	}
	return p.core(tokens)
}

func (p targets) related(head []token, kind screen.RelationKind, tail []token) (screen.Query, *Refusal) {
	q, bad := p.core(head)
	if bad != nil {
		return q, bad
	}
	if wholePage(tail) {
		return q, nil
	}
	if noun := dropDeterminers(tail); !p.lenient && len(noun) == 1 && noun[0].is("left", "right", "top", "bottom", "middle", "center", "centre", "side", "front", "back", "end", "beginning", "start") {
		return q, refuse("a place on the page is no target", hintTarget)
	}
	if !p.lenient {
		if bad := guardPlace(tail); bad != nil {
			return q, bad
		}
	}
	to, bad := p.read(tail)
	if bad != nil {
		return q, bad
	}
	if kind == screen.In && to.Kind == "row" {
		kind = screen.InRow
	}
	if kind == screen.Of && to.Kind == "row" {
		kind = screen.InRow
	}
	if kind == screen.InRow && to.Name != "" {
		to.Kind, to.Full = "", ""
	}
	if q.Kind == "row" && q.Name == "" && q.Ordinal == 0 && kind == screen.Of && to.Quoted && to.Kind == "" && len(to.Rel) == 0 && to.Ordinal == 0 {
		q.Name, q.Quoted, q.Full = to.Name, true, ""
		return q, nil
	}
	// "the field with label X" names the field itself.
	if kind == screen.WithLabel && q.Name == "" {
		q.Name, q.Quoted, q.Full = to.Name, to.Quoted, ""
		q.Rel = append(q.Rel, to.Rel...)
		return q, nil
	}
	q.Rel = append(q.Rel, screen.Relation{Kind: kind, To: to})
	return q, nil
}

// wholePage reads "the page" and "the top right corner": places which narrow
// nothing down. Where that leaves several candidates the grounder refuses.
func wholePage(tail []token) bool {
	tail = dropDeterminers(trimMarks(tail))
	last := tail[len(tail)-1]
	if len(tail) == 2 && tail[0].is("top", "bottom", "upper", "lower") && last.is("left", "right") {
		return true
	}
	if len(tail) > 3 || !last.is("page", "screen", "corner", "window", "viewport") {
		return false
	}
	for _, t := range tail[:len(tail)-1] {
		if !t.is("top", "bottom", "upper", "lower", "left", "right", "top-right", "top-left", "bottom-right", "bottom-left", "upper-right", "upper-left", "current", "same", "browser", "whole", "right-hand", "left-hand") {
			return false
		}
	}
	return true
}

func dropParentheses(tokens []token) []token {
	for i, t := range tokens {
		if t.mark("(") && i > 0 && tokens[len(tokens)-1].mark(")") {
			return tokens[:i]
		}
	}
	return tokens
}

// core is [det] [ordinal] [colour] (name [kind] | kind name).
func (p targets) core(tokens []token) (screen.Query, *Refusal) {
	var q screen.Query
	tokens = dropDeterminers(trimMarks(tokens))
	tokens = p.ordinal(tokens, &q)
	if len(tokens) > 0 && q.Ordinal != 0 && tokens[0].is("of") {
		tokens = dropDeterminers(tokens[1:])
	}
	if len(tokens) > 1 && colours[tokens[0].text] {
		if _, n := kindBefore(tokens, len(tokens)); n > 0 {
			q.Colour, tokens = tokens[0].text, tokens[1:]
		}
	}
	if len(tokens) == 0 {
		return q, refuse("no target is named", hintTarget)
	}
	for _, t := range tokens {
		if t.opaque() {
			return p.literal(tokens, q)
		}
	}
	return p.plain(tokens, q)
}

func (p targets) ordinal(tokens []token, q *screen.Query) []token {
	if len(tokens) < 2 || tokens[0].kind != word {
		return tokens
	}
	first, second := tokens[0], tokens[1]
	if first.capital() && (!p.lenient || first.from != 0 || second.has("name", "names", "initial", "day", "line", "class")) {
		return tokens
	}
	n, ok := ordinal(first.low)
	if !ok || quantity(second) && !second.opaque() {
		return tokens // "the first two rows" are several
	}
	rest := tokens[1:]
	switch {
	case n > 0 && second.is("last"):
		n, rest = -n, tokens[2:]
	case n > 0 && len(tokens) > 3 && second.is("to") && tokens[2].is("last"):
		n, rest = -n, tokens[3:]
	case n == -1 && len(tokens) > 3 && second.is("but") && tokens[2].is("one"):
		n, rest = -2, tokens[3:]
	case second.is("name", "names") && (len(tokens) > 2 || !p.lenient):
		return tokens
	}
	q.Ordinal = n
	return dropDeterminers(rest)
}

// literal is a core with a quoted name: the words around it are its kind.
func (p targets) literal(tokens []token, q screen.Query) (screen.Query, *Refusal) {
	at := -1
	for i, t := range tokens {
		if !t.opaque() {
			continue
		}
		if at >= 0 {
			if !p.lenient {
				return q, refuse("the sentence names several targets where one is needed", hintOne)
			}
			continue
		}
		at = i
	}
	q.Name, q.Quoted = strings.TrimSpace(tokens[at].text), true
	if q.Name == "" {
		return q, refuse("the target's name is empty", hintTarget)
	}
	for i := 1; i < at && !p.lenient; i++ {
		if determiner(tokens[i]) && !tokens[i].is("that", "this") && !determiner(tokens[i-1]) && len(naming(tokens[:i])) == i {
			return q, refuse(fmt.Sprintf("the words before %q cannot be read literally", q.Name), hintTarget)
		}
	}
	before, after := naming(tokens[:at]), tokens[at+1:]
	if k, n := kindAfter(after, 0); n > 0 {
		q.Kind, after = k, after[n:]
	} else if len(after) > 1 && nouns[after[0].text] {
		// "the "Return" date field".
		if k, n := kindAfter(after, 1); n > 0 {
			q.Kind, after = k, after[1+n:]
		}
	}
	if k, n := kindBefore(before, len(before)); n > 0 {
		if q.Kind == "" {
			q.Kind = k
		}
		before = before[:len(before)-n]
	}
	for len(after) > 0 && after[0].is("header", "element", "control", "card", "entry", "message", "text") {
		after = after[1:]
	}
	if p.lenient {
		return q, nil
	}
	rest := append(append([]token{}, before...), after...)
	if bad := guardTarget(rest); bad != nil {
		return q, bad
	}
	if len(after) > 2 || len(before) > 4 {
		return q, refuse(fmt.Sprintf("the words around %q cannot be read literally", q.Name), hintTarget)
	}
	for _, t := range rest {
		if t.kind == punct || t.kind == regex || manner(t) {
			return q, refuse(fmt.Sprintf("the words around %q cannot be read literally", q.Name), hintOne)
		}
		if t.kind == word && !nouns[singular(t.low)] && !textNouns[t.low] && !t.has("entry", "element", "with", "control", "which", "says", "shows", "text") {
			return q, refuse(fmt.Sprintf("%q beside %q cannot be read literally", t.text, q.Name), "leave it out, or make it part of the quoted name")
		}
	}
	return q, nil
}

// naming drops "labelled", "named", "with the text" between a kind and its name.
func naming(before []token) []token {
	for len(before) > 0 {
		t := before[len(before)-1]
		if !t.is("labelled", "labeled", "named", "called", "titled", "with", "text", "label", "name", "title", "placeholder",
			"caption", "the", "that", "says", "reads", "saying", "reading", "shows", "showing", "containing", "contains", "marked", "for", "of", "a", "an", "which") {
			return before
		}
		before = before[:len(before)-1]
	}
	return before
}

// plain is a core without quotes.
func (p targets) plain(tokens []token, q screen.Query) (screen.Query, *Refusal) {
	if !p.lenient {
		if bad := guardTarget(tokens); bad != nil {
			return q, bad
		}
	}
	all := tokens
	kind, n := kindBefore(tokens, len(tokens))
	switch {
	case n > 0:
		q.Kind, tokens = kind, tokens[:len(tokens)-n]
	default:
		if kind, n = kindAfter(tokens, 0); n > 0 && n < len(tokens) && !tokens[0].capital() && p.names(tokens[n:]) {
			q.Kind, tokens = kind, naming2(tokens[n:])
			all = tokens
		} else if last := len(tokens) - 1; last > 0 && tokens[last].is("header", "element", "control") {
			if k, m := kindBefore(tokens, last); m > 0 {
				q.Kind, tokens = k, tokens[:last-m]
			}
		}
	}
	if q.Kind != "" && len(tokens) == 1 && q.Ordinal == 0 {
		// "row 3", "column 2".
		if num, ok := count(tokens[0]); ok && tokens[0].kind == word && len(all) == 1 && num > 0 {
			q.Ordinal, tokens = num, nil
		}
	}
	for _, t := range tokens {
		if t.kind == punct && !t.mark(",:!?") || t.kind == regex {
			return q, refuse("the target cannot be read literally", hintTarget)
		}
		if t.mark(",") && !p.lenient {
			return q, refuse("the target cannot be read literally", hintTarget)
		}
	}
	if !p.lenient {
		if bad := guardName(tokens, q.Kind); bad != nil {
			return q, bad
		}
	}
	q.Name = strings.TrimSuffix(strings.TrimSuffix(p.text(tokens), "'s"), "’s")
	limit := longestStrict
	if p.lenient {
		limit = longestLenient
	}
	if len(tokens) > limit {
		return q, refuse(fmt.Sprintf("%q is too long for a name without quotes", q.Name), hintTarget)
	}
	if full := p.text(all); q.Kind != "" && q.Name != "" && len(all) > len(tokens) {
		q.Full = full
	}
	return q, nil
}

// names says that the words after a kind word are a caption ("button Save").
func (p targets) names(rest []token) bool {
	rest = naming2(rest)
	if len(rest) == 0 {
		return false
	}
	return rest[0].capital() || rest[0].numeric()
}

func naming2(rest []token) []token {
	for len(rest) > 1 && rest[0].is("labelled", "labeled", "named", "called", "titled", "with", "text", "label", "placeholder", "saying", "that", "says", "the") {
		rest = rest[1:]
	}
	return rest
}
