package check

import (
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// visible: the element is there and can be seen.
func visible(f Form, w World) verdict {
	q := f.Subject
	if q == nil {
		if f.Value == "" {
			return unsure("the statement does not say what it is about")
		}
		return text(f, w)
	}
	if q.Colour != "" {
		return unsure("the colour " + q.Colour + " cannot be told without a look at the picture")
	}
	if familiar(*q) && len(q.Rel) == 0 {
		return passing(*q, w)
	}
	found := w.Tree.Find(*q, screen.VerbAssert)
	name := screen.Phrase(*q)
	switch {
	case found.Match != nil:
		n := &w.Tree.Nodes[found.Match.Index]
		if !certain(*found.Match) {
			return unsure("it is not certain that " + name + " is " + screen.Describe(n) + ": write its caption as it stands on the page")
		}
		return yes("%s is visible", screen.Describe(n)).at(n, screen.Shown(n))
	case found.Reason == screen.Ambiguous:
		return several(found, w, name)
	case found.Reason == screen.Hidden:
		v := no("%s exists but is not visible", name)
		v.located = true
		return v
	case found.Reason == screen.NotFound || found.Reason == screen.Weak && q.Quoted:
		if q.Name == "" && q.Full == "" && len(q.Rel) > 0 {
			return unsure(hint(found, *q))
		}
		if w.Tree.LeftOut > 0 {
			return unsure(name + " was not found, but not all elements of the page were looked at")
		}
		return no("%s is not on the page", name)
	}
	v := unsure(hint(found, *q))
	v.missing = true
	return v
}

// several elements answer: that is no question of which one, it is there.
func several(found screen.Found, w World, name string) verdict {
	best := found.Candidates[0]
	for _, m := range found.Candidates {
		if !certain(m) {
			return unsure(found.Hint)
		}
	}
	n := &w.Tree.Nodes[best.Index]
	v := yes("%s is visible, %d times", name, len(found.Candidates)).at(n, screen.Shown(n))
	for _, m := range found.Candidates[1:min(len(found.Candidates), 5)] {
		v.Boxes = append(v.Boxes, w.Tree.Nodes[m.Index].Box)
	}
	return v
}

// passing: a dialog, message or spinner, known by role; what only looks like one by its class decides nothing.
func passing(q screen.Query, w World) verdict {
	noun := nounOf(q)
	role := familiarRole(noun)
	fault := strings.Contains(noun, "error") || strings.Contains(noun, "warning")
	doubt := ""
	for i := range w.Tree.Nodes {
		n := &w.Tree.Nodes[i]
		if !n.Visible || n.Box.Empty() && n.Text == "" {
			continue
		}
		switch {
		case role == "dialog" && (n.Role == "dialog" || n.Role == "alertdialog"),
			role == "spinner" && (n.Role == "progressbar" || n.State.Busy),
			role == "message" && !fault && (n.Role == "alert" || n.Role == "status" || n.Role == "alertdialog") && n.Text != "",
			role == "message" && fault && n.Role == "alert" && n.Text != "",
			role == "tooltip" && n.Role == "tooltip":
			return yes("%s is visible: %q", noun, cut(n.Text)).at(n, n.Text)
		case doubt == "" && looks(n, role):
			doubt = screen.Describe(n)
		}
	}
	if doubt != "" {
		return unsure(doubt + " may be the " + noun + ", but nothing but its looks or words say so")
	}
	return no("there is no %s on the page", noun)
}

// looks reports a node that may be such a thing by its class or its words.
func looks(n *screen.Node, role string) bool {
	words := map[string][]string{
		"dialog":  {"modal", "dialog", "popup", "lightbox"},
		"message": {"error", "alert", "toast", "notification", "snackbar", "invalid", "danger", "warning", "flash", "message"},
		"spinner": {"spinner", "loader", "loading", "skeleton"},
		"tooltip": {"tooltip"},
	}[role]
	id := strings.ToLower(n.Class + " " + n.TestID + " " + n.HTMLID)
	for _, s := range words {
		if strings.Contains(id, s) && (n.Text != "" || role == "spinner") {
			return true
		}
	}
	switch role {
	case "message":
		for _, s := range []string{"error", "failed", "invalid", "warning", "went wrong"} {
			if len(n.OwnText) > 0 && screen.MatchText(n.OwnText, s, screen.TextOptions{}) {
				return true
			}
		}
		return n.State.Invalid
	case "spinner":
		return screen.MatchText(n.OwnText, "loading", screen.TextOptions{})
	case "dialog":
		return n.Tag == "dialog"
	}
	return false
}
