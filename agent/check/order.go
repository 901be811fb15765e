package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/verdict-run/verdict/agent/screen"
)

// order: a column or list is sorted, or texts stand in the given order.
func order(f Form, w World) verdict {
	direction := strings.ToLower(strings.TrimSpace(f.Value))
	switch direction {
	case "ascending", "asc", "a-z", "a to z", "low to high", "lowest first", "oldest first", "alphabetical", "alphabetically":
		return sorted(f, w, 1)
	case "descending", "desc", "z-a", "z to a", "high to low", "highest first", "newest first":
		return sorted(f, w, -1)
	}
	texts := f.Values
	if len(texts) == 0 {
		texts = strings.Split(f.Value, "|")
	}
	if len(texts) < 2 {
		return unsure("the statement names no order")
	}
	return sequence(f, w, texts)
}

func sorted(f Form, w World, sign int) verdict {
	values, boxes, bad := series(f, w)
	if bad.Reason != "" {
		return bad
	}
	if len(values) < 2 {
		return unsure("there are fewer than two items, so there is no order to see")
	}
	list := strings.Join(values, ", ")
	ways := comparisons(values)
	var wrong []int // by each way, the first item that stands too early; 0 for none
	for _, compare := range ways {
		at := 0
		for i := 1; i < len(values) && at == 0; i++ {
			if sign*compare(values[i-1], values[i]) > 0 {
				at = i
			}
		}
		wrong = append(wrong, at)
	}
	if len(ways) > 1 && (wrong[0] == 0) != (wrong[1] == 0) {
		return unsure("as numbers the items are in another order than as words: " + cut(list))
	}
	if i := wrong[0]; i > 0 {
		v := no("%q stands before %q", cut(values[i-1]), cut(values[i])).sides(f.Value, list)
		v.Boxes = boxes[i-1 : i+1]
		return v
	}
	v := yes("the %d items are in order: %s", len(values), cut(list)).sides(f.Value, list)
	v.Boxes = boxes
	return v
}

// series are the texts of a column or list in order.
func series(f Form, w World) (values []string, boxes []screen.Box, bad verdict) {
	name := f.Name
	var nodes []int
	q := f.Subject
	if name == "" && q != nil {
		name = q.Name
	}
	if name == "" && q == nil {
		return nil, nil, unsure("the statement does not say what is sorted")
	}
	cells, ok := []int(nil), false
	if name != "" {
		cells, ok = w.Tree.Cells(name)
	}
	switch {
	case ok:
		nodes = cells
	case q == nil:
		return nil, nil, unsure(fmt.Sprintf("there is not exactly one column %q", name))
	default:
		if places := w.Tree.Places(*q); len(places) == 1 {
			nodes = w.Tree.Items(places[0])
		}
		if len(nodes) == 0 {
			nodes = w.Tree.FindAll(*q)
		}
		if nodes == nil {
			return nil, nil, unsure("it is not clear what to sort as " + screen.Phrase(*q))
		}
	}
	slices.SortStableFunc(nodes, func(a, b int) int { return before(&w.Tree.Nodes[a], &w.Tree.Nodes[b]) })
	for _, i := range nodes {
		s := content(w.Tree, i)
		if by := f.Name; by != "" && !ok {
			var one bool
			if s, one = w.Tree.Part(i, by); !one {
				return nil, nil, unsure(fmt.Sprintf("it is not clear what the %s of %s is", by, screen.Describe(&w.Tree.Nodes[i])))
			}
		}
		values, boxes = append(values, s), append(boxes, w.Tree.Nodes[i].Box)
	}
	return values, boxes, verdict{}
}

// before orders nodes as they are read: by line, then from left to right.
func before(a, b *screen.Node) int {
	if a.Box.Empty() || b.Box.Empty() {
		return 0
	}
	ca, cb := a.Box.Center(), b.Box.Center()
	if a.Box.Y+a.Box.H <= cb.Y && ca.Y < b.Box.Y || b.Box.Y+b.Box.H <= ca.Y && cb.Y < a.Box.Y {
		return cmp.Compare(ca.Y, cb.Y)
	}
	return cmp.Compare(ca.X, cb.X)
}

// comparisons are the ways to compare the items: as dates or plain numbers where all are, else
// as words; items that are words with one number each can be meant in both ways.
func comparisons(values []string) []func(a, b string) int {
	numbers, bare, dates := 0, 0, 0
	for _, s := range values {
		if _, ok := screen.ParseNumber(s); ok {
			numbers++
			if letters(s) <= 3 { // a unit or currency
				bare++
			}
		}
		if _, ok := date(s); ok {
			dates++
		}
	}
	byDate := func(a, b string) int {
		x, _ := date(a)
		y, _ := date(b)
		return x.Compare(y)
	}
	byNumber := func(a, b string) int {
		x, _ := screen.ParseNumber(a)
		y, _ := screen.ParseNumber(b)
		return cmp.Compare(x, y)
	}
	byWord := func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) }
	switch len(values) {
	case dates:
		return []func(a, b string) int{byDate}
	case bare:
		return []func(a, b string) int{byNumber}
	case numbers:
		return []func(a, b string) int{byWord, byNumber}
	}
	return []func(a, b string) int{byWord}
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// date reads the forms in which day and month cannot be mistaken for each other.
func date(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{"2006-01-02", "2006-01-02 15:04", "2006-01-02 15:04:05", time.RFC3339, "2 Jan 2006", "02 Jan 2006", "Jan 2, 2006", "January 2, 2006", "2 January 2006", "02.01.2006", "2.1.2006", "2006/01/02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// sequence: the texts stand one after the other as the page is read.
func sequence(f Form, w World, texts []string) verdict {
	var in []int
	if f.Subject != nil {
		var failed verdict
		if in, failed = scope(f.Subject, w); in == nil {
			return failed
		}
	}
	hits := make([][]screen.TextHit, len(texts))
	for k, s := range texts {
		hits[k] = w.Tree.FindText(s, screen.TextOptions{In: in, Exact: f.Exact, Part: f.Part})
		if len(hits[k]) == 0 {
			v := no("the page does not show %q", cut(s))
			v.missing = true
			if !f.Quoted {
				v.Answer = CannotTell
			}
			return v
		}
	}
	nodes := w.Tree.Nodes
	doubt := false
	for k := 1; k < len(texts); k++ {
		some, all := false, true
		for _, a := range hits[k-1] {
			for _, b := range hits[k] {
				first := before(&nodes[a.Index], &nodes[b.Index]) < 0 || a.Index < b.Index && before(&nodes[a.Index], &nodes[b.Index]) == 0
				some, all = some || first, all && first
			}
		}
		if !some {
			v := no("%q does not stand before %q", cut(texts[k-1]), cut(texts[k]))
			v.Boxes = []screen.Box{hits[k-1][0].Box, hits[k][0].Box}
			return v
		}
		doubt = doubt || !all
	}
	if doubt {
		return unsure("some of the texts stand on the page more than once, so their order is not clear")
	}
	v := yes("the texts stand in this order: %s", cut(strings.Join(texts, ", ")))
	for _, h := range hits {
		v.Boxes = append(v.Boxes, h[0].Box)
	}
	return v
}
