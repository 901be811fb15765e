package playwright_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

func TestADialogInTheHeadDoesNotHangNavigation(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<head><script>alert('early')</script></head><p>after</p>`})
	d := install(t, platform.Spec{DialogWait: time.Minute})
	start := time.Now()
	require.NoError(t, d.Navigation.Navigate(t.Context(), base))
	require.Eventually(t, func() bool { open, _ := d.Dialogs.Pending(t.Context()); return open != nil }, 3*time.Second, 10*time.Millisecond)
	require.Less(t, time.Since(start), 5*time.Second)
	wantClass(t, platform.Blocked, d.Navigation.Navigate(t.Context(), base))
	require.NoError(t, d.Dialogs.Answer(t.Context(), true, ""))
	wantText(t, d, "after")
}

func TestThePolicyAnswersWhenNobodyDoes(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<p id=o></p><button onclick="o.textContent=confirm('ok?')">Ask</button>`})
	for policy, want := range map[string]string{"accept": "true", "": "false"} {
		d := install(t, platform.Spec{DialogPolicy: policy, DialogWait: 200 * time.Millisecond})
		visit(t, d, base)
		click(t, d, "button", "Ask")
		wantText(t, d, want)
	}
}

func TestDialogsOneAfterTheOtherAndDuringScreenshots(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<p id=o></p><button onclick="alert(1);alert(2);o.textContent='both'">Two</button>
<button onclick="setTimeout(()=>{alert('late')},150)">Late</button>`})
	d := install(t, platform.Spec{DialogWait: time.Minute})
	visit(t, d, base)
	click(t, d, "button", "Two")
	require.NoError(t, d.Dialogs.Answer(t.Context(), true, ""))
	require.Eventually(t, func() bool {
		open, _ := d.Dialogs.Pending(t.Context())
		return open != nil && open.Message == "2"
	}, 3*time.Second, 10*time.Millisecond)
	require.NoError(t, d.Dialogs.Answer(t.Context(), true, ""))
	wantText(t, d, "both")

	click(t, d, "button", "Late")
	start := time.Now()
	for {
		_, err := d.Screen.Screenshot(t.Context())
		if err != nil {
			wantClass(t, platform.Blocked, err)
			break
		}
		require.Less(t, time.Since(start), 3*time.Second)
	}
	require.Less(t, time.Since(start), 3*time.Second, "a screenshot does not wait for the dialog")
	require.NoError(t, d.Dialogs.Answer(t.Context(), true, ""))
	_, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
}

func TestLeavingAPageThatAsks(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/":  `<input aria-label=Name><script>onbeforeunload = e => { e.preventDefault(); return 'x' }</script>`,
		"/2": `<p>two</p>`,
	})
	d := install(t, platform.Spec{DialogWait: time.Minute})
	visit(t, d, base)
	fill(t, d, "textbox", "Name", "x") // without a gesture browsers do not ask
	require.NoError(t, d.Navigation.Navigate(t.Context(), base+"/2"))
	open, err := d.Dialogs.Pending(t.Context())
	require.NoError(t, err)
	require.NotNil(t, open)
	require.Equal(t, "beforeunload", open.Kind)
	require.NoError(t, d.Dialogs.Answer(t.Context(), true, ""))
	wantText(t, d, "two")
}

// TestGoingOnAtOnceAfterLeaving: the answer comes when the page has been left, so that what is done next is not lost.
func TestGoingOnAtOnceAfterLeaving(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{
		"/":  `<input aria-label=Name><script>onbeforeunload = e => { e.preventDefault(); return 'x' }</script>`,
		"/2": `<p>two</p>`,
		"/3": `<p>three</p>`,
	})
	d := install(t, platform.Spec{DialogWait: time.Minute})
	for range 3 {
		visit(t, d, base)
		fill(t, d, "textbox", "Name", "x")
		require.NoError(t, d.Navigation.Navigate(t.Context(), base+"/2"))
		require.NoError(t, d.Dialogs.Answer(t.Context(), true, ""))
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		err := d.Navigation.Navigate(ctx, base+"/3")
		cancel()
		require.NoError(t, err)
		s, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{Limit: 3 * time.Second})
		require.NoError(t, err)
		require.True(t, s.Stable, "the page that was left before it was complete is waited for: %s", s.Reason)
		wantText(t, d, "three")
	}
}

func TestClosingWithADialogOpen(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<button onclick="alert(1)">Ask</button>`})
	d := install(t, platform.Spec{DialogWait: time.Minute})
	visit(t, d, base)
	click(t, d, "button", "Ask")
	start := time.Now()
	require.NoError(t, d.Close(t.Context()))
	require.Less(t, time.Since(start), 3*time.Second)
}
