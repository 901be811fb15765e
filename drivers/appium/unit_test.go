package appium_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/platform"
)

// tests are all of this package with the server they share.
type tests struct{ m *testing.M }

func (t tests) Run() int {
	code := t.m.Run()
	if err := realServer.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "stopping Appium:", err)
		code = 1
	}
	return code
}

// TestMain finds goroutines that outlive the tests.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(tests{m}, goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"))
}

// stubServer answers what a phone's session would, and writes down what it was asked.
type stubServer struct {
	mu     sync.Mutex
	calls  []string // "POST /session/one/actions"
	bodies map[string]string
	caps   map[string]any
	size   image.Point
	width  int // of the window, in points
	source string
	answer map[string]func(w http.ResponseWriter) // overrides, by call
}

const sid = "/session/one"

func (s *stubServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	call := r.Method + " " + r.URL.Path
	var script struct{ Script string }
	_ = json.Unmarshal(body, &script)
	if script.Script != "" {
		call += " " + script.Script
	}
	s.calls = append(s.calls, call)
	if s.bodies == nil {
		s.bodies = map[string]string{}
	}
	s.bodies[call] = string(body)
	if f := s.answer[call]; f != nil {
		f(w)
		return
	}
	switch call {
	case "POST /session":
		value(w, map[string]any{"sessionId": "one", "capabilities": s.caps})
	case "GET " + sid + "/screenshot":
		var b bytes.Buffer
		_ = png.Encode(&b, image.NewGray(image.Rectangle{Max: s.size}))
		value(w, base64.StdEncoding.EncodeToString(b.Bytes()))
	case "GET " + sid + "/window/rect":
		value(w, map[string]any{"x": 0, "y": 0, "width": s.width, "height": 100})
	case "GET " + sid + "/source":
		value(w, s.source)
	default:
		value(w, nil)
	}
}

func value(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(map[string]any{"value": v})
}

func fails(status int, code, message string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"value": map[string]any{"error": code, "message": message}})
	}
}

func (s *stubServer) count(call string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, c := range s.calls {
		if c == call {
			n++
		}
	}
	return n
}

func (s *stubServer) body(call string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bodies[call]
}

func phone() *stubServer {
	return &stubServer{size: image.Pt(300, 600), width: 100, answer: map[string]func(http.ResponseWriter){}}
}

func install(t *testing.T, s *stubServer, spec platform.Spec) (*platform.Device, error) {
	t.Helper()
	return installWith(t, s, spec, appium.Config{})
}

func installWith(t *testing.T, s *stubServer, spec platform.Spec, cfg appium.Config) (*platform.Device, error) {
	t.Helper()
	srv := httptest.NewServer(s)
	cfg.URL = strings.Replace(srv.URL, "http://", "http://ann:k3y-of-ann@", 1)
	i, err := appium.New(cfg)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, i.Close(context.Background()))
		srv.Close()
	})
	return i.Install(t.Context(), spec)
}

func TestASessionIsDeletedHoweverItEnds(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(s *stubServer){
		"closed": func(*stubServer) {},
		"capabilities that the library cannot decode": func(s *stubServer) { s.caps = map[string]any{"proxy": "none", "timeouts": "x", "browserVersion": 3} },
		"preparing fails": func(s *stubServer) { s.answer["GET "+sid+"/screenshot"] = fails(500, "unknown error", "no picture") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := phone()
			set(s)
			d, err := install(t, s, platform.Spec{Platform: "android"})
			if err == nil {
				ctx, cancel := context.WithCancel(t.Context())
				cancel() // closing goes on after the run was cancelled
				require.NoError(t, d.Close(ctx))
				require.NoError(t, d.Close(ctx))
				require.Equal(t, platform.Gone, platform.ClassOf(d.Alive()))
			}
			require.Equal(t, 1, s.count("DELETE "+sid))
		})
	}
}

func TestANewSessionIsAskedForInW3CForm(t *testing.T) {
	t.Parallel()
	s := phone()
	_, err := install(t, s, platform.Spec{Platform: "android", Capabilities: map[string]any{"appium:udid": "x"}})
	require.NoError(t, err)
	var sent struct {
		Capabilities struct {
			AlwaysMatch map[string]any
			FirstMatch  []map[string]any
		}
		DesiredCapabilities map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(s.body("POST /session")), &sent))
	require.Nil(t, sent.DesiredCapabilities)
	require.Equal(t, []map[string]any{{}}, sent.Capabilities.FirstMatch)
	require.Equal(t, "UiAutomator2", sent.Capabilities.AlwaysMatch["appium:automationName"])
	require.EqualValues(t, 600, sent.Capabilities.AlwaysMatch["appium:newCommandTimeout"])
	require.NotZero(t, sent.Capabilities.AlwaysMatch["appium:systemPort"])
	_, err = install(t, phone(), platform.Spec{Platform: "android", Capabilities: map[string]any{"udid": "x"}})
	require.ErrorContains(t, err, "appium:udid")
}

func TestPointsAreCountedInPicturePixels(t *testing.T) {
	t.Parallel()
	s := phone()
	d, err := install(t, s, platform.Spec{Platform: "ios"})
	require.NoError(t, err)
	require.NoError(t, d.Mouse.Click(t.Context(), screen.Point{X: 150, Y: 300}, platform.ClickOptions{}))
	body := s.body("POST " + sid + "/actions")
	require.Contains(t, body, `"x":50`)
	require.Contains(t, body, `"y":100`)
	require.Equal(t, platform.Permanent, platform.ClassOf(d.Mouse.Click(t.Context(), screen.Point{X: 300, Y: 3}, platform.ClickOptions{})))

	s.mu.Lock()
	s.size, s.width = image.Pt(600, 300), 300 // turned, at another scale
	s.mu.Unlock()
	img, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	require.Equal(t, screen.Size{W: 600, H: 300}, img.Size)
	require.NoError(t, d.Mouse.Click(t.Context(), screen.Point{X: 500, Y: 100}, platform.ClickOptions{}))
	require.Contains(t, s.body("POST "+sid+"/actions"), `"x":250`)
}

func TestWhatAFingerCannotDoIsUnsupported(t *testing.T) {
	t.Parallel()
	d, err := install(t, phone(), platform.Spec{Platform: "android"})
	require.NoError(t, err)
	for name, err := range map[string]error{
		"hover":        d.Mouse.Hover(t.Context(), screen.Point{X: 1, Y: 1}),
		"right button": d.Mouse.Click(t.Context(), screen.Point{X: 1, Y: 1}, platform.ClickOptions{Button: "right"}),
		"address":      d.Navigation.Navigate(t.Context(), "https://shop.example"),
		"refresh":      d.Navigation.Refresh(t.Context()),
	} {
		require.Equal(t, platform.Unsupported, platform.ClassOf(err), name)
		require.ErrorIs(t, err, appium.ErrUnsupported, name)
	}
	require.True(t, d.Touch)
	require.True(t, d.Addressless)
}

func TestAnEmptyClipboardOfAPhoneIsUnknown(t *testing.T) {
	t.Parallel()
	s := phone()
	const get = "POST " + sid + "/execute/sync mobile: getClipboard"
	s.answer[get] = func(w http.ResponseWriter) { value(w, "") }
	d, err := install(t, s, platform.Spec{Platform: "android"})
	require.NoError(t, err)
	_, err = d.Clipboard.Read(t.Context())
	require.Equal(t, platform.Permanent, platform.ClassOf(err))
	s.mu.Lock()
	s.answer[get] = func(w http.ResponseWriter) { value(w, base64.StdEncoding.EncodeToString([]byte("Zoë"))) }
	s.mu.Unlock()
	text, err := d.Clipboard.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, "Zoë", text)
}

func TestErrorsHaveTheirClass(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter)
		want   platform.Class
		says   string
	}{
		"a page of a hub":        {func(w http.ResponseWriter) { w.WriteHeader(502); fmt.Fprint(w, "<html><h1>Bad gateway</h1></html>") }, platform.Transient, "HTTP 502 instead of an answer: Bad gateway"},
		"a session that ended":   {fails(404, "invalid session id", "it is terminated"), platform.Gone, "ended"},
		"a device that died":     {fails(500, "unknown error", "Could not proxy command to the remote server. Original error: socket hang up"), platform.Gone, "socket hang up"},
		"an unknown method":      {fails(405, "unknown method", "no"), platform.Unsupported, "cannot do that"},
		"anything else":          {fails(500, "unknown error", "cannot tap"), platform.Permanent, "cannot tap"},
		"an alert in the way":    {fails(500, "unexpected alert open", "Sure?"), platform.Blocked, "Sure?"},
		"a connection that ends": {func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, platform.Gone, "does not answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := phone()
			s.answer["POST "+sid+"/actions"] = c.answer
			d, err := install(t, s, platform.Spec{Platform: "android"})
			require.NoError(t, err)
			err = d.Mouse.Click(t.Context(), screen.Point{X: 1, Y: 1}, platform.ClickOptions{})
			require.Equal(t, c.want, platform.ClassOf(err), "%v", err)
			require.ErrorContains(t, err, c.says)
			require.NotContains(t, err.Error(), "k3y-of-ann")
			require.NoError(t, d.Close(context.Background()))
			require.Equal(t, 1, s.count("DELETE "+sid), "also a dead session is ended at the server")
		})
	}
}

func TestTheKeyIsNeitherLoggedNorSaid(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	s := phone()
	s.answer["POST /session"] = fails(401, "unknown error", "no such user")
	_, err := installWith(t, s, platform.Spec{Platform: "android"}, appium.Config{Logger: slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	require.ErrorContains(t, err, "no such user")
	require.NotContains(t, err.Error()+logged.String(), "k3y-of-ann")
	_, err = appium.New(appium.Config{URL: "ftp://ann:k3y-of-ann@host"})
	require.Error(t, err)
	require.NotContains(t, err.Error(), "k3y-of-ann")
	_, err = appium.New(appium.Config{})
	require.ErrorContains(t, err, "--appium")
}

func TestASessionIsKeptAliveWhileSomebodyThinks(t *testing.T) {
	t.Parallel()
	s := phone()
	_, err := installWith(t, s, platform.Spec{Platform: "android"}, appium.Config{KeepAlive: 20 * time.Millisecond})
	require.NoError(t, err)
	require.Eventually(t, func() bool { return s.count("GET "+sid+"/timeouts") >= 2 }, 5*time.Second, 5*time.Millisecond)
}

func TestALeasedDeviceGoesToOneCaseAtATime(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(phone())
	defer srv.Close()
	i, err := appium.New(appium.Config{URL: srv.URL, Devices: []appium.Lease{{Platform: "android", UDID: "a"}, {Platform: "ios", UDID: "b"}}})
	require.NoError(t, err)
	first, err := i.Install(t.Context(), platform.Spec{Platform: "android"})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = i.Install(ctx, platform.Spec{Platform: "android"})
	require.ErrorContains(t, err, "no device became free")
	require.NoError(t, first.Close(t.Context()))
	_, err = i.Install(t.Context(), platform.Spec{Platform: "android"})
	require.NoError(t, err)
	_, err = i.Install(t.Context(), platform.Spec{Platform: "ios", Capabilities: map[string]any{"appium:udid": "c"}})
	require.ErrorContains(t, err, "no listed device fits")
	require.NoError(t, i.Close(t.Context()))
}
