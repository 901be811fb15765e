package playwright

import (
	"context"
	"slices"
	"strings"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

const dragSteps = 12

// Click presses and lets go at p.
func (s *session) Click(ctx context.Context, p screen.Point, o platform.ClickOptions) error {
	const op = "click"
	return s.point(ctx, op, []screen.Point{p}, func(ctx context.Context, page pw.Page, at []screen.Point) error {
		p := at[0]
		opts := pw.MouseClickOptions{ClickCount: new(max(o.Count, 1))}
		switch o.Button {
		case "", "left":
		case "right", "middle":
			opts.Button = new(pw.MouseButton(o.Button))
		default:
			return permanent(op, "unknown button %q: left, right or middle", o.Button)
		}
		if o.Hold > 0 {
			opts.Delay = new(float64(o.Hold.Milliseconds()))
		}
		mods := make([]string, 0, len(o.Modifiers))
		for _, m := range o.Modifiers {
			k := keyName(m)
			if !slices.Contains([]string{"Alt", "Control", "ControlOrMeta", "Meta", "Shift"}, k) {
				return permanent(op, "unknown modifier %q: Alt, Control, ControlOrMeta, Meta or Shift", m)
			}
			mods = append(mods, k)
		}
		for _, m := range mods {
			if err := page.Keyboard().Down(m); err != nil {
				return err
			}
			defer func() { _ = page.Keyboard().Up(m) }() // the click's own error counts
		}
		return page.Mouse().Click(p.X, p.Y, opts)
	})
}

// Scroll turns the wheel over p.
func (s *session) Scroll(ctx context.Context, p screen.Point, dx, dy float64) error {
	return s.point(ctx, "scroll", []screen.Point{p}, func(_ context.Context, page pw.Page, at []screen.Point) error {
		p := at[0]
		if err := page.Mouse().Move(p.X, p.Y); err != nil {
			return err
		}
		return page.Mouse().Wheel(dx, dy)
	})
}

// Hover moves the pointer to p. It goes there in two steps, as some menus want to see it arrive.
func (s *session) Hover(ctx context.Context, p screen.Point) error {
	return s.point(ctx, "hover", []screen.Point{p}, func(_ context.Context, page pw.Page, at []screen.Point) error {
		return page.Mouse().Move(at[0].X, at[0].Y, pw.MouseMoveOptions{Steps: new(2)})
	})
}

// Drag presses at from, moves in steps and lets go at to. The first short move
// starts a drag where pages want a distance; the last ones let a drop target notice.
func (s *session) Drag(ctx context.Context, from, to screen.Point) error {
	return s.point(ctx, "drag", []screen.Point{from, to}, func(ctx context.Context, page pw.Page, at []screen.Point) error {
		from, to := at[0], at[1]
		m := page.Mouse()
		steps := []func() error{
			func() error { return m.Move(from.X, from.Y) },
			func() error { return m.Down() },
			func() error { return m.Move(from.X+sign(to.X-from.X)*4, from.Y+sign(to.Y-from.Y)*4) },
			func() error { return pause(ctx, 30*time.Millisecond) },
		}
		for i := 1; i <= dragSteps; i++ {
			k := float64(i) / dragSteps
			steps = append(steps, func() error { return m.Move(from.X+(to.X-from.X)*k, from.Y+(to.Y-from.Y)*k) })
		}
		steps = append(steps,
			func() error { return m.Move(to.X, to.Y) },
			func() error { return pause(ctx, 30*time.Millisecond) },
			func() error { return m.Up() })
		for _, step := range steps {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
}

// point runs a mouse action after checking that its points lie within the picture.
func (s *session) point(ctx context.Context, op string, ps []screen.Point, action func(ctx context.Context, page pw.Page, ps []screen.Point) error) error {
	size := s.picture()
	for _, p := range ps {
		if !inside(p, size) {
			return permanent(op, "the point %g,%g is outside of the %dx%d picture", p.X, p.Y, size.W, size.H)
		}
	}
	return do(ctx, s, op, acts, func(ctx context.Context) error {
		t, err := s.active(op)
		if err != nil {
			return err
		}
		return action(ctx, t.page, s.toPage(t, ps))
	})
}

// toPage turns points of the picture into CSS pixels of the layout, which is
// what the browser takes: they differ where a phone shows a wide page zoomed out.
func (s *session) toPage(t *tab, ps []screen.Point) []screen.Point {
	if s.plain {
		return ps
	}
	w, ok, err := asked[wireZoom](t.page.MainFrame(), "zoom")
	if err != nil || !ok || w.Zoom == 0 {
		return ps
	}
	out := make([]screen.Point, len(ps))
	for i, p := range ps {
		out[i] = screen.Point{X: p.X/w.Zoom + w.ZX, Y: p.Y/w.Zoom + w.ZY}
	}
	return out
}

func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// keyName maps what people write to the names of the UI Events key specification.
func keyName(k string) string {
	switch strings.ToLower(k) {
	case "ctrl", "control":
		return "Control"
	case "cmd", "command", "meta", "win", "super":
		return "Meta"
	case "controlormeta", "cmdorctrl", "mod":
		return "ControlOrMeta"
	case "alt", "option":
		return "Alt"
	case "shift":
		return "Shift"
	case "esc", "escape":
		return "Escape"
	case "return", "enter":
		return "Enter"
	case "space", "spacebar":
		return "Space"
	case "del", "delete":
		return "Delete"
	case "ins", "insert":
		return "Insert"
	case "backspace":
		return "Backspace"
	case "tab":
		return "Tab"
	case "home":
		return "Home"
	case "end":
		return "End"
	case "pageup", "pgup":
		return "PageUp"
	case "pagedown", "pgdn":
		return "PageDown"
	case "up", "arrowup":
		return "ArrowUp"
	case "down", "arrowdown":
		return "ArrowDown"
	case "left", "arrowleft":
		return "ArrowLeft"
	case "right", "arrowright":
		return "ArrowRight"
	}
	return k
}
