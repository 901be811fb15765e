//go:build figures

package trickytest_test

import (
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/config"
	"github.com/verdict-run/verdict/internal/demoapp"
	"github.com/verdict-run/verdict/runner"
	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/runner/cost"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/testcases"
)

// suite runs example cases against the demo shop.
func suite(t *testing.T, models *app.Models, filter testcases.Filter, bugs ...string) *report.Suite {
	t.Helper()
	shop, err := demoapp.New(demoapp.Config{Bugs: bugs})
	require.NoError(t, err)
	srv := httptest.NewServer(shop)
	defer srv.Close()
	cases, err := testcases.LoadAll([]string{filepath.Join("..", "..", "testcases", "examples", "*.md")}, testcases.Options{BaseURL: srv.URL, Filter: filter})
	require.NoError(t, err)
	brain, err := models.Brain()
	require.NoError(t, err)
	registry, err := app.Commands()
	require.NoError(t, err)
	dir, err := artifact.New(t.TempDir(), time.Now())
	require.NoError(t, err)
	s, err := runner.Run(t.Context(), runner.Config{Cases: cases, Installer: chromium(t), Commands: registry, Brain: brain, Workers: 2, Dir: dir})
	require.NoError(t, err)
	return s
}

func builtinModel(*testing.T) *app.Models {
	return &app.Models{Choice: app.Choice{Model: app.Builtin}, Getenv: func(string) string { return "" }}
}

// table prints how the cases ended and counts them.
func table(t *testing.T, s *report.Suite) map[agent.Verdict]int {
	t.Helper()
	counts := map[agent.Verdict]int{}
	for _, c := range s.Cases {
		counts[c.Verdict]++
		t.Logf("%-10s exit %d  %-60s %5.1f s  %s", c.Verdict, c.Verdict.ExitCode(), c.Name, c.Last().Result.Took.Seconds(), c.Last().Result.Reason)
	}
	return counts
}

// tagged says that a case is there to catch a defect.
func tagged(c report.Case) bool {
	return slices.ContainsFunc(c.Tags, func(tag string) bool { return strings.HasPrefix(tag, "bug-") })
}

func TestExamplesWithoutDefectsPass(t *testing.T) {
	s := suite(t, builtinModel(t), testcases.Filter{})
	counts := table(t, s)
	figure(t, "builtin, example cases without defects: %d of %d passed", counts[agent.Passed], len(s.Cases))
	require.Equal(t, len(s.Cases), counts[agent.Passed])
	require.Zero(t, s.ExitCode)
}

func TestExamplesCatchTheDefectsTheyAreTaggedWith(t *testing.T) {
	s := suite(t, builtinModel(t), testcases.Filter{}, demoapp.AllBugs)
	counts := table(t, s)
	figure(t, "builtin, example cases with all defects: %d failed, %d passed of %d", counts[agent.Failed], counts[agent.Passed], len(s.Cases))
	judge(t, s)
}

// judge holds a suite against a shop with all defects: exactly the tagged cases fail.
func judge(t *testing.T, s *report.Suite) {
	t.Helper()
	for _, c := range s.Cases {
		want := agent.Passed
		if tagged(c) {
			want = agent.Failed
		}
		require.Equal(t, want, c.Verdict, "%s: %s", c.Name, c.Last().Result.Reason)
	}
	require.Equal(t, 1, s.ExitCode)
}

// A model over real HTTP, as rule-bound as the builtin one, gets the same verdicts.
func TestExamplesByAModelOverHTTP(t *testing.T) {
	only := testcases.Filter{Grep: "(?i)added from the list|total follows|category filter|Help opens|locked customer|fields are required|signs in and sees|narrows|ten percent|wrong promo|accordion|switched on|signs out|display name|namesakes"}
	for name, bugs := range map[string][]string{"without defects": nil, "with all defects": {demoapp.AllBugs}} {
		t.Run(name, func(t *testing.T) {
			prices, err := cost.Default()
			require.NoError(t, err)
			server := newStub(t)
			models := &app.Models{Choice: app.Choice{Model: "stub"}, File: config.File{Vision: "text"}, Getenv: func(string) string { return "key" }, Endpoint: server.URL, Prices: prices}
			defer models.Close()
			s := suite(t, models, only, bugs...)
			counts := table(t, s)
			figure(t, "model over HTTP, example cases %s: %d passed, %d failed of %d, %d calls", name, counts[agent.Passed], counts[agent.Failed], len(s.Cases), len(server.Calls()))
			if bugs != nil {
				judge(t, s)
				return
			}
			require.Zero(t, counts[agent.Failed], "a sound shop fails no case")
			require.GreaterOrEqual(t, counts[agent.Passed], 10)
		})
	}
}
