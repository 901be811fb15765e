package playwright

import "github.com/verdict-run/verdict/platform"

// Crash ends the renderer of the active tab.
func Crash(d *platform.Device) {
	s := d.Screen.(*session)
	_, t, _ := s.tabs.snapshot()
	s.background(func() { _, _ = t.page.Goto("chrome://crash") })
}
