package screen

import (
	"math"
	"slices"
	"strings"
)

// relate keeps the candidates that lie to another element as the relation says.
func (f *finder) relate(cs []cand, r Relation) ([]cand, *Found) {
	switch r.Kind {
	case WithLabel:
		return f.withLabel(cs, r.To), nil
	case InRow:
		return f.inRow(cs, r.To)
	case In:
		return f.inside(cs, r.To)
	}
	anchors, refusal := f.anchors(r.To)
	if refusal != nil {
		return nil, refusal
	}
	switch r.Kind {
	case Below, Above, LeftOf, RightOf:
		return f.beside(cs, anchors, r.Kind), nil
	}
	return f.nearest(cs, anchors, r.Kind), nil
}

// anchors are the visible nodes a relation's other end names; more than one may do.
func (f *finder) anchors(q Query) ([]int, *Found) {
	g := &finder{index: f.index, verb: VerbAssert}
	kind := normalKind(q.Kind)
	if q.Name == "" && q.Full == "" && kind == "" {
		return nil, &Found{Reason: NoName, Hint: "name the element the target is described by"}
	}
	all, refusal := g.matching(q, kind)
	if refusal != nil {
		return nil, refusal
	}
	all = slices.DeleteFunc(all, func(c cand) bool { return !c.visible })
	all = usable(g.collapse(all), q)
	if len(all) == 0 {
		return nil, &Found{Reason: NotFound, Hint: "nothing on the page answers to " + phraseOf(q)}
	}
	sortCands(all)
	top := equals(all)
	if q.Ordinal != 0 {
		found := g.nth(q, top)
		if found.Match == nil {
			return nil, &found
		}
		return []int{found.Match.Index}, nil
	}
	out := make([]int, 0, len(top))
	for _, c := range top {
		out = append(out, c.i)
	}
	return out, nil
}

// withLabel keeps the candidates with that label, however it is given.
func (f *finder) withLabel(cs []cand, to Query) []cand {
	p := newPhrase(to.Name, to.Quoted)
	var out []cand
	best := 0.0
	scores := make([]float64, len(cs))
	for k, c := range cs {
		n := &f.t.Nodes[c.i]
		for _, s := range [...]string{n.Label, n.Name, n.VisualLabel, n.Placeholder, n.Title, n.Alt} {
			scores[k] = max(scores[k], p.score(s))
		}
		best = max(best, scores[k])
	}
	for k, c := range cs {
		if scores[k] >= .8 && scores[k] >= best-.05 {
			out = append(out, c)
		}
	}
	return out
}

// rowless is a query for a row, item or card turned into one for what stands in it.
func rowless(q Query) (Query, bool) {
	switch normalKind(q.Kind) {
	case "row", "item", "card":
		if q.Name != "" {
			q.Kind, q.Ordinal = "", 0
			return q, true
		}
	}
	return q, false
}

// inRow keeps the candidates in the row, item or card that holds the other end.
func (f *finder) inRow(cs []cand, to Query) ([]cand, *Found) {
	inner, _ := rowless(to)
	if inner.Kind == "" {
		inner.Full = ""
	}
	anchors, refusal := f.anchors(inner)
	if refusal != nil {
		if refusal.Reason == NotFound {
			refusal.Hint = "there is no row with " + phraseOf(inner)
		}
		return nil, refusal
	}
	var out, header []cand
	for _, c := range cs {
		r := f.rowOf(c.i)
		if r < 0 {
			continue
		}
		for _, a := range anchors {
			if a == c.i && len(anchors) == 1 && normalKind(to.Kind) == "" || !f.t.Within(a, r) {
				continue
			}
			if isRow(&f.t.Nodes[r]) && f.headerRow(r) {
				header = append(header, c)
			} else {
				out = append(out, c)
			}
			break
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case len(header) > 0:
		return header, nil
	}
	if f.anyRow(anchors) {
		return nil, nil
	}
	return f.nearest(cs, anchors, Near), nil
}

// anyRow reports whether one of the nodes stands in a real row, so that missing the target there means that it is missing.
func (f *finder) anyRow(nodes []int) bool {
	return slices.ContainsFunc(nodes, func(i int) bool {
		r := f.up(i, func(n *Node) bool { return isRow(n) || isItem(n) })
		return r >= 0
	})
}

// inside keeps the candidates in a place: a region by label, heading or kind, a row, a column, any named container.
func (f *finder) inside(cs []cand, to Query) ([]cand, *Found) {
	kind := normalKind(to.Kind)
	if kind == "columnheader" {
		return f.inColumn(cs, to), nil
	}
	if places := f.places(to, kind); len(places) > 0 {
		if in := f.within(cs, places); len(in) > 0 {
			return in, nil
		}
		if kind != "" {
			return nil, nil
		}
	}
	if kind == "row" || kind == "item" || kind == "card" {
		return f.inRow(cs, to)
	}
	anchors, refusal := f.anchors(to)
	if refusal != nil {
		if refusal.Reason == NotFound {
			refusal.Hint = "nothing on the page answers to " + phraseOf(to)
		}
		return nil, refusal
	}
	if in := f.within(cs, anchors); len(in) > 0 {
		return in, nil
	}
	if in := f.underHeading(cs, anchors); len(in) > 0 {
		return in, nil
	}
	return f.inRow(cs, to)
}

// placeWords are nouns that name a landmark where a place is meant, though another kind elsewhere.
var placeWords = map[string]string{"header": "banner", "banner": "banner", "sidebar": "complementary", "side bar": "complementary", "main": "main", "main content": "main", "top bar": "banner"}

// places are the regions that answer best, one of an ordinal.
func (f *finder) places(to Query, kind string) []int {
	name, full := to.Name, to.Full
	if kind == "" { // "in the navigation"
		k := normalKind(name)
		if w := placeWords[strings.ToLower(name)]; w != "" {
			k = w
		}
		if kindFits[k] != nil {
			name, full, kind = "", "", k
		}
	}
	var p, q *phrase
	if name != "" {
		p = newPhrase(name, to.Quoted)
	}
	if full != "" {
		q = newPhrase(full, to.Quoted)
	}
	type spot struct {
		i     int
		score float64
	}
	var got []spot
	best := 0.0
	for i := range f.t.Nodes {
		n := &f.t.Nodes[i]
		if !n.Visible || !place(n) && (kind == "" || kindFit(kind, n) < kindExact) || kind == "row" && f.headerRow(i) {
			continue
		}
		s := kindFit(kind, n)
		if s < .9 {
			continue
		}
		if p != nil || q != nil {
			label, c := f.label(i), 0.0
			for _, w := range []*phrase{p, q} {
				if w != nil {
					c = max(c, w.score(label), w.score(n.Name), .85*w.score(identifierWords(n.TestID)), .75*w.score(identifierWords(n.HTMLID)))
				}
			}
			if c < acceptable || to.Quoted && c < quotedLeast {
				continue
			}
			s *= c
		}
		got = append(got, spot{i, s})
		best = max(best, s)
	}
	var out []int
	for _, g := range got {
		if g.score >= best-.06 {
			out = append(out, g.i)
		}
	}
	if to.Ordinal != 0 {
		at := to.Ordinal - 1
		if to.Ordinal < 0 {
			at = len(out) + to.Ordinal
		}
		if at < 0 || at >= len(out) {
			return nil
		}
		return out[at : at+1]
	}
	return out
}

func (f *finder) within(cs []cand, places []int) []cand {
	var out []cand
	for _, c := range cs {
		if slices.ContainsFunc(places, func(p int) bool { return p != c.i && f.t.Within(c.i, p) }) {
			out = append(out, c)
		}
	}
	return out
}

// inColumn keeps the candidates in cells below that header.
func (f *finder) inColumn(cs []cand, to Query) []cand {
	p := newPhrase(to.Name, to.Quoted)
	var out []cand
	for _, c := range cs {
		if h := f.t.ColumnHeader(c.i); h != "" && p.score(h) >= .85 {
			out = append(out, c)
		}
	}
	return out
}

// underHeading keeps what follows a heading up to the next one of its level.
func (f *finder) underHeading(cs []cand, anchors []int) []cand {
	var out []cand
	for _, a := range anchors {
		h := f.up(a, func(n *Node) bool { return n.Role == "heading" })
		if h < 0 {
			continue
		}
		end := len(f.t.Nodes)
		for i := h + 1; i < end; i++ {
			n := &f.t.Nodes[i]
			if n.Role == "heading" && n.Visible && n.Level <= f.t.Nodes[h].Level {
				end = i
			}
		}
		for _, c := range cs {
			if c.i > h && c.i < end && !f.t.Within(c.i, h) {
				out = append(out, c)
			}
		}
	}
	return out
}

// nearest ranks by the deepest ancestor shared with an anchor, then by distance, and keeps the best.
func (f *finder) nearest(cs []cand, anchors []int, kind RelationKind) []cand {
	type rank struct {
		depth int32
		dist  float64
	}
	ranks := make([]rank, len(cs))
	best := rank{-1, math.Inf(1)}
	for k, c := range cs {
		ranks[k] = rank{-1, math.Inf(1)}
		if c.score < acceptable && c.caption < 1 {
			continue
		}
		for _, a := range anchors {
			if a == c.i || f.t.Within(c.i, a) && kind == Near && f.t.Nodes[a].Role != "text" {
				continue
			}
			r := rank{0, distance(f.t.Nodes[a].Box, f.t.Nodes[c.i].Box)}
			if m := f.common(a, c.i); m >= 0 {
				r.depth = f.depth[m] + 1
			}
			if r.depth > ranks[k].depth || r.depth == ranks[k].depth && r.dist < ranks[k].dist {
				ranks[k] = r
			}
		}
		if r := ranks[k]; r.depth > best.depth || r.depth == best.depth && r.dist < best.dist {
			best = r
		}
	}
	var out []cand
	for k, c := range cs {
		if best.depth >= 0 && ranks[k].depth == best.depth && ranks[k].dist <= best.dist*1.25+4 {
			out = append(out, c)
		}
	}
	return out
}

// beside keeps the candidates nearest to an anchor on the given side.
func (f *finder) beside(cs []cand, anchors []int, side RelationKind) []cand {
	least := math.Inf(1)
	dist := make([]float64, len(cs))
	for k, c := range cs {
		dist[k] = math.Inf(1)
		if c.score < acceptable {
			continue
		}
		for _, a := range anchors {
			if a == c.i || f.t.Within(c.i, a) || f.t.Within(a, c.i) {
				continue
			}
			dist[k] = min(dist[k], sideways(f.t.Nodes[a].Box, f.t.Nodes[c.i].Box, side))
		}
		least = min(least, dist[k])
	}
	var out []cand
	for k, c := range cs {
		if !math.IsInf(dist[k], 1) && dist[k] <= least+4 {
			out = append(out, c)
		}
	}
	return out
}

// slack is how far two boxes may overlap and still lie beside each other, in pixels.
const slack = 4

// sideways is how far b lies from a on a side, infinite when it does not lie there.
func sideways(a, b Box, side RelationKind) float64 {
	var gap, off float64
	switch side {
	case Below:
		gap, off = b.Y-(a.Y+a.H), apart(a.X, a.W, b.X, b.W)
	case Above:
		gap, off = a.Y-(b.Y+b.H), apart(a.X, a.W, b.X, b.W)
	case RightOf:
		gap, off = b.X-(a.X+a.W), apart(a.Y, a.H, b.Y, b.H)
	case LeftOf:
		gap, off = a.X-(b.X+b.W), apart(a.Y, a.H, b.Y, b.H)
	}
	if gap < -slack {
		return math.Inf(1)
	}
	if side == LeftOf || side == RightOf {
		if off > 0 {
			return math.Inf(1) // not on one line
		}
		return max(gap, 0)
	}
	return max(gap, 0) + 2*off
}

// distance is the gap between two boxes, 0 when they touch.
func distance(a, b Box) float64 {
	return math.Hypot(apart(a.X, a.W, b.X, b.W), apart(a.Y, a.H, b.Y, b.H))
}

// apart is the gap between two intervals.
func apart(a, aw, b, bw float64) float64 {
	return max(0, b-(a+aw), a-(b+bw))
}
