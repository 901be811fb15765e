package playwright_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/platform"
)

// ownBrowser is an installer of this test only, with the pids of its browser and driver.
func ownBrowser(t *testing.T) (i *playwright.Installer, pids func() (browser, driver int)) {
	t.Helper()
	mark := fmt.Sprintf("--verdict-test=%s-%d", strings.ReplaceAll(t.Name(), "/", "-"), time.Now().UnixNano())
	i, err := playwright.New(t.Context(), playwright.Config{Args: []string{mark}})
	require.NoError(t, err)
	t.Cleanup(func() {
		start := time.Now()
		if err := i.Close(context.Background()); err != nil {
			t.Errorf("closing the installer: %v", err)
		}
		if took := time.Since(start); took > 8*time.Second {
			t.Errorf("closing took %v", took)
		}
	})
	return i, func() (int, int) {
		dirs, err := filepath.Glob("/proc/[0-9]*")
		require.NoError(t, err)
		for _, dir := range dirs {
			cmd, err := os.ReadFile(filepath.Join(dir, "cmdline"))
			if err != nil || !bytes.Contains(cmd, []byte(mark)) || bytes.Contains(cmd, []byte("--type=")) {
				continue
			}
			pid, err := strconv.Atoi(filepath.Base(dir))
			require.NoError(t, err)
			if parent := parentOf(pid); parent != 0 {
				return pid, parent
			}
		}
		require.Fail(t, "no browser process")
		return 0, 0
	}
}

func parentOf(pid int) int {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	parent, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return parent
}

func kill(t *testing.T, pid int) {
	t.Helper()
	p, err := os.FindProcess(pid)
	require.NoError(t, err)
	require.NoError(t, p.Kill())
}

func TestAKilledBrowserOrDriverIsGoneAndStartedAgain(t *testing.T) {
	t.Parallel()
	slow := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	base := serve(t, map[string]any{"/": "<p>here</p>", "/slow": slow})
	for _, victim := range []string{"browser", "driver"} {
		t.Run(victim, func(t *testing.T) {
			t.Parallel()
			i, pids := ownBrowser(t)
			d := installFrom(t, i, platform.Spec{})
			visit(t, d, base)
			browser, driver := pids()
			hanging := make(chan error, 1)
			go func() { hanging <- d.Navigation.Navigate(context.Background(), base+"/slow") }()
			select {
			case err := <-hanging:
				require.Fail(t, "it should hang", "%v", err)
			case <-time.After(300 * time.Millisecond):
			}
			kill(t, map[string]int{"browser": browser, "driver": driver}[victim])
			select {
			case err := <-hanging:
				wantClass(t, platform.Gone, err)
			case <-time.After(4 * time.Second):
				require.Fail(t, "the call under way should end")
			}
			_, err := d.Screen.Screenshot(t.Context())
			wantClass(t, platform.Gone, err)
			_, err = d.Elements.Elements(t.Context())
			wantClass(t, platform.Gone, err)
			require.NoError(t, d.Close(t.Context()))

			again := installFrom(t, i, platform.Spec{})
			visit(t, again, base)
			wantText(t, again, "here")
		})
	}
}

func TestABusyRenderer(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": `<button onmousedown="setTimeout(()=>{for(;;);},1)">Spin</button>`})
	for name, call := range map[string]func(ctx context.Context, d *platform.Device) error{
		"elements":   func(ctx context.Context, d *platform.Device) error { _, err := d.Elements.Elements(ctx); return err },
		"screenshot": func(ctx context.Context, d *platform.Device) error { _, err := d.Screen.Screenshot(ctx); return err },
		"click": func(ctx context.Context, d *platform.Device) error {
			return d.Mouse.Click(ctx, screen.Point{X: 300, Y: 300}, platform.ClickOptions{})
		},
		"stable": func(ctx context.Context, d *platform.Device) error {
			_, err := d.App.WaitUntilStable(ctx, platform.StableOptions{Limit: time.Minute})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := install(t, platform.Spec{})
			visit(t, d, base)
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
			ctx, cancel = context.WithTimeout(t.Context(), 700*time.Millisecond)
			defer cancel()
			start := time.Now()
			require.Error(t, call(ctx, d))
			require.Less(t, time.Since(start), 1700*time.Millisecond)
			start = time.Now()
			require.NoError(t, d.Close(t.Context()))
			require.Less(t, time.Since(start), 5*time.Second)
		})
	}
}

func TestACrashedPageIsGone(t *testing.T) {
	t.Parallel()
	i, _ := ownBrowser(t)
	base := serve(t, map[string]any{"/": "<p>here</p>"})
	d := installFrom(t, i, platform.Spec{})
	other := installFrom(t, i, platform.Spec{})
	visit(t, d, base)
	playwright.Crash(d)
	require.Eventually(t, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := d.Elements.Elements(ctx)
		return platform.ClassOf(err) == platform.Gone
	}, 5*time.Second, 50*time.Millisecond)
	visit(t, other, base)
}

func TestACancelledInstallLeavesNothing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := shared.Install(ctx, platform.Spec{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	base := serve(t, map[string]any{"/": "<p>here</p>"})
	d := install(t, platform.Spec{})
	visit(t, d, base)
}

func TestASlowPageIsPictured(t *testing.T) {
	t.Parallel()
	base := serve(t, map[string]any{"/": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><p>the first half</p>" + strings.Repeat(" ", 4096)))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}})
	d := install(t, platform.Spec{})
	require.NoError(t, d.Navigation.Navigate(t.Context(), base))
	wantText(t, d, "the first half")
	_, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	st, err := d.App.WaitUntilStable(t.Context(), platform.StableOptions{Limit: 400 * time.Millisecond})
	require.NoError(t, err)
	require.False(t, st.Stable)
	require.NotEmpty(t, st.Reason)
	require.Less(t, st.Waited, time.Second)
}
