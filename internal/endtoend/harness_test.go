package endtoend_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/internal/cli"
	"github.com/verdict-run/verdict/internal/demoapp"
	"github.com/verdict-run/verdict/runner/report"
)

// site serves the demo shop with the given defects, and the pages of more before it.
func site(t *testing.T, more map[string]http.HandlerFunc, bugs ...string) string {
	t.Helper()
	shop, err := demoapp.New(demoapp.Config{Bugs: bugs})
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle("/", shop)
	for path, handle := range more {
		mux.HandleFunc(path, handle)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s.URL
}

// page answers with HTML.
func page(html string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><title>Page</title>" + html))
	}
}

// writeCase writes a case file and returns its path. head holds lines of front matter.
func writeCase(t *testing.T, dir, name, head, body string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte("---\n"+head+"\n---\n"+body+"\n"), 0o600))
	return path
}

// outcome is what a run of the program left.
type outcome struct {
	code           int
	stdout, stderr string
	dir            string // artifact folder, "" when there is none
	suite          report.Suite
	took           time.Duration
}

// verdict runs the program in this process, its artifacts in a folder of the test.
func verdict(t *testing.T, env map[string]string, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	output := t.TempDir()
	std := cli.IO{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Width: 100, Getenv: func(name string) string {
		if v, ok := env[name]; ok || name == "OPENAI_API_KEY" {
			return v
		}
		if name == "CI" {
			return "1" // nothing is recorded, unless a test wants it
		}
		return os.Getenv(name)
	}}
	started := time.Now()
	code := cli.Run(t.Context(), append(args, "--output", output), std)
	out := outcome{code: code, stdout: stdout.String(), stderr: stderr.String(), took: time.Since(started)}
	out.read(t, output)
	if t.Failed() {
		return out
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("verdict %s: exit %d after %v\n%s%s", strings.Join(args, " "), code, out.took, out.stdout, out.stderr)
		}
	})
	return out
}

// read finds the artifact folder below output and reads results.json.
func (o *outcome) read(t *testing.T, output string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(output, "*", "results.json"))
	require.NoError(t, err)
	if len(found) == 0 {
		return
	}
	require.Len(t, found, 1)
	o.dir = filepath.Dir(found[0])
	raw, err := os.ReadFile(found[0])
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &o.suite))
}

// only is the result of the suite's one case, at its last try.
func (o outcome) only(t *testing.T) agent.ExecutionResult {
	t.Helper()
	require.Len(t, o.suite.Cases, 1, "%s%s", o.stdout, o.stderr)
	return o.suite.Cases[0].Last().Result
}

// wantArtifacts holds that every try left its files and the suite its reports.
func (o outcome) wantArtifacts(t *testing.T) {
	t.Helper()
	require.NotEmpty(t, o.dir, "no artifacts\n%s%s", o.stdout, o.stderr)
	for _, name := range []string{"results.json", "junit.xml", "report.html", "events.jsonl"} {
		require.FileExists(t, filepath.Join(o.dir, name))
	}
	for _, c := range o.suite.Cases {
		for _, try := range c.Tries {
			if try.Folder == "" {
				continue // never started
			}
			raw, err := os.ReadFile(filepath.Join(o.dir, try.Folder, "steps.json"))
			require.NoError(t, err)
			var lean agent.ExecutionResult
			require.NoError(t, json.Unmarshal(raw, &lean))
			require.Equal(t, try.Result.Verdict, lean.Verdict)
			require.FileExists(t, filepath.Join(o.dir, try.Folder, "conversation.json"))
			for _, a := range lean.Attempts {
				if before := a.Attempt.Base().Before; before != "" {
					require.FileExists(t, filepath.Join(o.dir, try.Folder, before))
				}
			}
		}
	}
}

// program is the program running in a process of its own, in a folder of the test.
type program struct {
	cmd            *exec.Cmd
	dir            string
	stdout, stderr *bytes.Buffer
	started        time.Time
	ended          chan struct{}
	err            error
	tree           map[int32]int64 // when every process ever seen below it began
}

// launch starts a program; binary "" is this test's own binary, which then runs the command line.
func launch(t *testing.T, binary string, args ...string) *program {
	t.Helper()
	p := &program{dir: t.TempDir(), stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}, ended: make(chan struct{}), tree: map[int32]int64{}, started: time.Now()}
	if binary == "" {
		self, err := os.Executable()
		require.NoError(t, err)
		binary = self
	}
	p.cmd = &exec.Cmd{Path: binary, Args: append([]string{"verdict"}, args...), Dir: p.dir, Stdout: p.stdout, Stderr: p.stderr,
		Env: append(os.Environ(), "OPENAI_API_KEY=", "GORACE=atexit_sleep_ms=0")}
	p.cmd.WaitDelay = 2 * time.Second // a browser left over must not hold up the test
	require.NoError(t, p.cmd.Start())
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.ended
		for pid, name := range p.alive() {
			if proc, err := os.FindProcess(int(pid)); err == nil {
				_ = proc.Kill()
			}
			t.Errorf("%s (%d) was left running", name, pid)
		}
		if t.Failed() {
			t.Logf("verdict %s\n%s%s", strings.Join(args, " "), p.stdout, p.stderr)
		}
	})
	return p
}

// wait waits for the end and reads what is there.
func (p *program) wait(t *testing.T, atMost time.Duration) outcome {
	t.Helper()
	from := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), atMost)
	defer cancel()
	select {
	case <-p.ended:
	case <-ctx.Done():
		require.FailNow(t, "the program did not end", "within %v", atMost)
	}
	out := outcome{code: p.cmd.ProcessState.ExitCode(), stdout: p.stdout.String(), stderr: p.stderr.String(), took: time.Since(from)}
	out.read(t, filepath.Join(p.dir, ".verdict", "runs"))
	return out
}

// last is the last try of the only case.
func (o outcome) last(t *testing.T) *report.Try {
	t.Helper()
	require.Len(t, o.suite.Cases, 1, o.stderr)
	return o.suite.Cases[0].Last()
}
