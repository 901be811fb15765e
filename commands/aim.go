package commands

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// Aim is a target that was found, and how to find it again.
type Aim struct {
	Located
	Target Target
	Verb   screen.Verb
	// strip is the bar that keeps the pointer from the target, "" when nothing does, or something else.
	strip string
}

const (
	retry = 100 * time.Millisecond
	// grace is how long a target may stay disabled or keep moving: the page has settled before a command starts.
	grace = time.Second
)

// Find resolves the templates of a target, locates it and records it for the report.
func (e *Env) Find(ctx context.Context, t Target, v screen.Verb) (*Aim, error) {
	a := &Aim{Target: t, Verb: v}
	if err := e.locate(ctx, a); err != nil {
		return nil, err
	}
	e.Touch(a.Located)
	return a, nil
}

func (e *Env) locate(ctx context.Context, a *Aim) error {
	asked := a.Target
	var err error
	if asked.Target, err = e.Resolve(a.Target.Target); err != nil {
		return err
	}
	l, err := e.Locator.Locate(ctx, asked, a.Verb)
	if err != nil {
		return err
	}
	if l.Description == asked.Target {
		l.Description = a.Target.Target // the template: what it stands for may be secret
	}
	if l.Tree == nil {
		l.Tree = e.Tree
	}
	a.Located = l
	return nil
}

// Element reads the target again. A page that has replaced it meanwhile is searched once more.
func (e *Env) Element(ctx context.Context, a *Aim) (*screen.Node, error) {
	n, err := e.Device.Elements.Element(ctx, a.Node.ID)
	if platform.ClassOf(err) == platform.Permanent {
		again := *a
		again.Target.Number, again.Target.Point, again.Target.Anew = 0, nil, true // the observation is past
		if err := e.locate(ctx, &again); err != nil {
			return nil, err
		}
		if again.Node == nil {
			return nil, Failf(TargetNotFound, "%q is no longer there", a.Description)
		}
		a.Located = again.Located
		return a.Node, nil
	}
	if err != nil {
		return nil, err
	}
	n.Parent = a.Node.Parent // an index of the tree, which a single read does not know
	a.Node, a.Box = &n, n.Box
	return a.Node, nil
}

// Enabled waits a moment for a disabled target, then refuses it. A page may
// check a field only when it is left, so the focus is taken out of it once.
func (e *Env) Enabled(ctx context.Context, a *Aim) error {
	if a.Node == nil || !a.Node.State.Disabled {
		return nil
	}
	tries := 0
	ok, waited, err := Poll(ctx, e.Limit(grace), retry, func() (bool, error) {
		if tries++; tries == 3 {
			if err := e.leaveField(ctx); err != nil {
				return false, err
			}
		}
		n, err := e.Element(ctx, a)
		return err == nil && !n.State.Disabled, err
	})
	if err != nil {
		return err
	}
	if !ok {
		return Failf(TargetDisabled, "%s is disabled", a.Label()).WithHint("do first what enables it")
	}
	e.Note(fmt.Sprintf("waited %s for it to be enabled", seconds(waited)))
	return nil
}

// leaveField presses Tab when a field has the focus.
func (e *Env) leaveField(ctx context.Context) error {
	t, err := e.Device.Elements.Elements(ctx)
	if err != nil {
		return err
	}
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.State.Focused && n.Editable {
			e.Note(fmt.Sprintf("left %s with Tab, as the target was disabled", Located{Node: n}.Label()))
			return e.Device.Keyboard.Press(ctx, "Tab")
		}
	}
	return nil
}

// Reach is the point where a click gets through to the target. It waits until
// the target stands still and what covers it has gone, tries other points of
// the target, and takes the label of a check box or radio that cannot be hit
// itself. What stays in the way is a Covered failure.
func (e *Env) Reach(ctx context.Context, a *Aim) (screen.Point, error) {
	if a.Node == nil || e.Device.Elements == nil {
		return a.Point, nil
	}
	r := &reach{env: e, aim: a, preferred: a.Point, began: time.Now()}
	ok, waited, err := Poll(ctx, e.patience(), retry, func() (bool, error) { return r.try(ctx) })
	if err != nil {
		return screen.Point{}, err
	}
	if !ok {
		return screen.Point{}, r.failure()
	}
	if r.by != "" && waited >= retry {
		e.Note(fmt.Sprintf("waited %s for %s to go", seconds(waited), r.by))
	}
	e.retouch(a.Located)
	return a.Point, nil
}

// Approach is Reach with the pointer brought there: what moves away when it is
// pointed at is gone after, so that a click does not hit what took its place.
func (e *Env) Approach(ctx context.Context, a *Aim) (screen.Point, error) {
	moved := false
	for began := time.Now(); ; {
		at, err := e.Reach(ctx, a)
		if err != nil || a.Node == nil || e.Device.Elements == nil || e.Device.Touch {
			return at, err // nothing moves away from a finger that does not come near first
		}
		was := a.Box
		if err := e.Device.Mouse.Hover(ctx, at); err != nil {
			return at, err
		}
		n, err := e.Element(ctx, a)
		if err != nil {
			return at, err
		}
		if math.Abs(n.Box.X-was.X) < 1 && math.Abs(n.Box.Y-was.Y) < 1 {
			return at, nil
		}
		if time.Since(began) > 2*grace {
			return at, Failf(Covered, "%s moves away when the pointer comes near", a.Label())
		}
		if !moved {
			moved = true
			e.Note("it moved when it was pointed at")
		}
		if err := Pause(ctx, retry); err != nil { // the page may only be settling
			return at, err
		}
	}
}

// retouch replaces the record of the target by how it stands now.
func (e *Env) retouch(l Located) {
	if n := len(e.Located); n > 0 {
		e.Located[n-1] = l
	}
}

// seconds writes a duration for people: "1.2 s".
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
