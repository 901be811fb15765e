// Package screen is the element tree of one observation: what stands where, how to find it and how to know it again.
//
// It is pure: no driver, no model, no clock. Builtin model, checks and replay share it.
package screen

// The lengths in characters at which drivers cut the strings of a Node.
const (
	NameLength = 300
	TextLength = 2000
)

// Node is one element of the screen. Drivers fill it; nothing here changes it.
//
// All strings have white space folded and are cut by the driver on a
// character boundary, without a sign that they did (names at NameLength, texts at TextLength).
type Node struct {
	// ID names the element for the driver ("frame:number"). It stays with the
	// same element for as long as that lives, also across observations.
	ID string `json:"id"`
	// Parent is the index in Tree.Nodes of the nearest ancestor that is a node
	// too, -1 at the top. The content of a frame hangs below the frame's node,
	// that of a shadow root below its host.
	Parent int `json:"parent"`
	// Frame is the route of frame indexes from the top document, "" there, then "0", "0.2".
	Frame string `json:"frame,omitempty"`
	Tag   string `json:"tag"`
	// Role is the ARIA role, explicit or implied by the tag. Beyond ARIA:
	// "text" for a block of plain text, "clickable" for something with a click
	// handler or pointer cursor and no role, "iframe", "file" for a file input,
	// "date", "time", "datetime-local", "month", "week", "color" for such inputs, "password" for a password field.
	Role string `json:"role"`
	// Name is the accessible name (aria-labelledby, aria-label, label, alt, text, title, placeholder).
	Name     string     `json:"name,omitempty"`
	NameFrom NameSource `json:"name_from,omitempty"`

	Label       string `json:"label,omitempty"` // text of the <label> or aria label
	Placeholder string `json:"placeholder,omitempty"`
	Title       string `json:"title,omitempty"`
	Alt         string `json:"alt,omitempty"`
	TestID      string `json:"test_id,omitempty"` // data-testid, data-test, data-test-id, data-cy, data-qa
	HTMLID      string `json:"html_id,omitempty"`
	HTMLName    string `json:"html_name,omitempty"`
	Class       string `json:"class,omitempty"`
	Type        string `json:"type,omitempty"` // input type, lower case
	Href        string `json:"href,omitempty"` // absolute
	// Icon is a hash of the drawing in a control without words (svg, icon font, picture), "" when it has words or no drawing.
	Icon string `json:"icon,omitempty"`
	// VisualLabel is the nearest text left of or above an unlabelled field
	// (right of a checkbox or radio); "" when the element has a name of its own.
	VisualLabel string `json:"visual_label,omitempty"`

	// Text is what a person reads in the element and all below it (rendered
	// text, as innerText gives it, open shadow roots included); OwnText only what stands directly in it.
	Text    string   `json:"text,omitempty"`
	OwnText string   `json:"own_text,omitempty"`
	Value   string   `json:"value,omitempty"` // current value of a field; the chosen option's text of a select; "" for a password
	Options []Option `json:"options,omitempty"`

	State State `json:"state"`
	Box   Box   `json:"box"`

	Visible    bool `json:"visible"`              // rendered and not transparent, wherever it is scrolled to
	InViewport bool `json:"in_viewport"`          // some of it lies within the picture and its scroll containers
	Clickable  bool `json:"clickable,omitempty"`  // role, click handler or pointer cursor
	Editable   bool `json:"editable,omitempty"`   // takes typed text
	Picture    bool `json:"picture,omitempty"`    // img, svg, canvas, background image
	Scrollable bool `json:"scrollable,omitempty"` // has more content than it shows
	Draggable  bool `json:"draggable,omitempty"`

	Level  int `json:"level,omitempty"`  // of a heading, 1 to 6
	Column int `json:"column,omitempty"` // of a cell, 1-based
}

// NameSource says where an accessible name came from.
type NameSource string

// The sources of a name, strongest first.
const (
	FromLabelledBy  NameSource = "labelledby"
	FromAriaLabel   NameSource = "aria-label"
	FromLabel       NameSource = "label"
	FromAlt         NameSource = "alt"
	FromText        NameSource = "text"
	FromValue       NameSource = "value"
	FromTitle       NameSource = "title"
	FromPlaceholder NameSource = "placeholder"
)

// Option is one choice of a select or listbox.
type Option struct {
	Text     string `json:"text"`
	Value    string `json:"value,omitempty"`
	Selected bool   `json:"selected,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
}

// State holds the states of an element; Expandable, Checkable and the like say
// whether the opposite ("collapsed", "not checked") means anything.
type State struct {
	Disabled   bool `json:"disabled,omitempty"`
	Checkable  bool `json:"checkable,omitempty"`
	Checked    bool `json:"checked,omitempty"`
	Mixed      bool `json:"mixed,omitempty"`
	Selectable bool `json:"selectable,omitempty"`
	Selected   bool `json:"selected,omitempty"` // aria-selected, aria-current or a chosen option
	Focused    bool `json:"focused,omitempty"`
	Expandable bool `json:"expandable,omitempty"`
	Expanded   bool `json:"expanded,omitempty"`
	Pressable  bool `json:"pressable,omitempty"` // a toggle button
	Pressed    bool `json:"pressed,omitempty"`
	Required   bool `json:"required,omitempty"`
	ReadOnly   bool `json:"readonly,omitempty"`
	Invalid    bool `json:"invalid,omitempty"`
	Busy       bool `json:"busy,omitempty"`
	Multiple   bool `json:"multiple,omitempty"`
	Modal      bool `json:"modal,omitempty"`
}

// Tree is every element of one observation in document order; a parent stands before its children.
type Tree struct {
	Nodes []Node `json:"nodes"`
	// Viewport is the size of the screenshot the boxes refer to.
	Viewport Size   `json:"viewport"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	// LeftOut counts the elements beyond the driver's cap.
	LeftOut int `json:"left_out,omitempty"`
}

// ByID is the index of the node with that id, -1 when there is none.
func (t *Tree) ByID(id string) int {
	for i := range t.Nodes {
		if t.Nodes[i].ID == id {
			return i
		}
	}
	return -1
}

// Ancestors are the indexes of the nodes above i, the nearest first.
func (t *Tree) Ancestors(i int) []int {
	var up []int
	for p := t.Nodes[i].Parent; p >= 0; p = t.Nodes[p].Parent {
		up = append(up, p)
	}
	return up
}

// Within reports whether node i is a or lies below it.
func (t *Tree) Within(i, a int) bool {
	for ; i >= 0; i = t.Nodes[i].Parent {
		if i == a {
			return true
		}
	}
	return false
}

// At is the index of the deepest visible node under a point, -1 when there is none.
// Of several the one later in the document wins, as it is painted later.
func (t *Tree) At(p Point) int {
	best, depth := -1, -1
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible || !n.Box.Contains(p) {
			continue
		}
		if d := len(t.Ancestors(i)); d >= depth {
			best, depth = i, d
		}
	}
	return best
}
