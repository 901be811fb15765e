package agent_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

func TestAttemptsSurviveTheWire(t *testing.T) {
	t.Parallel()
	usd := .5
	base := agent.AttemptBase{
		N: 3, Turn: 2, Command: "click", Sentence: 1, Params: json.RawMessage(`{"target":"Save"}`), Instruction: `Click "Save"`, Icon: "x", Badge: "click",
		Targets: []commands.Located{{Description: "Save", By: "tree", Score: 1, Box: screen.Box{W: 1, H: 2}}}, Before: "a", After: "b", URL: "u", Effect: "none",
		Notes: []string{"n"}, Pins: []agent.Pin{{Description: "d", Fingerprint: screen.Fingerprint{Role: "button"}}}, Faults: []string{"f"}, Started: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), Took: 7,
		Usage: []agent.RoleUsage{{Role: "agent", Model: "m", CostUSD: &usd}},
	}
	for name, a := range map[string]agent.StepAttempt{
		"a success": &agent.GeneratedStep{AttemptBase: base, Outcome: "Clicked", Reformatted: true},
		"a failure": &agent.FailedStep{AttemptBase: base, RawInput: "{", Error: "no", ErrorName: commands.Covered, Hint: "close it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, err := json.Marshal(agent.AttemptJSON{Attempt: a})
			require.NoError(t, err)
			var back agent.AttemptJSON
			require.NoError(t, json.Unmarshal(raw, &back))
			if diff := cmp.Diff(a, back.Attempt); diff != "" {
				t.Error(diff)
			}
		})
	}
	var bad agent.AttemptJSON
	require.Error(t, json.Unmarshal([]byte(`{"status":"great"}`), &bad))
	_, err := json.Marshal(agent.AttemptJSON{})
	require.Error(t, err)
}

func TestTheLeanFormHasNoPictures(t *testing.T) {
	t.Parallel()
	full := agent.ExecutionResult{FinalPicture: []byte("png"), FinalScreenshot: "name", Conversation: []agent.Exchange{{}}, Prefix: []model.Message{{}}}
	lean := full.Lean()
	require.Empty(t, lean.FinalPicture)
	require.Empty(t, lean.Conversation)
	require.Empty(t, lean.Prefix)
	require.Equal(t, "name", lean.FinalScreenshot)
	require.NotEmpty(t, full.FinalPicture)
}

func TestUsageIsSummedByRoleAndModel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := config(t, login(), loginBody, scripted(costs(typing(1, "User name", "standard_user")), costs(typing(2, "Password", "secret_sauce")),
			costs(click(3, "Log in")), does(finish(true))))
		cfg.Judge = &judge{}
		res := run(t, cfg)
		require.Equal(t, agent.Passed, res.Verdict, res.Reason)
		require.Len(t, res.Usage, 1)
		require.Equal(t, 3, res.Usage[0].Calls)
		require.Equal(t, model.Usage{Input: 1200, Output: 300}, res.Usage[0].Usage)
		require.InDelta(t, .18, *res.CostUSD, 1e-9)
		require.Len(t, res.Attempts, 3)
		require.Len(t, res.GeneratedSteps, 3)
	})
}

// pointer finds everything in the middle of what it is told.
type pointer map[string]screen.Point

func (p pointer) Ground(_ context.Context, description string, _ platform.Image) (*screen.Point, []agent.RoleUsage, error) {
	if at, ok := p[description]; ok {
		return &at, nil, nil
	}
	return nil, nil, nil
}

func TestADeviceWithoutElements(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := config(t, login(), "Click \"Log in\".\nCheck that an error is shown.", scripted(does(click(1, "Log in")), does(click(1, "Somewhere")), does(assertion(2)), does(finish(true))))
		cfg.Device.Elements, cfg.Device.Navigation = nil, nil
		cfg.Grounder = pointer{"Log in": {X: 100, Y: 170}}
		cfg.Judge = &judge{says: agent.Judgement{Answer: "holds", Box: &screen.Box{X: 20, Y: 200, W: 100, H: 20}}}
		pictures := album{}
		cfg.Pictures = pictures
		res := run(t, cfg)
		require.Equal(t, agent.Passed, res.Verdict, "%s %v", res.Reason, failures(res))
		require.True(t, res.Checks[0].Evidence.Weak)
		require.Contains(t, pictures, res.Checks[0].Picture)
	})
}
