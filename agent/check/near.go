package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/verdict-run/verdict/agent/screen"
)

// nearest is the visible text that has the most words in common with a missing one, half of all of them at least;
// "" when there is none. Numbers count as one word, so that "Total $45" is near to "Total $54".
func nearest(t *screen.Tree, want string) string {
	words := bag(want)
	if len(words) < 2 {
		return figures(t, want) // one word alone is near to nothing, an amount to all others of its kind
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

// figures are the figures the page shows with the same signs around them as a missing one ("$42.95"), the first
// five; "" when it is no figure.
func figures(t *screen.Tree, want string) string {
	shape := signs(want)
	if shape == "" || len(want) > 20 {
		return ""
	}
	var found []string
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if s := screen.Shown(n); n.Visible && len(s) <= 20 && signs(s) == shape && !slices.Contains(found, s) && len(found) < 5 {
			found = append(found, s)
		}
	}
	return strings.Join(found, ", ")
}

// signs is a figure with "0" for its digits: "$0" of "$42.95"; "" for what is more than one figure.
func signs(s string) string {
	if _, ok := screen.ParseNumber(s); !ok {
		return ""
	}
	first, last := strings.IndexFunc(s, unicode.IsDigit), strings.LastIndexFunc(s, unicode.IsDigit)
	return strings.TrimSpace(s[:first]) + "0" + strings.TrimSpace(s[last+1:])
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
