package playwright_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/platform"
)

// soon waits for an error, which must come within a second of when.
func soon(t *testing.T, call func() error) error {
	t.Helper()
	var err error
	require.Eventually(t, func() bool { err = call(); return err != nil }, time.Second, 5*time.Millisecond)
	return err
}

func TestAKilledBrowserIsNoticedAtOnceAndSaidPlainly(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": "<p>here</p>"})
	for _, victim := range []string{"browser", "driver"} {
		t.Run(victim, func(t *testing.T) {
			t.Parallel()
			i, pids := ownBrowser(t)
			d := installFrom(t, i, platform.Spec{})
			visit(t, d, base)
			require.NoError(t, d.Alive())
			browser, driver := pids()
			kill(t, map[string]int{"browser": browser, "driver": driver}[victim])
			err := soon(t, d.Alive)
			wantClass(t, platform.Gone, err)
			require.EqualError(t, err, "the browser was closed or crashed during a wait")
			for call, want := range map[string]func() error{
				"the browser was closed or crashed during a look at the page": func() error { _, err := d.Dialogs.Pending(t.Context()); return err },
				"the browser was closed or crashed during reading the page":   func() error { _, err := d.Elements.Elements(t.Context()); return err },
				"the browser was closed or crashed during a navigation":       func() error { return d.Navigation.Navigate(t.Context(), base) },
				"the browser was closed or crashed during typing":             func() error { return d.Keyboard.Type(t.Context(), "x") },
			} {
				err := want()
				wantClass(t, platform.Gone, err)
				require.EqualError(t, err, call)
			}
		})
	}
}

// A wait for a stable page, and a reading that repeats, end with the browser too.
func TestWaitsEndWithTheBrowser(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<p id=o>0</p><p aria-busy=true>Loading</p><script>let n = 0; setInterval(() => { o.textContent = ++n }, 40)</script>`})
	i, pids := ownBrowser(t)
	d := installFrom(t, i, platform.Spec{})
	require.NoError(t, d.Navigation.Navigate(t.Context(), base))
	browser, _ := pids()
	waiting := make(chan error, 1)
	go func() {
		_, err := d.App.WaitUntilStable(context.Background(), platform.StableOptions{Limit: time.Minute})
		waiting <- err
	}()
	wantText(t, d, "9") // it waits by now, as the page never rests
	kill(t, browser)
	select {
	case err := <-waiting:
		wantClass(t, platform.Gone, err)
		require.EqualError(t, err, "the browser was closed or crashed during waiting for the page")
	case <-time.After(time.Second):
		require.Fail(t, "the wait goes on without a browser")
	}
}

func TestACrashedPageSaysSo(t *testing.T) {
	t.Parallel()
	i, _ := ownBrowser(t)
	base := serve(t, map[string]any{"/": "<p>here</p>"})
	d := installFrom(t, i, platform.Spec{})
	visit(t, d, base)
	playwright.Crash(d)
	require.Eventually(t, func() bool { return d.Alive() != nil }, 5*time.Second, 10*time.Millisecond)
	require.EqualError(t, d.Alive(), "the page crashed during a wait")
}

func TestAChoiceThatLeavesThePageIsMade(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/":        `<label>Go <select onchange="location.href='/de?'+this.value"><option>English<option>German</select></label>`,
		"/replace": `<label>Go <select onchange="location.replace('/de?'+this.value);for(const t=Date.now();Date.now()-t<60;);"><option>English<option>German</select></label>`,
		"/submit":  `<form action=/de><label>Go <select name=l onchange="this.form.submit()"><option>English<option>German</select></label></form>`,
		"/frame":   `<p id=o>framed</p><iframe src=/inner></iframe>`,
		"/inner":   `<label>Go <select onchange="parent.o.textContent='chose '+this.value;frameElement.remove()"><option>English<option>German</select></label>`,
		"/de":      `<p id=o>Willkommen</p>`,
	})
	for page, want := range map[string]string{"/": "Willkommen", "/replace": "Willkommen", "/submit": "Willkommen", "/frame": "chose German"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			d := install(t, platform.Spec{})
			visit(t, d, base+page)
			require.NoError(t, d.Elements.Select(t.Context(), node(t, d, "combobox", "Go").ID, []string{"German"}))
			wantText(t, d, want)
		})
	}
}

func TestScrollingSaysWhetherAnythingCouldMove(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/short": `<h1>Orders</h1><div style="height:80px;overflow:auto" aria-label=Parts role=list><div style="height:400px">a long list</div></div>`,
		"/long":  `<h1>Orders</h1><p style="height:3000px">long</p>`,
	})
	d := install(t, platform.Spec{})
	by := func(role, name string, dx, dy float64) (bool, error) {
		return d.Elements.ScrollBy(t.Context(), node(t, d, role, name).ID, dx, dy)
	}
	visit(t, d, base+"/short")
	_, err := by("heading", "Orders", 0, 100)
	wantClass(t, platform.Permanent, err)
	require.ErrorIs(t, err, platform.ErrNoScroll)
	moved, err := by("text", "a long list", 0, 1000)
	require.NoError(t, err)
	require.True(t, moved, "the list around it")
	moved, err = by("list", "Parts", 0, 1000)
	require.NoError(t, err, "a list at its end still is a list that scrolls")
	require.False(t, moved)
	visit(t, d, base+"/long")
	moved, err = by("heading", "Orders", 0, 100)
	require.NoError(t, err)
	require.True(t, moved, "the page around it")
	_, err = by("heading", "Orders", 100, 0)
	require.ErrorIs(t, err, platform.ErrNoScroll)
}
