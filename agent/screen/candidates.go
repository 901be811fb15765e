package screen

// candidates scores every node against name and kind, relations aside, in document order.
func (f *finder) candidates(q Query, kind string) []cand {
	a := asked{kind: kind, quoted: q.Quoted}
	if q.Name != "" {
		a.name = newPhrase(q.Name, q.Quoted)
	}
	if q.Full != "" && q.Full != q.Name {
		a.full = newPhrase(q.Full, q.Quoted)
	}
	var out []cand
	for i := range f.t.Nodes {
		c, ok := f.candidate(&a, i)
		if ok {
			out = append(out, c)
		}
	}
	if a.name != nil && (kind == "row" || kind == "item" || kind == "card") {
		out = f.rows(&a, out)
	}
	return f.standIns(out)
}

// asked is a query's name and kind, prepared.
type asked struct {
	name, full *phrase
	kind       string
	quoted     bool
}

func (f *finder) candidate(a *asked, i int) (cand, bool) {
	n := &f.t.Nodes[i]
	fit := kindFit(a.kind, n)
	c := cand{i: i, fit: fit, control: -1, visible: n.Visible && !n.Box.Empty() || n.Visible && f.first[i] >= 0}
	switch {
	case a.name == nil && a.full == nil:
		if fit < .9 || a.kind == "row" && f.headerRow(i) {
			return c, false
		}
		c.caption = 1
	default:
		s, source := f.named(a, a.name, i)
		c.caption, c.source, c.score = s, source, s*fit
		if a.full != nil {
			if t, source := f.named(a, a.full, i); t*max(fit, 1) > c.score {
				c.caption, c.source, c.fit, c.score = t, source, max(fit, 1), t*max(fit, 1)
			}
		}
		if c.caption < named {
			return c, false
		}
	}
	aff := affordance(f.verb, n, f.clicks[i])
	if aff == 0 {
		return c, false
	}
	if f.verb == VerbUpload && n.Role == "file" && !c.visible {
		c.visible, aff = true, .8 // a hidden file input takes files all the same
	}
	if f.verb == VerbClick && aff < .9 && (textual(n) || a.kind == "" && !n.Picture) {
		c.plain = !a.quoted || c.caption < .96
		aff = .7
	}
	c.score = c.caption * c.fit * aff
	c.bar = unusable(f.verb, n)
	return c, true
}

// named is the best caption score of node i and where it was found.
func (f *finder) named(a *asked, p *phrase, i int) (float64, string) {
	if p == nil {
		return 0, ""
	}
	n := &f.t.Nodes[i]
	best, where := 0.0, ""
	try := func(text string, weight float64, name string) {
		if text == "" || weight <= best {
			return
		}
		if s := p.score(text) * weight; s > best {
			best, where = s, name
		}
	}
	weight, from := nameWeight(n)
	try(n.Name, weight, from)
	try(n.Label, 1, "label")
	if !field(n) && n.Text != n.Name && len(n.Text) <= longestCaption && !place(n) {
		try(n.Text, .99, "text")
		try(n.OwnText, .98, "text")
	}
	if buttonInput(n) {
		try(n.Value, 1, "text")
	}
	try(n.Placeholder, .96, "placeholder")
	try(n.Title, .95, "title")
	try(n.Alt, .97, "alt")
	try(n.VisualLabel, .93, "text beside it")
	if place(n) && n.Name == "" && a.kind != "" && kindFit(a.kind, n) >= .9 {
		try(f.label(i), .99, "heading")
	}
	if best >= .85 {
		return best, where
	}
	bare := n.Name == "" && n.Text == ""
	if bare && n.Class != "" && (n.Clickable || n.Picture) {
		try(iconWords(n.Class), .88, "icon")
	}
	if best < .85 && n.TestID != "" && p.near(n.TestID) {
		try(identifierWords(n.TestID), .85, "test id")
	}
	if best < .75 && (bare || field(n) || place(n)) {
		if n.HTMLID != "" {
			try(identifierWords(n.HTMLID), .75, "id")
		}
		if n.HTMLName != "" {
			try(identifierWords(n.HTMLName), .75, "name attribute")
		}
	}
	return best, where
}

func nameWeight(n *Node) (float64, string) {
	switch n.NameFrom {
	case FromPlaceholder:
		return .96, "placeholder"
	case FromTitle:
		return .95, "title"
	case FromAlt:
		return .97, "alt"
	case FromText, FromValue:
		if place(n) { // a container named by all it holds
			return .7, "text"
		}
		return 1, "text"
	}
	return 1, "label"
}

// iconNoise are class words that say nothing about what an icon shows.
var iconNoise = map[string]bool{
	"icon": true, "icons": true, "fa": true, "fas": true, "far": true, "fab": true, "bi": true, "btn": true, "button": true, "svg": true, "mdi": true,
	"material": true, "glyphicon": true, "ti": true, "ri": true, "lucide": true, "feather": true, "solid": true, "regular": true, "outline": true, "small": true, "sm": true,
	"lg": true, "md": true, "primary": true, "secondary": true, "link": true, "ui": true, "o": true, "alt": true, "fw": true, "active": true,
}

// iconWords are the telling words of a class list: "fa fa-trash-alt" is "trash".
func iconWords(class string) string {
	out := make([]byte, 0, len(class))
	word := func(w string) {
		if w != "" && !iconNoise[w] {
			if len(out) > 0 {
				out = append(out, ' ')
			}
			out = append(out, w...)
		}
	}
	s := identifierWords(class)
	for start, i := 0, 0; i <= len(s); i++ {
		if i == len(s) || s[i] == ' ' {
			word(s[start:i])
			start = i + 1
		}
	}
	return string(out)
}

// rows lets a row, item or card be named by any text in it.
func (f *finder) rows(a *asked, cs []cand) []cand {
	best := map[int]cand{}
	for _, c := range cs {
		best[c.i] = c
	}
	for i := range f.t.Nodes {
		n := &f.t.Nodes[i]
		if !n.Visible || field(n) {
			continue
		}
		s, source := f.named(a, a.name, i)
		if s < .85 {
			continue
		}
		for p := n.Parent; p >= 0; p = f.t.Nodes[p].Parent {
			m := &f.t.Nodes[p]
			fit := kindFit(a.kind, m)
			if fit < .95 || !isRow(m) && !isItem(m) && fit < kindExact {
				continue
			}
			if a.kind == "row" && f.headerRow(p) {
				break
			}
			c := cand{i: p, fit: fit, caption: s * .98, source: source + " in it", control: -1, visible: m.Visible, bar: unusable(f.verb, m)}
			c.score = c.caption * fit * max(affordance(f.verb, m, f.clicks[p]), .8)
			if c.score > best[p].score {
				best[p] = c
			}
			break
		}
	}
	out := make([]cand, 0, len(best))
	for i := range f.t.Nodes {
		if c, ok := best[i]; ok {
			out = append(out, c)
		}
	}
	return out
}
