package appium_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/internal/appiumserver"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/platformtest"
)

// started is held while a session starts whose id is looked for.
var started sync.Mutex

// realServer is the one Appium server of these tests.
var realServer appiumserver.Shared

// onServer makes an installer for a real server, closed at the end of the test.
func onServer(t *testing.T, url string, cfg appium.Config) *appium.Installer {
	t.Helper()
	cfg.URL = url
	i, err := appium.New(cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, i.Close(context.Background())) })
	return i
}

// browsers are the sessions that the parts of the suite use one after another: a browser takes longer to start
// than most parts take to run.
type browsers struct {
	start func(t *testing.T) *platform.Device
	free  chan *platform.Device // nil in it stands for one that was not started yet
}

// lend gives a part a browser that shows nothing and has one tab. A part that closes its device gets one of its own.
func (b browsers) lend(t *testing.T) *platform.Device {
	t.Helper()
	if strings.Contains(t.Name(), "closed") {
		return b.start(t)
	}
	d := <-b.free
	t.Cleanup(func() { b.free <- d })
	if d == nil {
		d = b.start(t)
	}
	lent := *d
	lent.Close = func(context.Context) error { return nil }
	tabs, err := d.Tabs.Tabs(t.Context())
	require.NoError(t, err)
	for _, tab := range tabs[1:] {
		require.NoError(t, d.Tabs.CloseTab(t.Context(), tab.ID))
	}
	require.NoError(t, d.Navigation.Navigate(t.Context(), "about:blank"))
	return &lent
}

// TestSuiteOnChromium runs the contract of all drivers on a real browser that is touched, behind a real Appium.
func TestSuiteOnChromium(t *testing.T) {
	t.Parallel()
	s := realServer.Server(t)
	browser := appiumserver.NeedBrowser(t)
	i := onServer(t, s.URL, appium.Config{})
	profiles := t.TempDir()
	pool := browsers{free: make(chan *platform.Device, 1), start: func(t *testing.T) *platform.Device {
		d, err := i.Install(context.WithoutCancel(t.Context()), platform.Spec{Capabilities: browser.Chromium(profiles+"/"+strings.ReplaceAll(t.Name(), "/", "-"), 1280, 800, 1, false)})
		require.NoError(t, err)
		return d
	}}
	pool.free <- nil
	platformtest.Run(t, func(t *testing.T, _ platform.Spec) *platform.Device { return pool.lend(t) }, platformtest.Pages{Lacks: []platformtest.Ability{
		platformtest.Points, platformtest.Frames, platformtest.Scale, platformtest.Downloads, platformtest.Closing,
		platformtest.Hovering, platformtest.Dragging, platformtest.Dialogs, platformtest.Uploads, platformtest.Diagnostics,
	}})
}
