// Package inputtest_test drives every kind of input a page can have, each with
// a scripted model that answers right, and holds what is recorded against what the page knows.
package inputtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
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

var pages = filepath.Join("..", "..", "testdata", "inputs")

// shared is the one browser of all tests; nil with -short.
var shared platform.Installer

func TestMain(m *testing.M) { browsertest.Main(m, &shared) }

// flags are what a page says of itself when it is left.
type flags struct {
	Done  bool     `json:"done"`
	Wrong []string `json:"wrong"`
	At    int64    `json:"at"` // ms of the clock
}

// bench serves the pages, at two hosts, and hears what they say.
type bench struct {
	commands *commands.Registry
	url      string
	other    string // the same pages at another host

	mu    sync.Mutex
	said  map[string]chan flags  // by run: what its pages said when they were left
	hints map[string]chan string // by run: what they told meanwhile
}

// reporter tells the server the flags of a page that is left; the agent never reads them.
const reporter = `<script>addEventListener('pagehide',function(){if(top===window&&/run=/.test(location.search))
navigator.sendBeacon('/said'+location.search,JSON.stringify({done:window.__done===true,wrong:window.__wrong||[],at:Date.now()}))})</script>`

func newBench(t *testing.T) *bench {
	t.Helper()
	if shared == nil {
		t.Skip("needs a browser")
	}
	b := &bench{said: map[string]chan flags{}, hints: map[string]chan string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /said", func(_ http.ResponseWriter, r *http.Request) {
		var f flags
		if json.NewDecoder(r.Body).Decode(&f) == nil {
			said, _ := b.mail(r.URL.Query().Get("run"))
			said <- f
		}
	})
	mux.HandleFunc("POST /hint", func(_ http.ResponseWriter, r *http.Request) {
		_, hints := b.mail(r.URL.Query().Get("run"))
		hints <- r.URL.Query().Get("hint")
	})
	mux.HandleFunc("POST /refused", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the database is full", http.StatusInternalServerError)
	})
	mux.HandleFunc("GET /bye", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /{file}", b.serve)
	here, there := httptest.NewServer(mux), httptest.NewServer(mux)
	t.Cleanup(here.Close)
	t.Cleanup(there.Close)
	b.url, b.other = here.URL, strings.Replace(there.URL, "127.0.0.1", "localhost", 1)
	var err error
	b.commands, err = app.Commands()
	require.NoError(t, err)
	return b
}

func (b *bench) serve(w http.ResponseWriter, r *http.Request) {
	name := filepath.Base(r.PathValue("file"))
	raw, err := os.ReadFile(filepath.Join(pages, name))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	switch filepath.Ext(name) {
	case ".html":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		raw = append([]byte(strings.ReplaceAll(string(raw), "OTHER_HOST", b.other)), reporter...)
	case ".js":
		w.Header().Set("Content-Type", "text/javascript")
	case ".css":
		w.Header().Set("Content-Type", "text/css")
	}
	_, _ = w.Write(raw)
}

func (b *bench) mail(run string) (said chan flags, hints chan string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.said[run] == nil {
		b.said[run], b.hints[run] = make(chan flags, 100), make(chan string, 100)
	}
	return b.said[run], b.hints[run]
}

// kind is one kind of input: a page, a case about it and a model that knows what to do.
type kind struct {
	id    string
	page  string // of testdata/inputs
	query string // further parameters of the page
	spec  platform.Spec
	body  string
	moves []move
	// decider replaces the script of moves.
	decider func(t *testing.T, hints <-chan string) agent.Decider
	judge   agent.Judge
	// want is the verdict, passed when empty; undone says that the page's goal cannot be reached.
	want   agent.Verdict
	undone bool
	// also looks at what was recorded.
	also func(t *testing.T, res *agent.ExecutionResult)
}

// outcome is how a run went, and what the page says.
type outcome struct {
	res *agent.ExecutionResult
	flags
}

// run carries a kind's case out with a decider.
func (b *bench) run(t *testing.T, k kind, run string, d agent.Decider) outcome {
	t.Helper()
	spec := k.spec
	spec.Platform, spec.Width, spec.Height, spec.ArtifactDir = "web", 1280, 800, t.TempDir()
	device, err := shared.Install(t.Context(), spec)
	require.NoError(t, err)
	defer func() { require.NoError(t, device.Close(context.WithoutCancel(t.Context()))) }()
	q, err := url.ParseQuery(k.query)
	require.NoError(t, err)
	q.Set("run", run)
	res, err := agent.Run(t.Context(), agent.Config{
		Name: k.id, Body: k.body, StartURL: fmt.Sprintf("%s/%s?%s", b.url, k.page, q.Encode()), Device: device, Decider: d, Commands: b.commands,
		Judge: k.judge, UploadDirs: []string{filepath.Join(pages, "files")}, Limits: agent.Limits{Time: 60 * time.Second, Turns: 30},
		LocateTimeout: 2 * time.Second, CheckTimeout: 2 * time.Second,
	})
	require.NoError(t, err)
	o := outcome{res: res}
	defer func() {
		if t.Failed() || testing.Verbose() {
			explain(t, o)
		}
	}()
	o.flags = b.lastWords(t, device, run)
	return o
}

// lastWords leaves the page, which then says its flags, and adds up what was wrong on the pages before it.
func (b *bench) lastWords(t *testing.T, device *platform.Device, run string) flags {
	t.Helper()
	ctx := t.Context()
	if d, err := device.Dialogs.Pending(ctx); err == nil && d != nil {
		require.NoError(t, device.Dialogs.Answer(ctx, true, ""))
	}
	tabs, err := device.Tabs.Tabs(ctx)
	require.NoError(t, err)
	for _, tab := range tabs[1:] {
		require.NoError(t, device.Tabs.CloseTab(ctx, tab.ID))
	}
	leaving := time.Now().UnixMilli()
	require.NoError(t, device.Navigation.Navigate(ctx, b.url+"/bye"))
	if d, err := device.Dialogs.Pending(ctx); err == nil && d != nil {
		require.NoError(t, device.Dialogs.Answer(ctx, true, "")) // it may ask whether to leave
	}
	said, _ := b.mail(run)
	var all flags
	for deadline := time.After(10 * time.Second); ; {
		select {
		case f := <-said:
			all.Wrong = append(all.Wrong, f.Wrong...)
			if f.At >= leaving {
				all.Done = f.Done
				// Chromium may never end a session whose frame of another host is on its way out.
				_, err := device.App.WaitUntilStable(ctx, platform.StableOptions{})
				require.NoError(t, err)
				return all
			}
		case <-deadline:
			require.Fail(t, "the page never said its flags")
		}
	}
}

// explain logs how a run went.
func explain(t *testing.T, o outcome) {
	t.Helper()
	t.Logf("%s (%s) done=%v wrong=%v took %s", o.res.Verdict, o.res.Reason, o.Done, o.Wrong, o.res.Took.Round(time.Millisecond))
	for _, a := range o.res.Attempts {
		switch s := a.Attempt.(type) {
		case *agent.GeneratedStep:
			t.Logf("   ok   [%d] %s | %s | %s | %v", s.Sentence, s.Instruction, s.Outcome, s.Effect, s.Notes)
		case *agent.FailedStep:
			t.Logf("   FAIL [%d] %s | %s | %s", s.Sentence, s.Instruction, s.Error, s.Hint)
		}
	}
	for _, c := range o.res.Checks {
		t.Logf("   check %d %s: %s %v", c.N, c.Status, c.Statement, c.Evidence)
	}
}
