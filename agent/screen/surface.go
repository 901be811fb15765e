package screen

import (
	"slices"
	"strings"
	"unicode"
)

// Alike says how well two captions mean the same, 0 to 1: 1 equal, .9 synonyms, .6 to .9 words in common.
func Alike(a, b string) float64 { return newPhrase(a, false).score(b) }

// Places are the visible regions a description names by label, heading or kind
// ("the Billing section", "the navigation", "the Cookies dialog"), the best only; several when they answer equally well.
func (t *Tree) Places(q Query) []int {
	f := &finder{index: newIndex(t), verb: VerbAssert}
	return slices.DeleteFunc(f.places(q, normalKind(q.Kind)), func(i int) bool {
		n := &t.Nodes[i]
		return !place(n) && !isRow(n) && !isItem(n)
	})
}

// IsPlace reports a node that is looked into rather than at: a region, list, table, row or item.
func IsPlace(n *Node) bool { return place(n) || isRow(n) || isItem(n) }

// Part is the text of the one thing in a row, item or card that a property names by class,
// test id or id ("price" is .inventory_item_price); "price" is also the one amount with a
// currency sign, "name" and "title" the heading or first link. ok is false when there is not exactly one.
func (t *Tree) Part(of int, property string) (text string, ok bool) {
	x := newIndex(t)
	words := strings.Fields(plain(property))
	if len(words) == 0 {
		return "", false
	}
	var named, money, titles []string
	x.below(of, func(c int) bool {
		n := &t.Nodes[c]
		if !n.Visible || n.Text == "" {
			return n.Visible
		}
		has := true
		for _, w := range words {
			has = has && (hasWord(n.Class, w) || hasWord(n.TestID, w) || hasWord(n.HTMLID, w))
		}
		if has {
			named = append(named, n.Text)
			return false
		}
		if strings.ContainsFunc(n.Text, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) && isNumber(n.Text) && x.first[c] < 0 {
			money = append(money, n.Text)
		}
		if n.Role == "heading" || n.Role == "link" && len(titles) == 0 {
			titles = append(titles, n.Text)
			return false
		}
		return true
	})
	switch noun := words[len(words)-1]; {
	case len(named) > 0:
		titles = named
	case noun == "price" || noun == "cost" || noun == "amount":
		titles = money
	case noun != "name" && noun != "title":
		titles = nil
	}
	if len(titles) != 1 {
		return "", false
	}
	return titles[0], true
}

// Kind is the kind behind a noun or role, as Query.Kind may hold it ("popup" is "dialog"),
// and whether it is one the grounder knows.
func Kind(noun string) (string, bool) {
	k := normalKind(noun)
	return k, kindFits[k] != nil || k == "text"
}

// IsField reports a node that holds a value of its own, such as a text box, a select or a slider.
func IsField(n *Node) bool { return field(n) }

// IsCheckable reports a checkbox, radio button, switch or the like.
func IsCheckable(n *Node) bool { return checkable(n) }

// IsControl reports a node a person acts on: field, button, link, tab, option and the like.
func IsControl(n *Node) bool { return interactive(n) == 2 }

// Shown is the text a person reads in the node; of a field it is none, of a button made by <input> its value.
func Shown(n *Node) string { return shown(n) }

// Describe is a node as a person would call it: button "Edit".
func Describe(n *Node) string { return describe(n) }

// Phrase is a query as a person would say it: the button "Edit".
func Phrase(q Query) string { return phraseOf(q) }

// Cells are the visible data cells below the column header that answers best to name; ok is
// false when no table, or more than one, has such a column.
func (t *Tree) Cells(name string) (cells []int, ok bool) {
	x := newIndex(t)
	p := newPhrase(name, false)
	tables := 0
	for i := range t.Nodes {
		if !isTable(&t.Nodes[i]) || !t.Nodes[i].Visible {
			continue
		}
		best, col := .85, 0
		for _, h := range x.headers(i) {
			if s := p.score(caption(&t.Nodes[h])); s >= best {
				best, col = s, x.column(h)
			}
		}
		if col == 0 {
			continue
		}
		tables++
		x.below(i, func(c int) bool {
			n := &t.Nodes[c]
			if n.Visible && isCell(n) && n.Role != "columnheader" && x.column(c) == col && !x.headerRow(max(n.Parent, 0)) {
				cells = append(cells, c)
			}
			return !isTable(n)
		})
	}
	return cells, tables == 1
}

// Items are the visible rows or items of a list or table.
func (t *Tree) Items(list int) []int {
	x := newIndex(t)
	var out []int
	x.below(list, func(c int) bool {
		n := &t.Nodes[c]
		if n.Visible && (isRow(n) && !x.headerRow(c) || isItem(n)) {
			out = append(out, c)
			return false
		}
		return n.Visible
	})
	return out
}
