package agent_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/screen"
)

// judge answers always the same and counts how often it was asked.
type judge struct {
	says  agent.Judgement
	err   error
	asked int
}

func (j *judge) Judge(context.Context, string, *agent.Observation) (*agent.Judgement, error) {
	j.asked++
	says := j.says
	return &says, j.err
}

func TestNoJudgeIsBelievedWithoutProof(t *testing.T) {
	t.Parallel()
	const soft = "Click \"More\".\nCheck that the page looks right."
	const exact = "Click \"More\".\nCheck that the page shows \"Item 1\"."
	holds := agent.Judgement{Answer: "holds", Reason: "it does"}
	quoting := func(j agent.Judgement, q string) *judge { j.Quote = q; return &judge{says: j} }
	fails := agent.Judgement{Answer: "does_not_hold", Reason: "it does not"}
	lacking := func(s string) *judge { j := fails; j.Subject = s; return &judge{says: j} }
	boxed := func(b screen.Box) *judge { j := holds; j.Box = &b; return &judge{says: j} }
	tests := map[string]struct {
		body          string
		first, second *judge
		want          agent.Verdict
		weak          bool
		asked         int
	}{
		"a quote that is on the page":         {soft, quoting(holds, "Item 1"), nil, agent.Passed, false, 1},
		"a quote that is not":                 {soft, quoting(holds, "Item 2"), nil, agent.Unproven, false, 1},
		"a blank quote":                       {soft, quoting(holds, "  "), nil, agent.Unproven, false, 1},
		"a box alone":                         {soft, boxed(screen.Box{X: 10, Y: 10, W: 50, H: 20}), nil, agent.Passed, true, 1},
		"a box beyond the picture":            {soft, boxed(screen.Box{X: 5000, Y: 10, W: 50, H: 20}), nil, agent.Unproven, false, 1},
		"a box turned inside out":             {soft, boxed(screen.Box{X: 60, Y: 60, W: -50, H: -50}), nil, agent.Unproven, false, 1},
		"no proof at all":                     {soft, &judge{says: holds}, nil, agent.Unproven, false, 1},
		"an answer nobody knows":              {soft, &judge{says: agent.Judgement{Answer: "perhaps", Quote: "Item 1"}}, nil, agent.Unproven, false, 1},
		"what contradicts it is quoted":       {soft, quoting(fails, "Item 1"), nil, agent.Failed, false, 1},
		"what is missing is not there":        {soft, lacking("Item 9"), nil, agent.Failed, false, 1},
		"what is said to be missing is there": {soft, lacking("Item 1"), nil, agent.Unproven, false, 1},
		"two judges agree":                    {soft, quoting(holds, "Item 1"), quoting(holds, "Shop"), agent.Passed, false, 1},
		"two judges disagree":                 {soft, quoting(holds, "Item 1"), quoting(fails, "Shop"), agent.Unproven, false, 1},
		"the second cannot tell":              {soft, quoting(holds, "Item 1"), quoting(holds, "nowhere"), agent.Unproven, false, 1},
		"an exact form overrides a judge":     {exact, quoting(fails, "Shop"), nil, agent.Passed, false, 0},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				cfg := config(t, shop(), tc.body, scripted(does(click(1, "More")), does(finish(true)), does(finish(true))))
				cfg.Judge = tc.first
				if tc.second != nil {
					cfg.SecondJudge = tc.second
				}
				res := run(t, cfg)
				require.Equal(t, tc.want, res.Verdict, res.Reason)
				require.Equal(t, tc.asked, tc.first.asked)
				require.Equal(t, tc.weak, res.Checks[0].Evidence.Weak)
			})
		})
	}
}

func TestAJudgeThatGivesUpIsInfra(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := config(t, shop(), "Click \"More\".\nCheck that the page looks right.", scripted(does(click(1, "More")), does(assertion(2)), does(finish(true))))
		cfg.Judge = &judge{err: errors.New("503")}
		res := run(t, cfg)
		require.Equal(t, agent.Infra, res.Verdict, res.Reason)
	})
}
