package appium_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/internal/appiumserver"
	"github.com/verdict-run/verdict/platform"
)

// fakeSpec asks fake-driver for the application of testdata, as if it were on an Android phone.
func fakeSpec(t *testing.T, more map[string]any) platform.Spec {
	t.Helper()
	app, err := filepath.Abs(filepath.Join("testdata", "fake-app.xml"))
	require.NoError(t, err)
	caps := appiumserver.Fake(app)
	for k, v := range more {
		caps[k] = v
	}
	return platform.Spec{Platform: "android", Capabilities: caps}
}

// onFake starts a session of fake-driver on the shared server. id is the server's name of it.
func onFake(t *testing.T, cfg appium.Config, more map[string]any) (s *appiumserver.Server, d *platform.Device, id string) {
	t.Helper()
	s = realServer.Server(t)
	started.Lock() // or another test's session might be taken for this one
	defer started.Unlock()
	before := sessions(t, s)
	d, err := onServer(t, s.URL, cfg).Install(t.Context(), fakeSpec(t, more))
	require.NoError(t, err)
	for _, one := range sessions(t, s) {
		if !slices.Contains(before, one) && strings.Contains(s.Log(), "New FakeDriver session created successfully, session "+one) {
			return s, d, one
		}
	}
	require.Fail(t, "the server lists no new session")
	return nil, nil, ""
}

func sessions(t *testing.T, s *appiumserver.Server) []string {
	t.Helper()
	all, err := s.Sessions(t.Context())
	require.NoError(t, err)
	return all
}

// command is one of a stranger's to the server: the driver has no part in it.
func command(t *testing.T, s *appiumserver.Server, method, path, body string) (status int, value json.RawMessage) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	r.Close = true
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { require.NoError(t, resp.Body.Close()) }()
	var answer struct{ Value json.RawMessage }
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&answer))
	return resp.StatusCode, answer.Value
}

func TestASessionOfARealServer(t *testing.T) {
	t.Parallel()
	s, d, id := onFake(t, appium.Config{}, nil)
	img, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	require.Equal(t, screen.Size{W: 400, H: 852}, img.Size)
	tree, err := d.Elements.Elements(t.Context())
	require.NoError(t, err)
	at := slices.IndexFunc(tree.Nodes, func(n screen.Node) bool { return n.Role == "button" && n.Name == "Delete all" })
	require.GreaterOrEqual(t, at, 0, "%+v", tree.Nodes)
	require.NoError(t, d.Mouse.Click(t.Context(), tree.Nodes[at].Box.Center(), platform.ClickOptions{}))

	status, log := command(t, s, http.MethodPost, "/session/"+id+"/se/log", `{"type":"actions"}`)
	require.Equal(t, 200, status)
	var did [][]struct {
		Type       string
		Parameters struct{ PointerType string }
		Actions    []struct {
			Type string
			X, Y float64
		}
	}
	require.NoError(t, json.NewDecoder(bytes.NewReader(log)).Decode(&did))
	require.Len(t, did, 1)
	require.Equal(t, "touch", did[0][0].Parameters.PointerType)
	require.Equal(t, []float64{200, 150}, []float64{did[0][0].Actions[0].X, did[0][0].Actions[0].Y})

	require.NoError(t, d.Close(t.Context()))
	require.NotContains(t, sessions(t, s), id)
}

func TestContextsOfARealServer(t *testing.T) {
	t.Parallel()
	_, d, _ := onFake(t, appium.Config{}, nil)
	tabs, err := d.Tabs.Tabs(t.Context())
	require.NoError(t, err)
	var names []string
	for _, tab := range tabs {
		names = append(names, tab.ID)
		require.Equal(t, tab.ID == "NATIVE_APP", tab.Active, tab.ID)
	}
	require.Equal(t, []string{"NATIVE_APP", "PROXY", "WEBVIEW_1"}, names)
	err = d.Tabs.Switch(t.Context(), "WEBVIEW_9")
	require.Equal(t, platform.Permanent, platform.ClassOf(err), "%v", err)
	require.NoError(t, d.Tabs.Switch(t.Context(), "NATIVE_APP"))
	_, err = d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
}

func TestAnAlertOfARealServer(t *testing.T) {
	t.Parallel()
	s, d, id := onFake(t, appium.Config{}, nil)
	alerts, ok := d.Screen.(platform.DialogDriver) // not offered to cases: on phones the source tells them
	require.True(t, ok)
	none, err := alerts.Pending(t.Context())
	require.NoError(t, err)
	require.Nil(t, none)
	require.Equal(t, platform.Permanent, platform.ClassOf(alerts.Answer(t.Context(), true, "")))
	for _, accept := range []bool{true, false} {
		_, found := command(t, s, http.MethodPost, "/session/"+id+"/element", `{"using":"id","value":"delete"}`)
		var element map[string]string
		require.NoError(t, json.Unmarshal(found, &element))
		status, _ := command(t, s, http.MethodPost, "/session/"+id+"/element/"+element["element-6066-11e4-a52e-4f735466cecf"]+"/click", "{}")
		require.Equal(t, 200, status)
		open, err := alerts.Pending(t.Context())
		require.NoError(t, err)
		require.NotNil(t, open)
		require.Equal(t, "Delete all of it?", open.Message)
		require.NoError(t, alerts.Answer(t.Context(), accept, ""))
		none, err = alerts.Pending(t.Context())
		require.NoError(t, err)
		require.Nil(t, none)
	}
	all := alerts.Dialogs()
	require.Len(t, all, 2)
	require.Equal(t, []string{"accepted", "dismissed"}, []string{all[0].Answer, all[1].Answer})
}

func TestErrorsOfARealServerHaveTheirClass(t *testing.T) {
	t.Parallel()
	s, d, id := onFake(t, appium.Config{}, nil)
	_, noClipboard := d.Clipboard.Read(t.Context())
	for name, c := range map[string]struct {
		err  error
		want platform.Class
	}{
		"a command the driver does not have": {d.Keyboard.Type(t.Context(), "x"), platform.Unsupported},
		"a method the driver does not have":  {noClipboard, platform.Unsupported},
		"a context that is not there":        {d.Tabs.Switch(t.Context(), "nonesuch"), platform.Permanent},
		"a point outside of the picture":     {d.Mouse.Click(t.Context(), screen.Point{X: 400, Y: 1}, platform.ClickOptions{}), platform.Permanent},
	} {
		require.Equal(t, c.want, platform.ClassOf(c.err), "%s: %v", name, c.err)
	}
	require.NoError(t, d.Alive())
	status, _ := command(t, s, http.MethodDelete, "/session/"+id, "")
	require.Equal(t, 200, status)
	_, err := d.Screen.Screenshot(t.Context())
	require.Equal(t, platform.Gone, platform.ClassOf(err), "%v", err)
	require.Equal(t, platform.Gone, platform.ClassOf(d.Alive()))
	require.NoError(t, d.Close(t.Context()), "what has ended needs no ending")
}

func TestASessionThatDoesNotStart(t *testing.T) {
	t.Parallel()
	s := realServer.Server(t)
	for name, c := range map[string]struct {
		caps map[string]any
		want platform.Class
		says string
	}{
		"without its application":         {map[string]any{"appium:app": nil}, platform.Permanent, "app"},
		"with a driver nobody installed":  {map[string]any{"appium:automationName": "Nonesuch"}, platform.Permanent, "Nonesuch"},
		"with an application not to read": {map[string]any{"appium:app": "/nowhere/app.xml"}, platform.Gone, "/nowhere/app.xml"},
	} {
		i := onServer(t, s.URL, appium.Config{})
		_, err := i.Install(t.Context(), fakeSpec(t, c.caps))
		require.Error(t, err, name)
		require.Equal(t, c.want, platform.ClassOf(err), "%s: %v", name, err)
		require.ErrorContains(t, err, c.says, name)
	}
}

func TestASessionExpires(t *testing.T) {
	t.Parallel()
	s, d, id := onFake(t, appium.Config{KeepAlive: time.Hour}, map[string]any{"appium:newCommandTimeout": 2})
	require.NoError(t, d.Alive())
	require.Eventually(t, func() bool { return !slices.Contains(sessions(t, s), id) }, 20*time.Second, 50*time.Millisecond, "2 s without a command end it")
	_, err := d.Screen.Screenshot(t.Context())
	require.Equal(t, platform.Gone, platform.ClassOf(err), "%v", err)
	require.ErrorContains(t, err, "ended during screenshot")
}

func TestAKeepAliveKeepsASessionFromExpiring(t *testing.T) {
	t.Parallel()
	s, d, id := onFake(t, appium.Config{KeepAlive: 400 * time.Millisecond}, map[string]any{"appium:newCommandTimeout": 2})
	start := time.Now()
	require.Eventually(t, func() bool {
		return time.Since(start) > 3*time.Second && strings.Count(s.Log(), "--> GET /session/"+id+"/timeouts") > 4
	}, 20*time.Second, 50*time.Millisecond)
	require.Contains(t, sessions(t, s), id)
	_, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
}

// TestNothingHangsWhenTheServerDies kills a server of its own under a call, and goes on with one on the same port.
func TestNothingHangsWhenTheServerDies(t *testing.T) {
	t.Parallel()
	realServer.Server(t) // installed, and the reasons to skip
	s, err := appiumserver.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Kill() }) // killed already, unless the test failed
	i := onServer(t, s.URL, appium.Config{})
	d, err := i.Install(t.Context(), fakeSpec(t, nil))
	require.NoError(t, err)
	require.NoError(t, s.Kill())

	calls := make(chan error, 1)
	go func() {
		_, err := d.Screen.Screenshot(context.Background())
		calls <- errors.Join(err, d.Close(context.Background()))
	}()
	select {
	case err := <-calls:
		require.Equal(t, platform.Gone, platform.ClassOf(err), "%v", err)
		require.ErrorContains(t, err, "does not answer")
	case <-time.After(10 * time.Second):
		require.Fail(t, "a call hangs on a server that died")
	}
	_, err = i.Install(t.Context(), fakeSpec(t, nil))
	require.Equal(t, platform.Gone, platform.ClassOf(err), "no server: %v", err)

	again, err := appiumserver.StartOn(t.Context(), s.Port())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, again.Stop()) })
	d, err = i.Install(t.Context(), fakeSpec(t, nil))
	require.NoError(t, err, "the same installer goes on once there is a server again")
	require.Len(t, sessions(t, again), 1)
	require.NoError(t, d.Close(t.Context()))
	require.Empty(t, sessions(t, again))
}
