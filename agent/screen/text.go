package screen

import (
	"slices"
	"strings"
)

// TextOptions says how FindText compares; the zero value ignores letter case, ends at word and
// number boundaries and looks at the whole page's rendered text.
type TextOptions struct {
	Exact bool // equal letter case
	Part  bool // may end inside a word or number
	// In limits the search to these nodes and what is below them; nil is the whole page.
	In []int
	// Fields adds hits in the values of fields, marked Field.
	Fields bool
}

// TextHit is one place that shows a text.
type TextHit struct {
	Index int    // the smallest node that shows all of it
	Quote string // the words as they stand there
	Box   Box
	Field bool // it is the value of a field, not text of the page
}

// FindText is where the page shows a text: in visible nodes, not in titles,
// labels for the blind, placeholders or hidden elements. Words may be spread over inline
// children. Hits are in document order, one for each smallest node.
func (t *Tree) FindText(text string, o TextOptions) []TextHit {
	s := &textSearch{index: newIndex(t), o: o, want: fold(text, o.Exact).runes}
	if len(s.want) == 0 {
		return nil
	}
	for _, w := range strings.FieldsFunc(string(s.want), isSpace) {
		if len(w) > len(s.need) {
			s.need = w
		}
	}
	var hits []TextHit
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible || !s.inside(i) {
			continue
		}
		if o.Fields && field(n) && n.Role != "file" {
			if h, ok := s.in(i, n.Value); ok {
				h.Field = true
				hits = append(hits, h)
			}
		}
		if h, ok := s.node(i); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// MatchText reports whether a text shows another by the rules of FindText.
func MatchText(text, want string, o TextOptions) bool {
	w := fold(want, o.Exact).runes
	return len(w) > 0 && len(occurrences(fold(text, o.Exact).runes, w, o.Part)) > 0
}

// SameText reports whether two texts are equal but for typographic variants, white space and, unless exact, letter case.
func SameText(a, b string, exact bool) bool {
	return strings.ReplaceAll(string(fold(a, exact).runes), string(thin), " ") == strings.ReplaceAll(string(fold(b, exact).runes), string(thin), " ")
}

type textSearch struct {
	*index
	o    TextOptions
	want []rune
	need string // its longest word, looked up first
}

func (s *textSearch) inside(i int) bool {
	if s.o.In == nil {
		return true
	}
	return slices.ContainsFunc(s.o.In, func(a int) bool { return s.t.Within(i, a) })
}

// shown is the text a person reads in a node.
func shown(n *Node) string {
	switch {
	case buttonInput(n) && n.Tag == "input":
		if n.Value != "" {
			return n.Value
		}
		if n.NameFrom == FromText || n.NameFrom == FromValue {
			return n.Name
		}
		return ""
	case field(n) && n.Tag != "button": // values are not text of the page
		return ""
	}
	return n.Text
}

// node looks for the text in one node, and says no when a child shows it whole.
func (s *textSearch) node(i int) (TextHit, bool) {
	n := &s.t.Nodes[i]
	text := shown(n)
	if len(text) < len(s.want) || s.fieldAbove(i) {
		return TextHit{}, false
	}
	f, spans := s.occurrences(text)
	if len(spans) == 0 {
		return TextHit{}, false
	}
	covers := s.covers(i, f)
	for _, span := range spans {
		if s.covered(span, covers) || !s.o.Part && !s.boundaryAbove(i, f, span) {
			continue
		}
		return TextHit{Index: i, Quote: f.quote(span[0], span[1]), Box: n.Box}, true
	}
	return TextHit{}, false
}

// in looks for the text in one string that is no part of its parent's text.
func (s *textSearch) in(i int, text string) (TextHit, bool) {
	f, spans := s.occurrences(text)
	if len(spans) == 0 {
		return TextHit{}, false
	}
	return TextHit{Index: i, Quote: f.quote(spans[0][0], spans[0][1]), Box: s.t.Nodes[i].Box}, true
}

func (s *textSearch) occurrences(text string) (folded, [][2]int) {
	if isASCII(text) && (!isASCII(s.need) || !contains(text, s.need, s.o.Exact)) {
		return folded{}, nil
	}
	f := fold(text, s.o.Exact)
	return f, occurrences(f.runes, s.want, s.o.Part)
}

// contains is strings.Contains without letter case for ASCII; need is lower case unless exact.
func contains(text, need string, exact bool) bool {
	if exact {
		return strings.Contains(text, need)
	}
	first := need[0]
	for i := 0; i+len(need) <= len(text); i++ {
		if lower(text[i]) != first {
			continue
		}
		k := 1
		for k < len(need) && lower(text[i+k]) == need[k] {
			k++
		}
		if k == len(need) {
			return true
		}
	}
	return false
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func (s *textSearch) fieldAbove(i int) bool {
	for p := s.t.Nodes[i].Parent; p >= 0; p = s.t.Nodes[p].Parent {
		if n := &s.t.Nodes[p]; n.Editable || n.Tag == "select" || n.Tag == "textarea" {
			return true
		}
	}
	return false
}

// span is where a child's text stands in its parent's.
type span struct {
	child, a, b int
	dark        bool // the child does not show it: hidden, or a field
}

// covers finds the texts of the children in the folded text of their parent, from left to right.
func (s *textSearch) covers(i int, f folded) []span {
	var out []span
	pos := 0
	s.children(i, func(c int) bool {
		m := &s.t.Nodes[c]
		text := m.Text
		if buttonInput(m) && m.Tag == "input" || text == "" {
			return true
		}
		w := fold(text, s.o.Exact).runes
		if len(w) == 0 {
			return true
		}
		at := indexRunes(f.runes[min(pos, len(f.runes)):], w)
		if at < 0 {
			return true
		}
		at += pos
		dark := !m.Visible || field(m)
		out = append(out, span{c, at, at + len(w), dark})
		if m.Visible {
			pos = at + len(w)
		}
		return true
	})
	return out
}

// covered reports whether one child holds the whole occurrence, or hides some of it.
func (s *textSearch) covered(o [2]int, covers []span) bool {
	for _, c := range covers {
		if o[0] >= c.a && o[1] <= c.b {
			if c.dark && s.ownText(c, covers) {
				continue
			}
			return true
		}
		if c.dark && o[0] < c.b && o[1] > c.a {
			return true
		}
	}
	return false
}

// ownText reports that the parent itself says the same words as a child that is not rendered.
func (s *textSearch) ownText(c span, covers []span) bool {
	own := s.t.Nodes[s.t.Nodes[c.child].Parent].OwnText
	return own != "" && len(occurrences(fold(own, s.o.Exact).runes, s.want, s.o.Part)) > 0
}

// boundaryAbove checks the ends of an occurrence at the very edge of a node's text against the
// parent's text: "Edit" in <b>Edit</b>ed is no word.
func (s *textSearch) boundaryAbove(i int, f folded, o [2]int) bool {
	for o[0] == 0 || o[1] == len(f.runes) {
		p := s.t.Nodes[i].Parent
		if p < 0 {
			return true
		}
		pf := fold(s.t.Nodes[p].Text, s.o.Exact)
		at := -1
		for _, c := range s.covers(p, pf) {
			if c.child == i {
				at = c.a
			}
		}
		if at < 0 {
			return true
		}
		o = [2]int{at + o[0], at + o[1]}
		if !bounded(pf.runes, o[0], o[1]) {
			return false
		}
		i, f = p, pf
	}
	return true
}

func indexRunes(hay, want []rune) int {
	for i := 0; i+len(want) <= len(hay); i++ {
		if matchAt(hay, want, i) {
			return i
		}
	}
	return -1
}

func matchAt(hay, want []rune, i int) bool {
	for k, w := range want {
		if h := hay[i+k]; h != w && !(isSpace(h) && isSpace(w)) {
			return false
		}
	}
	return true
}

// occurrences are the places of want in hay; unless part, only those that end at boundaries.
func occurrences(hay, want []rune, part bool) [][2]int {
	var out [][2]int
	for i := 0; i+len(want) <= len(hay); i++ {
		if matchAt(hay, want, i) && (part || bounded(hay, i, i+len(want))) {
			out = append(out, [2]int{i, i + len(want)})
		}
	}
	return out
}
