package screen

import (
	"math"
	"strings"
)

// Labelled is the text that stands to a label as its value: "$5.00" for "Total"
// where the page has "Total: $5.00", a row of both, a definition list, or one beside or below
// the other. ok is false when there is none or the label stands there twice with different values.
func (t *Tree) Labelled(label string) (text string, index int, ok bool) {
	x := newIndex(t)
	want := plain(label)
	index = -1
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible || n.Text == "" || len(n.Text) > longestCaption || field(n) || interactive(n) > 0 {
			continue
		}
		s, at := x.valueOf(i, label, want)
		if s == "" || at == index {
			continue
		}
		if index >= 0 && !SameText(s, text, false) && !t.Within(at, index) && !t.Within(index, at) {
			return "", -1, false
		}
		if index < 0 || t.Within(at, index) {
			text, index = s, at
		}
	}
	return text, index, index >= 0
}

// valueOf is the value node i gives for the label, as "label: value" or by its place.
func (x *index) valueOf(i int, label, want string) (string, int) {
	n := &x.t.Nodes[i]
	if plain(n.Text) == want {
		return x.beside(i)
	}
	f, l := fold(n.Text, false), fold(label, false)
	if len(f.runes) <= len(l.runes) || !matchAt(f.runes, l.runes, 0) {
		return "", -1
	}
	k := len(l.runes)
	for k < len(f.runes) && isSpace(f.runes[k]) {
		k++
	}
	if k < len(f.runes) && (f.runes[k] == ':' || f.runes[k] == '=') && bounded(f.runes, 0, len(l.runes)) {
		return strings.TrimSpace(n.Text[min(f.from[k]+1, len(n.Text)):]), i
	}
	return "", -1
}

// beside is the text of the next cell, the dd, or the nearest text right of or below node i.
func (x *index) beside(i int) (string, int) {
	n := &x.t.Nodes[i]
	cell := x.up(i, isCell)
	if cell >= 0 {
		for c := x.next[cell]; c >= 0; c = x.next[c] {
			if m := &x.t.Nodes[c]; m.Visible && isCell(m) && m.Text != "" {
				return m.Text, int(c)
			}
		}
		return "", -1
	}
	if c := x.next[i]; n.Tag == "dt" && c >= 0 && x.t.Nodes[c].Tag == "dd" {
		return x.t.Nodes[c].Text, int(c)
	}
	best, at := float64(reach), -1
	for j := range x.t.Nodes {
		m := &x.t.Nodes[j]
		if !m.Visible || m.Text == "" || len(m.Text) > longestCaption || m.Box.Empty() || !textual(m) || x.t.Within(j, i) || x.t.Within(i, j) {
			continue
		}
		d := sideways(n.Box, m.Box, RightOf)
		if below := sideways(n.Box, m.Box, Below) + 40; math.IsInf(d, 1) && below <= 70 {
			d = below
		}
		if d < best {
			best, at = d, j
		}
	}
	if at < 0 {
		return "", -1
	}
	return x.t.Nodes[at].Text, at
}
