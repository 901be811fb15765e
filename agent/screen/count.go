package screen

import (
	"slices"
	"strings"
)

// FindAll are the visible nodes a plural description counts: "the rows", "3
// \"Edit\" buttons", "products in the cart". It is nil when the noun maps to no one repeated
// role or container, so that a number would be a guess; empty when the page has none of them.
func (t *Tree) FindAll(q Query) []int {
	f := &finder{index: newIndex(t), verb: VerbAssert}
	q = Counted(q)
	kind := normalKind(q.Kind)
	all := f.counted(q, kind)
	if all == nil {
		return nil
	}
	for _, r := range q.Rel {
		cs := make([]cand, 0, len(all))
		for _, i := range all {
			cs = append(cs, cand{i: i, score: 1, caption: 1, fit: 1, control: -1, visible: true})
		}
		var refusal *Found
		if r.Kind == In {
			cs, refusal = f.inside(cs, r.To)
		} else {
			cs, refusal = f.relate(cs, r)
		}
		if refusal != nil {
			return nil
		}
		all = all[:0]
		for _, c := range cs {
			all = append(all, c.i)
		}
	}
	if kind == "row" || kind == "item" {
		return f.oneContainer(all)
	}
	return all
}

// Counted is a plural description with the noun moved from its name to its kind:
// "rows" and "table rows" are nameless rows.
func Counted(q Query) Query {
	if q.Quoted || q.Name == "" {
		return q
	}
	words := strings.Fields(plain(q.Name))
	for i, w := range words {
		k := normalKind(stem(w))
		if i == len(words)-1 && (kindFits[k] != nil && countable(k)) && (q.Kind == "" || normalKind(q.Kind) == k) {
			q.Kind, q.Name, q.Full = k, "", ""
			return q
		}
		if kindFits[k] == nil { // "search results" has a name
			return q
		}
	}
	return q
}

// countable reports a kind of which a page usually has several.
func countable(kind string) bool {
	switch kind {
	case "page", "footer", "menu", "navigation", "section", "text", "message":
		return kind == "message"
	}
	return true
}

// counted are the nodes of the noun itself.
func (f *finder) counted(q Query, kind string) []int {
	switch {
	case kind != "" && q.Name == "":
		return f.ofKind(kind)
	case q.Name == "":
		return nil
	case q.Quoted:
		return f.captioned(q, kind)
	}
	if kind != "" {
		if got := f.captioned(q, kind); len(got) > 0 {
			return got
		}
	}
	for _, name := range []string{q.Full, q.Name} {
		if got := f.repeated(name, kind); got != nil {
			return got
		}
	}
	if kind == "" {
		if got := f.captioned(q, kind); len(got) > 1 {
			return got
		}
		return nil
	}
	if kind == "row" || kind == "item" || kind == "card" {
		return nil
	}
	return []int{}
}

func (f *finder) ofKind(kind string) []int {
	out := []int{}
	least := kindExact - .06
	for _, n := range f.t.Nodes { // a kind that has no node of its very own role is met by its nearest
		if n.Visible && kindFit(kind, &n) >= kindExact {
			least = kindExact
			break
		}
	}
	if kind == "textbox" {
		least = .97
	}
	for i := range f.t.Nodes {
		n := &f.t.Nodes[i]
		if !n.Visible || kindFit(kind, n) < least || kind == "row" && f.headerRow(i) || kind == "row" && !isRow(n) {
			continue
		}
		out = append(out, i)
	}
	return f.outermost(out, kind)
}

// outermost drops nodes of one kind inside another where they are one thing to the eye (an icon in an icon).
func (f *finder) outermost(in []int, kind string) []int {
	if kind != "icon" && kind != "image" && kind != "text" && kind != "message" && kind != "card" {
		return in
	}
	have := map[int]bool{}
	out := []int{}
	for _, i := range in {
		if p := f.up(f.t.Nodes[i].Parent, func(*Node) bool { return true }); p >= 0 {
			inside := false
			for ; p >= 0 && !inside; p = f.t.Nodes[p].Parent {
				inside = have[p]
			}
			if inside {
				continue
			}
		}
		have[i] = true
		out = append(out, i)
	}
	return out
}

// captioned are the controls with that caption and kind, each once.
func (f *finder) captioned(q Query, kind string) []int {
	cs := f.candidates(Query{Name: q.Name, Full: q.Full, Quoted: q.Quoted}, kind)
	var seen []cand
	for _, c := range cs {
		if c.visible && c.fit >= .9 && c.caption >= .9 {
			seen = append(seen, c)
		}
	}
	out := []int{}
	for _, c := range f.collapse(seen) {
		out = append(out, c.i)
	}
	slices.Sort(out)
	return out
}

// repeated are the units a noun names: those with its word in class or test id, or
// the rows or items of the one container that is called so. nil when there is no one answer.
func (f *finder) repeated(noun, kind string) []int {
	words := strings.Fields(plain(noun))
	if len(words) == 0 {
		return nil
	}
	if got := f.units(words); len(got) > 1 {
		return got
	}
	p := newPhrase(noun, false)
	var holders []int
	for i := range f.t.Nodes {
		n := &f.t.Nodes[i]
		if !n.Visible || !(isTable(n) || n.Role == "list" || n.Role == "listbox" || n.Role == "feed" || n.Role == "tree") {
			continue
		}
		if p.score(f.label(i)) >= .9 || p.score(f.headingBefore(i)) >= .9 || p.score(identifierWords(n.TestID)) >= .9 || p.score(identifierWords(n.HTMLID)) >= .9 {
			holders = append(holders, i)
		}
	}
	if len(holders) != 1 {
		return nil
	}
	out := []int{}
	f.below(holders[0], func(c int) bool {
		n := &f.t.Nodes[c]
		if n.Visible && (isRow(n) && !f.headerRow(c) || isItem(n)) {
			out = append(out, c)
			return false
		}
		return n.Visible
	})
	return out
}

// units are sibling nodes whose test id or class has the noun's singular as its last or only word ("product-card", "todo").
func (f *finder) units(words []string) []int {
	want := stem(words[len(words)-1])
	by := map[string][]int{}
	for i := range f.t.Nodes {
		n := &f.t.Nodes[i]
		if !n.Visible {
			continue
		}
		for _, id := range append(strings.Fields(n.Class), n.TestID) {
			w := strings.Fields(identifierWords(id))
			for len(w) > 1 && unitWord(w[len(w)-1]) {
				w = w[:len(w)-1]
			}
			if len(w) > 0 && w[len(w)-1] != "" && stem(w[len(w)-1]) == want && w[len(w)-1] == want {
				by[n.Role+" "+n.Tag+" "+strings.TrimRight(id, "0123456789-_")] = append(by[n.Role+" "+n.Tag+" "+strings.TrimRight(id, "0123456789-_")], i)
				break
			}
		}
	}
	var best []int
	for _, got := range by {
		if len(got) < 2 {
			continue
		}
		if best != nil {
			return nil // two repeated things by that name
		}
		best = got
	}
	return best
}

func unitWord(w string) bool {
	switch w {
	case "card", "item", "row", "tile", "entry", "li", "box", "container", "wrapper":
		return true
	}
	return strings.Trim(w, "0123456789") == ""
}

// headingBefore is the heading right in front of a node, under the same parent.
func (f *finder) headingBefore(i int) string {
	p, last := f.t.Nodes[i].Parent, ""
	step := func(c int) bool {
		if n := &f.t.Nodes[c]; n.Role == "heading" && n.Visible {
			last = caption(n)
		} else if c != i && place(n) {
			last = ""
		}
		return c != i
	}
	if p >= 0 {
		f.children(p, step)
		return last
	}
	for c := range f.t.Nodes[:i] {
		if f.t.Nodes[c].Parent < 0 {
			step(c)
		}
	}
	return last
}

// oneContainer refuses rows or items of several tables or lists; navigation and page frame do not count.
func (f *finder) oneContainer(all []int) []int {
	if len(all) == 0 {
		return all
	}
	by := map[int][]int{}
	for _, i := range all {
		h := f.up(f.t.Nodes[i].Parent, func(n *Node) bool { return isTable(n) || n.Role == "list" || place(n) && n.Role != "group" })
		if f.up(h, func(n *Node) bool {
			return n.Role == "navigation" || n.Role == "banner" || n.Role == "contentinfo"
		}) >= 0 {
			h = -2
		}
		by[h] = append(by[h], i)
	}
	if len(by) > 1 {
		delete(by, -2)
	}
	if len(by) != 1 {
		return nil
	}
	for _, got := range by {
		return got
	}
	return nil
}
