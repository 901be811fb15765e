package bench_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/internal/appiumserver"
	"github.com/verdict-run/verdict/platform"
)

// meter adds up the time in which at least one thing of a kind is under way.
type meter struct {
	mu    sync.Mutex
	n     int
	since time.Time
	total time.Duration
	count int
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total, m.count = 0, 0
}

func (m *meter) during() (end func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.n == 0 {
		m.since = time.Now()
	}
	m.n++
	m.count++
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.n--; m.n == 0 {
			m.total += time.Since(m.since)
		}
	}
}

// watched is a transport that measures the server's commands, and both them and the waits that hold others.
type watched struct{ commands, outside *meter }

// RoundTrip measures until the answer begins; its body is small but for pictures.
func (w watched) RoundTrip(r *http.Request) (*http.Response, error) {
	defer w.commands.during()()
	defer w.outside.during()()
	return http.DefaultTransport.RoundTrip(r)
}

// rests measures the waits until the screen is stable.
type rests struct {
	platform.ApplicationDriver
	outside *meter
}

func (r rests) WaitUntilStable(ctx context.Context, o platform.StableOptions) (platform.Stability, error) {
	defer r.outside.during()()
	return r.ApplicationDriver.WaitUntilStable(ctx, o)
}

// BenchmarkPhoneStep prints the own time of a step behind a real Appium server, on a touched Chromium: what is left after
// the server's commands and the waits until the screen is stable.
func BenchmarkPhoneStep(b *testing.B) {
	browser := appiumserver.NeedBrowser(b)
	server, err := appiumserver.Start(b.Context())
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, server.Stop()) })
	url := site(b)
	const steps = 30
	for b.Loop() {
		w := watched{&meter{}, &meter{}}
		i, err := appium.New(appium.Config{URL: server.URL, Transport: w})
		require.NoError(b, err)
		d, err := i.Install(b.Context(), platform.Spec{Platform: "android", ArtifactDir: b.TempDir(), Capabilities: browser.Chromium(b.TempDir(), 412, 915, 2.625, true)})
		require.NoError(b, err)
		d.App = rests{d.App, w.outside}
		w.commands.reset()
		w.outside.reset()
		res, err := drive(b.Context(), d, url, steps)
		require.NoError(b, err)
		perStep := func(unit string, d time.Duration) { b.ReportMetric(float64(d.Microseconds())/1000/steps, unit) }
		perStep("own-ms/step", res.Took-w.outside.total)
		perStep("appium-ms/step", w.commands.total)
		perStep("stable-ms/step", res.Timings.Stable)
		b.ReportMetric(float64(w.commands.count)/steps, "commands/step")
		require.NoError(b, d.Close(context.WithoutCancel(b.Context())))
		require.NoError(b, i.Close(context.WithoutCancel(b.Context())))
	}
}
