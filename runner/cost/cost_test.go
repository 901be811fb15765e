package cost_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/runner/cost"
)

func table(t *testing.T, overrides ...string) *cost.Table {
	t.Helper()
	got, err := cost.Default()
	require.NoError(t, err)
	for _, o := range overrides {
		require.NoError(t, got.Override(strings.NewReader(o)))
	}
	return got
}

func TestEveryBuiltinEntryHasItsSourceAndDate(t *testing.T) {
	t.Parallel()
	names := table(t).Models()
	require.Greater(t, len(names), 10)
	for _, name := range names {
		e, ok := table(t).Lookup(name)
		require.True(t, ok, name)
		require.True(t, e.Priced(), name)
		require.Positive(t, e.Input, name)
		require.Greater(t, e.Output, e.Input, name)
		require.NotNil(t, e.Cached, name)
		require.Less(t, *e.Cached, e.Input, name)
	}
}

func TestPrice(t *testing.T) {
	t.Parallel()
	const own = `
prices:
  - {model: house/llama, input: 1, output: 2, source: our contract, date: "2026-01-31"}
  - {model: dear-pro, input: 1, cached: 0, output: 2, source: our contract, date: "2026-01-31"}
  - {model: no-source, input: 1, output: 2, date: "2026-01-31"}
  - {model: no-date, input: 1, output: 2, source: hearsay}
  - {model: a/twin, input: 1, output: 2, source: x, date: "2026-01-31"}
  - {model: b/twin, input: 9, output: 9, source: x, date: "2026-01-31"}
  - {model: snap-2026-01-01, input: 1, output: 2, source: x, date: "2026-01-31"}
  - {model: local, input: 0, output: 0, source: our own machine, date: "2026-01-31"}
  - {model: gpt-4o, input: 100, output: 200, source: our contract, date: "2026-01-31"}
`
	million := model.Usage{Input: 1_000_000, Output: 1_000_000}
	for name, tc := range map[string]struct {
		model string
		usage model.Usage
		usd   float64
		ok    bool
	}{
		"a known model":                                 {"gpt-5.2", million, 15.75, true},
		"cached input is cheaper":                       {"gpt-5.2", model.Usage{Input: 1_000_000, Cached: 1_000_000}, 0.175, true},
		"cached input beyond the input is no discount":  {"gpt-5.2", model.Usage{Input: 1_000_000, Cached: 9_000_000}, 0.175, true},
		"cached input counts as fresh without a price":  {"house/llama", model.Usage{Input: 1_000_000, Cached: 1_000_000}, 1, true},
		"a cached price of zero is a price":             {"dear-pro", model.Usage{Input: 1_000_000, Cached: 1_000_000}, 0, true},
		"a snapshot is its model":                       {"gpt-5.2-2025-12-11", million, 15.75, true},
		"a snapshot without dashes":                     {"claude-sonnet-4-5-20250929", million, 18, true},
		"a snapshot after an at":                        {"claude-sonnet-4-5@20250929", million, 18, true},
		"latest":                                        {"claude-haiku-4-5-latest", million, 6, true},
		"a provider's prefix":                           {"openai/gpt-5.2", million, 15.75, true},
		"a prefix and a snapshot":                       {"openrouter/anthropic/claude-sonnet-4.5-20250929", million, 18, true},
		"letter case":                                   {"GPT-5.2", million, 15.75, true},
		"another model with a longer name":              {"gpt-5.2-pro", million, 0, false},
		"another model with a longer name and a date":   {"gpt-5.2-pro-2026-01-01", million, 0, false},
		"another size":                                  {"gpt-5.2-mini", million, 0, false},
		"a shorter name":                                {"gpt", million, 0, false},
		"no name":                                       {"", million, 0, false},
		"an entry without a source":                     {"no-source", million, 0, false},
		"an entry without a date":                       {"no-date", million, 0, false},
		"the user's prefix may be left out":             {"llama", million, 3, true},
		"two entries answer, so none does":              {"twin", million, 0, false},
		"a full name is never ambiguous":                {"b/twin", million, 18, true},
		"one snapshot stands for the model":             {"snap-2026-05-05", million, 3, true},
		"a free model costs nothing":                    {"local", million, 0, true},
		"the user's price replaces ours":                {"gpt-4o", million, 300, true},
		"the user's price holds for the snapshots also": {"gpt-4o-2024-08-06", million, 300, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			usd, ok := table(t, own).Price(tc.model, tc.usage)
			require.Equal(t, tc.ok, ok)
			require.InDelta(t, tc.usd, usd, 1e-9)
		})
	}
}

func TestEstimateIsTheMostACallMayCost(t *testing.T) {
	t.Parallel()
	usd, ok := table(t).Estimate("gpt-5.2", 10_000, 1_000)
	require.True(t, ok)
	require.InDelta(t, 0.0315, usd, 1e-9)
	_, ok = (*cost.Table)(nil).Estimate("gpt-5.2", 1, 1)
	require.False(t, ok)
	_, ok = (&cost.Table{}).Estimate("gpt-5.2", 1, 1)
	require.False(t, ok)
}

func TestAFileThatIsWrongSaysWhere(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, says string }{
		"no model":                  {`prices: [{input: 1, output: 1}]`, "model is missing"},
		"a negative price":          {`prices: [{model: x, input: -1}]`, "zero or more"},
		"a price that is no number": {`prices: [{model: x, input: .nan}]`, "zero or more"},
		"a date of junk":            {`prices: [{model: x, date: "last week"}]`, "YYYY-MM-DD"},
		"an unknown key":            {`prices: [{model: x, inputs: 1}]`, "inputs"},
		"a name twice":              {`prices: [{model: x}, {model: X}]`, "twice"},
		"no YAML":                   {"prices: [", "reading prices"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := table(t)
			require.ErrorContains(t, got.Override(strings.NewReader(tc.text)), tc.says)
			_, ok := got.Price("gpt-5.2", model.Usage{})
			require.True(t, ok, "the table is as before")
		})
	}
	require.NoError(t, table(t).Override(strings.NewReader("")))
	require.NoError(t, table(t).Override(strings.NewReader(`{"prices":[{"model":"x","input":1,"output":1,"source":"s","date":"2026-01-01"}]}`)))
}
