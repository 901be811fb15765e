package playwright_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

func TestClipboardsAreApart(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<input aria-label=A value=first><textarea aria-label=B>second</textarea>
<button onclick="navigator.clipboard.writeText('api text').then(()=>o.textContent='copied',e=>o.textContent='failed '+e)">Api</button><p id=o>some words</p>
<button onclick="document.addEventListener('copy',e=>{e.preventDefault();e.clipboardData.setData('text/plain','own data')},{once:true});document.execCommand('copy')">Own</button>`})
	one, two := install(t, platform.Spec{}), install(t, platform.Spec{})
	visit(t, one, base)
	visit(t, two, base)
	copyOf := func(d *platform.Device, role, name string) string {
		t.Helper()
		click(t, d, role, name)
		require.NoError(t, d.Keyboard.SelectAll(t.Context()))
		require.NoError(t, d.Keyboard.Press(t.Context(), "ControlOrMeta+C"))
		text, err := d.Clipboard.Read(t.Context())
		require.NoError(t, err)
		return text
	}
	none, err := one.Clipboard.Read(t.Context())
	require.NoError(t, err)
	require.Empty(t, none)
	require.Equal(t, "first", copyOf(one, "textbox", "A"))
	require.Equal(t, "second", copyOf(two, "textbox", "B"))
	text, err := one.Clipboard.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, "first", text, "the other session's copy is not seen")
	for button, want := range map[string]string{"Api": "api text", "Own": "own data"} {
		click(t, one, "button", button)
		require.Eventually(t, func() bool {
			got, err := one.Clipboard.Read(t.Context())
			return err == nil && got == want
		}, 3*time.Second, 20*time.Millisecond, button)
	}
}

func TestPopups(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/":      `<button onclick="window.open('/popup','_blank','width=400,height=300')">Open</button><button onclick="window.open('/brief')">Brief</button><p id=o>waiting</p>`,
		"/popup": `<title>Popup</title><button onclick="opener.o.textContent='chosen';window.close()">Choose</button>`,
		"/brief": `<script>opener.o.textContent='brief';close()</script>`,
	})
	d := install(t, platform.Spec{})
	visit(t, d, base)
	click(t, d, "button", "Open")
	require.Eventually(t, func() bool {
		got, err := d.Elements.Elements(t.Context())
		return err == nil && strings.HasSuffix(got.URL, "/popup")
	}, 5*time.Second, 30*time.Millisecond, "the popup becomes active")
	settle(t, d)
	img, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	size, err := d.Screen.Resolution(t.Context())
	require.NoError(t, err)
	require.Equal(t, size, img.Size)
	require.Equal(t, size, tree(t, d).Viewport)
	click(t, d, "button", "Choose")
	require.Eventually(t, func() bool {
		tabs, err := d.Tabs.Tabs(t.Context())
		return err == nil && len(tabs) == 1
	}, 5*time.Second, 30*time.Millisecond)
	wantText(t, d, "chosen")
	click(t, d, "button", "Brief")
	wantText(t, d, "brief")
	require.Eventually(t, func() bool {
		tabs, err := d.Tabs.Tabs(t.Context())
		return err == nil && len(tabs) == 1 && tabs[0].Active
	}, 5*time.Second, 30*time.Millisecond)
}

func TestContainment(t *testing.T) {
	t.Parallel()
	hits := make(chan string, 100)
	log := func(name string) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, r *http.Request) {
			hits <- name + r.URL.Path
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Access-Control-Allow-Origin", "*")
			_, _ = w.Write([]byte("<p>outside</p>"))
		}
	}
	outside := strings.Replace(serve(t, map[string]any{"/": log("out")}), "127.0.0.1", "localhost", 1)
	inside := serve(t, map[string]any{
		"/": `<a href="` + outside + `/link">Link</a> <a href="` + outside + `/tab" target=_blank>Tab</a> <a href=/redirect>Redirect</a> <a href=/redirect target=_blank>Sneaky</a>
<button onclick="window.open('` + outside + `/window')">Window</button>
<button onclick="location='` + outside + `/script'">Script</button><button onclick="fetch('` + outside + `/fetch').then(()=>o.textContent='fetched',()=>o.textContent='not fetched')">Fetch</button><p id=o>inside</p>`,
		"/2": `<p>two</p>`,
		"/redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, outside+"/redirected", http.StatusFound)
		},
	})
	d := install(t, platform.Spec{AllowedOrigins: []string{"127.0.0.1"}})
	visit(t, d, inside)
	wantClass(t, platform.Refused, d.Navigation.Navigate(t.Context(), outside))
	require.NoError(t, d.Navigation.Navigate(t.Context(), inside+"/2"))
	require.NoError(t, d.Navigation.Navigate(t.Context(), inside))
	settle(t, d)
	refusals := func() (n int) {
		faults, _ := d.Diagnostics.Faults()
		for _, f := range faults {
			if strings.HasPrefix(f.Text, "refused: ") {
				n++
			}
		}
		return n
	}
	for i, what := range [][2]string{{"link", "Link"}, {"button", "Script"}, {"link", "Tab"}, {"button", "Window"}, {"link", "Redirect"}} {
		click(t, d, what[0], what[1])
		require.Eventually(t, func() bool { return refusals() == i+1 }, 5*time.Second, 30*time.Millisecond, "%v is reported", what)
		require.Eventually(t, func() bool {
			u, err := d.Navigation.CurrentURL(t.Context())
			return err == nil && !strings.HasPrefix(u, outside)
		}, 5*time.Second, 30*time.Millisecond)
		tabs, err := d.Tabs.Tabs(t.Context())
		require.NoError(t, err)
		require.Len(t, tabs, 1)
		require.NoError(t, d.Navigation.Navigate(t.Context(), inside))
		settle(t, d)
	}
	require.Empty(t, hits, "nothing went outside")

	// A server's redirect in a new tab is only noticed when it was followed.
	click(t, d, "link", "Sneaky")
	require.Eventually(t, func() bool { return refusals() == 6 }, 5*time.Second, 30*time.Millisecond)
	require.Eventually(t, func() bool {
		tabs, err := d.Tabs.Tabs(t.Context())
		return err == nil && (len(tabs) == 1 || !strings.HasPrefix(tabs[1].URL, outside))
	}, 5*time.Second, 30*time.Millisecond)
	tabs, err := d.Tabs.Tabs(t.Context())
	require.NoError(t, err)
	require.NoError(t, d.Tabs.Switch(t.Context(), tabs[0].ID))
	for len(hits) > 0 {
		<-hits
	}
	click(t, d, "button", "Fetch")
	wantText(t, d, "fetched")

	strict := install(t, platform.Spec{AllowedOrigins: []string{inside}, Strict: true})
	visit(t, strict, inside)
	click(t, strict, "button", "Fetch")
	wantText(t, strict, "not fetched")
}

func TestTheSpecReachesThePage(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/": func(w http.ResponseWriter, r *http.Request) {
			user, _, _ := r.BasicAuth()
			if user == "" {
				w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			c, _ := r.Cookie("late")
			v := ""
			if c != nil {
				v = c.Value
			}
			_, _ = w.Write([]byte(`<p id=o></p><script>
navigator.geolocation.getCurrentPosition(p => { o.textContent = JSON.stringify({lang: navigator.language, zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
 dark: matchMedia('(prefers-color-scheme: dark)').matches, size: innerWidth+'x'+innerHeight, lat: p.coords.latitude, cookie: document.cookie, header: '` + r.Header.Get("X-Test") + `', user: '` + user + `', late: '` + v + `', dpr: devicePixelRatio}) })</script>`))
		},
	})
	d := install(t, platform.Spec{
		Width: 640, Height: 480, Scale: 2, Locale: "de-DE", Timezone: "Asia/Tokyo", ColorScheme: "dark",
		Geolocation: &platform.Geolocation{Latitude: 52.5, Longitude: 13.4},
		Cookies:     []platform.Cookie{{Name: "early", Value: "1", URL: base}, {Name: "late", Value: "2"}},
		Headers:     map[string]string{"X-Test": "yes"}, HTTPCredentials: &platform.HTTPCredentials{Username: "ana", Password: "p"},
	})
	visit(t, d, base)
	wantText(t, d, "ana")
	var got map[string]any
	require.NoError(t, json.Unmarshal([]byte(tree(t, d).Nodes[0].Text), &got))
	require.Equal(t, map[string]any{"lang": "de-DE", "zone": "Asia/Tokyo", "dark": true, "size": "640x480", "lat": 52.5, "cookie": "early=1; late=2", "header": "yes", "user": "ana", "late": "2", "dpr": 2.0}, got)
}

func TestVideoStreamAndTrace(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<p id=o>0</p><script>let n=0;setInterval(()=>{o.textContent=++n},100)</script>`, "/2": "<p>two</p>"})
	d := install(t, platform.Spec{})
	visit(t, d, base)
	dir := t.TempDir()
	require.NoError(t, d.Trace.StartTrace(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	frames, err := d.Stream.Frames(ctx)
	require.NoError(t, err)
	for _, name := range []string{"run.webm", "run.mp4"} {
		path := filepath.Join(dir, name)
		require.NoError(t, d.Video.Start(t.Context(), path))
		require.Error(t, d.Video.Start(t.Context(), path), "one at a time")
		for range 3 {
			f, ok := <-frames
			require.True(t, ok)
			require.Equal(t, "image/jpeg", f.Image.MIME)
		}
		require.NoError(t, d.Video.Stop(t.Context()))
		out, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path).Output()
		require.NoError(t, err)
		require.Equal(t, "1280,800", strings.TrimSpace(string(out)))
	}
	cancel()
	require.Eventually(t, func() bool {
		select {
		case _, ok := <-frames:
			return !ok
		default:
			return false
		}
	}, 3*time.Second, 10*time.Millisecond, "the channel is closed when its context ends")
	require.Error(t, d.Video.Stop(t.Context()))
	require.NoError(t, d.Trace.StopTrace(t.Context(), filepath.Join(dir, "trace.zip")))
	info, err := os.Stat(filepath.Join(dir, "trace.zip"))
	require.NoError(t, err)
	require.Positive(t, info.Size())
}
