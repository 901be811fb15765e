package playwright_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/platform"
)

// start runs a program until the test ends and gives the first line of its output that has mark in it.
func start(t *testing.T, mark, name string, args ...string) (line string, running func() bool) {
	t.Helper()
	cmd := exec.Command(name, args...)
	r, w, err := os.Pipe()
	require.NoError(t, err)
	cmd.Stdout, cmd.Stderr = w, w
	require.NoError(t, cmd.Start())
	require.NoError(t, w.Close())
	exited := make(chan struct{})
	go func() { defer close(exited); _ = cmd.Wait() }() // it is killed below
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-exited:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			<-exited
		}
		_ = r.Close()
	})
	found := make(chan string, 1)
	go func() {
		for s := bufio.NewScanner(r); s.Scan(); {
			if strings.Contains(s.Text(), mark) {
				select {
				case found <- s.Text():
				default:
				}
			}
		}
	}()
	select {
	case line = <-found:
	case <-exited:
		require.Fail(t, "it ended at once", name)
	case <-time.After(30 * time.Second):
		require.Fail(t, "it did not start", name)
	}
	return line, func() bool {
		select {
		case <-exited:
			return false
		default:
			return true
		}
	}
}

func TestConnectOverCDP(t *testing.T) {
	t.Parallel()
	chromium, err := exec.LookPath("chromium")
	require.NoError(t, err, "make setup installs it")
	profile, err := os.MkdirTemp("", "verdict-profile-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(profile) }) // its helpers may still be ending
	args := []string{"--headless=new", "--remote-debugging-port=0", "--remote-debugging-address=127.0.0.1", "--user-data-dir=" + profile, "--disable-gpu", "--no-first-run", "--disable-background-networking"}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	line, running := start(t, "DevTools listening on ", chromium, append(args, "about:blank")...)
	_, endpoint, _ := strings.Cut(line, "listening on ")
	i, err := playwright.New(t.Context(), playwright.Config{ConnectCDP: endpoint})
	require.NoError(t, err)
	playSome(t, i)
	require.NoError(t, i.Close(context.Background()))
	require.True(t, running(), "a browser that is not ours is left running")
}

func TestConnectToAServer(t *testing.T) {
	t.Parallel()
	home, err := os.UserCacheDir()
	require.NoError(t, err)
	chromium, err := exec.LookPath("chromium")
	require.NoError(t, err, "make setup installs it")
	library := filepath.Join(home, "ms-playwright-go", "1.64.1", "package")
	line, _ := start(t, "ws://", "node", "-e", fmt.Sprintf(`require(%q).chromium.launchServer({host:'127.0.0.1',executablePath:%q,args:['--headless=new'],chromiumSandbox:%t}).then(s=>console.log(s.wsEndpoint()))`,
		library, chromium, os.Geteuid() != 0))
	endpoint := line[strings.Index(line, "ws://"):]
	i, err := playwright.New(t.Context(), playwright.Config{ConnectServer: endpoint})
	require.NoError(t, err)
	defer func() { _ = i.Close(context.Background()) }()
	playSome(t, i)
}

func playSome(t *testing.T, i *playwright.Installer) {
	t.Helper()
	base := serve(t, map[string]any{"/": `<input aria-label=Name oninput="o.textContent=value+'!'"><p id=o></p><a href=/file download=f.txt>File</a>`, "/file": "content"})
	d := installFrom(t, i, platform.Spec{ArtifactDir: t.TempDir()})
	visit(t, d, base)
	fill(t, d, "textbox", "Name", "Zoë")
	wantText(t, d, "Zoë!")
	_, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	click(t, d, "link", "File")
	require.Eventually(t, func() bool {
		all, err := d.Downloads.Downloads(t.Context())
		return err == nil && len(all) == 1 && all[0].Err == "" && all[0].Size > 0
	}, 5*time.Second, 30*time.Millisecond)
	require.NoError(t, d.Close(t.Context()))
}

// Not parallel, so that only its own goroutines and processes are seen.
func TestNothingIsLeftBehind(t *testing.T) {
	ignore := goleak.IgnoreCurrent()
	i, pids := ownBrowser(t)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<button onclick="alert(1)">Ask</button>`))
	}))
	base := srv.URL
	d, err := i.Install(t.Context(), platform.Spec{AllowedOrigins: []string{"127.0.0.1"}})
	require.NoError(t, err)
	visit(t, d, base)
	browser, driver := pids()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	frames, err := d.Stream.Frames(ctx)
	require.NoError(t, err)
	require.NoError(t, d.Video.Start(t.Context(), filepath.Join(t.TempDir(), "v.mp4")))
	<-frames
	click(t, d, "button", "Ask") // stays open
	require.NoError(t, d.Close(t.Context()))
	require.NoError(t, i.Close(t.Context()))
	_, err = i.Install(t.Context(), platform.Spec{})
	wantClass(t, platform.Gone, err)
	for _, pid := range []int{browser, driver} {
		require.Eventually(t, func() bool {
			_, err := os.Stat(fmt.Sprintf("/proc/%d", pid))
			return err != nil || isZombie(pid)
		}, 5*time.Second, 50*time.Millisecond, "process %d should end", pid)
	}
	srv.CloseClientConnections()
	srv.Close()
	goleak.VerifyNone(t, ignore)
}

func isZombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(stat), ") Z ")
}
