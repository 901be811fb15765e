//go:build bench

package replaybench_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/demoapp"
	"github.com/verdict-run/verdict/runner/export"
	"github.com/verdict-run/verdict/runner/replay"
	results "github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/testcases"
)

// TestSuiteInPlainPlaywright replays the example cases and runs what they are exported to, one after the other against the same
// server: the median of each kind of action both take, and the time of all.
func TestSuiteInPlainPlaywright(t *testing.T) {
	shop, err := demoapp.New(demoapp.Config{})
	require.NoError(t, err)
	server := httptest.NewServer(shop)
	defer server.Close()
	cases, records := examples(t), t.TempDir()

	repeat(t, cases, records, server.URL, "auto")
	start := time.Now()
	suite := repeat(t, cases, records, server.URL, "only")
	ours := time.Since(start)

	binary, dir := exported(t, cases, records)
	start = time.Now()
	out := plain(t, binary, dir, server.URL)
	theirs := time.Since(start)

	a, b := replayed(suite), stepTimes(t, out)
	require.NotEmpty(t, a)
	require.NotEmpty(t, b)
	t.Logf("a step:   %v replayed (n=%d), %v in plain Playwright (n=%d), ratio %.2f", median(a), len(a), median(b), len(b), ratio(median(a), median(b)))
	t.Logf("a suite:  %v replayed, %v in plain Playwright, ratio %.2f (%d runs)", ours.Round(time.Millisecond), theirs.Round(time.Millisecond), ratio(ours, theirs), len(suite.Cases))
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2].Round(10 * time.Microsecond)
}

func examples(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, testcases.Examples))
	return filepath.Join(dir, "examples")
}

// repeat runs all examples with one worker and reads what came of it.
func repeat(t *testing.T, cases, records, base, mode string) *results.Suite {
	t.Helper()
	output := t.TempDir()
	var log bytes.Buffer
	code, err := app.Run(t.Context(), app.Options{
		Patterns: []string{cases}, Root: filepath.Dir(cases), BaseURL: base, Workers: 1, Model: app.Builtin, Replay: mode, ReplayDir: records,
		Output: output, Out: &log, Err: &log, Getenv: withoutCI,
	})
	require.NoError(t, err)
	require.Zero(t, code, log.String())
	found, err := filepath.Glob(filepath.Join(output, "*", "results.json"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	data, err := os.ReadFile(found[0])
	require.NoError(t, err)
	var suite results.Suite
	require.NoError(t, json.Unmarshal(data, &suite))
	return &suite
}

func withoutCI(name string) string {
	if name == "CI" {
		return "" // records are to be written
	}
	return os.Getenv(name)
}

// replayed are the times from a recorded step to the next one, the look at the page between them included. Steps that a
// check follows or that lead to another page are left out, as there the page is waited for.
func replayed(s *results.Suite) []time.Duration {
	var out []time.Duration
	for _, c := range s.Cases {
		attempts := c.Last().Result.Attempts
		for i := range attempts[:max(0, len(attempts)-1)] {
			base, next := attempts[i].Attempt.Base(), attempts[i+1].Attempt.Base()
			arrives := base.Brought != nil && (base.Brought.Document || base.Brought.Page != "")
			if base.Replay != nil && next.Replay != nil && measured(base.Command) && !arrives {
				out = append(out, next.Started.Sub(base.Started))
			}
		}
	}
	return out
}

// measured leaves out what loads a page: it takes the server's time, not ours.
func measured(command string) bool {
	return slices.Contains([]string{"click", "type", "select", "hover", "upload"}, command)
}

// exported is a test binary of all examples, in a module of its own that uses the same Playwright as this one.
func exported(t *testing.T, cases, records string) (binary, dir string) {
	t.Helper()
	dir = t.TempDir()
	files, err := testcases.Find([]string{cases})
	require.NoError(t, err)
	for i, file := range files {
		c, err := testcases.Load(file)
		require.NoError(t, err)
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		f, err := replay.Load(filepath.Join(records, "examples", name+replay.Suffix))
		require.NoError(t, err)
		o := export.Options{WithoutSetup: i > 0}
		test, err := export.New(c, f, o)
		require.NoError(t, err)
		require.Empty(t, test.Lost())
		source, err := test.Go(o)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, "-", "_")+"_case_test.go"), []byte(stopwatch(source)), 0o644))
	}
	module, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join("..", "..", "go.sum"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), bytes.Replace(module, []byte("github.com/verdict-run/verdict"), []byte("example.com/e2e"), 1), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o644))
	copyFiles(t, cases, dir)
	binary = filepath.Join(dir, "e2e.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", binary, ".")
	build.Dir = dir
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	return binary, dir
}

func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	require.NoError(t, fs.WalkDir(os.DirFS(from), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".md") {
			return err
		}
		data, err := os.ReadFile(filepath.Join(from, path))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, filepath.Base(path)), data, 0o644)
	}))
}

const took = "step took "

// stopwatch makes a test say how long each click, entry and choice took: what follows an action is only reached when it is done.
func stopwatch(source string) string {
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		action := strings.TrimSpace(line)
		for _, verb := range []string{").Click(", ").Fill(", ").Check(", ").SelectOption(", ").SetInputFiles(", ").Hover("} {
			if strings.HasPrefix(action, "s.ok(") && strings.Contains(action, verb) {
				lines[i] = "{ began := time.Now(); " + action + "; t.Logf(\"" + took + "%d\", time.Since(began)) }"
			}
		}
	}
	source = strings.Join(lines, "\n")
	if strings.Contains(source, "time.Now()") && !strings.Contains(source, "\t\"time\"\n") {
		source = strings.Replace(source, "\t\"testing\"\n", "\t\"testing\"\n\t\"time\"\n", 1)
	}
	return source
}

// plain runs the exported tests in one process and one browser.
func plain(t *testing.T, binary, dir, base string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "-test.v")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "BASE_URL="+base, "PASSWORD=demo-pass-1", "CHROMIUM="+chromium())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

// chromium is the browser of the machine, "" where Playwright's own is to be used.
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func stepTimes(t *testing.T, out string) []time.Duration {
	t.Helper()
	var all []time.Duration
	for line := range strings.Lines(out) {
		if _, ns, ok := strings.Cut(strings.TrimSpace(line), took); ok {
			n, err := strconv.ParseInt(ns, 10, 64)
			require.NoError(t, err)
			all = append(all, time.Duration(n))
		}
	}
	return all
}
