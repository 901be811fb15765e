package trickytest_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/platform"
)

// swaggerVersion is pinned: the cases name what that version shows.
const swaggerVersion = "5.35.0"

const openapi = `{"openapi":"3.0.0","info":{"title":"Verdict Zoo","version":"1.2.3","description":"Animals to look at."},
"paths":{"/animals":{"get":{"tags":["animals"],"summary":"List the animals","operationId":"listAnimals",
"parameters":[{"name":"kind","in":"query","schema":{"type":"string"}}],"responses":{"200":{"description":"All animals of a kind"}}}}}}`

// swagger serves Swagger UI, which nobody here wrote, with a small API to show.
func swagger(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	pack := exec.CommandContext(ctx, "npm", "pack", "--silent", "swagger-ui-dist@"+swaggerVersion)
	pack.Dir = dir
	if out, err := pack.CombinedOutput(); err != nil {
		t.Skipf("swagger-ui-dist cannot be had from npm: %v %s", err, out)
	}
	unpack := exec.CommandContext(ctx, "tar", "xzf", "swagger-ui-dist-"+swaggerVersion+".tgz")
	unpack.Dir = dir
	require.NoError(t, unpack.Run())
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(filepath.Join(dir, "package"))))
	mux.HandleFunc("/swagger-initializer.js", func(w http.ResponseWriter, _ *http.Request) {
		js, err := os.ReadFile(filepath.Join(dir, "package", "swagger-initializer.js"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(bytes.ReplaceAll(js, []byte("https://petstore.swagger.io/v2/swagger.json"), []byte("/openapi.json")))
	})
	reply := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(body))
		}
	}
	mux.HandleFunc("/openapi.json", reply(openapi))
	mux.HandleFunc("/animals", reply(`[{"name":"Okapi"}]`))
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	return srv.URL
}

func TestSwaggerUI(t *testing.T) {
	browser := chromium(t)
	url := swagger(t)
	registry, err := app.Commands()
	require.NoError(t, err)
	try := []string{`Click "GET /animals List the animals".`, `Click the "Try it out" button.`, `Type "mammal" into the "kind" field.`, `Click the "Execute" button.`}
	cases := map[string]struct {
		lines []string
		want  agent.Verdict
	}{
		"the API's title and version": {[]string{`Check that the page shows "Verdict Zoo".`, `Check that the page shows "1.2.3".`}, agent.Passed},
		"a call answers":              {append(try[:4:4], `Check that the page shows "Okapi".`), agent.Passed},
		"a wrong version":             {[]string{`Check that the page shows "Verdict Zoo".`, `Check that the page shows "9.9.9".`}, agent.Failed},
		"a wrong answer":              {append(try[:4:4], `Check that the page shows "Zebra".`), agent.Failed},
	}
	var right atomic.Int32
	t.Run("cases", func(t *testing.T) {
		for name, c := range cases {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				d, err := browser.Install(t.Context(), platform.Spec{Platform: "web", Width: 1280, Height: 800, ArtifactDir: t.TempDir()})
				require.NoError(t, err)
				res, err := agent.Run(t.Context(), agent.Config{Name: name, Body: strings.Join(c.lines, "\n"), StartURL: url, Device: d, Decider: builtin.New(),
					Commands: registry, Limits: agent.Limits{Time: 90 * time.Second}})
				require.NoError(t, err)
				require.NoError(t, d.Close(context.WithoutCancel(t.Context())))
				if res.Verdict != c.want {
					explain(t, page{ID: name}, res, flags{})
				}
				require.Equal(t, c.want, res.Verdict, res.Reason)
				right.Add(1)
			})
		}
	})
	figure(t, "Swagger UI %s, pages nobody here wrote: %d of %d verdicts right", swaggerVersion, right.Load(), len(cases))
}
