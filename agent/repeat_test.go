package agent_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// TestRepeatingOnRequestIsNoCircle: what a case asks to be done many times is
// progress each time, and repeating it in vain is none.
func TestRepeatingOnRequestIsNoCircle(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		body    string
		dead    bool
		want    agent.Verdict
		reason  string
		clicked int
	}{
		"a number of times":       {body: "Click \"Add\" 24 times.\nCheck that the page shows \"24 items\".", want: agent.Passed, clicked: 24},
		"until something shows":   {body: "Click \"Add\" until \"22 items\" is visible.\nCheck that the page shows \"22 items\".", want: agent.Passed, clicked: 22},
		"until what never shows":  {body: "Click \"Add\" until \"22 items\" is visible.\nCheck that the page shows \"22 items\".", dead: true, want: agent.Blocked, reason: "circles"},
		"an until that overtakes": {body: "Click \"Add\" until \"many items\" is visible.\nCheck that the page shows \"many items\".", want: agent.Blocked, reason: "in vain", clicked: 40},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				clicked := 0
				f := site(func() []*fakedevice.Element {
					return []*fakedevice.Element{fakedevice.Text("count", "0 items"), fakedevice.Button("add", "Add", func(w *fakedevice.World) {
						if !tc.dead {
							clicked++
							w.SetText("count", fmt.Sprintf("%d items", clicked))
						}
					})}
				})
				res := run(t, config(t, f, tc.body, builtin.New()))
				require.Equal(t, tc.want, res.Verdict, res.Reason)
				require.Contains(t, res.Reason, tc.reason)
				require.Equal(t, tc.clicked, clicked)
			})
		})
	}
}

// TestANativeDialogNobodyMentions: an alert is acknowledged, a question is not answered by a guess.
func TestANativeDialogNobodyMentions(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]agent.Verdict{"alert": agent.Passed, "confirm": agent.Blocked, "prompt": agent.Blocked} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := site(func() []*fakedevice.Element {
					return []*fakedevice.Element{fakedevice.Text("done", "Draft"), fakedevice.Button("send", "Send", func(w *fakedevice.World) {
						w.SetText("done", "Order sent")
						w.Dialog(kind, "Thank you?", nil)
					}), fakedevice.Button("next", "Next", nil)}
				})
				res := run(t, config(t, f, "Click \"Send\".\nClick \"Next\".\nCheck that the page shows \"Order sent\".", builtin.New()))
				require.Equal(t, want, res.Verdict, res.Reason)
				if want == agent.Blocked {
					require.Contains(t, res.Reason, `the browser asks "Thank you?"`)
				}
			})
		})
	}
}
