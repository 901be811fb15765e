package screen

import (
	"cmp"
	"slices"
)

const (
	// acceptable is the least score of a match, quotedLeast that of a caption in quotes.
	acceptable  = .6
	quotedLeast = .85
	// tie is how near two elements must score to be ambiguous.
	tie = .02
	// named is the least caption score of a candidate worth showing.
	named = .5
)

// cand is one node on its way to become a Match.
type cand struct {
	i       int
	score   float64 // caption x source x kind x affordance
	caption float64 // caption x source
	source  string
	fit     float64
	bar     string // why the verb cannot be done: disabled, read-only
	control int    // the invisible control i stands for, -1 for none
	visible bool
	plain   bool // mere text that nothing says can be clicked
}

// finder holds what one search shares with the searches of its relations.
type finder struct {
	*index
	verb Verb
}

// Find grounds a description: it gives the one element that answers it and
// that the verb can be done on, or the reason why there is none. It never picks one of two equals.
func (t *Tree) Find(q Query, v Verb) Found {
	f := &finder{index: newIndex(t), verb: v}
	return f.find(q)
}

func (f *finder) find(q Query) Found {
	kind := normalKind(q.Kind)
	if q.Name == "" && q.Full == "" && kind == "" {
		return Found{Reason: NoName, Hint: "name the element by its caption"}
	}
	all, refusal := f.matching(q, kind)
	if refusal != nil {
		return *refusal
	}
	var seen, hidden, plain []cand
	for _, c := range all {
		switch {
		case !c.visible:
			hidden = append(hidden, c)
		case c.plain:
			plain = append(plain, c)
		default:
			seen = append(seen, c)
		}
	}
	seen = f.collapse(f.inModal(seen))
	return f.pick(q, kind, seen, hidden, plain)
}

// matching are all nodes that answer the query to some degree, its relations applied, in document order.
func (f *finder) matching(q Query, kind string) ([]cand, *Found) {
	all := f.candidates(q, kind)
	for _, r := range q.Rel {
		var refusal *Found
		if all, refusal = f.relate(all, r); refusal != nil {
			return nil, refusal
		}
	}
	return all, nil
}

// pick applies the refusal rules to collapsed candidates.
func (f *finder) pick(q Query, kind string, seen, hidden, plain []cand) Found {
	nameless := q.Name == "" && q.Full == ""
	good := usable(seen, q)
	if len(good) == 0 {
		return f.nothing(q, seen, hidden, plain)
	}
	sortCands(good)
	if q.Ordinal != 0 {
		return f.nth(q, equals(good))
	}
	best := good[0]
	rivals := good[:1]
	for _, c := range good[1:] {
		if nameless && c.fit >= best.fit-.06 || !nameless && c.score >= best.score-tie {
			rivals = append(rivals, c)
		}
	}
	if len(rivals) > 1 {
		return Found{Reason: Ambiguous, Hint: f.which(q, rivals), Candidates: f.matches(rivals)}
	}
	found := Found{Match: new(f.match(best)), Candidates: f.matches(good), Note: best.bar}
	return found
}

// usable are the candidates good enough to be chosen. One that the verb cannot
// be done on counts only when no other has that very caption.
func usable(cs []cand, q Query) []cand {
	nameless := q.Name == "" && q.Full == ""
	var good, barred []cand
	exact := false
	for _, c := range cs {
		switch {
		case c.score < acceptable, nameless && c.fit < .9, !nameless && q.Quoted && c.caption < quotedLeast:
			continue
		case c.bar != "":
			barred = append(barred, c)
		default:
			good = append(good, c)
			exact = exact || nameless || c.caption >= .9
		}
	}
	if exact || len(barred) == 0 {
		return good
	}
	top := slices.MaxFunc(barred, func(a, b cand) int { return cmp.Compare(a.caption, b.caption) })
	if top.caption < .9 && !nameless && len(good) > 0 {
		return good
	}
	return slices.DeleteFunc(barred, func(c cand) bool { return c.caption < top.caption-tie })
}

// equals are the best candidates and all that match about as well: those an ordinal counts.
func equals(sorted []cand) []cand {
	top := sorted[0]
	var out []cand
	for _, c := range sorted {
		if c.caption >= top.caption-.05 && c.fit >= top.fit-.06 {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b cand) int { return cmp.Compare(a.i, b.i) })
	return out
}

// nth chooses by ordinal, in document order.
func (f *finder) nth(q Query, cs []cand) Found {
	at := q.Ordinal - 1
	if q.Ordinal < 0 {
		at = len(cs) + q.Ordinal
	}
	if at < 0 || at >= len(cs) {
		return Found{Reason: NotFound, Hint: "there are only " + plural(len(cs), "such element"), Candidates: f.matches(cs)}
	}
	return Found{Match: new(f.match(cs[at])), Candidates: f.matches(cs), Note: cs[at].bar}
}

// sortCands puts the best first and keeps document order among equals.
func sortCands(cs []cand) {
	slices.SortStableFunc(cs, func(a, b cand) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.i, b.i)) })
}

// inModal keeps what stands in the open modal dialog when anything good does: the rest cannot be reached.
func (f *finder) inModal(cs []cand) []cand {
	modals := f.t.modals()
	for k := len(modals) - 1; k >= 0; k-- {
		var in []cand
		good := false
		for _, c := range cs {
			if f.t.Within(c.i, modals[k]) {
				in = append(in, c)
				good = good || c.score >= acceptable
			}
		}
		if good {
			return in
		}
	}
	return cs
}

func (f *finder) match(c cand) Match {
	m := Match{Index: c.i, Score: c.score, Caption: c.caption, Why: why(c, &f.t.Nodes[c.i])}
	if c.control >= 0 {
		m.Control = f.t.Nodes[c.control].ID
	}
	return m
}

// matches are the best dozen candidates, best first unless they are to be counted.
func (f *finder) matches(cs []cand) []Match {
	out := make([]Match, 0, min(len(cs), 12))
	for _, c := range cs[:min(len(cs), 12)] {
		out = append(out, f.match(c))
	}
	return out
}

func why(c cand, n *Node) string {
	how := "loosely"
	switch {
	case c.source == "":
		return n.Role
	case c.caption >= .97:
		how = "exact"
	case c.caption >= .85:
		how = "close"
	}
	s := c.source + " " + how + ", " + n.Role
	if c.control >= 0 {
		s += " of a control that is not visible itself"
	}
	if c.bar != "" {
		s += ", " + c.bar
	}
	return s
}
