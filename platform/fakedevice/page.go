package fakedevice

import (
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// Page is one scripted page.
type Page struct {
	Title    string
	Status   int // HTTP status of the document; 0 is 200
	Elements []*Element
	// Height of the whole page; 0 is as high as its elements need.
	Height int
	// OnLoad runs when the page has been loaded.
	OnLoad func(w *World)

	scroll float64
}

// Element is a node and what it does. A zero Box is laid out: one element below the other.
type Element struct {
	screen.Node
	Hidden bool
	// Bar says that the element is a bar that covers others for the pointer only (platform.Hit.Strip).
	Bar bool
	// OnFocus runs when PressOn has focused the element, before the key.
	OnFocus func(w *World)
	// Attributes are those of the document that a Node does not carry.
	Attributes map[string]string
	// Accept answers a paste of characters as a page that reformats would; nil takes all.
	Accept func(value string) string
	// OnClick runs after the element's own reaction (focus, toggle, follow the link).
	OnClick func(w *World)
	// OnInput runs after the value changed.
	OnInput func(w *World, value string)
	// OnEnter runs on Enter in the focused element; nil clicks the page's first button.
	OnEnter func(w *World)
	// OnDrop runs when a drag that began on the element with that id ends here.
	OnDrop func(w *World, from string)
	// OnFiles runs when files were uploaded.
	OnFiles func(w *World, files []string)
	// OnHover runs when the pointer stands on it.
	OnHover func(w *World)

	selected bool   // the whole value is selected
	marked   string // the part SelectText selected
	autoBox  bool
	laidOut  screen.Box // in page coordinates
	secret   string     // value of a password field, which the tree does not show
}

// El makes an element of a role with a name; id is its ID and HTMLID.
func El(id, role, name string) *Element {
	return &Element{Node: screen.Node{ID: id, HTMLID: id, Parent: -1, Tag: tagOf(role), Role: role, Name: name, NameFrom: screen.FromText, Text: name, OwnText: name}}
}

// Button is a button that runs onClick.
func Button(id, name string, onClick func(w *World)) *Element {
	e := El(id, "button", name)
	e.Clickable, e.OnClick = true, onClick
	return e
}

// Link is a link to href.
func Link(id, name, href string) *Element {
	e := El(id, "link", name)
	e.Clickable, e.Href = true, href
	return e
}

// Field is a labelled text field.
func Field(id, label string) *Element {
	e := El(id, "textbox", label)
	e.Label, e.NameFrom, e.Text, e.OwnText = label, screen.FromLabel, "", ""
	e.Editable, e.Clickable, e.Type = true, true, "text"
	return e
}

// Password is a labelled password field; its value never stands in the tree.
func Password(id, label string) *Element {
	e := Field(id, label)
	e.Role, e.Type = "password", "password"
	return e
}

// Checkbox is a labelled check box.
func Checkbox(id, label string) *Element {
	e := Field(id, label)
	e.Role, e.Type, e.Editable = "checkbox", "checkbox", false
	e.State.Checkable = true
	return e
}

// Select is a labelled native select; the first option is chosen.
func Select(id, label string, options ...string) *Element {
	e := Field(id, label)
	e.Role, e.Tag, e.Type, e.Editable = "combobox", "select", "", false
	for i, o := range options {
		e.Options = append(e.Options, screen.Option{Text: o, Value: strings.ToLower(o), Selected: i == 0})
	}
	if len(options) > 0 {
		e.Value = options[0]
	}
	return e
}

// Text is a block of plain text.
func Text(id, text string) *Element {
	e := El(id, "text", "")
	e.NameFrom, e.Text, e.OwnText = "", text, text
	return e
}

// Heading is a heading of level 1.
func Heading(id, text string) *Element {
	e := El(id, "heading", text)
	e.Level = 1
	return e
}

// Hide makes the element start hidden.
func (e *Element) Hide() *Element { e.Hidden = true; return e }

func tagOf(role string) string {
	switch role {
	case "button":
		return "button"
	case "link":
		return "a"
	case "heading":
		return "h1"
	case "textbox", "password", "checkbox", "radio", "file":
		return "input"
	case "row":
		return "tr"
	case "cell":
		return "td"
	}
	return "div"
}

const (
	rowHeight = 48
	margin    = 24
)

// layout gives every element without a box of its own a row of the page.
func (p *Page) layout(viewport screen.Size) {
	y := float64(margin)
	for _, e := range p.Elements {
		if e.Box.Empty() && e.laidOut.Empty() {
			e.autoBox = true
		}
		switch {
		case !e.autoBox && e.laidOut.Empty():
			e.laidOut = e.Box
		case e.autoBox && !e.Hidden:
			e.laidOut = screen.Box{X: margin, Y: y, W: 320, H: rowHeight - 16}
			if e.Role == "text" || e.Role == "heading" {
				e.laidOut.W = float64(viewport.W - 2*margin)
			}
		}
		if !e.Hidden {
			y = max(y, e.laidOut.Y+e.laidOut.H+16)
		}
	}
	p.Height = max(p.Height, int(y)+margin)
}

// node is the element as an observation shows it.
func (p *Page) node(e *Element, viewport screen.Size) screen.Node {
	n := e.Node
	n.Options = slices.Clone(e.Options) // a reading stays as it was read
	n.Box = e.laidOut
	n.Box.Y -= p.scroll
	n.Visible = !e.Hidden
	n.InViewport = n.Visible && !n.Box.Intersect(screen.Box{W: float64(viewport.W), H: float64(viewport.H)}).Empty()
	if e.Role == "password" {
		n.Value = ""
	}
	if e.Hidden {
		n.Text, n.OwnText = "", ""
	}
	return n
}

func (p *Page) byID(id string) *Element {
	for _, e := range p.Elements {
		if e.ID == id {
			return e
		}
	}
	return nil
}

// at is the topmost visible element under a point: the last one in the document.
func (p *Page) at(pt screen.Point, viewport screen.Size) *Element {
	p.layout(viewport)
	var top *Element
	for _, e := range p.Elements {
		n := p.node(e, viewport)
		if n.Visible && n.Box.Contains(pt) {
			top = e
		}
	}
	return top
}
