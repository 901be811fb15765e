package language

import "github.com/verdict-run/verdict/agent/screen"

// relation reads a connector at i; size is its number of words, 0 for none.
// Connectors are written small: a Capitalised one belongs to the caption ("Sign In").
func (p targets) relation(tokens []token, i int) (screen.RelationKind, int) {
	t := tokens[i]
	if t.kind != word || t.capital() {
		return "", 0
	}
	at := func(n int) token {
		if i+n < len(tokens) {
			return tokens[i+n]
		}
		return token{kind: punct}
	}
	switch t.low {
	case "in", "within", "inside", "on", "from", "at":
		if n := p.inRow(tokens, i); n > 0 {
			return screen.InRow, n
		}
		if n := side(tokens, i); n > 0 {
			return sideKind(tokens, i, n)
		}
		// "at the end of the article", "in the top of the page".
		if at(1).is("the") && at(2).is("top", "bottom", "end", "start", "beginning", "left", "right", "middle") && at(3).is("of") {
			return screen.In, 4
		}
		if n := corner(tokens, i); n > 0 {
			return screen.In, n
		}
		if p.places(tokens, i) {
			return screen.In, 1
		}
	case "next":
		if at(1).is("to") {
			return screen.Near, 2
		}
	case "close", "adjacent":
		if at(1).is("to") && p.introduces(at(2)) {
			return screen.Near, 2
		}
	case "near", "beside", "alongside":
		return screen.Near, 1
	case "by":
		if p.introduces(at(1)) {
			return screen.Near, 1
		}
	case "below", "under", "underneath", "beneath":
		if p.introduces(at(1)) || at(1).capital() {
			return screen.Below, 1
		}
	case "above", "over":
		if p.introduces(at(1)) || at(1).capital() {
			return screen.Above, 1
		}
	case "left", "right", "to":
		if n := side(tokens, i); n > 0 {
			return sideKind(tokens, i, n)
		}
	case "of", "for":
		if at(1).is("row") && !at(2).is("of") {
			return screen.InRow, 2
		}
		if p.introduces(at(1)) || p.lenient && t.low == "for" && at(1).capital() {
			return screen.Of, 1
		}
	case "with":
		if at(1).is("label") || at(1).is("the") && at(2).is("label") {
			n := 2
			if at(1).is("the") {
				n = 3
			}
			return screen.WithLabel, n
		}
	}
	return "", 0
}

// corner reads "in the upper right corner of".
func corner(tokens []token, i int) int {
	for n := 2; n < 6 && i+n+1 < len(tokens); n++ {
		if tokens[i+n].is("corner", "side", "part", "area") && tokens[i+n+1].is("of") {
			return n + 2
		}
		if !tokens[i+n-1].is("the", "top", "bottom", "upper", "lower", "left", "right") {
			return 0
		}
	}
	return 0
}

// introduces says that a target starts here for certain.
func (p targets) introduces(t token) bool {
	return t.opaque() || t.is("the", "a", "an", "its", "this", "that")
}

// phrasal verbs keep their "in" and "on".
var phrasal = set("sign", "log", "signed", "logged", "opt", "plug", "built", "zoom", "check", "checked", "clock", "fill", "add", "carry", "drop", "stay", "turn")

func (p targets) places(tokens []token, i int) bool {
	if i+1 >= len(tokens) {
		return false
	}
	next := tokens[i+1]
	if phrasal[tokens[i-1].low] && !p.introduces(next) {
		return false
	}
	switch tokens[i].low {
	case "in", "within", "inside", "on":
		if next.kind == punct {
			return false
		}
		if p.introduces(next) || next.capital() {
			return true
		}
		// "in sidebar": a noun of a place closes the phrase.
		_, n := kindBefore(tokens, len(tokens))
		return n > 0 || next.is("sidebar", "header", "footer", "navigation", "toolbar", "row", "column")
	}
	return p.introduces(next)
}

// inRow reads "in the row of", "in row", "on the row with".
func (p targets) inRow(tokens []token, i int) int {
	n := 1
	for i+n < len(tokens) && tokens[i+n].is("the", "a", "same", "table") {
		n++
	}
	if i+n+1 >= len(tokens) || !tokens[i+n].is("row", "line") {
		return 0
	}
	n++
	next := tokens[i+n]
	if next.is("of", "for", "with", "containing", "labelled", "labeled", "named", "called", "that", "where", "which", "starting") {
		n++
		for i+n+1 < len(tokens) && tokens[i+n].is("the", "name", "text", "contains", "has", "says", "shows", "with", "title", "label", "is") {
			n++
		}
		return n
	}
	if next.opaque() || next.capital() {
		return n
	}
	return 0
}

// side reads "(to|on|at) the left of", "left of".
func side(tokens []token, i int) int {
	n := 0
	if tokens[i].is("to", "on", "at") {
		n++
		if i+n < len(tokens) && tokens[i+n].is("the") {
			n++
		}
	}
	if i+n+1 < len(tokens) && tokens[i+n].is("left", "right") && tokens[i+n+1].is("of") {
		return n + 2
	}
	if n == 2 && i+n+1 < len(tokens) && tokens[i+n].is("left", "right") && tokens[i+n+1].is("from") {
		return n + 2
	}
	return 0
}

func sideKind(tokens []token, i, n int) (screen.RelationKind, int) {
	if tokens[i+n-2].is("left") {
		return screen.LeftOf, n
	}
	return screen.RightOf, n
}
