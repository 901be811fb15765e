package screentest

import (
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// captioned puts the caption of a line where the role has it.
func captioned(n *screen.Node, s string) {
	n.Name = s
	switch kindOf(n.Role) {
	case "field":
		n.Label, n.NameFrom = s, screen.FromLabel
	case "place":
		n.NameFrom = screen.FromAriaLabel
	case "picture":
		n.Alt, n.NameFrom = s, screen.FromAlt
	default:
		n.OwnText, n.NameFrom = s, screen.FromText
		if textRole(n.Role) {
			n.Name, n.NameFrom = "", ""
		}
	}
}

func textRole(role string) bool {
	switch role {
	case "text", "label", "generic", "paragraph":
		return true
	}
	return false
}

func kindOf(role string) string {
	switch role {
	case "textbox", "searchbox", "password", "spinbutton", "combobox", "slider", "date", "time", "file", "color", "textarea", "select", "checkbox", "radio", "switch":
		return "field"
	case "dialog", "alertdialog", "region", "form", "navigation", "banner", "main", "contentinfo", "complementary", "table", "grid", "list", "listbox", "group", "radiogroup", "tablist", "tabpanel", "menu", "article", "search", "iframe", "row", "feed", "progressbar":
		return "place"
	case "img":
		return "picture"
	}
	return "text"
}

func tagOf(role string) string {
	switch role {
	case "button", "table", "form", "iframe", "main", "label", "textarea", "select", "dialog", "canvas", "img", "section", "article":
		return role
	case "link":
		return "a"
	case "row":
		return "tr"
	case "cell":
		return "td"
	case "columnheader", "rowheader":
		return "th"
	case "list":
		return "ul"
	case "listitem":
		return "li"
	case "navigation":
		return "nav"
	case "heading":
		return "h2"
	case "textbox", "searchbox", "password", "spinbutton", "checkbox", "radio", "slider", "date", "time", "file", "color":
		return "input"
	case "combobox":
		return "select"
	case "text", "paragraph":
		return "p"
	}
	return "div"
}

// byRole sets what a browser would know of such an element.
func byRole(n *screen.Node) {
	switch n.Role {
	case "textarea":
		n.Role = "textbox"
		n.Editable, n.Clickable = true, true
	case "select":
		n.Role = "combobox"
		n.Clickable = true
	case "textbox", "searchbox", "password", "spinbutton", "date", "time", "color":
		n.Editable, n.Clickable = true, true
		n.Type = map[string]string{"textbox": "text", "searchbox": "search", "spinbutton": "number"}[n.Role]
		if n.Type == "" {
			n.Type = n.Role
		}
	case "checkbox", "radio", "switch":
		n.Clickable, n.State.Checkable, n.Type = true, true, n.Role
	case "button", "link", "tab", "menuitem", "option", "combobox", "slider", "clickable":
		n.Clickable = true
		n.State.Selectable = n.Role == "tab" || n.Role == "option"
	case "heading":
		n.Level = 2
	case "label":
		n.Role, n.Tag = "text", "label"
	case "img", "canvas":
		n.Picture = true
	case "file":
		n.Type = "file"
	case "generic":
		n.Role = ""
	}
}

// finish computes texts from the leaves up, then boxes from the top down.
func (b *builder) finish() {
	nodes := b.tree.Nodes
	children := make([][]int, len(nodes))
	for i := range nodes {
		if p := nodes[i].Parent; p >= 0 {
			children[p] = append(children[p], i)
		}
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if b.extra[i].textSet {
			continue
		}
		var s strings.Builder
		s.WriteString(n.OwnText)
		for _, c := range children[i] {
			if b.extra[c].hidden && !b.extra[i].hidden || nodes[c].Text == "" {
				continue
			}
			if s.Len() > 0 && !b.extra[c].inline {
				s.WriteByte(' ')
			}
			s.WriteString(nodes[c].Text)
		}
		n.Text = s.String()
		switch kindOf(n.Role) {
		case "field":
			if n.Editable {
				n.Text = ""
			}
		case "text":
			if n.Name == "" && !textRole(n.Role) && n.Role != "" && len(n.Text) < 300 {
				n.Name, n.NameFrom = n.Text, screen.FromText
			}
		}
	}
	y := 10.0
	for i := range nodes {
		if nodes[i].Parent < 0 {
			b.place(children, i, 10, &y)
		}
	}
	column := map[int]int{}
	for i := range nodes {
		n := &nodes[i]
		switch n.Role {
		case "cell", "columnheader", "rowheader":
			column[n.Parent]++
			if n.Column == 0 {
				n.Column = column[n.Parent]
			}
		}
		in := n.Box.Intersect(screen.Box{W: 1280, H: 800})
		n.InViewport = n.Visible && !in.Empty()
	}
}

// place lays node i out at x and *y and moves *y below it.
func (b *builder) place(children [][]int, i int, x float64, y *float64) {
	n := &b.tree.Nodes[i]
	if len(children[i]) == 0 {
		if !b.extra[i].boxed {
			n.Box = screen.Box{X: x, Y: *y, W: 140, H: 24}
		}
		*y += 30
		if b.extra[i].hidden {
			n.Box = screen.Box{}
			*y -= 30
		}
		return
	}
	top := *y
	bottom := top
	for k, c := range children[i] {
		if n.Role == "row" {
			at := top
			b.place(children, c, x+160*float64(k), &at)
			bottom = max(bottom, at)
			continue
		}
		b.place(children, c, x, y)
		bottom = *y
	}
	*y = bottom
	if b.extra[i].boxed {
		return
	}
	n.Box = screen.Box{X: x, Y: top}
	for _, c := range children[i] {
		k := b.tree.Nodes[c].Box
		if !k.Empty() {
			n.Box.W = max(n.Box.W, k.X+k.W-n.Box.X)
			n.Box.H = max(n.Box.H, k.Y+k.H-n.Box.Y)
		}
	}
}
