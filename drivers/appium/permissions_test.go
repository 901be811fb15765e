package appium_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/drivers/appium/appiumtest"
	"github.com/verdict-run/verdict/internal/appiumserver"
	"github.com/verdict-run/verdict/platform"
)

func TestPermissionsAreGrantedToTheApplication(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ios     bool
		app     string
		ask     []string
		granted []string
		err     string
	}{
		"Android":             {false, "shop", []string{"camera", "android.permission.READ_CONTACTS"}, []string{"android.permission.CAMERA", "android.permission.READ_CONTACTS"}, ""},
		"iOS":                 {true, "shop", []string{"photos", "camera"}, []string{"camera", "photos"}, ""},
		"none":                {false, "shop", nil, nil, ""},
		"another application": {false, "other", []string{"camera"}, nil, "granting permissions (camera): the app is not installed: other"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := appiumtest.New(suitePhone(c.ios))
			t.Cleanup(s.Close)
			phone := map[bool]string{false: "android", true: "ios"}[c.ios]
			spec := platform.Spec{Platform: phone, Permissions: c.ask, Capabilities: map[string]any{"appium:appPackage": c.app, "appium:bundleId": c.app}}
			_, err := onServer(t, s.URL, appium.Config{}).Install(t.Context(), spec)
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				require.Zero(t, s.Open(), "a session is left")
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.granted, s.Granted())
		})
	}
}

// TestPermissionsAreGrantedToThePages asks a real browser whether a page may use the camera.
func TestPermissionsAreGrantedToThePages(t *testing.T) {
	t.Parallel()
	s := realServer.Server(t)
	browser := appiumserver.NeedBrowser(t)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<p id=o>-</p><script>navigator.permissions.query({name:'camera'}).then(p=>o.textContent=p.state)</script>`))
	}))
	t.Cleanup(page.Close)
	for name, ask := range map[string][]string{"asked for": {"camera"}, "not asked for": nil} {
		t.Run(name, func(t *testing.T) {
			spec := platform.Spec{Platform: "android", Permissions: ask, Capabilities: browser.Chromium(t.TempDir(), 412, 915, 1, true)}
			d, err := onServer(t, s.URL, appium.Config{}).Install(t.Context(), spec)
			require.NoError(t, err)
			require.NoError(t, d.Navigation.Navigate(t.Context(), page.URL))
			state := "-"
			require.Eventually(t, func() bool {
				tree, err := d.Elements.Elements(t.Context())
				for i := 0; err == nil && i < len(tree.Nodes); i++ {
					if n := &tree.Nodes[i]; n.HTMLID == "o" {
						state = n.Text
					}
				}
				return state != "-"
			}, 5*time.Second, 20*time.Millisecond)
			require.Equal(t, ask != nil, state == "granted", state)
		})
	}
}
