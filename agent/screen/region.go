package screen

// Region is the nearest ancestor of node i that a person would name as a place:
// dialog, named section, form, navigation, list, table or frame; -1 when there is none.
func (t *Tree) Region(i int) int {
	x := newIndex(t)
	for p := t.Nodes[i].Parent; p >= 0; p = t.Nodes[p].Parent {
		if place(&t.Nodes[p]) && (landmark(&t.Nodes[p]) || x.label(p) != "") {
			return p
		}
	}
	return -1
}

// RegionLabel is the name or the heading of a region, else its role.
func (t *Tree) RegionLabel(r int) string {
	if s := newIndex(t).label(r); s != "" {
		return s
	}
	return t.Nodes[r].Role
}

// label is the name of a region or the first heading that is its own.
func (x *index) label(r int) string {
	n := &x.t.Nodes[r]
	for _, s := range [...]string{n.Name, n.Label, n.Title} {
		if s != "" && n.NameFrom != FromText {
			return s
		}
	}
	found := ""
	x.below(r, func(c int) bool {
		m := &x.t.Nodes[c]
		if found != "" || !m.Visible {
			return false
		}
		if m.Role == "heading" || m.Tag == "legend" || m.Tag == "caption" || m.Tag == "summary" {
			found = caption(m)
			return false
		}
		return !place(m) // a heading in an inner place names that one
	})
	return clip(found, longestKey)
}

// place reports a role that can hold others and be named.
func place(n *Node) bool {
	switch n.Role {
	case "dialog", "alertdialog", "region", "section", "form", "search", "navigation", "banner", "main", "contentinfo", "complementary",
		"list", "table", "grid", "treegrid", "tree", "listbox", "menu", "menubar", "tabpanel", "tablist", "group", "radiogroup", "toolbar", "article", "feed", "iframe":
		return true
	}
	switch n.Tag {
	case "section", "fieldset", "details", "aside", "iframe", "form", "dialog", "nav", "header", "footer", "main":
		return true
	}
	return false
}

// landmark reports a place that needs no name to be pointed at.
func landmark(n *Node) bool {
	switch n.Role {
	case "dialog", "alertdialog", "navigation", "banner", "contentinfo", "complementary", "search", "iframe", "tabpanel":
		return true
	}
	return false
}

// modals are the open modal dialogs, the one opened last (latest in the document) at the end.
func (t *Tree) modals() []int {
	var out []int
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.State.Modal && n.Visible {
			out = append(out, i)
		}
	}
	return out
}
