package appium_test

import (
	"context"
	"net"
	"net/url"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/platformtest"
)

// browserCapabilities ask chromium-driver for a browser whose screen is touched.
func browserCapabilities(t *testing.T, binary, driver string, width, height int, ratio float64) map[string]any {
	t.Helper()
	return map[string]any{
		"platformName": "linux", "browserName": "chrome", "appium:automationName": "Chromium", "appium:executable": driver, "appium:autodownloadEnabled": false,
		"goog:chromeOptions": map[string]any{
			"binary":          binary,
			"args":            []string{"--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=" + t.TempDir()},
			"mobileEmulation": map[string]any{"deviceMetrics": map[string]any{"width": width, "height": height, "pixelRatio": ratio, "touch": true, "mobile": false}},
		},
	}
}

// realServer is a running Appium with chromium-driver, and the browser it starts.
func realServer(t *testing.T) (address, binary, driver string) {
	t.Helper()
	address = os.Getenv("VERDICT_APPIUM_CHROMIUM_URL")
	if address == "" {
		t.Skip("SKIPPED: no Appium with chromium-driver (VERDICT_APPIUM_CHROMIUM_URL)")
	}
	u, err := url.Parse(address)
	require.NoError(t, err)
	c, err := net.Dial("tcp", u.Host)
	require.NoError(t, err, "the Appium server should be there")
	require.NoError(t, c.Close())
	binary, err = exec.LookPath("chromium")
	require.NoError(t, err)
	driver, err = exec.LookPath("chromedriver")
	require.NoError(t, err)
	return address, binary, driver
}

// TestSuiteOnChromium runs the contract on a real browser behind a real Appium.
func TestSuiteOnChromium(t *testing.T) {
	t.Parallel()
	address, binary, driver := realServer(t)
	i, err := appium.New(appium.Config{URL: address})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, i.Close(context.Background())) })
	few := make(chan struct{}, 2) // browsers at once
	platformtest.Run(t, func(t *testing.T, spec platform.Spec) *platform.Device {
		few <- struct{}{}
		t.Cleanup(func() { <-few })
		spec.Capabilities = browserCapabilities(t, binary, driver, 1280, 800, 1)
		d, err := i.Install(t.Context(), spec)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close(context.Background())) })
		return d
	}, platformtest.Pages{Lacks: []platformtest.Ability{
		platformtest.Points, platformtest.Frames, platformtest.Scale, platformtest.Downloads, platformtest.Closing,
		platformtest.Hovering, platformtest.Dragging, platformtest.Dialogs, platformtest.Uploads, platformtest.Diagnostics,
	}})
}
