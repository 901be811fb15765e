package playwright

import (
	"context"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// Element reads one node again. Its Parent is -1, as it comes without its ancestors.
func (s *session) Element(ctx context.Context, id string) (screen.Node, error) {
	const op = "element"
	return call(ctx, s, op, reads, func(context.Context) (screen.Node, error) { return s.readNode(op, id) })
}

func (s *session) readNode(op, id string) (screen.Node, error) {
	f, local, ok := s.frames.find(id)
	if !ok {
		return screen.Node{}, lost(op)
	}
	w, ok, err := asked[wireFrame](f, "one", local)
	if err != nil {
		return screen.Node{}, err
	}
	if !ok || len(w.Nodes) == 0 {
		return screen.Node{}, lost(op)
	}
	at, err := s.placeOf(f)
	if err != nil {
		return screen.Node{}, err
	}
	if f.ParentFrame() == nil {
		at = s.top(w.Zoom, w.ZX, w.ZY)
	}
	n := w.Nodes[0].node(w.Token)
	finish(&n, s.frames.prefix(f), s.routeOf(f), at, true)
	return n, nil
}

func lost(op string) error { return permanent(op, "the element is no longer there") }

// placeOf asks each document above where it shows the frame.
func (s *session) placeOf(f pw.Frame) (place, error) {
	parent := f.ParentFrame()
	if parent == nil {
		return s.top(1, 0, 0), nil
	}
	at, err := s.placeOf(parent)
	if err != nil {
		return at, err
	}
	owner, err := s.frames.ownerOf(f)
	if err != nil {
		return at, err
	}
	view, ok, err := asked[[]float64](parent, "frameView", owner)
	if err != nil {
		return at, err
	}
	if !ok {
		return at, lost("element")
	}
	return at.inner(view), nil
}

func (s *session) routeOf(f pw.Frame) string {
	parent := f.ParentFrame()
	if parent == nil {
		return ""
	}
	for i, k := range s.frames.children(parent) {
		if k == f {
			if up := s.routeOf(parent); up != "" {
				return up + "." + itoa(i)
			}
			return itoa(i)
		}
	}
	return ""
}

// ScrollIntoView brings the element, and the frames it lies in, into the viewport.
func (s *session) ScrollIntoView(ctx context.Context, id string) (screen.Node, error) {
	const op = "scroll into view"
	return call(ctx, s, op, reads, func(context.Context) (screen.Node, error) {
		defer s.acted()
		f, local, ok := s.frames.find(id)
		if !ok {
			return screen.Node{}, lost(op)
		}
		if _, ok, err := ask(f, "reveal", local); err != nil || !ok {
			return screen.Node{}, orLost(op, err)
		}
		n, err := s.readNode(op, id)
		for ; err == nil && !s.reachable(n) && f.ParentFrame() != nil; f = f.ParentFrame() {
			owner, oerr := s.frames.ownerOf(f)
			if oerr != nil {
				return n, oerr
			}
			if _, ok, rerr := ask(f.ParentFrame(), "reveal", owner); rerr != nil || !ok {
				return n, orLost(op, rerr)
			}
			n, err = s.readNode(op, id)
		}
		return n, err
	})
}

// reachable says that the middle of the node can be pointed at.
func (s *session) reachable(n screen.Node) bool {
	c := n.Box.Center()
	return n.InViewport && inside(c, s.picture())
}

// picture is the size of the active tab's picture.
func (s *session) picture() screen.Size {
	if _, t, _ := s.tabs.snapshot(); t != nil {
		return t.picture()
	}
	return s.size
}

func inside(p screen.Point, size screen.Size) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < float64(size.W) && p.Y < float64(size.H)
}

func orLost(op string, err error) error {
	if err != nil {
		return err
	}
	return lost(op)
}

// wireHit is the answer of hit and throughFrame.
type wireHit struct {
	OK    bool    `json:"ok"`
	By    string  `json:"by"`
	Strip bool    `json:"strip"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
}

// HitTest says whether a click at p reaches the element, asking every document from the top one down.
func (s *session) HitTest(ctx context.Context, id string, p screen.Point) (platform.Hit, error) {
	const op = "hit test"
	return call(ctx, s, op, reads, func(context.Context) (platform.Hit, error) {
		f, local, ok := s.frames.find(id)
		if !ok {
			return platform.Hit{}, lost(op)
		}
		if !inside(p, s.picture()) {
			return platform.Hit{By: "the edge of the viewport"}, nil
		}
		var chain []pw.Frame // from the element's frame up to below the main frame
		for up := f; up.ParentFrame() != nil; up = up.ParentFrame() {
			chain = append(chain, up)
		}
		x, y := p.X, p.Y
		if !s.plain {
			w, ok, err := asked[wireZoom](topOf(f), "zoom")
			if err == nil && ok && w.Zoom > 0 {
				x, y = x/w.Zoom+w.ZX, y/w.Zoom+w.ZY
			}
		}
		for i := len(chain) - 1; i >= 0; i-- {
			owner, err := s.frames.ownerOf(chain[i])
			if err != nil {
				return platform.Hit{}, err
			}
			h, ok, err := asked[wireHit](chain[i].ParentFrame(), "throughFrame", owner, x, y)
			if err != nil || !ok {
				return platform.Hit{}, orLost(op, err)
			}
			if !h.OK {
				return platform.Hit{By: h.By}, nil
			}
			x, y = h.X, h.Y
		}
		h, ok, err := asked[wireHit](f, "hit", local, x, y)
		if err != nil || !ok {
			return platform.Hit{}, orLost(op, err)
		}
		return platform.Hit{OK: h.OK, By: h.By, Strip: h.Strip}, nil
	})
}

type wireZoom struct {
	W    float64 `json:"w"`
	H    float64 `json:"h"`
	Zoom float64 `json:"zoom"`
	ZX   float64 `json:"zx"`
	ZY   float64 `json:"zy"`
}

func topOf(f pw.Frame) pw.Frame {
	for f.ParentFrame() != nil {
		f = f.ParentFrame()
	}
	return f
}

// ScrollBy scrolls the nearest scroll container of the element, the page at last. What has none is platform.ErrNoScroll.
func (s *session) ScrollBy(ctx context.Context, id string, dx, dy float64) (bool, error) {
	const op = "scroll"
	return call(ctx, s, op, reads, func(context.Context) (bool, error) {
		defer s.acted()
		f, local, ok := s.frames.find(id)
		if !ok {
			return false, lost(op)
		}
		v, ok, err := asked[struct {
			Moved bool `json:"moved"`
			None  bool `json:"none"`
		}](f, "scrollContainer", local, dx, dy)
		if err != nil || !ok {
			return false, orLost(op, err)
		}
		if v.None {
			return false, permanent(op, "%w", platform.ErrNoScroll)
		}
		return v.Moved, nil
	})
}

// Select chooses exactly these options of a native select.
func (s *session) Select(ctx context.Context, id string, options []string) error {
	wanted := make([]any, len(options))
	for i, o := range options {
		wanted[i] = o
	}
	return s.alter(ctx, "select", id, "choose", wanted)
}

// SetValue gives a native input its value in the HTML wire format.
func (s *session) SetValue(ctx context.Context, id, value string) error {
	return s.alter(ctx, "set value", id, "setValue", value)
}

// SelectText selects the first occurrence of text within the element.
func (s *session) SelectText(ctx context.Context, id, text string) error {
	if text == "" {
		return permanent("select text", "there is no text to select")
	}
	return s.alter(ctx, "select text", id, "selectText", text)
}

// alter runs a page function that changes the element and may refuse with a reason.
func (s *session) alter(ctx context.Context, op, id, fn string, arg any) error {
	return do(ctx, s, op, acts, func(context.Context) error {
		f, local, ok := s.frames.find(id)
		if !ok {
			return lost(op)
		}
		mark := s.marks.next()
		v, ok, err := asked[struct {
			Error string `json:"error"`
		}](f, fn, local, arg, mark)
		if err != nil && isNavigating(err) && s.marks.reached(ctx, mark) {
			return nil // it was done, and the page left its document because of it
		}
		if err != nil || !ok {
			return orLost(op, err)
		}
		if v.Error != "" {
			return permanent(op, "%s", v.Error)
		}
		return nil
	})
}
