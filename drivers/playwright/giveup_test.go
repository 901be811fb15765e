package playwright_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/platform"
)

// TestAContextThatNeverClosesIsLeftBehind: the close comes back well all the same, it is said, and the browser serves on.
func TestAContextThatNeverClosesIsLeftBehind(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": "<h1>Here</h1>"})
	var log bytes.Buffer
	i, err := playwright.New(t.Context(), playwright.Config{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	require.NoError(t, err)
	release := make(chan struct{})
	t.Cleanup(func() {
		close(release) // else nobody ever frees what waits for it
		require.NoError(t, i.Close(context.Background()))
	})
	d := installFrom(t, i, platform.Spec{})
	visit(t, d, base)
	playwright.HoldClose(d, release)
	started := time.Now()
	require.NoError(t, d.Close(t.Context()))
	require.Less(t, time.Since(started), 12*time.Second)
	require.Contains(t, log.String(), "the browser did not close a context; it is left open until the browser ends")
	wantClass(t, platform.Gone, d.Navigation.Navigate(t.Context(), base))

	next := installFrom(t, i, platform.Spec{})
	visit(t, next, base)
	wantText(t, next, "Here")
}
