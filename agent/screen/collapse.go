package screen

import "slices"

// collapse leaves one candidate for each control: of nested ones the one to act
// on, of a label and its field the field, of two links to one address the first.
func (f *finder) collapse(cs []cand) []cand {
	cs = f.promote(cs)
	at := make(map[int]int, len(cs))
	for k, c := range cs {
		at[c.i] = k
	}
	gone := make([]bool, len(cs))
	for k, c := range cs {
		for p := f.t.Nodes[c.i].Parent; p >= 0 && !gone[k]; p = f.t.Nodes[p].Parent {
			o, ok := at[p]
			if !ok || gone[o] {
				continue
			}
			switch f.prefer(cs[o], c) {
			case 1:
				gone[k] = true
			case -1:
				gone[o] = true
			}
		}
	}
	f.dropLabels(cs, gone)
	f.dropTwinLinks(cs, gone)
	var out []cand
	for k, c := range cs {
		if !gone[k] {
			out = append(out, c)
		}
	}
	return out
}

// prefer compares an ancestor with what lies in it: 1 for the outer, -1 for the inner, 0 for two different controls.
func (f *finder) prefer(outer, inner cand) int {
	a, b := &f.t.Nodes[outer.i], &f.t.Nodes[inner.i]
	ra, rb := interactive(a), interactive(b)
	if outer.control >= 0 || inner.control >= 0 {
		ra, rb = max(ra, 2*btoi(outer.control >= 0)), max(rb, 2*btoi(inner.control >= 0))
	}
	switch {
	case outer.score > inner.score+.1:
		return 1
	case inner.score > outer.score+.1:
		return -1
	case ra == 2 && rb == 2 && a.Role == b.Role:
		return 0
	case outer.fit > inner.fit+.06:
		return 1
	case inner.fit > outer.fit+.06:
		return -1
	case ra > rb:
		return 1
	case rb > ra:
		return -1
	case outer.score > inner.score+.001 && ra > 0:
		return 1
	}
	return -1
}

// promote replaces a picture or text in a control without a name of its own, or with the same, by the control.
func (f *finder) promote(cs []cand) []cand {
	if f.verb != VerbClick && f.verb != VerbHover {
		return cs
	}
	have := map[int]bool{}
	for _, c := range cs {
		have[c.i] = true
	}
	var out []cand
	for _, c := range cs {
		n := &f.t.Nodes[c.i]
		p := -1
		if interactive(n) == 0 && f.clicks[c.i] && (textual(n) || n.Picture) {
			p = f.up(n.Parent, func(m *Node) bool { return interactive(m) > 0 })
		}
		if p >= 0 {
			m := &f.t.Nodes[p]
			same := m.Name == "" && (m.Text == "" || m.Text == n.Text) || plain(m.Name) == plain(caption(n))
			if same && m.Visible && !m.Box.Empty() && m.Role != "row" {
				if have[p] {
					continue
				}
				have[p] = true
				c.i, c.bar = p, unusable(f.verb, m)
			}
		}
		out = append(out, c)
	}
	return out
}

// dropLabels removes text that only names a field which is a candidate too.
func (f *finder) dropLabels(cs []cand, gone []bool) {
	labels := map[string]bool{}
	for k, c := range cs {
		n := &f.t.Nodes[c.i]
		if gone[k] || !field(n) && !checkable(n) || c.score < acceptable {
			continue
		}
		for _, s := range [...]string{n.Label, n.VisualLabel, n.Name} {
			if s != "" {
				labels[plain(s)] = true
			}
		}
	}
	if len(labels) == 0 {
		return
	}
	for k, c := range cs {
		n := &f.t.Nodes[c.i]
		if !gone[k] && c.control < 0 && !field(n) && !checkable(n) && (n.Tag == "label" || n.Tag == "legend" || n.Role == "text" || n.Role == "label" || n.Role == "generic" || n.Role == "") && labels[plain(n.Text)] {
			gone[k] = true
		}
	}
}

// dropTwinLinks keeps the first of several links with one address and one caption.
func (f *finder) dropTwinLinks(cs []cand, gone []bool) {
	type twin struct{ href, name string }
	seen := map[twin]bool{}
	for k, c := range cs {
		n := &f.t.Nodes[c.i]
		if gone[k] || n.Role != "link" || n.Href == "" {
			continue
		}
		t := twin{n.Href, plain(caption(n))}
		gone[k] = seen[t]
		seen[t] = true
	}
}

// standIns lets the visible label of an invisible checkbox or radio stand for it.
func (f *finder) standIns(cs []cand) []cand {
	stood := map[int]bool{}
	for k, c := range cs {
		if c.visible || !checkable(&f.t.Nodes[c.i]) {
			continue
		}
		if l := f.labelOf(c.i); l >= 0 && !stood[l] {
			cs[k].control, cs[k].i, cs[k].visible, cs[k].plain = c.i, l, true, false
			stood[l] = true
		}
	}
	if len(stood) == 0 {
		return cs
	}
	return slices.DeleteFunc(cs, func(c cand) bool { return c.control < 0 && stood[c.i] })
}

// labelOf is the visible label of a control: one around it, else the one with its text nearest in the document.
func (f *finder) labelOf(control int) int {
	n := &f.t.Nodes[control]
	ok := func(i int) bool { m := &f.t.Nodes[i]; return m.Visible && !m.Box.Empty() && !field(m) }
	if p := f.up(n.Parent, func(m *Node) bool { return m.Tag == "label" }); p >= 0 && ok(p) {
		return p
	}
	want, best := n.Label, -1
	if want == "" {
		want = n.Name
	}
	for i := range f.t.Nodes {
		m := &f.t.Nodes[i]
		if m.Tag == "label" && want != "" && m.Text == want && ok(i) && (best < 0 || abs(i-control) < abs(best-control)) {
			best = i
		}
	}
	return best
}

func abs(i int) int { return max(i, -i) }

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
