package fakedevice

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// Click reacts as a browser would: focus, toggle, follow a link, then OnClick.
func (f *Fake) Click(ctx context.Context, p screen.Point, o platform.ClickOptions) error {
	return f.do(ctx, "Click", at(p), func(w *World) error {
		if w.cfg.outside(p) {
			return permanent("click", "%s is outside of the picture", at(p))
		}
		w.click(w.Page().at(p, w.cfg.Viewport))
		return nil
	})
}

func (w *World) click(e *Element) {
	if e == nil || e.State.Disabled {
		w.focus(nil)
		return
	}
	w.focus(e)
	switch {
	case e.Role == "radio":
		for _, other := range w.Page().Elements {
			if other.Role == "radio" && other.HTMLName == e.HTMLName {
				other.State.Checked = other == e
			}
		}
	case e.State.Checkable:
		e.State.Checked = !e.State.Checked
	}
	if e.OnClick != nil {
		e.OnClick(w)
	}
	if e.Role == "link" && e.Href != "" {
		w.requests++
		if w.cfg.Refuse != nil {
			if err := w.cfg.Refuse(e.Href); err != nil {
				w.Fault(platform.Fault{Kind: "request", Text: "refused: " + err.Error(), URL: e.Href})
				return
			}
		}
		w.Goto(e.Href)
	}
}

// Scroll moves the page.
func (f *Fake) Scroll(ctx context.Context, p screen.Point, dx, dy float64) error {
	return f.do(ctx, "Scroll", fmt.Sprintf("%s by %g,%g", at(p), dx, dy), func(w *World) error {
		w.Page().scrollBy(w.cfg.Viewport, dy)
		return nil
	})
}

func (p *Page) scrollBy(viewport screen.Size, dy float64) (moved bool) {
	p.layout(viewport)
	was := p.scroll
	p.scroll = min(max(0, p.scroll+dy), float64(max(0, p.Height-viewport.H)))
	return p.scroll != was
}

// Hover runs OnHover of what stands under the point.
func (f *Fake) Hover(ctx context.Context, p screen.Point) error {
	return f.do(ctx, "Hover", at(p), func(w *World) error {
		if e := w.Page().at(p, w.cfg.Viewport); e != nil && e.OnHover != nil {
			e.OnHover(w)
		}
		return nil
	})
}

// Drag runs OnDrop of what stands under to.
func (f *Fake) Drag(ctx context.Context, from, to screen.Point) error {
	return f.do(ctx, "Drag", at(from)+" to "+at(to), func(w *World) error {
		a, b := w.Page().at(from, w.cfg.Viewport), w.Page().at(to, w.cfg.Viewport)
		if a != nil && b != nil && b.OnDrop != nil {
			b.OnDrop(w, a.ID)
		}
		return nil
	})
}

// Type adds to the focused field, in place of what is selected.
func (f *Fake) Type(ctx context.Context, text string) error {
	return f.do(ctx, "Type", fmt.Sprintf("%d characters", utf8.RuneCountInString(text)), func(w *World) error {
		e := w.Focus()
		if e == nil || !e.Editable || e.State.ReadOnly {
			return nil
		}
		old := w.Value(e.ID)
		switch {
		case e.selected:
			w.setValue(e, text)
		case e.marked != "":
			w.setValue(e, strings.Replace(old, e.marked, text, 1))
		default:
			w.setValue(e, old+text)
		}
		return nil
	})
}

func (w *World) setValue(e *Element, v string) {
	if e.Accept != nil {
		v = e.Accept(v)
	}
	if e.Role == "password" {
		e.secret = v
	} else {
		e.Value = v
	}
	e.selected, e.marked = false, ""
	if e.OnInput != nil {
		e.OnInput(w, v)
	}
}

// Press knows Enter, Tab, Backspace, Delete, Escape, Space and Control+A; every other chord does nothing.
func (f *Fake) Press(ctx context.Context, chord string) error {
	return f.do(ctx, "Press", chord, func(w *World) error {
		e := w.Focus()
		switch chord {
		case "Tab":
			w.tabKey()
		case "Control+A", "Control+a", "ControlOrMeta+A", "ControlOrMeta+a", "Meta+A":
			if e != nil {
				e.selected = true
			}
		case "Backspace", "Delete":
			w.erase(e, chord)
		case "Enter":
			w.enter(e)
		case "Space", " ":
			if e != nil && !e.Editable {
				w.click(e)
			}
		}
		return nil
	})
}

func (w *World) tabKey() {
	var stops []*Element
	for _, e := range w.Page().Elements {
		if !e.Hidden && !e.State.Disabled && (e.Editable || e.Clickable) {
			stops = append(stops, e)
		}
	}
	if len(stops) > 0 {
		w.focus(stops[(slices.Index(stops, w.Focus())+1)%len(stops)])
	}
}

func (w *World) erase(e *Element, chord string) {
	if e == nil || !e.Editable {
		return
	}
	old := w.Value(e.ID)
	if e.selected {
		w.setValue(e, "")
	} else if _, size := utf8.DecodeLastRuneInString(old); chord == "Backspace" && size > 0 {
		w.setValue(e, old[:len(old)-size])
	}
}

func (w *World) enter(e *Element) {
	switch {
	case e == nil:
	case e.OnEnter != nil:
		e.OnEnter(w)
	case !e.Editable:
		w.click(e)
	default:
		for _, b := range w.Page().Elements {
			if b.Role == "button" && !b.Hidden && !b.State.Disabled {
				w.click(b)
				return
			}
		}
	}
}

// SelectAll selects the focused field's value.
func (f *Fake) SelectAll(ctx context.Context) error {
	return f.do(ctx, "SelectAll", "", func(w *World) error {
		if e := w.Focus(); e != nil {
			e.selected = true
		}
		return nil
	})
}

// Clear empties the focused field.
func (f *Fake) Clear(ctx context.Context) error {
	return f.do(ctx, "Clear", "", func(w *World) error {
		if e := w.Focus(); e != nil && e.Editable {
			w.setValue(e, "")
		}
		return nil
	})
}

func (c *Config) outside(p screen.Point) bool {
	return p.X < 0 || p.Y < 0 || p.X >= float64(c.Viewport.W) || p.Y >= float64(c.Viewport.H)
}

func at(p screen.Point) string { return fmt.Sprintf("%g,%g", p.X, p.Y) }

// PressOn focuses an element and clicks it by key.
func (f *Fake) PressOn(ctx context.Context, id, key string) error {
	return f.on(ctx, "PressOn", id, key, func(w *World, e *Element) error {
		if e.Hidden || e.State.Disabled || !e.Clickable {
			return permanent("press on", "the keyboard does not reach it")
		}
		w.focus(e)
		if e.OnFocus != nil {
			e.OnFocus(w)
		}
		if w.Focus() != e {
			return permanent("press on", "the focus left it before the key was pressed")
		}
		w.click(e)
		return nil
	})
}
