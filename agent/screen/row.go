package screen

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// longest row key in runes.
const longestKey = 80

// RowOf is the row, list item or card that node i belongs to, i itself when it
// is one, -1 when it stands in nothing that repeats. A card without a role is
// the largest ancestor that holds only this one of its twins, next to a sibling that holds another.
func (t *Tree) RowOf(i int) int { return newIndex(t).rowOf(i) }

// RowKey is what tells the row of node i from the others: its row header, else its first text. "" without a row.
func (t *Tree) RowKey(i int) string {
	x := newIndex(t)
	if r := x.rowOf(i); r >= 0 {
		return x.key(r)
	}
	return ""
}

// ColumnHeader is the text of the header above the cell that node i is or stands in, "" when there is none.
func (t *Tree) ColumnHeader(i int) string {
	x := newIndex(t)
	for ; i >= 0; i = t.Nodes[i].Parent {
		if isCell(&t.Nodes[i]) {
			break
		}
	}
	if i < 0 {
		return ""
	}
	table := x.up(i, isTable)
	if table < 0 {
		return ""
	}
	col := x.column(i)
	for _, h := range x.headers(table) {
		if h != i && x.column(h) == col {
			return caption(&t.Nodes[h])
		}
	}
	return ""
}

func isRow(n *Node) bool   { return n.Role == "row" || n.Tag == "tr" }
func isTable(n *Node) bool { return n.Role == "table" || n.Role == "grid" || n.Role == "treegrid" }
func isCell(n *Node) bool {
	switch n.Role {
	case "cell", "gridcell", "rowheader", "columnheader":
		return true
	}
	return n.Tag == "td" || n.Tag == "th"
}

func isItem(n *Node) bool {
	switch n.Role {
	case "listitem", "article", "treeitem", "option", "menuitem":
		return true
	}
	return false
}

// up is i or its nearest ancestor that is so, -1 when there is none.
func (x *index) up(i int, is func(*Node) bool) int {
	for ; i >= 0; i = x.t.Nodes[i].Parent {
		if is(&x.t.Nodes[i]) {
			return i
		}
	}
	return -1
}

func (x *index) rowOf(i int) int {
	if r := x.up(i, isRow); r >= 0 {
		return r
	}
	if c := x.card(i); c >= 0 {
		return c
	}
	return x.up(i, isItem)
}

// card is the largest ancestor of i with only this one of its twins, -1 when no sibling of it holds another.
func (x *index) card(i int) int {
	n := &x.t.Nodes[i]
	if n.Parent < 0 || isItem(n) {
		return -1
	}
	counts := make([]int32, len(x.t.Nodes))
	for j := range x.t.Nodes {
		if !twins(n, &x.t.Nodes[j]) {
			continue
		}
		for a := x.t.Nodes[j].Parent; a >= 0; a = x.t.Nodes[a].Parent {
			counts[a]++
		}
	}
	a := n.Parent
	if counts[a] != 1 {
		return -1
	}
	for p := x.t.Nodes[a].Parent; p >= 0 && counts[p] == 1; p = x.t.Nodes[a].Parent {
		a = p
	}
	p := x.t.Nodes[a].Parent
	if p < 0 {
		return -1
	}
	found := -1
	x.children(p, func(c int) bool {
		m := &x.t.Nodes[c]
		if c != a && counts[c] > 0 && m.Role == x.t.Nodes[a].Role && m.Tag == x.t.Nodes[a].Tag {
			found = a
		}
		return found < 0
	})
	return found
}

// twins are of one role and tag, with one name or one class.
func twins(a, b *Node) bool {
	return a.Role == b.Role && a.Tag == b.Tag && a.Visible == b.Visible &&
		(a.Name != "" && a.Name == b.Name || a.Class != "" && a.Class == b.Class)
}

// key is the text that names a row.
func (x *index) key(r int) string {
	header, first, number := "", "", ""
	x.below(r, func(c int) bool {
		n := &x.t.Nodes[c]
		if !n.Visible {
			return false
		}
		if n.Role == "rowheader" && header == "" {
			header = n.Text
		}
		if first == "" && !checkable(n) && !field(n) {
			s := n.OwnText
			if s == "" && x.first[c] < 0 {
				s = n.Text
			}
			switch {
			case s == "":
			case utf8.RuneCountInString(s) <= 3 && isNumber(s): // a running number
				number = s
			default:
				first = s
			}
		}
		return true
	})
	for _, s := range []string{header, first, number, x.t.Nodes[r].OwnText, x.t.Nodes[r].Name, x.t.Nodes[r].Text} {
		if s = strings.TrimSpace(s); s != "" {
			return clip(s, longestKey)
		}
	}
	return ""
}

// ownKey is the text that names a row, with as many of its other texts as it takes to tell it from its siblings.
func (x *index) ownKey(r int) string {
	key := x.key(r)
	rivals := x.namesakes(r, key)
	if key == "" || len(rivals) == 0 {
		return key
	}
	for _, s := range x.rowTexts(r) {
		if s == key {
			continue
		}
		var left []int
		for _, o := range rivals {
			if slices.Contains(x.rowTexts(o), s) {
				left = append(left, o)
			}
		}
		if len(left) < len(rivals) {
			key, rivals = clip(key+" / "+s, longestKey), left
		}
		if len(rivals) == 0 {
			break
		}
	}
	return key
}

// namesakes are the visible siblings of a row that go by the same text.
func (x *index) namesakes(r int, key string) []int {
	var out []int
	if p := x.t.Nodes[r].Parent; p >= 0 {
		x.children(p, func(c int) bool {
			n := &x.t.Nodes[c]
			if c != r && n.Visible && n.Role == x.t.Nodes[r].Role && n.Tag == x.t.Nodes[r].Tag && x.key(c) == key {
				out = append(out, c)
			}
			return true
		})
	}
	return out
}

// rowTexts are the texts that stand in a row, its controls and fields apart.
func (x *index) rowTexts(r int) []string {
	var out []string
	x.below(r, func(c int) bool {
		n := &x.t.Nodes[c]
		if s := strings.TrimSpace(n.OwnText); s != "" && n.Visible && interactive(n) < 2 && !field(n) {
			out = append(out, s)
		}
		return n.Visible
	})
	return out
}

func isNumber(s string) bool {
	_, ok := ParseNumber(s)
	return ok
}

// headers are the column headers of a table.
func (x *index) headers(table int) []int {
	var out []int
	x.below(table, func(c int) bool {
		n := &x.t.Nodes[c]
		if n.Role == "columnheader" || n.Tag == "th" && n.Role != "rowheader" {
			out = append(out, c)
		}
		return !isTable(n)
	})
	return out
}

// column is the 1-based column of a cell, counted among its siblings when the driver gave none.
func (x *index) column(cell int) int {
	if c := x.t.Nodes[cell].Column; c > 0 {
		return c
	}
	p, at := x.t.Nodes[cell].Parent, 0
	if p < 0 {
		return 0
	}
	x.children(p, func(c int) bool {
		if isCell(&x.t.Nodes[c]) {
			at++
		}
		return c != cell
	})
	return at
}

// headerRow reports a row that holds column headers and no data.
func (x *index) headerRow(r int) bool {
	heads, cells := 0, 0
	x.below(r, func(c int) bool {
		n := &x.t.Nodes[c]
		switch {
		case n.Role == "columnheader" || n.Tag == "th" && n.Role != "rowheader":
			heads++
		case isCell(n):
			cells++
		}
		return true
	})
	return heads > 0 && cells == 0
}

// caption is what a person would call a node.
func caption(n *Node) string {
	for _, s := range [...]string{n.Name, n.Label, n.VisualLabel, n.Placeholder, n.Alt, n.Title} {
		if s != "" {
			return s
		}
	}
	if utf8.RuneCountInString(n.Text) <= longestKey {
		return n.Text
	}
	return ""
}
