package playwright_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/platform"
)

// storm leaves each of its documents for the next a few milliseconds after it began.
const storm = `<script>
var n = +(location.hash.slice(1) || 0);
setTimeout(function () { location.replace('/' + (n + 1) + '#' + (n + 1)); }, 3);
</script><h1>Page</h1>`

// in fails the test when a call is not back within limit, instead of waiting with it.
func in(t *testing.T, limit time.Duration, what string, call func() error) error {
	t.Helper()
	back := make(chan error, 1)
	go func() { back <- call() }()
	select {
	case err := <-back:
		return err
	case <-time.After(limit):
		require.FailNow(t, what+" hangs")
		return nil
	}
}

// calls are all that wait for the browser, by name.
func calls(d *platform.Device) map[string]func(ctx context.Context) error {
	p := screen.Point{X: 3, Y: 3}
	return map[string]func(ctx context.Context) error{
		"screenshot": func(ctx context.Context) error { _, err := d.Screen.Screenshot(ctx); return err },
		"resolution": func(ctx context.Context) error { _, err := d.Screen.Resolution(ctx); return err },
		"elements":   func(ctx context.Context) error { _, err := d.Elements.Elements(ctx); return err },
		"hover":      func(ctx context.Context) error { return d.Mouse.Hover(ctx, p) },
		"click":      func(ctx context.Context) error { return d.Mouse.Click(ctx, p, platform.ClickOptions{}) },
		"wheel":      func(ctx context.Context) error { return d.Mouse.Scroll(ctx, p, 0, 10) },
		"press":      func(ctx context.Context) error { return d.Keyboard.Press(ctx, "Shift") },
		"type":       func(ctx context.Context) error { return d.Keyboard.Type(ctx, "x") },
		"tabs":       func(ctx context.Context) error { _, err := d.Tabs.Tabs(ctx); return err },
		"address":    func(ctx context.Context) error { _, err := d.Navigation.CurrentURL(ctx); return err },
		"refresh":    func(ctx context.Context) error { return d.Navigation.Refresh(ctx) },
		"stable": func(ctx context.Context) error {
			_, err := d.App.WaitUntilStable(ctx, platform.StableOptions{Limit: 300 * time.Millisecond})
			return err
		},
	}
}

// A first picture makes a protocol session, which once deadlocked with the
// response of a navigation that came at the same time.
func TestAStormOfNavigationsHangsNoCall(t *testing.T) {
	t.Parallel()
	url := servePage(t, storm)
	i, err := playwright.New(t.Context(), playwright.Config{}.WithLimits(6*time.Second))
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, in(t, 20*time.Second, "close", func() error { return i.Close(context.Background()) }))
	})
	pictures := 0
	for n := range 6 {
		d, err := i.Install(t.Context(), platform.Spec{Width: 640, Height: 480})
		require.NoError(t, err)
		require.NoError(t, in(t, 8*time.Second, "navigate", func() error { return d.Navigation.Navigate(t.Context(), url) }))
		all := calls(d)
		if n < 5 { // the deadlock was with a device's first picture
			all = map[string]func(ctx context.Context) error{"screenshot": all["screenshot"]}
		}
		for name, call := range all {
			err := in(t, 8*time.Second, name, func() error { return call(t.Context()) })
			if err == nil && name == "screenshot" {
				pictures++
			}
			if err != nil {
				wantClass(t, platform.Transient, err)
				wantPlain(t, err)
			}
		}
		require.NoError(t, in(t, 6*time.Second, "close", func() error { return d.Close(t.Context()) }))
	}
	require.Positive(t, pictures, "a picture is had even so")
}

func TestEveryCallEndsWithinItsOwnLimit(t *testing.T) {
	t.Parallel()
	const limit = time.Second
	i, err := playwright.New(t.Context(), playwright.Config{}.WithLimits(limit))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, i.Close(context.Background())) })
	slow := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	base := serve(t, map[string]any{"/": `<button onmousedown="setTimeout(()=>{for(;;);},1)">Spin</button>`, "/slow": slow})
	d := installFrom(t, i, platform.Spec{})
	visit(t, d, base)
	spin(t, d)
	for _, name := range []string{"screenshot", "elements", "refresh"} {
		start := time.Now()
		err := in(t, 2*limit+time.Second, name, func() error { return calls(d)[name](context.Background()) })
		wantClass(t, platform.Transient, err)
		require.ErrorIs(t, err, context.DeadlineExceeded, name)
		require.ErrorContains(t, err, "did not answer within 1s", name)
		require.GreaterOrEqual(t, time.Since(start), limit, name)
	}
	for _, name := range []string{"resolution", "address", "tabs", "stable"} { // these know without the page
		require.NoError(t, in(t, 2*limit+time.Second, name, func() error { return calls(d)[name](context.Background()) }))
	}
	one := installFrom(t, i, platform.Spec{})
	visit(t, one, base)
	err = in(t, 2*limit+time.Second, "navigate", func() error { return one.Navigation.Navigate(context.Background(), base+"/slow") })
	require.EqualError(t, err, "navigate: the browser did not answer within 1s")
	wantClass(t, platform.Transient, err)
	visit(t, one, base)
	spin(t, one)
	// Nobody could say what a click does that was given up, so its session ends.
	err = in(t, 2*limit+time.Second, "click", func() error { return calls(one)["click"](context.Background()) })
	require.EqualError(t, err, "the browser did not answer in time and was given up during a click")
	wantClass(t, platform.Gone, err)
}

// spin keeps the page's thread busy for ever.
func spin(t *testing.T, d *platform.Device) {
	t.Helper()
	center := node(t, d, "button", "Spin").Box.Center()
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	_ = d.Mouse.Click(ctx, center, platform.ClickOptions{}) // may or may not come back before the page spins
	cancel()
	require.Eventually(t, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		_, err := d.Elements.Elements(ctx)
		return err != nil
	}, 5*time.Second, 10*time.Millisecond, "the page gets busy")
}
