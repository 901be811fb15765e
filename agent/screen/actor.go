package screen

import "fmt"

// acts is the least affordance of a node that a verb is meant for; mere text has less.
const acts = .7

// Actor is the node a verb is done on when node i was pointed out: i itself where it takes the verb,
// else the field it is the label of or the only one that stands in it. A click is never handed on
// from a container to what it holds, for that may do anything. why is not "" when the choice would be a guess.
func (t *Tree) Actor(i int, v Verb) (j int, why string) {
	x := newIndex(t)
	n := &t.Nodes[i]
	if n.Tag != "label" && affordance(v, n, x.clicks[i]) >= acts {
		return i, ""
	}
	takes := func(c int) bool {
		m := &t.Nodes[c]
		return m.Visible && !m.Box.Empty() && affordance(v, m, false) >= acts && (n.Tag != "label" || fillable(m))
	}
	var held []int
	x.below(i, func(c int) bool {
		if takes(c) {
			held = append(held, c)
		}
		return !takes(c)
	})
	if len(held) == 0 {
		held = x.labelledBy(i, takes)
	}
	switch {
	case len(held) == 0:
		return i, ""
	case len(held) == 1 && (v != VerbClick || fillable(&t.Nodes[held[0]])):
		return held[0], ""
	}
	return i, fmt.Sprintf("it is %s, which holds %d that %s could mean", describe(n), len(held), v)
}

// labelledBy are the fields that node i names by its text.
func (x *index) labelledBy(i int, takes func(c int) bool) []int {
	n := &x.t.Nodes[i]
	if n.Text == "" || IsControl(n) {
		return nil
	}
	var out []int
	for c := range x.t.Nodes {
		m := &x.t.Nodes[c]
		if fillable(m) && takes(c) && m.Frame == n.Frame && (SameText(m.Label, n.Text, false) || SameText(m.VisualLabel, n.Text, false)) {
			out = append(out, c)
		}
	}
	return out
}

// fillable reports what a label can be the label of.
func fillable(n *Node) bool { return field(n) || checkable(n) }
