package appium

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/platform"
)

// standard are the capability names of the WebDriver specification; every other needs a vendor's prefix.
var standard = []string{"acceptInsecureCerts", "browserName", "browserVersion", "platformName", "pageLoadStrategy", "proxy",
	"setWindowRect", "strictFileInteractability", "timeouts", "unhandledPromptBehavior", "webSocketUrl"}

// prefixed refuses capabilities that a server would drop without a word.
func prefixed(caps map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(caps)) {
		if !strings.Contains(name, ":") && !slices.Contains(standard, name) {
			return fmt.Errorf("capability %q has no prefix and would be dropped: write \"appium:%s\"", name, name)
		}
	}
	return nil
}

// capabilities are what a session is asked for; used are the ports taken for it.
// Strongest first: the case, the lease, the configuration, what a platform needs.
func (i *Installer) capabilities(spec platform.Spec, l *Lease) (want map[string]any, used []int, err error) {
	want = map[string]any{"appium:newCommandTimeout": sessionTimeout}
	switch spec.Platform {
	case "android":
		want["platformName"], want["appium:automationName"] = "Android", "UiAutomator2"
	case "ios":
		want["platformName"], want["appium:automationName"] = "iOS", "XCUITest"
	}
	maps.Copy(want, i.cfg.Capabilities)
	if l != nil {
		maps.Copy(want, l.capabilities())
	}
	maps.Copy(want, spec.Capabilities)
	if err := prefixed(want); err != nil {
		return nil, nil, err
	}
	if want["platformName"] == nil {
		return nil, nil, fmt.Errorf("platform %q: the session needs a platformName; set `platform: android` or `platform: ios`", spec.Platform)
	}
	k := kindOf(spec, want)
	if k == browser {
		if _, ok := want["unhandledPromptBehavior"]; !ok {
			want["unhandledPromptBehavior"] = "ignore" // a dialog is answered by the case, or by nobody
		}
	}
	i.named(want)
	// A farm gives ports itself; on a machine of one's own sessions take each other's.
	if !i.server.loopback || isFarm(want) {
		return want, nil, nil
	}
	used, err = i.ports.fill(want, portsOf(k))
	return want, used, err
}

// kindOf is by whose rules a session goes: its automation's, or for one that has no rules of its own here (Espresso,
// say) those of the case's platform. A session that names a browser is a page's.
func kindOf(spec platform.Spec, want map[string]any) kind {
	if _, names := want["browserName"]; names {
		return browser
	}
	name, _ := want["appium:automationName"].(string)
	switch strings.ToLower(name) {
	case "uiautomator2":
		return android
	case "xcuitest":
		return ios
	case "chromium", "gecko", "safari":
		return browser
	}
	switch spec.Platform {
	case "android":
		return android
	case "ios":
		return ios
	}
	return browser
}
