package fakedevice

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// Elements is the active page's tree.
func (f *Fake) Elements(ctx context.Context) (tree *screen.Tree, err error) {
	err = f.do(ctx, "Elements", "", func(w *World) error { tree = w.tree(); return nil })
	return tree, err
}

// Element reads one node again.
func (f *Fake) Element(ctx context.Context, id string) (n screen.Node, err error) {
	err = f.on(ctx, "Element", id, "", func(w *World, e *Element) error { n = w.Page().node(e, w.cfg.Viewport); return nil })
	return n, err
}

// on is do for one element of the active page.
func (f *Fake) on(ctx context.Context, op, id, detail string, call func(w *World, e *Element) error) error {
	return f.do(ctx, op, strings.TrimSpace(id+" "+detail), func(w *World) error {
		w.Page().layout(w.cfg.Viewport)
		e := w.Page().byID(id)
		if e == nil {
			return permanent(op, "the element %s is no longer there", id)
		}
		return call(w, e)
	})
}

// ScrollIntoView scrolls the page until the element's middle is in the picture.
func (f *Fake) ScrollIntoView(ctx context.Context, id string) (n screen.Node, err error) {
	err = f.on(ctx, "ScrollIntoView", id, "", func(w *World, e *Element) error {
		p, v := w.Page(), w.cfg.Viewport
		if n := p.node(e, v); n.Box.Y < 0 || n.Box.Y+n.Box.H > float64(v.H) {
			p.scrollBy(v, n.Box.Center().Y-float64(v.H)/2)
		}
		n = p.node(e, v)
		return nil
	})
	return n, err
}

// HitTest compares with the topmost element under the point; an element inside the wanted one counts.
func (f *Fake) HitTest(ctx context.Context, id string, p screen.Point) (hit hitAnswer, err error) {
	err = f.on(ctx, "HitTest", id, at(p), func(w *World, e *Element) error {
		page := w.Page()
		top := page.at(p, w.cfg.Viewport)
		switch {
		case w.cfg.outside(p):
			hit.By = "the edge of the viewport"
		case top == nil:
			hit.By = "the page"
		case top == e || page.within(top, e):
			hit.OK = true
		default:
			hit.By, hit.Strip = fmt.Sprintf("%s %q", top.Role, top.Name), top.Bar
		}
		return nil
	})
	return hit, err
}

func (p *Page) within(e, ancestor *Element) bool {
	for e.Parent >= 0 && e.Parent < len(p.Elements) {
		e = p.Elements[e.Parent]
		if e == ancestor {
			return true
		}
	}
	return false
}

// Select chooses options by text or value.
func (f *Fake) Select(ctx context.Context, id string, options []string) error {
	return f.on(ctx, "Select", id, strings.Join(options, ", "), func(w *World, e *Element) error {
		if e.Tag != "select" {
			return permanent("select", "%s %q is not a native select", e.Role, e.Name)
		}
		if len(options) > 1 && !e.State.Multiple {
			return permanent("select", "%q takes one option only", e.Name)
		}
		matches := func(o screen.Option, want string) bool {
			return strings.EqualFold(o.Text, want) || o.Value == want
		}
		for _, want := range options {
			if !slices.ContainsFunc(e.Options, func(o screen.Option) bool { return matches(o, want) && !o.Disabled }) {
				var have []string
				for _, o := range e.Options {
					have = append(have, o.Text)
				}
				return permanent("select", "no option %q; there are: %s", want, strings.Join(have, ", "))
			}
		}
		var chosen []string
		for i := range e.Options {
			o := &e.Options[i]
			o.Selected = slices.ContainsFunc(options, func(want string) bool { return matches(*o, want) })
			if o.Selected {
				chosen = append(chosen, o.Text)
			}
		}
		w.setValue(e, strings.Join(chosen, ", "))
		return nil
	})
}

// SetValue sets a native input's value.
func (f *Fake) SetValue(ctx context.Context, id, value string) error {
	return f.on(ctx, "SetValue", id, "", func(w *World, e *Element) error {
		w.setValue(e, value)
		return nil
	})
}

// ScrollBy scrolls the page up or down, as no element of a fake has a scroll container of its own.
func (f *Fake) ScrollBy(ctx context.Context, id string, dx, dy float64) (moved bool, err error) {
	err = f.on(ctx, "ScrollBy", id, fmt.Sprintf("%g,%g", dx, dy), func(w *World, _ *Element) error {
		p := w.Page()
		if dy == 0 || p.Height <= w.cfg.Viewport.H {
			return permanent("scroll", "%w", platform.ErrNoScroll)
		}
		moved = p.scrollBy(w.cfg.Viewport, dy)
		return nil
	})
	return moved, err
}

// SelectText marks a part of a field's value; typing replaces it.
func (f *Fake) SelectText(ctx context.Context, id, text string) error {
	return f.on(ctx, "SelectText", id, "", func(w *World, e *Element) error {
		if text == "" || !strings.Contains(w.Value(id), text) {
			return permanent("select text", "%q does not stand in %q", text, e.Name)
		}
		w.focus(e)
		e.marked = text
		return nil
	})
}

// Upload gives the files to the element.
func (f *Fake) Upload(ctx context.Context, id string, files []string) error {
	return f.on(ctx, "Upload", id, strings.Join(files, ", "), func(w *World, e *Element) error {
		if e.Role != "file" && e.OnFiles == nil {
			return permanent("upload", "%s %q opens no file chooser", e.Role, e.Name)
		}
		var names []string
		for _, file := range files {
			names = append(names, filepath.Base(file))
		}
		e.Value = strings.Join(names, ", ")
		if e.OnFiles != nil {
			e.OnFiles(w, files)
		}
		return nil
	})
}
