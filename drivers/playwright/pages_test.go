package playwright_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// serve serves pages given as path and HTML (or what a handler does).
func serve(t *testing.T, pages map[string]any) string {
	t.Helper()
	mux := http.NewServeMux()
	for path, p := range pages {
		switch p := p.(type) {
		case string:
			mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write([]byte("<!doctype html><meta charset=utf-8><title>t</title>" + p))
			})
		case func(http.ResponseWriter, *http.Request):
			mux.HandleFunc(path, p)
		default:
			t.Fatalf("page %s is a %T", path, p)
		}
	}
	srv := httptest.NewServer(mux)
	t.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv.URL
}

func tricky(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(http.FileServer(http.Dir("../../testdata/tricky")))
	t.Cleanup(srv.Close)
	return srv.URL
}

func visit(t *testing.T, d *platform.Device, url string) {
	t.Helper()
	require.NoError(t, d.Navigation.Navigate(t.Context(), url))
	settle(t, d)
}

func settle(t *testing.T, d *platform.Device) {
	t.Helper()
	s, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{})
	require.NoError(t, err)
	require.True(t, s.Stable, "not stable: %s", s.Reason)
}

func tree(t *testing.T, d *platform.Device) *screen.Tree {
	t.Helper()
	got, err := d.Elements.Elements(t.Context())
	require.NoError(t, err)
	return got
}

// node finds the first visible node with that role whose name, or else text, is name.
func node(t *testing.T, d *platform.Device, role, name string) screen.Node {
	t.Helper()
	all := tree(t, d).Nodes
	var have []string
	for _, n := range all {
		if n.Role == role && (n.Name == name || n.Name == "" && n.Text == name) && n.Visible {
			return n
		}
		have = append(have, n.Role+" "+n.Name)
	}
	require.Failf(t, "no such node", "%s %q among %s", role, name, strings.Join(have, "; "))
	return screen.Node{}
}

func click(t *testing.T, d *platform.Device, role, name string) {
	t.Helper()
	n := node(t, d, role, name)
	if !n.InViewport {
		var err error
		n, err = d.Elements.ScrollIntoView(t.Context(), n.ID)
		require.NoError(t, err)
	}
	hit, err := d.Elements.HitTest(t.Context(), n.ID, n.Box.Center())
	require.NoError(t, err)
	require.True(t, hit.OK, "in the way of %q: %s", name, hit.By)
	require.NoError(t, d.Mouse.Click(t.Context(), n.Box.Center(), platform.ClickOptions{}))
}

func fill(t *testing.T, d *platform.Device, role, name, text string) {
	t.Helper()
	click(t, d, role, name)
	require.NoError(t, d.Keyboard.Clear(t.Context()))
	require.NoError(t, d.Keyboard.Type(t.Context(), text))
}

// wantText waits until the page reads text somewhere.
func wantText(t *testing.T, d *platform.Device, text string) {
	t.Helper()
	require.Eventually(t, func() bool {
		got, err := d.Elements.Elements(t.Context())
		if err != nil {
			return false
		}
		for _, n := range got.Nodes {
			if n.Visible && strings.Contains(n.Text, text) {
				return true
			}
		}
		return false
	}, 6*time.Second, 30*time.Millisecond, "the page should read %q", text)
}

func wantClass(t *testing.T, want platform.Class, err error) {
	t.Helper()
	require.Error(t, err)
	require.Equal(t, want, platform.ClassOf(err), "class of %v", err)
}

func servePage(tb testing.TB, html string) string {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><title>t</title>" + html))
	}))
	tb.Cleanup(srv.Close)
	return srv.URL
}
