// Package reporttest builds a suite run as one could have happened, with pictures, for the tests of all reports.
package reporttest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/runner/report"
)

// Began is when every suite of this package was started.
var Began = time.Date(2026, 11, 30, 9, 41, 0, 0, time.UTC)

// Hostile is text a page under attack could show: markup, an end of CDATA, an escape sequence,
// a bidirectional override and a character XML cannot hold.
const Hostile = "<script>alert(1)</script> ]]> \x1b[2J\u202egnp.exe & \"quotes\" \x00"

// Suite writes the pictures of a suite with every verdict below dir and
// answers the suite. With "" for dir no picture is written and Dir is a path as a command line shows it.
func Suite(t testing.TB, dir string) report.Suite {
	t.Helper()
	s, err := Build(dir)
	require.NoError(t, err)
	return s
}

// Build is Suite for who has no test.
func Build(dir string) (report.Suite, error) {
	s := report.Suite{
		Schema: report.SchemaVersion, ID: "20261130-094100-5f3a9c", Version: "v0.3.0", Started: Began, Took: 94*time.Second + 300*time.Millisecond,
		Decider: "gpt-5.2", Why: "OPENAI_API_KEY is set", Device: "chromium", Workers: 2, Retries: 1,
		BaseURL: "https://shop.example", ExitCode: 1, Dir: dir,
	}
	if dir == "" {
		s.Dir = ".verdict/runs/" + s.ID
	}
	for _, build := range []func(string) (report.Case, error){
		passed, failed, blocked, flaky, infra, overBudget, undecided, cancelled, hostile,
	} {
		c, err := build(dir)
		if err != nil {
			return s, err
		}
		s.Cases = append(s.Cases, c)
	}
	return s, nil
}

// Large is a suite of n cases which share the pictures of two: every tenth failed.
func Large(t testing.TB, dir string, n int) report.Suite {
	t.Helper()
	s := Suite(t, dir)
	good, bad := s.Cases[0], s.Cases[1]
	s.Cases = nil
	for i := range n {
		c := good
		if i%10 == 3 {
			c = bad
		}
		c.ID, c.Name = fmt.Sprintf("%s-%03d", c.ID, i), fmt.Sprintf("%s (row %d)", c.Name, i+1)
		s.Cases = append(s.Cases, c)
	}
	return s
}

// Golden compares with a file below testdata, or writes it.
func Golden(t *testing.T, path string, got []byte, update bool) {
	t.Helper()
	if update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run go test -update")
	require.Equal(t, string(want), string(got), "%s; run go test -update if it should be so", path)
}

func usd(v float64) *float64 { return &v }

func sum(role, name string, calls, in, cached, out int, cost *float64) agent.UsageSum {
	return agent.UsageSum{Role: role, Model: name, Calls: calls, Usage: model.Usage{Input: in, Cached: cached, Output: out}, CostUSD: cost}
}

func spent(in, cached, out int, cost float64, took time.Duration) []agent.RoleUsage {
	return []agent.RoleUsage{{Role: "agent", Model: "gpt-5.2", Usage: model.Usage{Input: in, Cached: cached, Output: out}, CostUSD: &cost, Took: took}}
}

// one is a case with a single try.
func one(c report.Case, r agent.ExecutionResult) report.Case {
	r.Success = r.Verdict == agent.Passed
	c.Verdict = r.Verdict
	c.Tries = append(c.Tries, report.Try{N: len(c.Tries) + 1, Result: r, Folder: folder(c.ID, len(c.Tries)+1)})
	return c
}

func folder(id string, n int) string {
	if n > 1 {
		return fmt.Sprintf("%s-try-%d", id, n)
	}
	return id
}
