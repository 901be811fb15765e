// Package appiumserver gives tests a real Appium server on this machine, without a phone behind it.
//
// Its two drivers need none: fake-driver plays an application, chromium-driver drives the Chromium of this
// machine. Nothing here is for users of Verdict, who bring a server of their own.
package appiumserver

// Versions are what is installed, by npm package.
var Versions = map[string]string{
	"appium":                 "3.8.0",
	"@appium/fake-driver":    "6.2.4",
	"appium-chromium-driver": "3.1.1",
}

// Fake are capabilities of a session of fake-driver: an application made of XML, whose picture never changes.
func Fake(app string) map[string]any {
	return map[string]any{"platformName": "Fake", "appium:automationName": "Fake", "appium:deviceName": "Fake", "appium:app": app}
}

// Chromium are capabilities of a session of chromium-driver: the system's Chromium, headless, without
// a network of its own, its screen touched by fingers. profile is an empty folder for the browser.
// width and height are in CSS pixels, ratio is in pixels of the picture a CSS pixel. mobile says
// that the browser lays pages out as phones do.
func (b Browser) Chromium(profile string, width, height int, ratio float64, mobile bool) map[string]any {
	metrics := map[string]any{"width": width, "height": height, "pixelRatio": ratio, "touch": true, "mobile": mobile}
	return map[string]any{
		"platformName": "linux", "browserName": "chrome", "appium:automationName": "Chromium",
		"appium:executable": b.Driver, "appium:autodownloadEnabled": false,
		"goog:chromeOptions": map[string]any{
			"binary": b.Binary,
			"args": []string{"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir=" + profile},
			"mobileEmulation": map[string]any{"deviceMetrics": metrics},
		},
	}
}
