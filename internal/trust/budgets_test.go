package trust_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// burner calls on for ever, each time something else, at a price and a speed of its own, and never finishes.
type burner struct {
	tokens, calls int
	usd           float64
	took          time.Duration
	lie           bool // claims success each time
	spentTokens   int
	spentUSD      float64
}

func (*burner) Name() string { return "burner" }

func (b *burner) Next(ctx context.Context, _ *agent.Observation, _ *agent.State) (*agent.Decision, error) {
	if b.took > 0 {
		select {
		case <-time.After(b.took):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	b.calls++
	b.spentTokens += b.tokens
	b.spentUSD += b.usd
	args, name := fmt.Sprintf(`{"target":"User name","text":"try %d"}`, b.calls), "type"
	if b.lie {
		args, name = `{"success":true,"reasoning":"done"}`, "execution-finished"
	}
	usd := b.usd
	return &agent.Decision{
		Calls: []agent.Call{{Name: name, Args: json.RawMessage(args)}},
		Usage: []agent.RoleUsage{{Role: "agent", Model: "m", Usage: model.Usage{Input: b.tokens}, CostUSD: &usd}},
	}, nil
}

// TestBudgetsHold lets models burn at many prices against every limit. A run that spent more than its limit, but for a
// first call nobody could foresee, or that passed, counts as an escape.
func TestBudgetsHold(t *testing.T) {
	t.Parallel()
	registry, err := app.Commands()
	require.NoError(t, err)
	row := trust.Row{Name: "hard budgets against a model that burns"}
	run := func(b *burner, l agent.Limits) {
		row.Total++
		synctest.Test(t, func(t *testing.T) {
			res, err := agent.Run(t.Context(), agent.Config{
				Name: "burn", Body: "Type \"ana\" into the \"User name\" field.\nClick \"Log in\".\nCheck that the page shows \"Welcome back\".", StartURL: fakedevice.LoginURL,
				Device: fakedevice.New(fakedevice.LoginSite()).Device(), Decider: b, Commands: registry, Limits: l,
				LocateTimeout: time.Millisecond, CheckTimeout: time.Millisecond, NegativeHold: time.Millisecond,
			})
			require.NoError(t, err)
			if res.Verdict == agent.Passed {
				row.WrongPasses++
			}
			over := l.Tokens > 0 && b.spentTokens > l.Tokens && b.calls > 1 ||
				l.CostUSD > 0 && b.spentUSD > l.CostUSD+1e-9 && b.calls > 1 ||
				l.Turns > 0 && b.calls > l.Turns || l.Time > 0 && res.Took > l.Time+time.Second
			if over {
				row.Escapes++
			}
			if assert.False(t, over, "%+v spent %d tokens, $%.4f in %d calls and %v", l, b.spentTokens, b.spentUSD, b.calls, res.Took) {
				row.Done++
			}
			require.Contains(t, []agent.Verdict{agent.OverBudget, agent.Blocked}, res.Verdict, res.Reason)
		})
	}
	for _, lie := range []bool{false, true} {
		for _, tokens := range []int{1, 999, 4000} {
			for _, limit := range []int{1, 1000, 3500, 8000} {
				run(&burner{tokens: tokens, lie: lie}, agent.Limits{Tokens: limit})
			}
		}
		for _, usd := range []float64{0.0001, 0.01, 0.4} {
			for _, limit := range []float64{0.0001, 0.02, 1} {
				run(&burner{tokens: 10, usd: usd, lie: lie}, agent.Limits{CostUSD: limit})
			}
		}
		for _, took := range []time.Duration{time.Second, 20 * time.Second, time.Hour} {
			run(&burner{tokens: 10, took: took, lie: lie}, agent.Limits{Time: 30 * time.Second})
		}
		for _, turns := range []int{1, 2, 7} {
			run(&burner{tokens: 10, lie: lie}, agent.Limits{Turns: turns})
		}
	}
	trust.Report(t, row)
}
