package appium_test

import (
	"encoding/json"
	"image"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium/appiumtest"
)

// requests are those on which the double must answer as a real server does. SID stands for a session's id, ELEMENT
// for an element's. What depends on a phone is not among them.
var requests = []struct{ name, method, path, body string }{
	{"status", "GET", "/status", ""},
	{"a path of an old server", "GET", "/wd/hub/status", ""},
	{"an unknown path", "GET", "/nonsense", ""},
	{"an unknown command of a session", "GET", "/session/SID/nonsense", ""},
	{"a known command by another method", "DELETE", "/session/SID/screenshot", ""},
	{"a session that does not exist", "GET", "/session/none/screenshot", ""},
	{"deleting a session that does not exist", "DELETE", "/session/none", ""},
	{"an unknown command of a session that does not exist", "GET", "/session/none/nonsense", ""},
	{"a new session without a body", "POST", "/session", ""},
	{"a new session without capabilities", "POST", "/session", `{}`},
	{"a new session with capabilities that are no object", "POST", "/session", `{"capabilities":"all"}`},
	{"a new session without a platform", "POST", "/session", `{"capabilities":{"alwaysMatch":{},"firstMatch":[{}]}}`},
	{"a body that is no JSON", "POST", "/session/SID/actions", `{"actions":`},
	{"actions without actions", "POST", "/session/SID/actions", `{}`},
	{"a script without arguments", "POST", "/session/SID/execute/sync", `{"script":"mobile: nonesuch"}`},
	{"a method that does not exist", "POST", "/session/SID/execute/sync", `{"script":"mobile: nonesuch","args":[]}`},
	{"a script without a script", "POST", "/session/SID/execute/sync", `{"args":[]}`},
	{"text without text", "POST", "/session/SID/element/1/value", `{}`},
	{"an element that is not there", "POST", "/session/SID/element/nonesuch/value", `{"text":"x"}`},
	{"an unknown command of an element", "POST", "/session/SID/element/1/nonsense", `{}`},
	{"a context that is not there", "POST", "/session/SID/context", `{"name":"WEBVIEW_9"}`},
	{"a context without a name", "POST", "/session/SID/context", `{}`},
	{"the contexts", "GET", "/session/SID/contexts", ""},
	{"the current context", "GET", "/session/SID/context", ""},
	{"an orientation that does not exist", "POST", "/session/SID/orientation", `{"orientation":"SIDEWAYS"}`},
	{"no orientation", "POST", "/session/SID/orientation", `{}`},
	{"the orientation", "GET", "/session/SID/orientation", ""},
	{"the text of no alert", "GET", "/session/SID/alert/text", ""},
	{"accepting no alert", "POST", "/session/SID/alert/accept", `{}`},
	{"dismissing no alert", "POST", "/session/SID/alert/dismiss", `{}`},
	{"settings", "POST", "/session/SID/appium/settings", `{"settings":{"waitForIdleTimeout":500}}`},
	{"no settings", "POST", "/session/SID/appium/settings", `{}`},
	{"the timeouts", "GET", "/session/SID/timeouts", ""},
	{"letting go", "DELETE", "/session/SID/actions", ""},
	{"the size of the window", "GET", "/session/SID/window/rect", ""},
	{"the end", "DELETE", "/session/SID", ""},
	{"the end again", "DELETE", "/session/SID", ""},
}

// answer is what is compared: texts are the server's own.
type answer struct {
	Status      int
	ContentType string
	Code        string // of a W3C error
	HasValue    bool
}

func ask(t *testing.T, url, method, path, body string) answer {
	t.Helper()
	var in io.Reader
	if method == http.MethodPost {
		in = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url+path, in)
	require.NoError(t, err)
	r.Close = true
	if in != nil {
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
	}
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { require.NoError(t, resp.Body.Close()) }()
	var got struct{ Value json.RawMessage }
	data, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	a := answer{Status: resp.StatusCode, ContentType: resp.Header.Get("Content-Type")}
	if json.Unmarshal(data, &got) != nil {
		return a // no JSON, which the type of the content says
	}
	a.HasValue = got.Value != nil
	var w3c struct{ Error string }
	if json.Unmarshal(got.Value, &w3c) == nil {
		a.Code = w3c.Error
	}
	return a
}

// TestTheDoubleAnswersAsARealServer holds the double that other tests trust against Appium itself.
func TestTheDoubleAnswersAsARealServer(t *testing.T) {
	t.Parallel()
	real := realServer.Server(t)
	started.Lock()
	_, created := command(t, real, http.MethodPost, "/session", newSession(t, fakeSpec(t, nil).Capabilities))
	started.Unlock()
	realID := sessionID(t, created)

	double := appiumtest.New(appiumtest.Config{Start: "home", Screens: map[string]appiumtest.Screen{"home": {Items: []appiumtest.Item{{Name: "1", Text: true, Box: image.Rect(0, 0, 9, 9)}}}}})
	t.Cleanup(double.Close)
	resp, err := http.Post(double.URL+"/session", "application/json", strings.NewReader(newSession(t, map[string]any{"platformName": "Android", "appium:automationName": "UiAutomator2"})))
	require.NoError(t, err)
	var made struct{ Value json.RawMessage }
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&made))
	require.NoError(t, resp.Body.Close())
	doubleID := sessionID(t, made.Value)

	for _, r := range requests {
		want := ask(t, real.URL, r.method, strings.ReplaceAll(r.path, "SID", realID), r.body)
		got := ask(t, double.URL, r.method, strings.ReplaceAll(r.path, "SID", doubleID), r.body)
		if want != got {
			t.Errorf("%s (%s %s %s):\nreal   %+v\ndouble %+v", r.name, r.method, r.path, r.body, want, got)
		}
	}
	require.Zero(t, double.Open())
}

func newSession(t *testing.T, caps map[string]any) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{"capabilities": map[string]any{"alwaysMatch": caps, "firstMatch": []any{map[string]any{}}}})
	require.NoError(t, err)
	return string(b)
}

func sessionID(t *testing.T, created json.RawMessage) string {
	t.Helper()
	var s struct{ SessionID string }
	require.NoError(t, json.Unmarshal(created, &s))
	require.NotEmpty(t, s.SessionID)
	return s.SessionID
}
