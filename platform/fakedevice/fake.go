// Package fakedevice is a device without a browser: scripted pages that react to clicks and keys, for tests.
//
// A Fake passes the protocol part of platformtest, so what works on it works
// on a real driver as far as the contract goes. It keeps no clock: what happens
// "later" happens at a later WaitUntilStable.
package fakedevice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// Config is what a fake starts with.
type Config struct {
	// Pages are found by URL; Page is called again at every load, so that each load starts afresh.
	Pages map[string]func() *Page
	// Start is the URL of the first tab; "" is about:blank.
	Start string
	// Viewport is 1280x800 when zero.
	Viewport screen.Size
	// ArtifactDir is where downloads are written; "" keeps them out of the file system (Path stays empty).
	ArtifactDir string
	// DialogPolicy is how WaitUntilStable answers a dialog nobody answered: "accept", "dismiss"; "" leaves it open.
	DialogPolicy string
	// Refuse is asked before each top-level navigation; an error refuses it.
	Refuse func(url string) error
}

// Fake is the device. All its methods may be called at once from several goroutines.
type Fake struct {
	mu     sync.Mutex
	cfg    Config
	world  *World
	closed bool
	calls  []string
	faults map[string][]error
	delays map[string]time.Duration
}

// New makes a fake that shows cfg.Start.
func New(cfg Config) *Fake {
	if cfg.Viewport == (screen.Size{}) {
		cfg.Viewport = screen.Size{W: 1280, H: 800}
	}
	f := &Fake{cfg: cfg, faults: map[string][]error{}, delays: map[string]time.Duration{}}
	f.world = &World{cfg: &f.cfg}
	f.world.openTab(cfg.Start, -1)
	return f
}

// Device is the fake as the agent sees it. Apps and ScreenKeyboard are nil, as
// on the web; a test may set any field to nil before handing it on.
func (f *Fake) Device() *platform.Device {
	return &platform.Device{
		Name:        fmt.Sprintf("fake, %dx%d", f.cfg.Viewport.W, f.cfg.Viewport.H),
		Screen:      f,
		Mouse:       f,
		Keyboard:    f,
		App:         f,
		Elements:    f,
		Navigation:  f,
		Clipboard:   f,
		Tabs:        f,
		Dialogs:     f,
		Downloads:   f,
		Uploads:     f,
		Diagnostics: f,
		Storage:     f,
		Attributes:  f,
		Focus:       f,
		Stream:      f,
		Video:       f,
		Trace:       f,
		Alive:       f.alive,
		Close:       f.Close,
	}
}

// Install makes the fake a platform.Installer that hands out itself whatever the spec says.
func (f *Fake) Install(ctx context.Context, _ platform.Spec) (*platform.Device, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return f.Device(), nil
}

func (f *Fake) alive() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return f.gone("wait")
	}
	return nil
}

// gone is the error of every call after Close.
func (f *Fake) gone(op string) error {
	return &platform.Error{Op: op, Class: platform.Gone, Err: errors.New("the device was closed")}
}

// Close ends the session; every later call gives Class Gone.
func (f *Fake) Close(context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	return nil
}

// With lets a test look at the page or change it between calls.
func (f *Fake) With(change func(w *World)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f.world)
}

// FailNext makes the next call of op (the method's name: "Click", "Screenshot") return err. Several queue up.
func (f *Fake) FailNext(op string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.faults[op] = append(f.faults[op], err)
}

// Delay makes every call of op take d, or until its context ends.
func (f *Fake) Delay(op string, d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.delays[op] = d
}

// Calls are the calls so far as "Click 10,20" lines, oldest first.
func (f *Fake) Calls() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

// do runs one call: cancellation, injected failures, the open dialog, then the call itself.
func (f *Fake) do(ctx context.Context, op, detail string, call func(w *World) error) error {
	f.mu.Lock()
	delay := f.delays[op]
	f.mu.Unlock()
	if delay > 0 {
		t := time.NewTimer(delay)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
		}
	}
	if ctx.Err() != nil {
		return &platform.Error{Op: op, Class: platform.Transient, Err: context.Cause(ctx)}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, line(op, detail))
	if f.closed {
		return f.gone(op)
	}
	if q := f.faults[op]; len(q) > 0 {
		f.faults[op] = q[1:]
		return q[0]
	}
	if d := f.world.dialog(); d != nil && blockedByDialog[op] {
		return &platform.Error{Op: op, Class: platform.Blocked, Err: fmt.Errorf("a native %s dialog is open: %q", d.Kind, d.Message)}
	}
	return call(f.world)
}

// blockedByDialog are the calls that a native dialog stops on a real browser.
var blockedByDialog = map[string]bool{
	"Screenshot": true, "Click": true, "Scroll": true, "Hover": true, "Drag": true,
	"Type": true, "Press": true, "SelectAll": true, "Clear": true,
	"Elements": true, "Element": true, "ScrollIntoView": true, "HitTest": true, "Select": true,
	"SetValue": true, "ScrollBy": true, "SelectText": true, "Upload": true, "PressOn": true,
	"Navigate": true, "Refresh": true, "Back": true,
}

func line(op, detail string) string {
	if detail == "" {
		return op
	}
	return op + " " + detail
}

func permanent(op, format string, args ...any) error {
	return &platform.Error{Op: op, Class: platform.Permanent, Err: fmt.Errorf(format, args...)}
}
