// Package trickytest_test measures the loop on pages that each isolate one difficulty.
package trickytest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/browsertest"
	"github.com/verdict-run/verdict/platform"
)

// rewording holds the pages' tasks in the builtin model's words, and the file to upload.
var rewording = filepath.Join("..", "..", "testdata", "tricky-rewording")

// shared is the one browser of all tests; nil with -short.
var shared platform.Installer

func TestMain(m *testing.M) { browsertest.Main(m, &shared) }

func chromium(t *testing.T) platform.Installer {
	t.Helper()
	if shared == nil {
		t.Skip("needs a browser")
	}
	return shared
}

// figure prints what was measured.
func figure(t *testing.T, format string, args ...any) {
	t.Helper()
	line := fmt.Sprintf(format, args...)
	t.Log(line)
	fmt.Println("figure:", line)
}

// page is one entry of index.json.
type page struct {
	ID          string `json:"id"`
	File        string `json:"file"`
	Instruction string `json:"instruction"`
	ClaimTrue   string `json:"claim_true_after"`
	ClaimFalse  string `json:"claim_false_after"`
}

// bench is a browser, a server of the pages and what the pages reported of themselves.
type bench struct {
	installer platform.Installer
	commands  *commands.Registry
	url       string
	pages     []page

	mu      sync.Mutex
	reports map[string]flags
}

// flags are what a page says of itself when it is left alone: done, and what was done wrongly.
type flags struct {
	Done  bool     `json:"done"`
	Wrong []string `json:"wrong"`
}

// reporter tells the server of the flags the page keeps; the agent never reads them.
const reporter = `<script>setInterval(function(){if(top!==window)return;
var s=JSON.stringify({done:window.__done===true,wrong:window.__wrong||[]});if(s!==window.__said){window.__said=s;navigator.sendBeacon('/flags'+location.search,s)}},60)</script>`

func newBench(t *testing.T) *bench {
	t.Helper()
	dir := filepath.Join("..", "..", "testdata", "tricky")
	var index struct {
		Pages []page `json:"pages"`
	}
	raw, err := os.ReadFile(filepath.Join(dir, "index.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &index))
	require.Len(t, index.Pages, 18)
	b := &bench{pages: index.Pages, reports: map[string]flags{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /flags", func(_ http.ResponseWriter, r *http.Request) {
		var rep flags
		if json.NewDecoder(r.Body).Decode(&rep) == nil {
			b.mu.Lock()
			b.reports[r.URL.RawQuery] = rep
			b.mu.Unlock()
		}
	})
	mux.HandleFunc("GET /{file}", func(w http.ResponseWriter, r *http.Request) {
		html, err := os.ReadFile(filepath.Join(dir, filepath.Base(r.PathValue("file"))))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(append(html, reporter...))
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	b.url = srv.URL
	b.commands, err = app.Commands()
	require.NoError(t, err)
	b.installer = chromium(t)
	return b
}

// run executes a body on a page; the flags are those of the page when the run ended.
func (b *bench) run(t *testing.T, p page, run, body string, d agent.Decider) (*agent.ExecutionResult, flags) {
	t.Helper()
	device, err := b.installer.Install(t.Context(), platform.Spec{Platform: "web", Width: 1280, Height: 800, ArtifactDir: t.TempDir()})
	require.NoError(t, err)
	defer func() { require.NoError(t, device.Close(context.WithoutCancel(t.Context()))) }()
	key := p.ID + "-" + run
	res, err := agent.Run(t.Context(), agent.Config{
		Name: p.ID, Body: body, StartURL: fmt.Sprintf("%s/%s?%s", b.url, p.File, key), Device: device, Decider: d, Commands: b.commands,
		UploadDirs: []string{rewording}, Limits: agent.Limits{Time: 90 * time.Second},
		LocateTimeout: 3 * time.Second, CheckTimeout: 2 * time.Second,
	})
	require.NoError(t, err)
	_ = commands.Pause(t.Context(), 150*time.Millisecond) // the page says its last flags
	b.mu.Lock()
	defer b.mu.Unlock()
	return res, b.reports[key]
}

// explain prints how a run went.
func explain(t *testing.T, p page, res *agent.ExecutionResult, f flags) {
	t.Helper()
	t.Logf("%s: %s (%s) done=%v wrong=%v", p.ID, res.Verdict, res.Reason, f.Done, f.Wrong)
	for _, a := range res.Attempts {
		switch s := a.Attempt.(type) {
		case *agent.GeneratedStep:
			t.Logf("   ok   %s | %s | %s", s.Instruction, s.Outcome, s.Effect)
		case *agent.FailedStep:
			t.Logf("   FAIL %s | %s | %s", s.Instruction, s.Error, s.Hint)
		}
	}
}
