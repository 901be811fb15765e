package export

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/runner/replay"
)

// subjects finds what checks speak of: elements the record knows by that name first.
type subjects struct{ known []screen.Fingerprint }

func subjectsOf(s *replay.Section) subjects {
	var out subjects
	for _, sentence := range s.Sentences {
		for _, step := range sentence.Steps {
			for _, t := range step.Targets {
				out.known = append(out.known, t.Is)
			}
		}
	}
	return out
}

// print is the recorded element of that name and kind, nil when there is none or not one.
func (s subjects) print(q screen.Query) *screen.Fingerprint {
	if q.Name == "" || q.Ordinal != 0 || len(q.Rel) > 0 {
		return nil
	}
	var found *screen.Fingerprint
	for i := range s.known {
		p := &s.known[i]
		if !strings.EqualFold(p.Name, q.Name) || p.RowKey != "" || p.Twins > 0 || !kindOf(q.Kind, *p) {
			continue
		}
		if found != nil && (found.Role != p.Role || found.Region != p.Region) {
			return nil
		}
		found = p
	}
	return found
}

// kindOf reports that a recorded element is what the case calls its kind.
func kindOf(kind string, p screen.Fingerprint) bool {
	switch kind {
	case "", p.Role:
		return true
	case "textbox":
		return editable(p)
	case "checkbox", "switch":
		return p.Type == "checkbox" || p.Role == "switch" || p.Role == "checkbox"
	}
	return false
}

// find is the locator of a subject; why says that it has no counterpart.
func (s subjects) find(q screen.Query) (l Locator, why string) {
	if p := s.print(q); p != nil {
		return recorded(*p, nil)
	}
	for _, r := range q.Rel {
		in, why := s.place(r)
		if why != "" {
			return nil, why
		}
		l = append(l, in...)
	}
	name := Text(q.Name)
	if isNoun(q) {
		name = ""
	}
	switch {
	case q.Colour != "":
		return nil, "it is told by its colour"
	case q.Kind == "heading" && name == "" && q.Ordinal == 0:
		return l.plus(Find{By: ByRole, Role: "heading", N: 1}), "" // the top one
	case q.Kind == "row" && name != "":
		l = l.plus(Find{By: ByRow, Name: name})
	case q.Kind == "row":
		l = l.plus(Find{By: ByCSS, Name: `tr:has(td), [role="row"]:has([role="cell"], [role="gridcell"])`})
	case q.Kind == "textbox" && name != "", q.Kind == "combobox" && name != "":
		l = l.plus(Find{By: ByField, Name: name})
	case q.Kind == "image":
		l = l.plus(Find{By: ByRole, Role: "img", Name: name})
	case aria(q.Kind):
		l = l.plus(Find{By: ByRole, Role: q.Kind, Name: name})
	case q.Kind != "" && q.Kind != "text":
		return nil, fmt.Sprintf("%q is no role that Playwright knows", q.Kind)
	case name == "":
		return nil, "it does not say what it is about"
	default:
		l = l.plus(Find{By: ByName, Name: name})
	}
	switch {
	case q.Ordinal > 0:
		l = l.plus(Find{By: ByNth, N: q.Ordinal - 1})
	case q.Ordinal < 0:
		l = l.plus(Find{By: ByNth, N: q.Ordinal})
	}
	return l, ""
}

// isNoun reports a name that only repeats the kind: "rows" of a table.
func isNoun(q screen.Query) bool {
	return !q.Quoted && q.Kind != "" && strings.EqualFold(strings.TrimSuffix(q.Name, "s"), q.Kind)
}

// place is where a subject is to be looked for.
func (s subjects) place(r screen.Relation) (Locator, string) {
	switch {
	case r.Kind == screen.InRow, r.Kind == screen.Of && r.To.Kind == "row", r.Kind == screen.In && r.To.Kind == "row":
		return Locator{{By: ByRow, Name: Text(r.To.Name)}}, ""
	case r.Kind == screen.In && aria(r.To.Kind):
		return s.find(r.To)
	}
	return nil, fmt.Sprintf("a place %q something has no counterpart", r.Kind)
}
