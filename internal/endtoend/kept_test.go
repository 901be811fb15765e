package endtoend_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
)

// TestWhatAPageKeepsIsChecked: cookies, storage, attributes and downloads, by a page that has them and in claims that are false.
func TestWhatAPageKeepsIsChecked(t *testing.T) {
	shop := site(t, map[string]http.HandlerFunc{
		"/x/keeps": func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: "abc-1", HttpOnly: true, Path: "/"})
			page(`<a href="/docs" target="_blank">Docs</a> <a href="/x/report" download="report.csv">Report</a><script>localStorage.theme="dark"</script>`)(w, r)
		},
		"/x/report": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/csv")
			_, _ = w.Write([]byte("name,total\nAna,12\n"))
		},
	})
	dir := t.TempDir()
	writeCase(t, dir, "true.md", "url: /x/keeps", `Click the "Report" link.
Check that the downloaded file "report.csv" contains "Ana,12".
Check that the downloaded file "report.csv" is larger than 10 bytes.
Check that the cookie "sid" is "abc-1".
Check that there is no cookie "other".
Check that the local storage item "theme" is "dark".
Check that the "target" attribute of the "Docs" link is "_blank".`)
	for name, claim := range map[string]string{
		"storage": `the local storage item "theme" is "light"`, "attribute": `the "Docs" link has no attribute "target"`,
	} {
		writeCase(t, dir, "false-"+name+".md", "url: /x/keeps", "Check that the page shows \"Docs\".\nCheck that "+claim+".")
	}
	out := verdict(t, nil, "run", dir, "--base-url", shop, "--workers", "2")
	require.Equal(t, 1, out.code)
	require.Len(t, out.suite.Cases, 3)
	for _, c := range out.suite.Cases {
		want := agent.Failed
		if c.Name == "true" {
			want = agent.Passed
		}
		require.Equal(t, want, c.Verdict, "%s: %s", c.Name, c.Last().Result.Reason)
	}
}

// TestAPictureIsComparedWithItsBaseline: the first run stores, the second compares, a change fails and is shown.
func TestAPictureIsComparedWithItsBaseline(t *testing.T) {
	var changed atomic.Bool
	shop := site(t, map[string]http.HandlerFunc{"/x/home": func(w http.ResponseWriter, r *http.Request) {
		total := "$42.95"
		if changed.Load() {
			total = "$42.90"
		}
		page(`<h1>Home</h1><section aria-label="Clock">`+r.RemoteAddr+`</section><p style="font:16px sans-serif">Total: `+total+`</p>`)(w, r)
	}})
	dir := t.TempDir()
	writeCase(t, dir, "home.md", "url: /x/home", "Check that the page shows \"Home\".\nCheck that the page looks like \"home\" except for the \"Clock\" section.")
	run := func(want agent.Verdict, reason string, args ...string) {
		t.Helper()
		out := verdict(t, nil, append([]string{"run", dir, "--base-url", shop}, args...)...)
		require.Equal(t, want, out.only(t).Verdict, out.only(t).Reason)
		require.Contains(t, out.only(t).Reason, reason)
	}
	run(agent.Unproven, "run once with --update-baselines")
	run(agent.Unproven, "was stored as it is now", "--update-baselines")
	stored, err := filepath.Glob(filepath.Join(dir, "home.baselines", "home.chromium-1280x800.png"))
	require.NoError(t, err)
	require.Len(t, stored, 1)
	run(agent.Passed, "")
	changed.Store(true)
	run(agent.Failed, "differ from the stored picture")
	raw, err := os.ReadDir(filepath.Dir(stored[0]))
	require.NoError(t, err)
	require.Len(t, raw, 1, "nothing else was left there: %v", strings.Join(names(raw), " "))
}

func names(list []os.DirEntry) (out []string) {
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}
