package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// searching reads "search [in T] for V [in T]".
func (r *reader) searching(rest []token) ([]Step, *Refusal) {
	step := Step{Command: "type", Submit: true, Phrase: "search", Target: &screen.Query{Name: "search"}}
	at := -1
	for i, t := range rest {
		if t.is("for") {
			at = i
			break
		}
	}
	var where []token
	switch {
	case at == 0:
		rest = rest[1:]
	case at > 1 && rest[0].is("in", "on"):
		where, rest = rest[1:at], rest[at+1:]
	case len(rest) > 0 && rest[0].opaque():
	default:
		return nil, refuse("the sentence has no literal value", "write: Search for \"wireless mouse\"")
	}
	value, nouns, after, bad := r.typedValue(rest)
	if bad != nil {
		return nil, bad
	}
	for _, t := range nouns {
		if !fillers[t.text] && !t.is("product", "item", "user", "customer", "order", "article", "book", "products", "keyword") {
			return nil, refuse("the words before the value cannot be read literally", "write: Search for \"wireless mouse\"")
		}
	}
	step.Value = value
	if len(after) > 1 && after[0].is("in", "on", "using", "with", "via", "into") {
		where, after = after[1:], nil
	}
	if len(after) > 0 {
		return nil, refuse("the words after the value cannot be read literally", "write: Search for \"wireless mouse\"")
	}
	if len(where) > 0 && !(len(dropDeterminers(where)) == 1 && pageNouns[dropDeterminers(where)[0].low]) {
		steps, bad := r.onTarget(step, where)
		if bad == nil && !searchField(steps[0].Target) {
			return nil, refuse("where to type the search is not clear", "write: Type \"mouse\" into the \"Search products\" field and press Enter")
		}
		if bad == nil && (steps[0].Target.Kind == "section" || steps[0].Target.Kind == "table" || steps[0].Target.Kind == "list" || steps[0].Target.Kind == "dialog") {
			in := *steps[0].Target
			steps[0].Target = &screen.Query{Name: "search", Rel: []screen.Relation{{Kind: screen.In, To: in}}}
		}
		return steps, bad
	}
	return []Step{step}, nil
}

// searchField says that a target can be what a search is typed into, or holds it.
func searchField(q *screen.Query) bool {
	switch q.Kind {
	case "textbox", "textarea", "combobox", "section", "table", "list", "dialog":
		return true
	}
	name := strings.ToLower(q.Name)
	return strings.Contains(name, "search") || strings.Contains(name, "filter") || strings.Contains(name, "find") || strings.Contains(name, "query")
}
