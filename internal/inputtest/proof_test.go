package inputtest_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
)

func proofs() []kind {
	return []kind{
		{
			id: "toast", page: "toast.html",
			body: "Click the \"Save\" button.\nCheck that the page shows \"Profile saved\".",
			decider: func(_ *testing.T, hints <-chan string) agent.Decider {
				return &script{Claims: true, Moves: []move{click(save, `button "Save"`), late(hints, "gone", func(v view) (string, map[string]any) {
					return act("assert", args{"checks": []int{2}})(v)
				})}}
			},
		},
		saved("saved-anyway", click(save, `button "Save"`)),
		saved("saved-anyway-later", click(save, `button "Save"`), act("hover", args{"target": `"Name" field`}), once("wait", args{"seconds": 2})),
	}
}

// saved is a page that says "Saved" though its request got a 500.
func saved(id string, moves ...move) kind {
	j := &witness{}
	return kind{
		id: id, page: "saved-anyway.html",
		body:  "Click the \"Save\" button.\nCheck that the page shows \"Saved\".\nCheck that saving the name went well.\nCheck that there are no failed requests.",
		moves: moves, judge: j, want: agent.Failed,
		also: func(t *testing.T, res *agent.ExecutionResult) {
			require.NotEmpty(t, j.given, "the judge was asked")
			require.True(t, slices.ContainsFunc(j.given, func(g string) bool { return strings.Contains(g, "/refused") && strings.Contains(g, "500") }),
				"the judge was given: %v", j.given)
			for _, c := range res.Checks {
				require.Equal(t, map[int]agent.CheckStatus{2: agent.Proven, 3: agent.Disproven, 4: agent.Disproven}[c.N], c.Status, c.Statement)
			}
		},
	}
}

// witness is a judge that believes a page unless it is given a failed request.
type witness struct{ given []string }

func (w *witness) Judge(_ context.Context, _ string, o *agent.Observation) (*agent.Judgement, error) {
	j := &agent.Judgement{Answer: "holds", Reason: "the page says so", Quote: "Saved"}
	given := "nothing"
	for _, f := range o.Faults {
		given = f.Text + " " + itoa(f.Status)
		if f.Kind == "request" {
			j.Answer, j.Reason = "does_not_hold", "its request failed"
		}
	}
	w.given = append(w.given, given)
	return j, nil
}
