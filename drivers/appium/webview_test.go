package appium_test

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/drivers/appium/appiumtest"
	"github.com/verdict-run/verdict/platform"
)

// TestATapLandsInAWebViewOfIOS taps a button of a page that begins 150 points below the corner of the screen and 20 to the right of it. The application has a
// button where the page's would be without that.
func TestATapLandsInAWebViewOfIOS(t *testing.T) {
	t.Parallel()
	const bar, page = "CONTEXT_BAR", "WEBVIEW_1"
	s := appiumtest.New(appiumtest.Config{
		IOS: true, App: "shop", Start: "page", WebViews: []string{page}, WebView: image.Rect(20, 150, 380, 750),
		Screens: map[string]appiumtest.Screen{"page": {Items: []appiumtest.Item{
			{Name: bar, Say: "the application's", Box: image.Rect(10, 60, 110, 100)},
			{Name: "Pay", Say: "paid", Box: image.Rect(30, 210, 130, 250)},
			{Kind: appiumtest.Output, Box: image.Rect(20, 760, 380, 790)},
		}}},
	})
	t.Cleanup(s.Close)
	d, err := onServer(t, s.URL, appium.Config{}).Install(t.Context(), platform.Spec{Platform: "ios", Capabilities: map[string]any{"appium:bundleId": "shop"}})
	require.NoError(t, err)
	require.NoError(t, d.Tabs.Switch(t.Context(), page))
	tree, err := d.Elements.Elements(t.Context())
	require.NoError(t, err)
	require.Len(t, tree.Nodes, 1)
	require.Equal(t, "Pay", tree.Nodes[0].Name)
	require.Equal(t, screen.Box{X: 90, Y: 630, W: 300, H: 120}, tree.Nodes[0].Box, "of the picture, which has three pixels a point")
	require.NoError(t, d.Mouse.Click(t.Context(), tree.Nodes[0].Box.Center(), platform.ClickOptions{}))

	tabs, err := d.Tabs.Tabs(t.Context())
	require.NoError(t, err)
	require.Equal(t, page, tabs[1].ID)
	require.True(t, tabs[1].Active, "it is back in the page")
	require.NoError(t, d.Tabs.Switch(t.Context(), tabs[0].ID))
	tree, err = d.Elements.Elements(t.Context())
	require.NoError(t, err)
	said := ""
	for _, n := range tree.Nodes {
		if n.HTMLID == "out" {
			said = n.Text
		}
	}
	require.Equal(t, "paid", said)
}
