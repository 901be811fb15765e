package appiumtest

import (
	"maps"
	"slices"
)

// permit runs the method that grants permissions: UiAutomator2's takes full names, XCUITest's services and what they shall be.
func (p *phone) permit(script string, in scriptArgs) (err *fail, handled bool) {
	app, names := in.AppPackage, in.Permissions
	switch {
	case script == "mobile: changePermissions" && !p.cfg.IOS:
		if in.Action != "grant" {
			return invalid("the double only grants, not %q", in.Action), true
		}
	case script == "mobile: setPermission" && p.cfg.IOS:
		app, names = in.BundleID, slices.Sorted(maps.Keys(in.Access))
		for _, n := range names {
			if in.Access[n] != "yes" {
				return invalid("the double only grants, %q is to be %q", n, in.Access[n]), true
			}
		}
	default:
		return nil, false
	}
	if app != p.cfg.App {
		return unknownError("the app is not installed: " + app), true
	}
	p.granted = append(p.granted, names...)
	return nil, true
}

// Granted are the permissions that open sessions gave the application.
func (s *Server) Granted() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, p := range s.sessions {
		all = append(all, p.granted...)
	}
	return all
}
