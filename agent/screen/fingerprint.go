package screen

import (
	"math"
	"slices"
	"strings"
)

// Fingerprint is how an element is known again: within one answer of a model,
// and between a recorded run and its replay.
type Fingerprint struct {
	Role        string `json:"role" yaml:"role"`
	Tag         string `json:"tag,omitempty" yaml:"tag,omitempty"`
	Type        string `json:"type,omitempty" yaml:"type,omitempty"`
	Name        string `json:"name,omitempty" yaml:"name,omitempty"`
	Label       string `json:"label,omitempty" yaml:"label,omitempty"`
	Placeholder string `json:"placeholder,omitempty" yaml:"placeholder,omitempty"`
	TestID      string `json:"test_id,omitempty" yaml:"test_id,omitempty"`
	HTMLID      string `json:"html_id,omitempty" yaml:"html_id,omitempty"` // "" when it looks generated
	Text        string `json:"text,omitempty" yaml:"text,omitempty"`       // not of a field
	Href        string `json:"href,omitempty" yaml:"href,omitempty"`       // without the query
	// Icon is a hash of what is drawn in a control without words.
	Icon   string `json:"icon,omitempty" yaml:"icon,omitempty"`
	RowKey string `json:"row_key,omitempty" yaml:"row_key,omitempty"`
	Region string `json:"region,omitempty" yaml:"region,omitempty"`
	// Twins counts the other visible controls of that role, name, icon and row, so that name and row alone do not tell which it was.
	Twins int `json:"twins,omitempty" yaml:"twins,omitempty"`
	// The nearest texts on each side; "" beyond 400 pixels.
	Left  string `json:"left,omitempty" yaml:"left,omitempty"`
	Right string `json:"right,omitempty" yaml:"right,omitempty"`
	Above string `json:"above,omitempty" yaml:"above,omitempty"`
	Below string `json:"below,omitempty" yaml:"below,omitempty"`
	// X and Y are the centre relative to the viewport (0 to 1 inside it), W and H the size in pixels.
	X float64 `json:"x" yaml:"center_x"`
	Y float64 `json:"y" yaml:"center_y"`
	W float64 `json:"w" yaml:"width"`
	H float64 `json:"h" yaml:"height"`
	// Frame is the route of the frame; Path the roles from the top, for diagnosis only.
	Frame string `json:"frame,omitempty" yaml:"frame,omitempty"`
	Path  string `json:"path,omitempty" yaml:"path,omitempty"`
}

// FingerprintOf takes the fingerprint of node i.
func FingerprintOf(t *Tree, i int) Fingerprint { return newIndex(t).fingerprint(i) }

func (x *index) fingerprint(i int) Fingerprint {
	t := x.t
	n := &t.Nodes[i]
	p := Fingerprint{
		Role: n.Role, Tag: n.Tag, Type: n.Type, Name: clip(n.Name, longestKey), Label: clip(n.Label, longestKey),
		Placeholder: clip(n.Placeholder, longestKey), TestID: n.TestID, Icon: n.Icon, Frame: n.Frame, W: n.Box.W, H: n.Box.H, Path: x.path(i),
	}
	if !Generated(n.HTMLID) {
		p.HTMLID = n.HTMLID
	}
	if !field(n) {
		p.Text = clip(n.Text, longestKey)
	}
	p.Href, _, _ = strings.Cut(n.Href, "?")
	p.RowKey = x.rowKey(i)
	for j := range t.Nodes {
		m := &t.Nodes[j]
		if j != i && m.Visible && m.Role == n.Role && m.Name == n.Name && (n.Name != "" || m.Icon == n.Icon) && x.rowKey(j) == p.RowKey {
			p.Twins++
		}
	}
	if r := t.Region(i); r >= 0 {
		p.Region = t.RegionLabel(r)
	}
	p.Left, p.Right, p.Above, p.Below = x.neighbours(i)
	c := n.Box.Center()
	if t.Viewport.W > 0 && t.Viewport.H > 0 {
		p.X, p.Y = round3(c.X/float64(t.Viewport.W)), round3(c.Y/float64(t.Viewport.H))
	}
	return p
}

func (x *index) rowKey(i int) string {
	if r := x.rowOf(i); r >= 0 && r != i {
		return x.ownKey(r)
	}
	return ""
}

func round3(f float64) float64 { return math.Round(f*1000) / 1000 }

// Same reports whether two fingerprints are of one unchanged element: who it is,
// where it belongs, what stands beside it and how large it is. Its place may differ, as a page scrolls.
func Same(a, b Fingerprint) bool {
	return a.Role == b.Role && a.Tag == b.Tag && a.Type == b.Type && a.Name == b.Name && a.Label == b.Label &&
		a.Placeholder == b.Placeholder && a.TestID == b.TestID && a.HTMLID == b.HTMLID && a.Href == b.Href && a.Icon == b.Icon && a.Text == b.Text &&
		a.RowKey == b.RowKey && a.Region == b.Region && a.Frame == b.Frame &&
		a.Left == b.Left && a.Right == b.Right && a.Above == b.Above && a.Below == b.Below &&
		math.Abs(a.W-b.W) <= 2 && math.Abs(a.H-b.H) <= 2
}

// Generated reports an id that looks made by a framework, so that it is another one at the next load (":r3:", "ember123", "a1b2c3d4").
func Generated(id string) bool {
	if id == "" || strings.ContainsAny(id, ": ") {
		return true
	}
	low := strings.ToLower(id)
	for _, p := range []string{"ember", "react-", "radix-", "headlessui-", "mui-", "ext-gen", "yui_", "mat-input-", "cdk-", "ng-", "rc_", "react-select-", "downshift-", "__"} {
		if strings.HasPrefix(low, p) {
			return true
		}
	}
	digits, run := 0, 0
	for i := 0; i < len(low); i++ {
		if low[i] >= '0' && low[i] <= '9' {
			digits++
			run++
			if run >= 5 {
				return true
			}
		} else {
			run = 0
		}
	}
	if digits >= 3 && digits*3 >= len(low) {
		return true
	}
	hex := strings.Trim(low, "0123456789abcdef-") == ""
	return hex && digits > 1 && len(low) >= 8
}

// path is the chain of roles from the top down to i.
func (x *index) path(i int) string {
	var roles []string
	for ; i >= 0; i = x.t.Nodes[i].Parent {
		role := x.t.Nodes[i].Role
		if role == "" {
			role = x.t.Nodes[i].Tag
		}
		roles = append(roles, role)
	}
	slices.Reverse(roles)
	return strings.Join(roles, "/")
}

// reach is how far a neighbour may be away, in pixels.
const reach = 400

// neighbours are the nearest texts on the four sides of node i; the values of fields are no texts.
func (x *index) neighbours(i int) (left, right, above, below string) {
	sides := [...]RelationKind{LeftOf, RightOf, Above, Below}
	best := [...]float64{reach, reach, reach, reach}
	var text [4]string
	box := x.t.Nodes[i].Box
	for j := range x.t.Nodes {
		n := &x.t.Nodes[j]
		s := n.OwnText
		if s == "" && x.first[j] < 0 {
			s = shown(n)
		}
		if s == "" || !n.Visible || n.Box.Empty() || field(n) || x.t.Within(j, i) || x.t.Within(i, j) {
			continue
		}
		for k, side := range sides {
			if d := sideways(box, n.Box, side); d < best[k] {
				best[k], text[k] = d, clip(s, longestKey)
			}
		}
	}
	return text[0], text[1], text[2], text[3]
}

// Texts are the fields that hold words of the page, in which a recording keeps templates.
func (p *Fingerprint) Texts() []*string {
	return []*string{&p.Name, &p.Label, &p.Placeholder, &p.TestID, &p.HTMLID, &p.Text, &p.Href, &p.RowKey, &p.Region, &p.Left, &p.Right, &p.Above, &p.Below}
}
