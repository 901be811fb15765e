package commands

import (
	"context"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// reach is one search for a point of a target that a click gets through to.
type reach struct {
	env       *Env
	aim       *Aim
	preferred screen.Point
	began     time.Time
	scrolled  bool
	by        string // what was in the way last
	strip     bool   // and it was a bar, wherever the target was tried
}

func (r *reach) try(ctx context.Context) (bool, error) {
	was := r.aim.Box
	n, err := r.env.Element(ctx, r.aim)
	if err != nil {
		return false, err
	}
	if n.Box != was && time.Since(r.began) < r.env.Limit(grace) {
		return false, nil // still moving
	}
	view, err := r.viewport(ctx)
	if err != nil {
		return false, err
	}
	if n.Box.Intersect(view).Empty() && !r.scrolled && !n.Box.Empty() {
		if n, err = r.scroll(ctx, n); err != nil {
			return false, err
		}
	}
	if ok, err := r.hit(ctx, n.ID, n.Box.Intersect(view), true); ok || err != nil {
		return ok, err
	}
	if !r.scrolled && !n.Box.Empty() { // a bar that stays while the page scrolls may cover it
		if n, err = r.scroll(ctx, n); err != nil {
			return false, err
		}
		if ok, err := r.hit(ctx, n.ID, n.Box.Intersect(view), true); ok || err != nil {
			return ok, err
		}
	}
	label := labelOf(r.aim)
	if label == nil {
		return false, nil
	}
	by := r.by
	ok, err := r.hit(ctx, label.ID, label.Box.Intersect(view), false)
	if ok {
		r.by = ""
		r.env.Note("clicked its label, as the control itself cannot be hit")
	} else if by != "" {
		r.by = by
	}
	return ok, err
}

// scroll brings the target into view, once.
func (r *reach) scroll(ctx context.Context, n *screen.Node) (*screen.Node, error) {
	shown, err := r.env.Device.Elements.ScrollIntoView(ctx, n.ID)
	if platform.ClassOf(err) == platform.Permanent {
		return n, nil // replaced meanwhile; the next try locates it again
	}
	r.scrolled = true
	if err != nil {
		return nil, err
	}
	shown.Parent = n.Parent
	r.aim.Node, r.aim.Box = &shown, shown.Box
	return &shown, nil
}

// hit tries the points of a box; the first that gets through becomes the target's point.
func (r *reach) hit(ctx context.Context, id string, box screen.Box, own bool) (bool, error) {
	strip := own
	for i, p := range points(box, r.preferred, own) {
		h, err := r.env.Device.Elements.HitTest(ctx, id, p)
		if platform.ClassOf(err) == platform.Permanent {
			return false, nil // replaced meanwhile; the next try locates it again
		}
		if err != nil {
			return false, err
		}
		if h.OK {
			r.aim.Point = p
			return true, nil
		}
		if i == 0 {
			r.by = h.By
		}
		strip = strip && h.Strip
	}
	if own {
		r.strip = strip && !box.Empty()
	}
	return false, nil
}

func (r *reach) viewport(ctx context.Context) (screen.Box, error) {
	if t := r.aim.Tree; t != nil && t.Viewport != (screen.Size{}) {
		return screen.Box{W: float64(t.Viewport.W), H: float64(t.Viewport.H)}, nil
	}
	s, err := r.env.Device.Screen.Resolution(ctx)
	return screen.Box{W: float64(s.W), H: float64(s.H)}, err
}

func (r *reach) failure() error {
	label := r.aim.Label()
	if r.aim.Box.Empty() {
		f := Failf(TargetHidden, "%s has no visible area", label)
		if r.aim.Node.Role == "option" {
			f.Hint = "choose an option of a list with select"
		}
		return f
	}
	if r.by == "" {
		return Failf(Covered, "%s cannot be reached: it is outside of what can be scrolled into view, or keeps moving", label)
	}
	if r.strip {
		r.aim.strip = r.by
	}
	return Failf(Covered, "%s cannot be reached: %s is in the way", label, r.by).WithHint("deal with that first, for example close it")
}

// points are where to try a click: where it was pointed at, the middle, then
// places nearer the corners. A box of no area has none.
func points(b screen.Box, preferred screen.Point, own bool) []screen.Point {
	if b.Empty() {
		return nil
	}
	var ps []screen.Point
	c := b.Center()
	if own && b.Contains(preferred) && preferred != c {
		ps = append(ps, preferred)
	}
	ps = append(ps, c)
	for _, part := range []float64{0.25, 0.08} {
		dx, dy := b.W*(0.5-part), b.H*(0.5-part)
		ps = append(ps, screen.Point{X: c.X - dx, Y: c.Y - dy}, screen.Point{X: c.X + dx, Y: c.Y - dy},
			screen.Point{X: c.X - dx, Y: c.Y + dy}, screen.Point{X: c.X + dx, Y: c.Y + dy})
	}
	return ps
}

// labelOf is the visible label of a check box, radio or switch, which pages put in front of the hidden native control.
func labelOf(a *Aim) *screen.Node {
	t := a.Tree
	if t == nil || !a.Node.State.Checkable || a.Node.Tag != "input" {
		return nil
	}
	i := t.ByID(a.Node.ID)
	if i < 0 {
		return nil
	}
	for _, up := range t.Ancestors(i) {
		if t.Nodes[up].Tag == "label" && t.Nodes[up].Visible {
			return &t.Nodes[up]
		}
	}
	want := Fold(a.Node.Label)
	if want == "" {
		want = Fold(a.Node.Name)
	}
	var best *screen.Node
	for j := range t.Nodes {
		n := &t.Nodes[j]
		if n.Tag != "label" || !n.Visible || n.Frame != a.Node.Frame || want == "" || Fold(n.Text) != want {
			continue
		}
		if best == nil || distance(n.Box, a.Node.Box) < distance(best.Box, a.Node.Box) {
			best = n
		}
	}
	return best
}

func distance(a, b screen.Box) float64 {
	p, q := a.Center(), b.Center()
	return (p.X-q.X)*(p.X-q.X) + (p.Y-q.Y)*(p.Y-q.Y)
}
