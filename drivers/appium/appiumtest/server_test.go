package appiumtest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium/appiumtest"
)

type client struct {
	t   *testing.T
	url string
}

func (c client) do(method, path, body string) (int, any) {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body))
	require.NoError(c.t, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(c.t, err)
	defer res.Body.Close()
	var out struct{ Value any }
	require.NoError(c.t, json.NewDecoder(res.Body).Decode(&out))
	return res.StatusCode, out.Value
}

func (c client) tap(x, y int) int {
	c.t.Helper()
	status, _ := c.do("POST", "/session/session-1/actions", fmt.Sprintf(`{"actions":[{"type":"pointer","actions":[
		{"type":"pointerMove","x":%d,"y":%d},{"type":"pointerDown"},{"type":"pointerUp"}]}]}`, x, y))
	return status
}

func (c client) shot() string {
	c.t.Helper()
	status, v := c.do("GET", "/session/session-1/screenshot", "")
	require.Equal(c.t, 200, status)
	return v.(string)
}

func start(t *testing.T, ios bool) (*appiumtest.Server, client) {
	t.Helper()
	s := appiumtest.New(appiumtest.Config{IOS: ios, Start: "home", App: "shop", Links: map[string]string{"shop://list": "list"}, Screens: map[string]appiumtest.Screen{
		"home": {Items: []appiumtest.Item{
			{Name: "User", Text: true, Box: image.Rect(20, 100, 380, 150)},
			{Name: "Next", Open: "list", Box: image.Rect(20, 600, 380, 650)},
		}},
		"list": {},
	}})
	t.Cleanup(s.Close)
	c := client{t, s.URL}
	status, _ := c.do("POST", "/session", `{"capabilities":{"alwaysMatch":{"platformName":"android"}}}`)
	require.Equal(t, 200, status)
	return s, c
}

func TestAKeyboardSwallowsTapsAndGoesFirst(t *testing.T) {
	t.Parallel()
	s, c := start(t, false)
	home := c.shot()
	c.tap(50, 120)
	covered := c.shot()
	require.NotEqual(t, home, covered)
	c.tap(50, 620)
	require.Equal(t, covered, c.shot(), "the keyboard takes the tap")
	c.do("POST", "/session/session-1/back", "{}")
	require.Equal(t, home, c.shot(), "back hides the keyboard first")
	c.tap(50, 620)
	require.NotEqual(t, home, c.shot())
	c.do("POST", "/session/session-1/back", "{}")
	require.Equal(t, home, c.shot())
	require.Equal(t, 1, s.Open())
	c.do("DELETE", "/session/session-1", "")
	require.Zero(t, s.Open())
}

func TestAPictureOfIOSHasThreePixelsAPoint(t *testing.T) {
	t.Parallel()
	_, c := start(t, true)
	raw, err := base64.StdEncoding.DecodeString(c.shot())
	require.NoError(t, err)
	img, err := png.DecodeConfig(bytes.NewReader(raw))
	require.NoError(t, err)
	require.Equal(t, 3*appiumtest.Width, img.Width)
}

func TestMistakesAreRefused(t *testing.T) {
	t.Parallel()
	s, c := start(t, false)
	require.Equal(t, 500, c.tap(9999, 1))
	status, _ := c.do("GET", "/session/session-1/nothing", "")
	require.Equal(t, 404, status)
	s.Expire()
	status, v := c.do("GET", "/session/session-1/screenshot", "")
	require.Equal(t, 404, status)
	require.Equal(t, "invalid session id", v.(map[string]any)["error"])
}

func TestTypingNeedsTheFocusAndShowsInTheSource(t *testing.T) {
	t.Parallel()
	_, c := start(t, false)
	status, _ := c.do("GET", "/session/session-1/element/active", "")
	require.Equal(t, 404, status)
	c.tap(50, 120)
	status, _ = c.do("GET", "/session/session-1/element/active", "")
	require.Equal(t, 200, status)
	c.do("POST", "/session/session-1/element/User/value", `{"text":"a<b"}`)
	_, v := c.do("GET", "/session/session-1/source", "")
	require.Contains(t, v, `text="a&lt;b"`)
	_, v = c.do("POST", "/session/session-1/execute/sync", `{"script":"mobile: hideKeyboard","args":[]}`)
	require.Equal(t, true, v)
	c.do("POST", "/session/session-1/element/User/clear", "{}")
	_, v = c.do("GET", "/session/session-1/element/User/text", "")
	require.Empty(t, v)
}

func TestAnAppIsEndedAndOpenedByALink(t *testing.T) {
	t.Parallel()
	_, c := start(t, false)
	run := func(script, args string) any {
		_, v := c.do("POST", "/session/session-1/execute/sync", `{"script":"mobile: `+script+`","args":[`+args+`]}`)
		return v
	}
	home := c.shot()
	require.EqualValues(t, 4, run("queryAppState", `{"appId":"shop"}`))
	require.EqualValues(t, 0, run("queryAppState", `{"appId":"other"}`))
	require.Equal(t, true, run("terminateApp", `{"appId":"shop"}`))
	require.EqualValues(t, 1, run("queryAppState", `{"appId":"shop"}`))
	run("deepLink", `{"url":"shop://list"}`)
	require.EqualValues(t, 4, run("queryAppState", `{"appId":"shop"}`))
	require.NotEqual(t, home, c.shot())
}
