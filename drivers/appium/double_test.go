package appium_test

import (
	"context"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/drivers/appium/appiumtest"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/platformtest"
)

const suitePages = "https://suite.example"

// suitePhone shows the suite's pages as screens of an application.
func suitePhone(ios bool) appiumtest.Config {
	row := func(n int) image.Rectangle { return image.Rect(20, 40+44*n, 380, 80+44*n) }
	return appiumtest.Config{
		IOS: ios, App: "shop", Start: "controls", Links: map[string]string{suitePages + "/controls.html": "controls", suitePages + "/second.html": "second"},
		Screens: map[string]appiumtest.Screen{
			"controls": {Items: []appiumtest.Item{
				{Name: "Controls", Kind: appiumtest.Heading, Box: row(0)},
				{Kind: appiumtest.Output, Box: row(1)},
				{Name: "Press me", Say: "pressed #", Box: row(2)},
				{Name: "Later", Say: "late", After: 60 * time.Millisecond, Box: row(3)},
				{Name: "Name", Text: true, Echo: "name is ", Submit: "submitted ", Box: row(4)},
				{Name: "Secret", Text: true, Password: true, Box: row(5)},
				{Name: "Copy code", Copy: "CODE-42", Box: row(6)},
				{Name: "Covered", Box: row(7)},
				{Name: "shade", Kind: appiumtest.Shade, Box: row(7)},
			}},
			"second": {Items: []appiumtest.Item{{Name: "Second page", Kind: appiumtest.Heading, Box: row(0)}}},
		},
	}
}

// links opens the suite's pages by deep links: an application has no addresses.
type links struct {
	platform.NavigationDriver
	apps platform.AppDriver
}

func (l links) Navigate(ctx context.Context, url string) error { return l.apps.DeepLink(ctx, url) }

// TestSuiteOnTheDouble runs what the common suite has for an application on both kinds of phone.
func TestSuiteOnTheDouble(t *testing.T) {
	t.Parallel()
	parts := []string{"picture_and_resolution_agree", "ids_stay", "clipboard", "stability", "cancelled_calls_return", "closed_devices_are_gone"}
	for name, c := range map[string]struct {
		phone string
		ios   bool
		parts []string
	}{
		"UiAutomator2": {"android", false, append(slices.Clone(parts), "keyboard", "hit_test")},
		"XCUITest":     {"ios", true, parts},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			platformtest.Run(t, func(t *testing.T, spec platform.Spec) *platform.Device {
				part := t.Name()[strings.LastIndex(t.Name(), "/")+1:]
				if !slices.Contains(c.parts, part) {
					t.Skip("this part is about web pages, or about what " + name + " does not have")
				}
				s := appiumtest.New(suitePhone(c.ios))
				t.Cleanup(func() {
					require.Zero(t, s.Open(), "sessions are left")
					s.Close()
				})
				spec.Platform = c.phone
				spec.Capabilities = map[string]any{"appium:appPackage": "shop", "appium:bundleId": "shop"}
				d, err := onServer(t, s.URL, appium.Config{}).Install(t.Context(), spec)
				require.NoError(t, err)
				d.Navigation = links{d.Navigation, d.Apps}
				return d
			}, platformtest.Pages{URL: suitePages, Lacks: []platformtest.Ability{platformtest.Points, platformtest.Layout, platformtest.Frames, platformtest.Scale,
				platformtest.Downloads, platformtest.Closing, platformtest.Hovering, platformtest.Dragging, platformtest.Dialogs, platformtest.Uploads, platformtest.Diagnostics}})
		})
	}
}
