package testcases

import (
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/platform"
)

// Spec is what the case asks of its device. Call Expand and ResolveURL first.
func (c *Case) Spec(artifactDir string) platform.Spec {
	s := platform.Spec{Platform: c.Platform, ArtifactDir: artifactDir}
	if c.Platform != Web {
		s.Capabilities = c.appium()
		return s
	}
	s.Width, s.Height, s.Emulate, s.Scale = c.Viewport.W, c.Viewport.H, c.Emulate, c.Scale
	s.Locale, s.Timezone, s.ColorScheme = c.Locale, c.Timezone, c.ColorScheme
	s.Permissions, s.Cookies, s.Headers = slices.Clone(c.Permissions), slices.Clone(c.Cookies), maps.Clone(c.Headers)
	if c.Geolocation != nil {
		g := *c.Geolocation
		s.Geolocation = &g
	}
	if c.HTTPCredentials != nil {
		h := *c.HTTPCredentials
		s.HTTPCredentials = &h
	}
	if c.StorageState != "" {
		s.StorageState = c.beside(c.StorageState)
	}
	s.AllowedOrigins, s.Strict = c.Origins(), c.Containment == Strict
	return s
}

// Origins are what the run may visit: the url's registrable domain, or what
// allowed_origins says and the url's own origin.
func (c *Case) Origins() []string {
	if len(c.AllowedOrigins) == 0 {
		if d := registrable(c.URL); d != "" {
			return []string{d}
		}
		return nil
	}
	var out []string
	for _, o := range append(slices.Clone(c.AllowedOrigins), origin(c.URL)) {
		if o = strings.TrimRight(o, "/"); o != "" && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

// UploadFolder is the only folder files are uploaded from.
func (c *Case) UploadFolder() string {
	if c.UploadDir == "" {
		return filepath.Dir(c.Path)
	}
	return c.beside(c.UploadDir)
}

// appium writes the phone keys as capabilities; the file's own capabilities win.
func (c *Case) appium() map[string]any {
	caps := map[string]any{}
	for name, value := range map[string]string{
		"appium:app": c.appFile(), "appium:appPackage": c.AppPackage, "appium:appActivity": c.Activity, "appium:bundleId": c.BundleID,
		"appium:deviceName": c.Device, "appium:platformVersion": c.OSVersion, "appium:udid": c.UDID, "appium:orientation": strings.ToUpper(c.Orientation),
	} {
		if value != "" {
			caps[name] = value
		}
	}
	switch c.Reset {
	case "none":
		caps["appium:noReset"] = true
	case "app":
		caps["appium:noReset"], caps["appium:fullReset"] = false, false
	case "full":
		caps["appium:fullReset"] = true
	}
	maps.Copy(caps, c.Capabilities)
	return caps
}

// appFile is a path beside the case for what looks like a file; URLs and ids of a device farm stay.
func (c *Case) appFile() string {
	if u, err := url.Parse(c.App); c.App == "" || (err == nil && len(u.Scheme) > 1) {
		return c.App
	}
	switch strings.ToLower(filepath.Ext(c.App)) {
	case ".app":
		if strings.Count(c.App, ".") > 1 && !strings.Contains(c.App, "/") {
			return c.App // com.example.app
		}
		return c.beside(c.App)
	case ".apk", ".apks", ".aab", ".ipa", ".zip":
		return c.beside(c.App)
	}
	return c.App
}
