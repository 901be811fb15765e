package screen

import (
	"strconv"
	"strings"
)

// nothing explains why no candidate was chosen.
func (f *finder) nothing(q Query, seen, hidden, plain []cand) Found {
	for _, c := range hidden {
		if c.score >= acceptable && (c.caption >= .85 || q.Name == "" && q.Full == "") {
			sortCands(hidden)
			return Found{Reason: Hidden, Hint: phraseOf(q) + " exists but is not visible: open what hides it first", Candidates: f.matches(hidden)}
		}
	}
	if len(plain) > 0 {
		sortCands(plain)
		if plain[0].caption >= .85 {
			return Found{Reason: Weak, Hint: phraseOf(q) + " is text that nothing says can be clicked: quote its caption to click it all the same", Candidates: f.matches(plain)}
		}
	}
	rest := append(append([]cand(nil), seen...), plain...)
	if len(rest) > 0 {
		sortCands(rest)
		return Found{Reason: Weak, Hint: "the nearest is " + f.name(rest[0].i) + ": write its caption as it stands on the page", Candidates: f.matches(rest)}
	}
	return Found{Reason: NotFound, Hint: "nothing on the page answers to " + phraseOf(q)}
}

// which says how to tell the rivals apart: by row, by region, or by number.
func (f *finder) which(q Query, rivals []cand) string {
	var rows, regions []string
	for _, c := range rivals[:min(len(rivals), 6)] {
		row, region := "", ""
		if r := f.rowOf(c.i); r >= 0 {
			row = f.key(r)
		}
		if r := f.t.Region(c.i); r >= 0 {
			region = f.label(r)
		}
		rows, regions = append(rows, row), append(regions, region)
	}
	hint := plural(len(rivals), "element") + " answer to " + phraseOf(q) + ": "
	switch {
	case distinct(rows):
		hint += `say which: in the row of "` + rows[0] + `" or of "` + rows[1] + `"`
	case distinct(regions):
		hint += `say which: in "` + regions[0] + `" or in "` + regions[1] + `"`
	case q.Name == "" && q.Full == "":
		hint += "name it (" + f.name(rivals[0].i) + ", " + f.name(rivals[1].i) + ")"
	default:
		hint += "say which: the 1st, the 2nd (" + f.name(rivals[0].i) + ", " + f.name(rivals[1].i) + ")"
	}
	return hint
}

// distinct reports texts that are all there and all different.
func distinct(texts []string) bool {
	seen := map[string]bool{}
	for _, s := range texts {
		if s == "" || seen[s] {
			return false
		}
		seen[s] = true
	}
	return len(texts) > 1
}

// name is a node as a person would call it: button "Edit".
func (f *finder) name(i int) string { return describe(&f.t.Nodes[i]) }

func describe(n *Node) string {
	role := n.Role
	if role == "" {
		role = n.Tag
	}
	if s := caption(n); s != "" {
		return role + " " + strconv.Quote(clip(s, 60))
	}
	return role + " without a name"
}

// phraseOf is a query as a person would say it.
func phraseOf(q Query) string {
	var b strings.Builder
	b.WriteString("the ")
	switch {
	case q.Ordinal > 0:
		b.WriteString("no. " + strconv.Itoa(q.Ordinal) + " ")
	case q.Ordinal == -1:
		b.WriteString("last ")
	}
	kind := q.Kind
	if kind == "" {
		kind = "element"
	}
	switch {
	case q.Name != "" || q.Full != "":
		name := q.Name
		if name == "" {
			name = q.Full
		}
		b.WriteString(kind + ` "` + name + `"`)
	default:
		b.WriteString(kind)
	}
	return b.String()
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
