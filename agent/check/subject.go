package check

import (
	"github.com/verdict-run/verdict/agent/screen"
)

// certain reports that a match is no mere likeness: a check on the wrong element proves nothing.
func certain(m screen.Match) bool { return m.Caption >= .85 && m.Score >= .75 }

// ground finds the subject of a statement. node is the control that has the value and states, box the visible one.
// When it is not found, the verdict says why: a quoted subject that stands nowhere does not hold.
func ground(q *screen.Query, w World) (n *screen.Node, index int, failed verdict) {
	if q == nil {
		return nil, -1, unsure("the statement does not say what it is about")
	}
	if i := topHeading(q, w.Tree); i >= 0 {
		return &w.Tree.Nodes[i], i, verdict{}
	}
	found := w.Tree.Find(*q, screen.VerbAssert)
	if m := found.Match; m != nil {
		n = &w.Tree.Nodes[m.Index]
		if !certain(*m) {
			return nil, -1, unsure("it is not certain that " + screen.Phrase(*q) + " is " + screen.Describe(n) + ": write its caption as it stands on the page")
		}
		if m.Control != "" {
			if c := w.Tree.ByID(m.Control); c >= 0 {
				n = &w.Tree.Nodes[c]
			}
		}
		return n, m.Index, verdict{}
	}
	failed = unsure(hint(found, *q))
	failed.missing = true
	if found.Reason == screen.NotFound && q.Quoted && len(q.Rel) == 0 && w.Tree.LeftOut == 0 {
		failed.Answer = DoesNotHold
	}
	return nil, -1, failed
}

// topHeading is the one heading that stands above all others on the page: what
// "the heading" without a name means. -1 when the subject is another or no one stands out.
func topHeading(q *screen.Query, t *screen.Tree) int {
	if q.Kind != "heading" || q.Name != "" || q.Full != "" || q.Ordinal != 0 || q.Colour != "" || len(q.Rel) > 0 {
		return -1
	}
	best, level := -1, 7
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Role != "heading" || !n.Visible || n.Level == 0 || n.Level > level {
			continue
		}
		if n.Level == level {
			best = -1
			continue
		}
		best, level = i, n.Level
	}
	return best
}

func hint(f screen.Found, q screen.Query) string {
	if f.Hint != "" {
		return f.Hint
	}
	return screen.Phrase(q) + " was not found (" + string(f.Reason) + ")"
}

// scope is where a text is to be looked for: a region, row or element.
func scope(q *screen.Query, w World) (nodes []int, failed verdict) {
	if places := w.Tree.Places(*q); len(places) == 1 {
		return places, verdict{}
	}
	_, i, failed := ground(q, w)
	if i < 0 {
		return nil, failed
	}
	return []int{i}, verdict{}
}
