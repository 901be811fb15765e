package appiumtest_test

import (
	"encoding/base64"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium/appiumtest"
)

func list(t *testing.T) client {
	t.Helper()
	s := appiumtest.New(appiumtest.Config{Start: "list", WebViews: []string{"WEBVIEW_shop"}, Screens: map[string]appiumtest.Screen{
		"list": {Height: 2000, Items: []appiumtest.Item{
			{Name: "Top", Menu: "menu", Alert: "Sure?", Box: image.Rect(20, 100, 380, 150)},
			{Name: "Far", Box: image.Rect(20, 1800, 380, 1850)},
		}},
		"menu": {Items: []appiumtest.Item{{Name: "Rename", Box: image.Rect(20, 100, 380, 150)}}},
	}})
	t.Cleanup(s.Close)
	c := client{t, s.URL}
	c.do("POST", "/session", `{"capabilities":{"alwaysMatch":{"platformName":"android"}}}`)
	return c
}

func (c client) finger(actions string) {
	c.t.Helper()
	status, v := c.do("POST", "/session/session-1/actions", `{"actions":[{"type":"pointer","actions":[`+actions+`]}]}`)
	require.Equal(c.t, 200, status, v)
}

func (c client) source() string {
	_, v := c.do("GET", "/session/session-1/source", "")
	return v.(string)
}

func TestASwipeScrollsAndALongPressOpensTheMenu(t *testing.T) {
	t.Parallel()
	c := list(t)
	require.NotContains(t, c.source(), "Far", "what is out of sight is in no source")
	for range 3 {
		c.finger(`{"type":"pointerMove","x":200,"y":700},{"type":"pointerDown"},{"type":"pointerMove","x":200,"y":100},{"type":"pointerUp"}`)
	}
	require.Contains(t, c.source(), "Far")
	require.NotContains(t, c.source(), "Top")
	for range 3 {
		c.finger(`{"type":"pointerMove","x":200,"y":100},{"type":"pointerDown"},{"type":"pointerMove","x":200,"y":700},{"type":"pointerUp"}`)
	}
	c.finger(`{"type":"pointerMove","x":50,"y":120},{"type":"pointerDown"},{"type":"pause","duration":700},{"type":"pointerUp"}`)
	require.Contains(t, c.source(), "Rename")
}

func TestAnAlertTakesTheTouches(t *testing.T) {
	t.Parallel()
	c := list(t)
	c.tap(50, 120)
	_, v := c.do("GET", "/session/session-1/alert/text", "")
	require.Equal(t, "Sure?", v)
	c.finger(`{"type":"pointerMove","x":200,"y":700},{"type":"pointerDown"},{"type":"pointerMove","x":200,"y":100},{"type":"pointerUp"}`)
	require.Contains(t, c.source(), "Top", "it did not scroll")
	c.do("POST", "/session/session-1/alert/accept", "{}")
	status, _ := c.do("GET", "/session/session-1/alert/text", "")
	require.Equal(t, 404, status)
}

func TestAPhoneIsTurnedFilmedAndHasWebViews(t *testing.T) {
	t.Parallel()
	c := list(t)
	c.do("POST", "/session/session-1/orientation", `{"orientation":"LANDSCAPE"}`)
	size, err := png.DecodeConfig(base64.NewDecoder(base64.StdEncoding, strings.NewReader(c.shot())))
	require.NoError(t, err)
	require.Equal(t, []int{appiumtest.Height, appiumtest.Width}, []int{size.Width, size.Height})

	_, v := c.do("POST", "/session/session-1/appium/stop_recording_screen", "{}")
	require.Empty(t, v, "nothing was recorded")
	c.do("POST", "/session/session-1/appium/start_recording_screen", "{}")
	_, v = c.do("POST", "/session/session-1/appium/stop_recording_screen", "{}")
	require.Equal(t, base64.StdEncoding.EncodeToString([]byte(appiumtest.Film)), v)

	_, v = c.do("GET", "/session/session-1/contexts", "")
	require.Equal(t, []any{"NATIVE_APP", "WEBVIEW_shop"}, v)
	c.do("POST", "/session/session-1/context", `{"name":"WEBVIEW_shop"}`)
	_, v = c.do("GET", "/session/session-1/context", "")
	require.Equal(t, "WEBVIEW_shop", v)
}
