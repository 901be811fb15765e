package appium_test

import (
	"fmt"
	"math"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/internal/appiumserver"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/platformtest"
)

// TestATapLandsOnThePixelOfAPhonesPicture taps a page whose picture has 2.625 pixels a CSS pixel.
func TestATapLandsOnThePixelOfAPhonesPicture(t *testing.T) {
	t.Parallel()
	s := realServer.Server(t)
	browser := appiumserver.NeedBrowser(t)
	pages := httptest.NewServer(platformtest.Handler())
	t.Cleanup(func() {
		pages.CloseClientConnections()
		pages.Close()
	})
	const ratio = 2.625
	d, err := onServer(t, s.URL, appium.Config{}).Install(t.Context(), platform.Spec{Capabilities: browser.Chromium(t.TempDir(), 412, 915, ratio, false)})
	require.NoError(t, err)
	require.NoError(t, d.Navigation.Navigate(t.Context(), pages.URL+"/points.html"))
	img, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	require.InDelta(t, 412*ratio, img.Size.W, 2)
	tree, err := d.Elements.Elements(t.Context())
	require.NoError(t, err)
	require.Equal(t, img.Size, tree.Viewport)
	for _, css := range []screen.Point{{X: 10, Y: 20}, {X: 200, Y: 450}, {X: 300, Y: 908}} {
		require.NoError(t, d.Mouse.Click(t.Context(), screen.Point{X: css.X * ratio, Y: css.Y * ratio}, platform.ClickOptions{}))
		require.Eventually(t, func() bool {
			tree, err := d.Elements.Elements(t.Context())
			if err != nil {
				return false
			}
			for _, n := range tree.Nodes {
				var x, y float64
				if _, err := fmt.Sscanf(n.Text, "%f,%f button 0", &x, &y); n.HTMLID == "out" && err == nil {
					return math.Abs(x-css.X) <= 1 && math.Abs(y-css.Y) <= 1
				}
			}
			return false
		}, 5*time.Second, 20*time.Millisecond, "%v", css)
	}
}
