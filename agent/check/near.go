package check

import (
	"strings"
	"unicode"

	"github.com/verdict-run/verdict/agent/screen"
)

// nearest is the visible text that has the most words in common with a missing one, half of all of them at least;
// "" when there is none. Numbers count as one word, so that "Total $45" is near to "Total $54".
func nearest(t *screen.Tree, want string) string {
	words := bag(want)
	if len(words) < 2 {
		return "" // one word alone is near to nothing
	}
	best, at := .5, ""
	for i := range t.Nodes {
		n := &t.Nodes[i]
		s := screen.Shown(n)
		if !n.Visible || s == "" || len(s) > 4*len(want)+40 {
			continue
		}
		if score := common(words, bag(s)); score > best || score == best && (at == "" || len(s) < len(at)) {
			best, at = score, s
		}
	}
	return at
}

// bag counts the words of a text, with every figure as "0".
func bag(s string) map[string]int {
	words := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != ',' }) {
		w = strings.Trim(w, ".,")
		switch {
		case w == "":
		case strings.ContainsFunc(w, unicode.IsDigit):
			words["0"]++
		default:
			words[w]++
		}
	}
	return words
}

// common is the share of the words that both have, 0 to 1.
func common(a, b map[string]int) float64 {
	both, all := 0, 0
	for w, n := range a {
		both += min(n, b[w])
		all += max(n, b[w])
	}
	for w, n := range b {
		if _, ok := a[w]; !ok {
			all += n
		}
	}
	if all == 0 {
		return 0
	}
	return float64(both) / float64(all)
}
