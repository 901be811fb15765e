package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
)

// paid is a decider that waits, each call at a price, until it is stopped.
type paid struct {
	tokens int
	usd    float64
	took   time.Duration
	calls  atomic.Int64
}

func (*paid) Name() string { return "paid" }

func (p *paid) Next(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
	time.Sleep(p.took)
	n := p.calls.Add(1)
	return &agent.Decision{
		Calls: []agent.Call{{Name: "type", Args: json.RawMessage(fmt.Sprintf(`{"target":"User name","text":"try %d"}`, n))}},
		Usage: []agent.RoleUsage{{Role: "agent", Model: "m", Usage: model.Usage{Input: p.tokens}, CostUSD: &p.usd}},
	}, nil
}

// TestNoCallIsMadeThatDoesNotFit: the price of a call is foreseen from the last
// one, so the limit is never passed but by a first call.
func TestNoCallIsMadeThatDoesNotFit(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		limits agent.Limits
		calls  int64
		reason string
		warned string
	}{
		"tokens":                {agent.Limits{Tokens: 3500}, 3, "3000 tokens are used and the next call takes about 1000: the limit is 3500", "3000 of 3500 tokens"},
		"tokens to the last":    {agent.Limits{Tokens: 3000}, 3, "3000 tokens are used, the limit is 3000", "3000 of 3000 tokens"},
		"money":                 {agent.Limits{CostUSD: 0.0550}, 5, "$0.0500 are spent and the next call takes about $0.0100: the limit is $0.0550", "$0.0500 of $0.0550"},
		"the first is let pass": {agent.Limits{CostUSD: 0.0010}, 1, "$0.0100 are spent, the limit is $0.0010", "$0.0100 of $0.0010"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := &paid{tokens: 1000, usd: 0.01}
				cfg := config(t, login(), loginBody, d)
				cfg.Limits = tc.limits
				res := run(t, cfg)
				require.Equal(t, agent.OverBudget, res.Verdict)
				require.Contains(t, res.Reason, tc.reason)
				require.Equal(t, tc.calls, d.calls.Load())
				require.Len(t, res.Warnings, 1)
				require.Contains(t, res.Warnings[0], tc.warned)
			})
		})
	}
}

// TestASuiteHasOnePurse: cases that run at once do not spend more than their suite may, together.
func TestASuiteHasOnePurse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		suite := agent.NewPurse(0, 0.1)
		require.Empty(t, suite.Spent())
		d := &paid{tokens: 1000, usd: 0.009, took: time.Second}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				cfg := config(t, login(), loginBody, d)
				cfg.Purse = suite
				res := run(t, cfg)
				require.Equal(t, agent.OverBudget, res.Verdict)
				require.Contains(t, res.Reason, "the limit of the suite is $0.1000")
			})
		}
		wg.Wait()
		require.LessOrEqual(t, float64(d.calls.Load())*0.009, 0.1)
		require.Equal(t, int64(11), d.calls.Load(), "and all of it was used")
	})
}
