package screen

// index is what one search needs to walk a tree quickly; it is made anew for each search as drivers own the tree.
type index struct {
	t     *Tree
	first []int32 // first child, -1 for none
	next  []int32 // next sibling, -1 for none
	depth []int32
	// clicks says that the node stands inside something clickable, itself not counted.
	clicks []bool
}

func newIndex(t *Tree) *index {
	n := len(t.Nodes)
	all := make([]int32, 4*n)
	x := &index{t: t, first: all[:n], next: all[n : 2*n], depth: all[2*n : 3*n], clicks: make([]bool, n)}
	last := all[3*n:]
	for i := range n {
		x.first[i], x.next[i], last[i] = -1, -1, -1
		p := t.Nodes[i].Parent
		if p < 0 || p >= i {
			continue
		}
		x.depth[i] = x.depth[p] + 1
		x.clicks[i] = x.clicks[p] || interactive(&t.Nodes[p]) > 0
		if last[p] < 0 {
			x.first[p] = int32(i)
		} else {
			x.next[last[p]] = int32(i)
		}
		last[p] = int32(i)
	}
	return x
}

// children calls f for each child of i until it says false.
func (x *index) children(i int, f func(c int) bool) {
	for c := x.first[i]; c >= 0; c = x.next[c] {
		if !f(int(c)) {
			return
		}
	}
}

// below calls f for every node below i in document order; f says whether to go below that node too.
func (x *index) below(i int, f func(c int) bool) {
	for c := x.first[i]; c >= 0; c = x.next[c] {
		if f(int(c)) {
			x.below(int(c), f)
		}
	}
}

// common is the deepest node with both a and b at or below it, -1 when there is none.
func (x *index) common(a, b int) int {
	for a != b && a >= 0 && b >= 0 {
		if x.depth[a] >= x.depth[b] {
			a = x.t.Nodes[a].Parent
		} else {
			b = x.t.Nodes[b].Parent
		}
	}
	if a < 0 || b < 0 {
		return -1
	}
	return a
}
