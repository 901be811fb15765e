package agent_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
)

// everyFacts calls f with every combination of facts: texts empty or not, checks none, some proven, all proven.
func everyFacts(f func(agent.Facts)) {
	for bits := range 1 << 10 {
		on := func(i int) bool { return bits>>i&1 == 1 }
		text := func(i int, s string) string {
			if on(i) {
				return s
			}
			return ""
		}
		for _, n := range [][2]int{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}} {
			f(agent.Facts{
				Cancelled: text(0, "cancelled"), Disproof: text(1, "disproof"), Infra: text(2, "infra"), OverBudget: text(3, "budget"),
				Blocked: text(4, "blocked"), Undecided: text(5, "undecided"),
				Finished: on(6), FinishSuccess: on(7), ActionsDone: on(8), OnlyNegatives: on(9), Checks: n[0], ChecksProven: n[1],
			})
		}
	}
}

func TestTheFirstRowOfTheTableThatMatchesWins(t *testing.T) {
	t.Parallel()
	everyFacts(func(f agent.Facts) {
		rows := []struct {
			verdict agent.Verdict
			matches bool
		}{
			{agent.Cancelled, f.Cancelled != ""},
			{agent.Failed, f.Disproof != ""},
			{agent.Infra, f.Infra != ""},
			{agent.OverBudget, f.OverBudget != ""},
			{agent.Blocked, f.Blocked != "" || !f.ActionsDone},
			{agent.Passed, f.Finished && f.FinishSuccess && f.ActionsDone && f.Checks > 0 && f.Checks == f.ChecksProven && !f.OnlyNegatives},
			{agent.Unproven, true},
		}
		got, reason := agent.Decide(f)
		require.NotEmpty(t, reason, "%+v", f)
		for _, row := range rows {
			if row.matches {
				require.Equal(t, row.verdict, got, "%+v", f)
				break
			}
		}
	})
}

func TestNothingPassesWithAFactAgainstIt(t *testing.T) {
	t.Parallel()
	everyFacts(func(f agent.Facts) {
		if got, _ := agent.Decide(f); got != agent.Passed {
			return
		}
		require.Empty(t, f.Cancelled+f.Disproof+f.Infra+f.OverBudget+f.Blocked, "%+v", f)
		require.True(t, f.ActionsDone && f.Finished && f.FinishSuccess && f.Checks > 0 && f.ChecksProven == f.Checks, "%+v", f)
	})
}

func TestEveryVerdictHasItsExitCode(t *testing.T) {
	t.Parallel()
	want := map[agent.Verdict]int{
		agent.Cancelled: 130, agent.Failed: 1, agent.Infra: 4, agent.OverBudget: 5, agent.Blocked: 3, agent.Passed: 0, agent.Unproven: 3,
	}
	require.Len(t, agent.Verdicts(), len(want))
	for _, v := range agent.Verdicts() {
		require.Equal(t, want[v], v.ExitCode(), v)
	}
	require.Equal(t, 3, agent.Verdict("what nobody knows").ExitCode(), "what is unknown is no success")
}
