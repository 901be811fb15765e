package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// PruneOptions says what matters for a model's list of elements.
type PruneOptions struct {
	// Words is the text of the sentences at hand; its words make elements relevant.
	Words string
	// Before is the tree of the previous step, nil at the first.
	Before *Tree
	Max    int // elements at most, 0 is 60
	Chars  int // runes of all lines with their line ends at most, 0 is 6,000
}

// Item is one numbered element of a model's list.
type Item struct {
	Number int    `json:"number"` // 1-based, for one observation
	Index  int    `json:"index"`  // in Tree.Nodes
	Line   string `json:"line"`   // 12 button "Edit" row "Ana Duarte" disabled
}

// longestName is the budget of a name in a line, in runes, where the list has room.
const longestName = 80

// Relevant picks the elements a model should see, in document order, and says
// how many that could have been shown were left out. It depends on its arguments only.
func (t *Tree) Relevant(o PruneOptions) ([]Item, int) {
	if o.Max <= 0 {
		o.Max = 60
	}
	if o.Chars <= 0 {
		o.Chars = 6000
	}
	x := newIndex(t)
	ranked := x.rank(o)
	chosen := ranked[:min(len(ranked), o.Max)]
	var items []Item
	for {
		items = x.lines(chosen, o.Chars)
		total := 0
		for _, it := range items {
			total += utf8.RuneCountInString(it.Line) + 1
		}
		if total <= o.Chars || len(chosen) == 0 {
			break
		}
		chosen = chosen[:len(chosen)*9/10]
	}
	return items, len(ranked) - len(items) + t.LeftOut
}

type ranked struct {
	i     int
	score float64
}

// rank sorts what is worth showing, the most relevant first.
func (x *index) rank(o PruneOptions) []ranked {
	t := x.t
	fresh := map[string]bool{}
	if o.Before != nil && o.Before != t {
		for _, h := range Diff(o.Before, t).All {
			if h.ID != "" {
				fresh[h.ID] = true
			}
		}
	}
	words := map[string]bool{}
	for _, s := range stems(plain(o.Words)) {
		words[s] = true
		if g := wordGroup(s); g >= 0 {
			for _, w := range synonyms[g] {
				words[stem(w)] = true
			}
		}
	}
	modals := t.modals()
	var out []ranked
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible && n.Role != "file" || !x.worth(i) {
			continue
		}
		r := ranked{i, x.weight(i)}
		if fresh[n.ID] && n.ID != "" {
			r.score += 4
		}
		r.score += 3 * overlap(words, caption(n))
		if row := x.up(n.Parent, isRow); row >= 0 && interactive(n) > 0 {
			r.score += 2.5 * overlap(words, x.key(row))
		}
		if len(modals) > 0 {
			if t.Within(i, modals[len(modals)-1]) {
				r.score += 3
			} else {
				r.score -= 3
			}
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b ranked) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.i, b.i)) })
	return out
}

// worth reports a node that says or does something its parent's line does not.
func (x *index) worth(i int) bool {
	n := &x.t.Nodes[i]
	rank := interactive(n)
	if rank == 2 && !(n.Role == "option" && x.t.Nodes[max(n.Parent, 0)].Tag == "select") {
		return true
	}
	for p := n.Parent; p >= 0; p = x.t.Nodes[p].Parent {
		if m := &x.t.Nodes[p]; interactive(m) == 2 || interactive(m) == 1 && rank == 0 && m.Text == n.Text {
			return false // part of a control
		}
	}
	switch n.Role {
	case "heading", "alert", "status", "dialog", "alertdialog", "progressbar", "iframe", "img", "canvas":
		return n.Role != "img" || caption(n) != ""
	}
	return rank == 1 || n.Scrollable && n.Parent >= 0 || n.OwnText != "" || x.first[i] < 0 && shown(n) != ""
}

func (x *index) weight(i int) float64 {
	n := &x.t.Nodes[i]
	w := 0.0
	if n.InViewport {
		w += 3
	}
	if n.State.Focused {
		w += 2
	}
	switch {
	case n.Role == "alert" || n.Role == "status" || n.Role == "dialog" || n.Role == "alertdialog" || n.State.Invalid:
		return w + 3.5
	case n.Role == "heading":
		return w + 2 - .1*float64(n.Level)
	case interactive(n) == 2:
		return w + 2
	case interactive(n) == 1:
		return w + 1.2
	case n.Scrollable:
		return w + .5
	}
	return w + .3
}

// overlap is the share of a caption's words that were asked for, 0 to 1, full from two words on.
func overlap(words map[string]bool, caption string) float64 {
	if caption == "" || len(words) == 0 {
		return 0
	}
	cs := stems(plain(clip(caption, longestName)))
	hit := 0
	for _, s := range cs {
		if words[s] {
			hit++
		}
	}
	return float64(hit) / float64(min(max(len(cs), 1), max(2, hit)))
}

// lines writes the chosen elements in document order, each within its share of the budget.
func (x *index) lines(chosen []ranked, chars int) []Item {
	order := make([]int, 0, len(chosen))
	for _, r := range chosen {
		order = append(order, r.i)
	}
	slices.Sort(order)
	budget := longestName
	if len(order) > 0 {
		budget = max(16, min(budget, chars/len(order)-30))
	}
	items := make([]Item, 0, len(order))
	for k, i := range order {
		items = append(items, Item{Number: k + 1, Index: i, Line: x.line(k+1, i, budget)})
	}
	return items
}

// line is one element for a model: number, role, name, state, value, row or region.
func (x *index) line(number, i, budget int) string {
	n := &x.t.Nodes[i]
	var b strings.Builder
	role := n.Role
	if role == "" {
		role = n.Tag
	}
	fmt.Fprintf(&b, "%d %s", number, role)
	name := caption(n)
	if name == "" && !field(n) {
		name = n.OwnText
	}
	if name == "" {
		name = x.icon(i)
	}
	if name != "" {
		b.WriteString(" " + quoted(name, budget))
	}
	if n.Value != "" && !buttonInput(n) && !checkable(n) {
		b.WriteString(" value " + quoted(n.Value, budget/2))
	}
	for _, s := range states(n) {
		b.WriteString(" " + s)
	}
	if len(n.Options) > 0 {
		b.WriteString(" options " + options(n.Options, budget))
	}
	if r := x.rowOfControl(i); r >= 0 {
		if key := x.key(r); key != "" && key != name {
			b.WriteString(" row " + quoted(key, budget/2))
		}
	} else if r := x.t.Region(i); r >= 0 && interactive(n) > 0 {
		if label := x.label(r); label != "" && label != name {
			b.WriteString(" in " + quoted(label, budget/3))
		}
	}
	if !n.InViewport {
		b.WriteString(" (scrolled out)")
	}
	return b.String()
}

// icon is what the classes of a control without a name, or of the picture in it, say that it shows.
func (x *index) icon(i int) string {
	words := iconWords(x.t.Nodes[i].Class)
	x.below(i, func(c int) bool {
		if n := &x.t.Nodes[c]; words == "" && n.Picture {
			words = iconWords(n.Class)
		}
		return words == ""
	})
	if words == "" || interactive(&x.t.Nodes[i]) == 0 {
		return words
	}
	return "icon: " + words
}

// rowOfControl is the row of what a person acts on; a text says itself where it belongs.
func (x *index) rowOfControl(i int) int {
	n := &x.t.Nodes[i]
	if isRow(n) || isItem(n) {
		return -1
	}
	if interactive(n) == 0 {
		return x.up(n.Parent, isRow)
	}
	return x.rowOf(i)
}

// quoted clips on a character boundary and keeps the text on one line.
func quoted(s string, budget int) string {
	return `"` + strings.NewReplacer(`"`, `'`, "\n", " ", "\r", " ").Replace(clip(s, max(budget, 8))) + `"`
}

func options(os []Option, budget int) string {
	var b strings.Builder
	for k, o := range os {
		if utf8.RuneCountInString(b.String())+utf8.RuneCountInString(o.Text) > budget {
			fmt.Fprintf(&b, " … %d in all", len(os))
			break
		}
		if k > 0 {
			b.WriteString(" | ")
		}
		b.WriteString(clip(strings.ReplaceAll(o.Text, "\n", " "), 30))
	}
	return b.String()
}

// states are the states worth a word.
func states(n *Node) []string {
	var out []string
	s := n.State
	add := func(yes bool, word string) {
		if yes {
			out = append(out, word)
		}
	}
	add(s.Disabled, "disabled")
	switch {
	case s.Mixed:
		add(true, "partly checked")
	case s.Checked:
		add(true, "checked")
	case s.Checkable || checkable(n):
		add(true, "not checked")
	}
	add(s.Selected, "selected")
	add(s.Focused, "focused")
	add(s.Expanded, "expanded")
	add(s.Expandable && !s.Expanded, "collapsed")
	add(s.Pressed, "pressed")
	add(s.Required, "required")
	add(s.ReadOnly, "read-only")
	add(s.Invalid, "invalid")
	add(s.Busy, "busy")
	add(s.Modal, "modal")
	return out
}
