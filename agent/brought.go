package agent

import (
	"regexp"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// brought is what a step brought, by the observations before and after it.
func (r *run) brought(before, after *Observation) Brought {
	var b Brought
	if before == nil || after == nil {
		return b
	}
	switch {
	case after.Dialog != nil && (before.Dialog == nil || before.Dialog.ID != after.Dialog.ID):
		return Brought{Opened: after.Dialog.Kind}
	case after.Dialog != nil:
		return b
	case len(after.Tabs) > len(before.Tabs):
		b.Opened = "tab"
	case len(after.Downloads) > len(before.Downloads):
		b.Opened = "download"
	}
	if before.Tree == nil || after.Tree == nil {
		return b
	}
	was, is := PageOf(before.Tree.URL, r.StartURL), PageOf(after.Tree.URL, r.StartURL)
	if was != is {
		b.Page = r.Memory.Mask(is)
	}
	b.Document = b.Opened != "tab" && document(before.Tree) != document(after.Tree)
	for _, text := range r.literals {
		if value, err := r.Memory.Resolve(text); err == nil && !slices.Contains(b.Shows, text) && !shows(before.Tree, value) && shows(after.Tree, value) {
			b.Shows = append(b.Shows, text)
		}
	}
	return b
}

// document tells one loaded document from another: drivers begin the ids of nodes with it.
func document(t *screen.Tree) string {
	if len(t.Nodes) == 0 {
		return ""
	}
	id := t.Nodes[0].ID
	if cut := strings.LastIndexByte(id, '-'); cut >= 0 {
		return id[:cut]
	}
	return ""
}

func shows(t *screen.Tree, text string) bool { return len(t.FindText(text, screen.TextOptions{})) > 0 }

var quoted = regexp.MustCompile(`"([^"\n]{2,80})"|“([^”\n]{2,80})”`)

// literals are the texts a statement quotes, templates as they are.
func literals(statement string) []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(statement, -1) {
		if text := strings.TrimSpace(m[1] + m[2]); text != "" {
			out = append(out, text)
		}
	}
	return out
}
