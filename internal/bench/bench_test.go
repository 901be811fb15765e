// Package bench_test measures a live step against raw Playwright in one run, and what runs cost.
package bench_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	pw "github.com/mxschmitt/playwright-go"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/setup"
	"github.com/verdict-run/verdict/platform"
)

// site is a page with 60 fields and buttons; each click on the first button changes a text.
func site(b *testing.B) string {
	b.Helper()
	var html strings.Builder
	html.WriteString(`<!doctype html><title>Bench</title><p id=out>0</p><button onclick="out.textContent=+out.textContent+1">Count up</button>`)
	for i := range 60 {
		fmt.Fprintf(&html, `<p><label>Field %d <input value="v%d"></label> <button>Save %d</button></p>`, i, i, i)
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(html.String()))
	}))
	b.Cleanup(srv.Close)
	return srv.URL
}

// clicker presses the button once for each sentence and finishes.
type clicker struct{ n int }

func (clicker) Name() string { return "script" }

func (c clicker) Next(_ context.Context, _ *agent.Observation, s *agent.State) (*agent.Decision, error) {
	call := agent.Call{Name: "click", Args: json.RawMessage(`{"target":"Count up button"}`), Sentence: len(s.Attempts) + 1}
	if len(s.Attempts) >= c.n {
		call = agent.Call{Name: "execution-finished", Args: json.RawMessage(`{"success":true,"reasoning":"done"}`)}
	}
	return &agent.Decision{Calls: []agent.Call{call}}, nil
}

// run is one case of so many clicks; an error also says that it did not pass.
func run(ctx context.Context, i platform.Installer, url, dir string, steps int) (*agent.ExecutionResult, error) {
	d, err := i.Install(ctx, platform.Spec{Platform: "web", Width: 1280, Height: 800, ArtifactDir: dir})
	if err != nil {
		return nil, err
	}
	defer func() { _ = d.Close(context.WithoutCancel(ctx)) }() // the run is over; Close is tested elsewhere
	return drive(ctx, d, url, steps)
}

// drive is run on a device that is there.
func drive(ctx context.Context, d *platform.Device, url string, steps int) (*agent.ExecutionResult, error) {
	registry, err := app.Commands()
	if err != nil {
		return nil, err
	}
	body := strings.Repeat("- Click the \"Count up\" button\n", steps) + fmt.Sprintf("- Check that the page shows \"%d\"", steps)
	res, err := agent.Run(ctx, agent.Config{Name: "bench", Body: body, StartURL: url, Device: d, Decider: clicker{steps}, Commands: registry, Limits: agent.Limits{Turns: steps + 5}})
	if err == nil && res.Verdict != agent.Passed {
		err = errors.New(res.Reason)
	}
	return res, err
}

func installer(b *testing.B) platform.Installer {
	b.Helper()
	i, err := app.Browser{Name: "chromium"}.Installer(b.Context())
	require.NoError(b, err, "a browser is needed (make setup installs it)")
	b.Cleanup(func() { require.NoError(b, i.Close(context.WithoutCancel(b.Context()))) })
	return i
}

// BenchmarkStep prints the own time of a live step, what is left after model
// and stability wait, beside these and beside a raw Playwright screenshot plus
// click on the same page in the same run.
func BenchmarkStep(b *testing.B) {
	url, i := site(b), installer(b)
	raw := rawStep(b, url, 40)
	const steps = 40
	for b.Loop() {
		res, err := run(b.Context(), i, url, b.TempDir(), steps)
		require.NoError(b, err)
		own := (res.Took - res.Timings.Stable - res.Timings.Model - res.Timings.Waits) / steps
		for unit, d := range map[string]time.Duration{"own-ms/step": own, "raw-ms/step": raw, "stable-ms/step": res.Timings.Stable / steps,
			"observe-ms/step": res.Timings.Observe / steps, "execute-ms/step": res.Timings.Execute / steps, "model-ms/step": res.Timings.Model / steps} {
			b.ReportMetric(float64(d.Microseconds())/1000, unit)
		}
		b.ReportMetric(float64(own)/float64(raw), "own/raw")
	}
}

// rawStep is the mean time of Page.Screenshot plus Mouse.Click with nothing of ours.
func rawStep(b *testing.B, url string, n int) time.Duration {
	b.Helper()
	found := setup.Locate(setup.Machine())
	b.Setenv("PLAYWRIGHT_NODEJS_PATH", found.Node)
	driver, err := pw.Run(&pw.RunOptions{DriverDirectory: found.DriverDir, SkipInstallBrowsers: true})
	require.NoError(b, err)
	defer func() { _ = driver.Stop() }()
	o := pw.BrowserTypeLaunchOptions{Args: []string{"--disable-gpu", "--no-first-run", "--disable-background-networking"}}
	if found.Browser != "" {
		o.ExecutablePath = pw.String(found.Browser)
	}
	browser, err := driver.Chromium.Launch(o)
	require.NoError(b, err)
	defer func() { _ = browser.Close() }()
	page, err := browser.NewPage(pw.BrowserNewPageOptions{Viewport: &pw.Size{Width: 1280, Height: 800}})
	require.NoError(b, err)
	_, err = page.Goto(url)
	require.NoError(b, err)
	box, err := page.GetByText("Count up").BoundingBox()
	require.NoError(b, err)
	start := time.Now()
	for k := range n + 5 {
		if k == 5 { // the first ones warm up
			start = time.Now()
		}
		_, err := page.Screenshot()
		require.NoError(b, err)
		require.NoError(b, page.Mouse().Click(box.X+5, box.Y+5))
	}
	return time.Since(start) / time.Duration(n)
}

// BenchmarkColdStart is the time from nothing to the first action done: driver, browser, context, page, one step.
func BenchmarkColdStart(b *testing.B) {
	url := site(b)
	for b.Loop() {
		start := time.Now()
		i, err := app.Browser{Name: "chromium"}.Installer(b.Context())
		require.NoError(b, err)
		res, err := run(b.Context(), i, url, b.TempDir(), 1)
		require.NoError(b, err)
		first := res.Attempts[0].Attempt.Base()
		b.ReportMetric(first.Started.Add(first.Took).Sub(start).Seconds(), "s-to-first-action")
		require.NoError(b, i.Close(context.WithoutCancel(b.Context())))
	}
}

// BenchmarkParallel runs 1, 4 and 8 cases at once in contexts of one browser.
func BenchmarkParallel(b *testing.B) {
	url := site(b)
	for _, n := range []int{1, 4, 8} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			i := installer(b)
			const steps = 15
			for b.Loop() {
				start, done, peak := time.Now(), make(chan struct{}), make(chan int64)
				go func() { peak <- watchMemory(done) }()
				var all sync.WaitGroup
				for range n {
					dir := b.TempDir()
					all.Go(func() {
						if _, err := run(b.Context(), i, url, dir, steps); err != nil {
							b.Errorf("run: %v", err)
						}
					})
				}
				all.Wait()
				took := time.Since(start)
				close(done)
				b.ReportMetric(float64(n*steps)/took.Seconds(), "steps/s")
				b.ReportMetric(float64(<-peak)/(1<<20), "peak-PSS-MiB")
			}
		})
	}
}
