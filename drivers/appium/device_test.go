package appium_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/platform"
)

// TestOnYourDevice runs on a phone at the server VERDICT_APPIUM_URL names. VERDICT_APPIUM_PLATFORM is android or ios
// (android when not set), VERDICT_APPIUM_CAPABILITIES a JSON object. It only looks: nothing is tapped.
func TestOnYourDevice(t *testing.T) {
	t.Parallel()
	url := os.Getenv("VERDICT_APPIUM_URL")
	if url == "" {
		t.Skip("SKIPPED: NO PHONE TAKES PART. Set VERDICT_APPIUM_URL to the address of an Appium server with a device to run this on it.")
	}
	spec := platform.Spec{Platform: "android"}
	if p := os.Getenv("VERDICT_APPIUM_PLATFORM"); p != "" {
		spec.Platform = p
	}
	if text := os.Getenv("VERDICT_APPIUM_CAPABILITIES"); text != "" {
		require.NoError(t, json.Unmarshal([]byte(text), &spec.Capabilities), "VERDICT_APPIUM_CAPABILITIES is no JSON object")
	}
	d, err := onServer(t, url, appium.Config{}).Install(t.Context(), spec)
	require.NoError(t, err)
	t.Log("the device is", d.Name)
	img, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	size, err := d.Screen.Resolution(t.Context())
	require.NoError(t, err)
	require.Equal(t, size, img.Size)
	tree, err := d.Elements.Elements(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, tree.Nodes)
	require.Equal(t, size, tree.Viewport)
	for _, n := range tree.Nodes {
		if n.InViewport {
			require.LessOrEqual(t, n.Box.X, float64(size.W), "%s %q: the boxes are in other units than the picture", n.Role, n.Name)
			require.LessOrEqual(t, n.Box.Y, float64(size.H), "%s %q: the boxes are in other units than the picture", n.Role, n.Name)
		}
	}
	stable, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{})
	require.NoError(t, err)
	t.Logf("stable: %+v", stable)
	require.NoError(t, d.Close(t.Context()))
	require.Equal(t, platform.Gone, platform.ClassOf(d.Alive()))
}
