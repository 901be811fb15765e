package commands

import (
	"slices"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// Rows are the numbered rows in view of a long list ("Part 12"), as far as
// Prefix says what stands before the number.
type Rows struct {
	Prefix string // folded
	rows   []numbered
}

type numbered struct {
	n int
	y float64
}

// Add takes an element in when it is such a row.
func (r *Rows) Add(n *screen.Node) {
	text := n.Text
	if text == "" {
		text = n.Name
	}
	number, has := numberAfter(Fold(text), r.Prefix)
	if has && !slices.ContainsFunc(r.rows, func(x numbered) bool { return x.n == number }) {
		r.rows = append(r.rows, numbered{number, n.Box.Y})
	}
}

// At is where the top of the row of that number should lie; false when the rows are not in order and evenly apart.
func (r *Rows) At(want int) (y float64, ok bool) {
	if len(r.rows) < 3 {
		return 0, false
	}
	first, last := r.rows[0], r.rows[len(r.rows)-1]
	if first.n == last.n {
		return 0, false
	}
	each := (last.y - first.y) / float64(last.n-first.n)
	for _, x := range r.rows {
		off := first.y + float64(x.n-first.n)*each - x.y
		if each == 0 || max(off, -off) > max(each, -each)/2 {
			return 0, false
		}
	}
	return first.y + float64(want-first.n)*each, true
}

func numberAfter(text, prefix string) (int, bool) {
	_, rest, ok := strings.Cut(text, prefix)
	if prefix == "" {
		rest, ok = text, true
	}
	rest = strings.TrimLeft(rest, " ")
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(rest)
	}
	n, err := strconv.Atoi(rest[:end])
	return n, ok && err == nil
}
