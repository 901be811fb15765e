package testcases

import (
	"fmt"
	"regexp"
	"slices"
)

// permissionNames are what Playwright can grant.
// https://playwright.dev/docs/api/class-browsercontext#browser-context-grant-permissions
func permissionNames() []string {
	return []string{
		"accelerometer", "ambient-light-sensor", "background-sync", "camera", "clipboard-read", "clipboard-write", "geolocation",
		"gyroscope", "local-fonts", "local-network-access", "magnetometer", "microphone", "midi", "midi-sysex", "notifications",
		"payment-handler", "storage-access",
	}
}

// iosPermissions are what a simulator can grant: applesimutils' names, which XCUITest's setPermission takes.
func iosPermissions() []string {
	return []string{
		"calendar", "camera", "contacts", "faceid", "health", "homekit", "location", "medialibrary", "microphone", "motion",
		"notifications", "photos", "reminders", "siri", "speech", "usertracking",
	}
}

// androidPermission is the full name of a permission, or its last part.
var androidPermission = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_]*\.)*[A-Za-z][A-Za-z0-9_]*$`)

// wrongPermissions are those the platform cannot grant.
func (c *Case) wrongPermissions() []*Error {
	var errs []*Error
	for i, name := range c.Permissions {
		if c.pending(name) {
			continue
		}
		path := fmt.Sprintf("permissions[%d]", i)
		names, who := permissionNames(), "a browser"
		switch {
		case c.Platform == Android && !c.Browses():
			if !androidPermission.MatchString(name) {
				errs = append(errs, c.fail(path, "for example `permissions: [CAMERA]` or `[android.permission.CAMERA]`", "%s: %q is no name of a permission", path, shorten(name, 60)))
			}
			continue
		case c.Platform == IOS && !c.Browses():
			names, who = iosPermissions(), "a simulator"
		}
		if !slices.Contains(names, name) {
			errs = append(errs, c.fail(path, meant(name, names), "%s: %q is no permission %s grants", path, shorten(name, 60), who))
		}
	}
	return errs
}
