package playwright

import (
	"time"

	"github.com/verdict-run/verdict/platform"
)

// Crash ends the renderer of the active tab.
func Crash(d *platform.Device) {
	s := d.Screen.(*session)
	_, t, _ := s.tabs.snapshot()
	s.background(func() { _, _ = t.page.Goto("chrome://crash") })
}

// HoldClose keeps the browser from answering when the session is closed, until release is.
func HoldClose(d *platform.Device, release <-chan struct{}) {
	s := d.Screen.(*session)
	end := s.end
	s.end = func() error {
		<-release
		return end()
	}
}

// WithLimits shortens what a call may take.
func (c Config) WithLimits(call time.Duration) Config {
	c.callLimit, c.pictureLimit, c.pictureTry = call, call, call/2
	return c
}

// Plain says an error in the words people read.
var Plain = plain

// Leaves asks the fence in the active tab's page whether it stops an address outside of these origins.
func Leaves(d *platform.Device, allowed []string, address string) (bool, error) {
	s := d.Screen.(*session)
	_, t, _ := s.tabs.snapshot()
	f := newFence(allowed, false, true)
	var entries any
	if f.origins.Limited() {
		b, err := f.entries()
		if err != nil {
			return false, err
		}
		entries = string(b)
	}
	v, err := t.page.Evaluate("([address, entries]) => window.__verdict.leaves(address, entries && JSON.parse(entries))", []any{address, entries})
	stops, _ := v.(bool)
	return stops, err
}
