package screen

import (
	"strconv"
	"strings"
)

// Happened is one thing that differs between two trees.
type Happened struct {
	// Kind is "text appeared", "text disappeared", "appeared" or "disappeared" (a
	// control), "value", "state", "focus", "url", "title".
	Kind string `json:"kind"`
	// ID and Box are those of the node after, or before when it is gone; "" for url and title.
	ID   string `json:"id,omitempty"`
	Box  Box    `json:"box"`
	What string `json:"what,omitempty"` // textbox "Email"
	Was  string `json:"was,omitempty"`
	Now  string `json:"now,omitempty"`
}

// Change is all that differs between two observations, in the order of the page.
type Change struct {
	All []Happened `json:"all,omitempty"`
}

// Diff compares two observations of one session. Only what is visible counts.
func Diff(before, after *Tree) Change {
	var c Change
	if before == nil || after == nil {
		return c
	}
	if before.URL != after.URL {
		c.All = append(c.All, Happened{Kind: "url", Was: before.URL, Now: after.URL})
	}
	if before.Title != after.Title {
		c.All = append(c.All, Happened{Kind: "title", Was: before.Title, Now: after.Title})
	}
	was := paired(before, after)
	for i := range after.Nodes {
		n := &after.Nodes[i]
		if j := was[i]; j >= 0 && n.Visible && before.Nodes[j].Visible {
			c.compare(&before.Nodes[j], n)
		}
	}
	old, new := pieces(before), pieces(after)
	c.surplus(new, old, "text appeared", "appeared")
	c.surplus(old, new, "text disappeared", "disappeared")
	return c
}

// paired gives for each node after its node before, -1 when there is none: by ID, else by role
// and name where these are unique (a document that was loaded again).
func paired(before, after *Tree) []int {
	ids := make(map[string]int, len(before.Nodes))
	names := make(map[string]int, len(before.Nodes))
	for i := range before.Nodes {
		n := &before.Nodes[i]
		if n.ID != "" {
			ids[n.ID] = i
		}
		k := describeKey(n)
		if _, twice := names[k]; twice {
			names[k] = -1
		} else {
			names[k] = i
		}
	}
	seen := map[string]int{}
	for i := range after.Nodes {
		seen[describeKey(&after.Nodes[i])]++
	}
	out := make([]int, len(after.Nodes))
	for i := range after.Nodes {
		n := &after.Nodes[i]
		out[i] = -1
		if j, ok := ids[n.ID]; ok && n.ID != "" {
			if before.Nodes[j].Role == n.Role {
				out[i] = j
			}
		} else if k := describeKey(n); interactive(n) == 2 && seen[k] == 1 {
			if j, ok := names[k]; ok {
				out[i] = j
			}
		}
	}
	return out
}

func describeKey(n *Node) string { return n.Frame + "|" + n.Role + "|" + n.Type + "|" + caption(n) }

func (c *Change) compare(a, b *Node) {
	add := func(kind, was, now string) {
		c.All = append(c.All, Happened{Kind: kind, ID: b.ID, Box: b.Box, What: describe(b), Was: was, Now: now})
	}
	if a.Value != b.Value {
		add("value", a.Value, b.Value)
	}
	if !a.State.Focused && b.State.Focused {
		add("focus", "", "")
	}
	sa, sb := a.State, b.State
	sa.Focused, sb.Focused = false, false
	if sa != sb {
		was, now := stateChange(sa, sb)
		add("state", was, now)
	}
}

// stateChange names the states that differ.
func stateChange(a, b State) (was, now string) {
	var w, n []string
	for _, s := range []struct {
		a, b    bool
		yes, no string
	}{
		{a.Disabled, b.Disabled, "disabled", "enabled"}, {a.Checked, b.Checked, "checked", "not checked"}, {a.Mixed, b.Mixed, "mixed", "not mixed"},
		{a.Selected, b.Selected, "selected", "not selected"}, {a.Expanded, b.Expanded, "expanded", "collapsed"}, {a.Pressed, b.Pressed, "pressed", "not pressed"},
		{a.Invalid, b.Invalid, "invalid", "valid"}, {a.Busy, b.Busy, "busy", "not busy"}, {a.Required, b.Required, "required", "not required"}, {a.ReadOnly, b.ReadOnly, "read-only", "editable"},
	} {
		if s.a == s.b {
			continue
		}
		if s.a {
			w, n = append(w, s.yes), append(n, s.no)
		} else {
			w, n = append(w, s.no), append(n, s.yes)
		}
	}
	return strings.Join(w, ", "), strings.Join(n, ", ")
}

// piece is one text or control that a person sees.
type piece struct {
	text, control string
	node          *Node
}

func pieces(t *Tree) []piece {
	x := newIndex(t)
	var out []piece
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible {
			continue
		}
		p := piece{node: n}
		if interactive(n) == 2 || n.Role == "dialog" || n.Role == "alertdialog" {
			p.control = describe(n)
		}
		s := n.OwnText
		if s == "" && x.first[i] < 0 {
			s = shown(n)
		}
		if p.control == "" && !field(n) {
			p.text = s
		}
		if p.text != "" || p.control != "" {
			out = append(out, p)
		}
	}
	return out
}

// surplus records what the first list has more of than the second.
func (c *Change) surplus(more, less []piece, text, control string) {
	have := make(map[string]int, len(less))
	for _, p := range less {
		have["t"+p.text]++
		have["c"+p.control]++
	}
	for _, p := range more {
		h := Happened{Kind: text, ID: p.node.ID, Box: p.node.Box, Now: p.text, What: p.control}
		k := "t" + p.text
		if p.control != "" {
			h.Kind, k = control, "c"+p.control
		}
		if have[k] > 0 {
			have[k]--
			continue
		}
		c.All = append(c.All, h)
	}
}

// None reports that nothing changed.
func (c Change) None() bool { return len(c.All) == 0 }

// Near reports whether something changed at the box or within 150 pixels of it.
func (c Change) Near(b Box) bool {
	for _, h := range c.All {
		if h.ID != "" && !h.Box.Empty() && distance(b, h.Box) <= 150 {
			return true
		}
	}
	return false
}

// Outside reports whether anything changed but the value, state and focus of the node with that id.
func (c Change) Outside(id string) bool {
	for _, h := range c.All {
		own := h.ID == id && id != "" && (h.Kind == "value" || h.Kind == "state")
		if !own && h.Kind != "focus" {
			return true
		}
	}
	return false
}

// Of are the changes of one kind.
func (c Change) Of(kind string) []Happened {
	var out []Happened
	for _, h := range c.All {
		if h.Kind == kind {
			out = append(out, h)
		}
	}
	return out
}

// String is one line for people and models: at most three of a kind, texts cut at 80 runes.
func (c Change) String() string {
	if c.None() {
		return "nothing changed"
	}
	var parts []string
	for _, kind := range []string{"url", "title", "text appeared", "text disappeared", "value", "state", "appeared", "disappeared", "focus"} {
		of := c.Of(kind)
		for k, h := range of {
			if k == 3 {
				parts = append(parts, strconv.Itoa(len(of)-3)+" more "+kind)
				break
			}
			parts = append(parts, h.line())
		}
	}
	return strings.Join(parts, "; ")
}

func (h Happened) line() string {
	switch h.Kind {
	case "url":
		return "URL changed to " + clip(h.Now, 120)
	case "title":
		return "title changed to " + strconv.Quote(clip(h.Now, 80))
	case "value":
		if h.Now == "" {
			return h.What + " was emptied"
		}
		return "value of " + h.What + " is now " + strconv.Quote(clip(h.Now, 80))
	case "state":
		return h.What + " is now " + h.Now
	case "focus":
		return "focus moved to " + h.What
	case "appeared", "disappeared":
		return h.What + " " + h.Kind
	}
	return h.Kind + ": " + strconv.Quote(clip(h.Now, 80))
}
