package fakedevice

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

type hitAnswer = platform.Hit

// Screenshot draws the page: a box an element, a mark a character.
func (f *Fake) Screenshot(ctx context.Context) (img platform.Image, err error) {
	err = f.do(ctx, "Screenshot", "", func(w *World) error {
		img = platform.Image{Data: draw(w.tree()), MIME: "image/png", Size: w.cfg.Viewport}
		return nil
	})
	return img, err
}

// Resolution is the viewport's size.
func (f *Fake) Resolution(ctx context.Context) (s screen.Size, err error) {
	err = f.do(ctx, "Resolution", "", func(w *World) error { s = w.cfg.Viewport; return nil })
	return s, err
}

// WaitUntilStable runs what was put off with Later and answers at once.
func (f *Fake) WaitUntilStable(ctx context.Context, _ platform.StableOptions) (s platform.Stability, err error) {
	err = f.do(ctx, "WaitUntilStable", "", func(w *World) error {
		if w.dialog() != nil {
			if w.cfg.DialogPolicy == "" {
				s = platform.Stability{Reason: "a native dialog is open"}
				return nil
			}
			w.answer(w.cfg.DialogPolicy == "accept", "")
		}
		due := w.later
		w.later = nil
		for _, change := range due {
			change(w)
		}
		if w.unstable > 0 {
			w.unstable--
			s = platform.Stability{Reason: w.trouble}
			return nil
		}
		s = platform.Stability{Stable: true}
		return nil
	})
	return s, err
}

// Navigate loads an address; an unknown one is a 404 page.
func (f *Fake) Navigate(ctx context.Context, address string) error {
	return f.do(ctx, "Navigate", address, func(w *World) error {
		u, err := url.Parse(address)
		if err != nil || u.Scheme == "" {
			return permanent("navigate", "%q is no absolute address", address)
		}
		if u.Scheme != "http" && u.Scheme != "https" && address != "about:blank" {
			return &platform.Error{Op: "navigate", Class: platform.Refused, Err: errors.New("only http and https addresses are allowed")}
		}
		if w.cfg.Refuse != nil {
			if err := w.cfg.Refuse(address); err != nil {
				return &platform.Error{Op: "navigate", Class: platform.Refused, Err: err}
			}
		}
		w.Goto(address)
		return nil
	})
}

// CurrentURL is the active tab's address.
func (f *Fake) CurrentURL(ctx context.Context) (u string, err error) {
	err = f.do(ctx, "CurrentURL", "", func(w *World) error { u = w.URL(); return nil })
	return u, err
}

// Refresh loads the page again.
func (f *Fake) Refresh(ctx context.Context) error {
	return f.do(ctx, "Refresh", "", func(w *World) error { w.tab().load(w); return nil })
}

// Back goes one step in the history.
func (f *Fake) Back(ctx context.Context, d platform.Direction) error {
	return f.do(ctx, "Back", string(d), func(w *World) error {
		t, step := w.tab(), -1
		if d == platform.Forward {
			step = 1
		}
		if t.at+step < 0 || t.at+step >= len(t.history) {
			return permanent("back", "there is no page to go %s to", d)
		}
		t.at += step
		t.load(w)
		return nil
	})
}

// Read is the last text copied.
func (f *Fake) Read(ctx context.Context) (text string, err error) {
	err = f.do(ctx, "Read", "", func(w *World) error { text = w.clipboard; return nil })
	return text, err
}

// Tabs are the open tabs.
func (f *Fake) Tabs(ctx context.Context) (tabs []platform.Tab, err error) {
	err = f.do(ctx, "Tabs", "", func(w *World) error {
		for i, t := range w.tabs {
			tabs = append(tabs, platform.Tab{ID: t.name(), Title: t.page.Title, URL: t.url, Active: i == w.active})
		}
		return nil
	})
	return tabs, err
}

// Switch makes a tab active.
func (f *Fake) Switch(ctx context.Context, id string) error {
	return f.onTab(ctx, "Switch", id, func(w *World, i int) error { w.active = i; return nil })
}

// CloseTab closes a tab; the last one cannot be closed.
func (f *Fake) CloseTab(ctx context.Context, id string) error {
	return f.onTab(ctx, "CloseTab", id, func(w *World, i int) error {
		if len(w.tabs) == 1 {
			return permanent("close tab", "the last tab stays open")
		}
		w.closeTab(i)
		return nil
	})
}

func (f *Fake) onTab(ctx context.Context, op, id string, call func(w *World, i int) error) error {
	return f.do(ctx, op, id, func(w *World) error {
		i := slices.IndexFunc(w.tabs, func(t *tab) bool { return t.name() == id })
		if i < 0 {
			return permanent(op, "no tab %q", id)
		}
		return call(w, i)
	})
}

// Pending is the open dialog.
func (f *Fake) Pending(ctx context.Context) (d *platform.Dialog, err error) {
	err = f.do(ctx, "Pending", "", func(w *World) error {
		if open := w.dialog(); open != nil {
			c := *open
			d = &c
		}
		return nil
	})
	return d, err
}

// Answer answers the open dialog.
func (f *Fake) Answer(ctx context.Context, accept bool, text string) error {
	return f.do(ctx, "Answer", "", func(w *World) error {
		if w.dialog() == nil {
			return permanent("answer dialog", "no dialog is open")
		}
		w.answer(accept, text)
		return nil
	})
}

// Dialogs are all dialogs so far.
func (f *Fake) Dialogs() []platform.Dialog {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.world.dialogs)
}

// Download gives the user a file.
func (w *World) Download(name, content string) {
	d := platform.Download{Name: name, Size: int64(len(content)), URL: w.URL()}
	if w.cfg.ArtifactDir != "" {
		d.Path = filepath.Join(w.cfg.ArtifactDir, name)
		if n := len(w.downloads); n > 0 {
			d.Path = filepath.Join(w.cfg.ArtifactDir, fmt.Sprintf("%d-%s", n, name))
		}
		if err := os.WriteFile(d.Path, []byte(content), 0o600); err != nil {
			d.Err = err.Error()
		}
	}
	w.downloads = append(w.downloads, d)
}

// Downloads are all downloads so far.
func (f *Fake) Downloads(ctx context.Context) (all []platform.Download, err error) {
	err = f.do(ctx, "Downloads", "", func(w *World) error { all = slices.Clone(w.downloads); return nil })
	return all, err
}

// Faults are all faults so far.
func (f *Fake) Faults() ([]platform.Fault, int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.world.faults), 0
}

// PageStatus is the active page's status.
func (f *Fake) PageStatus() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.world.Page().Status; s != 0 {
		return s
	}
	if f.world.URL() == "about:blank" {
		return 0
	}
	return http.StatusOK
}

// Requests counts page loads and what World.Request reported.
func (f *Fake) Requests() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.world.requests
}

// Frames gives one picture, then waits for the end of ctx.
func (f *Fake) Frames(ctx context.Context) (<-chan platform.Frame, error) {
	img, err := f.Screenshot(ctx)
	if err != nil {
		return nil, err
	}
	ch := make(chan platform.Frame, 1)
	ch <- platform.Frame{Image: img, Time: time.Now()}
	context.AfterFunc(ctx, func() { close(ch) })
	return ch, nil
}

// Start begins a recording, which is an empty file.
func (f *Fake) Start(ctx context.Context, path string) error {
	return f.do(ctx, "Start", path, func(*World) error { return os.WriteFile(path, nil, 0o600) })
}

// Stop ends a recording.
func (f *Fake) Stop(ctx context.Context) error {
	return f.do(ctx, "Stop", "", func(*World) error { return nil })
}

// StartTrace does nothing.
func (f *Fake) StartTrace(ctx context.Context) error {
	return f.do(ctx, "StartTrace", "", func(*World) error { return nil })
}

// StopTrace writes an empty file.
func (f *Fake) StopTrace(ctx context.Context, path string) error {
	return f.do(ctx, "StopTrace", path, func(*World) error { return os.WriteFile(path, nil, 0o600) })
}
