package appium

import (
	"context"
	"encoding/json"
	"math"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// Elements is the whole tree: of a phone's source, or of a page's top document with its open shadow roots.
func (s *session) Elements(ctx context.Context) (*screen.Tree, error) {
	return call(ctx, s, "elements", func(ctx context.Context) (*screen.Tree, error) {
		if s.place.scale == 0 {
			if _, err := s.picture(ctx); err != nil {
				return nil, err
			}
		}
		if s.web() {
			if err := s.follow(ctx); err != nil {
				return nil, err
			}
			return s.pageTree(ctx)
		}
		return s.readSource(ctx)
	})
}

// nativeTree is the source as it was read last.
type nativeTree struct {
	tree  *screen.Tree
	fresh bool // nothing was done since
}

func (s *session) readSource(ctx context.Context) (*screen.Tree, error) {
	text, err := s.wd.PageSource()
	if err != nil {
		return nil, err
	}
	parse := parseAndroid
	if s.kind == ios {
		parse = parseIOS
	}
	t, err := parse([]byte(text), s.place)
	if err != nil {
		return nil, err
	}
	t.URL = s.appAddress(ctx)
	s.source = nativeTree{tree: t, fresh: true}
	return t, nil
}

// found is a node of the source as it stands now, with its tree.
func (s *session) found(ctx context.Context, op, id string) (*screen.Tree, int, error) {
	t, err := s.readSource(ctx)
	if err != nil {
		return nil, 0, err
	}
	i := t.ByID(id)
	if i < 0 {
		return nil, 0, lost(op)
	}
	return t, i, nil
}

// Element reads one node again. Its Parent is -1, as it comes without its ancestors.
func (s *session) Element(ctx context.Context, id string) (screen.Node, error) {
	const op = "element"
	return call(ctx, s, op, func(ctx context.Context) (screen.Node, error) { return s.readNode(ctx, op, id) })
}

func (s *session) readNode(ctx context.Context, op, id string) (screen.Node, error) {
	if s.web() {
		return s.pageElement(ctx, id)
	}
	t, i, err := s.found(ctx, op, id)
	if err != nil {
		return screen.Node{}, err
	}
	n := t.Nodes[i]
	n.Parent = -1
	return n, nil
}

// ScrollIntoView brings the element into the picture. The source of a phone has
// little beyond the picture, so there it moves by swipes for as long as the element is in the source.
func (s *session) ScrollIntoView(ctx context.Context, id string) (screen.Node, error) {
	const op = "scroll into view"
	return call(ctx, s, op, func(ctx context.Context) (screen.Node, error) {
		if s.web() {
			if _, ok, err := s.ask(ctx, "reveal", id); err != nil || !ok {
				return screen.Node{}, orLost(op, err)
			}
			return s.pageElement(ctx, id)
		}
		for range 6 {
			n, err := s.readNode(ctx, op, id)
			if err != nil {
				return n, err
			}
			c, h := n.Box.Center(), float64(s.place.size.H)
			if n.InViewport && c.Y >= 0 && c.Y < h {
				return n, nil
			}
			middle := screen.Point{X: float64(s.place.size.W) / 2, Y: h / 2}
			if err := s.swipes(ctx, middle, 0, math.Max(-h/2, math.Min(h/2, c.Y-h/2))); err != nil {
				return n, err
			}
		}
		return s.readNode(ctx, op, id)
	})
}

func orLost(op string, err error) error {
	if err != nil {
		return err
	}
	return lost(op)
}

// HitTest says whether a tap at p reaches the element. An Android keyboard in
// the way is hidden, as it stands in no source, and named for the caller to look again.
func (s *session) HitTest(ctx context.Context, id string, p screen.Point) (platform.Hit, error) {
	const op = "hit test"
	return call(ctx, s, op, func(ctx context.Context) (platform.Hit, error) {
		if p.X < 0 || p.Y < 0 || p.X >= float64(s.place.size.W) || p.Y >= float64(s.place.size.H) {
			return platform.Hit{By: "the edge of the viewport"}, nil
		}
		if s.web() {
			return s.pageHit(ctx, id, p)
		}
		if s.kind == android && p.Y > float64(s.place.size.H)*keyboardTop && s.keyboardShown(ctx) {
			if err := s.hideKeyboard(ctx); err != nil {
				return platform.Hit{}, err
			}
			return platform.Hit{By: "the on-screen keyboard"}, nil
		}
		t, i := s.source.tree, -1
		if t != nil && s.source.fresh {
			i = t.ByID(id)
		}
		if i < 0 {
			var err error
			if t, i, err = s.found(ctx, op, id); err != nil {
				return platform.Hit{}, err
			}
		}
		return nativeHit(t, i, p), nil
	})
}

// keyboardTop is below which part of the picture a keyboard may lie.
const keyboardTop = .55

// nativeHit takes the source's order for that of painting: what comes later lies on top.
func nativeHit(t *screen.Tree, i int, p screen.Point) platform.Hit {
	top := -1
	for j := range t.Nodes {
		if n := &t.Nodes[j]; n.Visible && n.Box.Contains(p) && solid(n) {
			top = j
		}
	}
	switch {
	case t.Within(top, i) || top < 0 && t.Nodes[i].Box.Contains(p):
		return platform.Hit{OK: true}
	case top < 0:
		return platform.Hit{By: "nothing that can be tapped"}
	case t.Within(i, top) && t.Nodes[i].Box.Contains(p):
		return platform.Hit{OK: true} // a part of what takes the tap
	}
	n := &t.Nodes[top]
	name := n.Role
	if n.Name != "" {
		name += " \"" + clip(n.Name, 60) + "\""
	}
	return platform.Hit{By: name}
}

// solid says that a node takes a tap or can be seen, unlike a container that only arranges others.
func solid(n *screen.Node) bool {
	return n.Clickable || n.Editable || n.Picture || n.OwnText != "" || n.State.Checkable || n.Role == "keyboard" || n.State.Modal
}

// Select chooses options of a native select of a page. A phone's lists are opened and tapped.
func (s *session) Select(ctx context.Context, id string, options []string) error {
	return s.inPage(ctx, "select", "choose", id, options, "tap the list, then the option")
}

// SetValue gives a native input of a page its value in the HTML wire format.
func (s *session) SetValue(ctx context.Context, id, value string) error {
	return s.inPage(ctx, "set value", "setValue", id, value, "tap the field and use what opens")
}

// SelectText selects the first occurrence of text within an element of a page.
func (s *session) SelectText(ctx context.Context, id, text string) error {
	if text == "" {
		return permanent("select text", "there is no text to select")
	}
	return s.inPage(ctx, "select text", "selectText", id, text, "clear the field and type it anew")
}

func (s *session) inPage(ctx context.Context, op, fn, id string, arg any, instead string) error {
	return s.do(ctx, op, func(ctx context.Context) error {
		if !s.web() {
			if _, err := s.readNode(ctx, op, id); err != nil {
				return err
			}
			return permanent(op, "%w: %s", ErrUnsupported, instead)
		}
		return s.alter(ctx, op, fn, id, arg)
	})
}

// ScrollBy scrolls the element's own container by dx, dy pixels. A phone does not
// say how far a swipe went: it moved when the source reads differently afterwards.
func (s *session) ScrollBy(ctx context.Context, id string, dx, dy float64) (bool, error) {
	const op = "scroll"
	return call(ctx, s, op, func(ctx context.Context) (bool, error) {
		if s.web() {
			v, err := asked[pageScroll](ctx, s, "scrollContainer", id, dx/s.place.scale, dy/s.place.scale)
			if err == nil && v.None {
				return false, permanent(op, "%w", platform.ErrNoScroll)
			}
			return v.Moved, err
		}
		t, i, err := s.found(ctx, op, id)
		if err != nil {
			return false, err
		}
		for ; i >= 0 && !t.Nodes[i].Scrollable; i = t.Nodes[i].Parent {
		}
		if i < 0 {
			return false, permanent(op, "%w", platform.ErrNoScroll)
		}
		before, err := s.sourceText()
		if err != nil {
			return false, err
		}
		if err := s.swipes(ctx, t.Nodes[i].Box.Center(), dx, dy); err != nil {
			return false, err
		}
		after, err := s.sourceText()
		return before != after, err
	})
}

func (s *session) sourceText() (string, error) { return s.wd.PageSource() }

// Attribute is an attribute of an element of a page; a phone's nodes carry all that the source says.
func (s *session) Attribute(ctx context.Context, id, name string) (value string, ok bool, err error) {
	const op = "attribute"
	err = s.do(ctx, op, func(ctx context.Context) error {
		if !s.web() {
			return unsupported(op, "elements of an application have no HTML attributes")
		}
		v, err := asked[struct {
			Value *string `json:"value"`
		}](ctx, s, "attribute", id, name)
		if err == nil && v.Value != nil {
			value, ok = *v.Value, true
		}
		return err
	})
	return value, ok, err
}

// pressBack presses Android's own back key.
func (s *session) pressBack(ctx context.Context) error {
	return s.mobile(ctx, "pressKey", map[string]any{"keycode": androidKeys["Back"]}, nil)
}

// PressOn focuses an element of a page and presses a key that clicks it; no other element gets the key.
func (s *session) PressOn(ctx context.Context, id, key string) error {
	const op = "press on"
	return s.do(ctx, op, func(ctx context.Context) error {
		type refusal struct {
			Error string `json:"error"`
		}
		v, err := asked[refusal](ctx, s, "arm", id, "")
		if err != nil {
			return err
		}
		if v.Error != "" {
			return permanent(op, "%s", v.Error)
		}
		if err := s.key(ctx, op, key); err != nil {
			_, _, _ = s.ask(ctx, "disarm") // or no later key would get anywhere
			return err
		}
		text, ok, err := s.ask(ctx, "disarm")
		if err != nil || !ok {
			return err // no answer: the click took the document away
		}
		if err := json.Unmarshal([]byte(text), &v); err == nil && v.Error != "" {
			return permanent(op, "%s", v.Error)
		}
		return nil
	})
}
