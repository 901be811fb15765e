package agent_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// shop has buttons that say what was done, a menu of options, and a save that works the second time only.
func shop() *fakedevice.Fake {
	return site(func() []*fakedevice.Element {
		saves, items := 0, 0
		say := func(id, text string) func(*fakedevice.World) {
			return func(w *fakedevice.World) { w.SetText(id, text) }
		}
		return []*fakedevice.Element{
			fakedevice.Heading("title", "Shop"),
			fakedevice.Button("save", "Save", func(w *fakedevice.World) {
				if saves++; saves > 1 {
					w.SetText("out", "Saved")
				}
			}),
			fakedevice.Button("cancel", "Cancel", say("out", "Saved")),
			fakedevice.Button("slow", "Slow", func(w *fakedevice.World) {
				w.Later(func(w *fakedevice.World) {
					w.Later(func(w *fakedevice.World) { w.Later(func(w *fakedevice.World) { w.SetText("out", "Arrived") }) })
				})
			}),
			fakedevice.Button("more", "More", func(w *fakedevice.World) { items++; w.SetText("count", "Item "+string(rune('0'+items))) }),
			fakedevice.Button("clear", "Remove", func(w *fakedevice.World) { w.Hide("out"); w.Hide("count") }),
			fakedevice.Button("toast", "Toast", func(w *fakedevice.World) {
				w.SetText("out", "Working")
				w.Later(func(w *fakedevice.World) { w.Later(func(w *fakedevice.World) { w.Hide("out") }) })
			}),
			fakedevice.Field("name", "Name"),
			fakedevice.Field("city", "City"),
			fakedevice.Select("colour", "Colour", "Blue", "Red", "Red wine"),
			fakedevice.Checkbox("agree", "Agree"),
			fakedevice.Text("out", "").Hide(),
			fakedevice.Text("count", "").Hide(),
		}
	})
}

type proofCase struct {
	body   string
	turns  []turn
	set    func(*agent.Config)
	want   agent.Verdict
	reason string
	said   string // something the decider was told
	failed string // the error name of a failed attempt
}

func (tc proofCase) run(t *testing.T, f *fakedevice.Fake) *agent.ExecutionResult {
	t.Helper()
	d := scripted(tc.turns...)
	cfg := config(t, f, tc.body, d)
	if tc.set != nil {
		tc.set(&cfg)
	}
	res := run(t, cfg)
	told := strings.Join(d.messages(), "\n")
	require.Equal(t, tc.want, res.Verdict, "%s\n%s\n%v", res.Reason, told, failures(res))
	require.Contains(t, res.Reason, tc.reason)
	require.Contains(t, told, tc.said)
	if tc.failed != "" {
		require.Contains(t, failures(res), tc.failed)
	}
	return res
}

func TestRulesOfProof(t *testing.T) {
	t.Parallel()
	const save = "Click \"Save\".\nCheck that the page shows \"Saved\"."
	done, claims := does(finish(true)), does(finish(true))
	tests := map[string]proofCase{
		"a check is not due before the actions above it": {
			body: save, turns: []turn{does(assertion(2)), done, done}, want: agent.Blocked, failed: commands.CheckNotDue,
		},
		"what holds only after the action was done again is disproven": {
			body: save, turns: []turn{does(click(1, "Save")), does(assertion(2)), does(click(1, "Save")), does(assertion(2)), done},
			want: agent.Failed, reason: "held only after Click \"Save\"",
		},
		"also when nobody asserts it again": {
			body: save, turns: []turn{does(click(1, "Save")), does(assertion(2)), does(click(1, "Save")), done}, want: agent.Failed, reason: "held only after",
		},
		"what holds late without help is proven": {
			body: "Click \"Slow\".\nCheck that the page shows \"Arrived\".",
			turns: []turn{does(click(1, "Slow")), does(assertion(2)), does(call(0, "hover", `{"target":"Save"}`)), does(call(0, "wait", `{"seconds":1}`)),
				does(assertion(2)), done},
			set: func(c *agent.Config) { c.CheckTimeout = 1 }, want: agent.Passed,
		},
		"a call that did nothing does not spoil a late proof": {
			body: "Click \"Slow\".\nCheck that the page shows \"Arrived\".",
			turns: []turn{does(click(1, "Slow")), does(assertion(2)), does(call(0, "teleport", `{}`)), does(click(0, "Nowhere")), does(call(0, "type", `{}`)),
				does(assertion(2)), done},
			set: func(c *agent.Config) { c.CheckTimeout, c.LocateTimeout = 1, 1 }, want: agent.Passed,
		},
		"an open check is handed back once, then the run ends": {
			body: "Click \"Save\".\nCheck that the layout is pretty.", turns: []turn{does(click(1, "Save")), claims, claims}, want: agent.Unproven, said: "Not accepted",
		},
		"an action not done is handed back once, then the run ends": {
			body: "Click \"Save\".\nClick \"More\".\nCheck that the page shows \"Shop\".", turns: []turn{does(click(1, "Save")), claims, claims},
			want: agent.Blocked, said: "sentence 2 is not done", reason: "sentence 2 was not done",
		},
		"a proven check stays proven whatever is said": {
			body:  "Click \"More\".\nCheck that the page shows \"Item 1\".\nClick \"Remove\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(click(1, "More")), does(assertion(2)), does(click(3, "Remove")), does(assertion(2)), does(assertion(4)), done},
			want:  agent.Passed,
		},
		"a check after the last action is looked at again when more was done": {
			body: "Click \"More\".\nCheck that the page shows \"Item 1\".", turns: []turn{does(click(1, "More")), does(assertion(2)), does(click(0, "Remove")), done},
			want: agent.Unproven, reason: "it held after step",
		},
		"an action may not overtake an open check": {
			body:  "Click \"More\".\nCheck that the page shows \"Item 1\".\nClick \"Remove\".\nCheck that the page does not show \"Item 1\".",
			turns: []turn{does(click(1, "More")), does(click(3, "Remove")), done, done}, want: agent.Blocked, failed: commands.CheckNotDue, reason: "sentence 3 was not done",
		},
		"an absence must last": {
			body:  "Click \"Toast\".\nCheck that the page does not show \"Working\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(click(1, "Toast")), does(assertion(2, 3)), done}, want: agent.Passed,
		},
		"the absence of what nobody ever saw cannot be told": {
			body:  "Click \"Save\".\nCheck that the Frobnicator button is not visible.\nCheck that the page shows \"Shop\".",
			turns: []turn{does(click(1, "Save")), does(assertion(2, 3)), done, done}, want: agent.Unproven, reason: "check 2",
		},
		"another button does not count": {
			body: save, turns: []turn{does(click(1, "Cancel")), does(assertion(2)), done, done}, want: agent.Blocked, failed: commands.CheckNotDue, said: "does not count for sentence 1",
		},
		"another button does not count without quotes either": {
			body: "Click the Save button.\nCheck that the page shows \"Saved\".", turns: []turn{does(click(1, "Cancel")), does(assertion(2)), done, done},
			want: agent.Blocked, said: "does not count",
		},
		"a key is no click on another control": {
			body: save, turns: []turn{does(call(1, "press", `{"keys":["Escape"]}`)), done, done}, want: agent.Blocked, reason: "sentence 1",
		},
		"a double click is not one click": {
			body: "Double-click \"Save\".\nCheck that the page shows \"Shop\".", turns: []turn{does(click(1, "Save")), done, done}, want: agent.Blocked,
		},
		"another value does not count": {
			body: "Type \"Ann\" into \"Name\".\nCheck that the page shows \"Shop\".", turns: []turn{does(typing(1, "Name", "Anna")), done, done}, want: agent.Blocked,
		},
		"another letter case is another value": {
			body: "Type \"Ann\" into \"Name\".\nCheck that the page shows \"Shop\".", turns: []turn{does(typing(1, "Name", "ANN")), done, done}, want: agent.Blocked,
		},
		"the value in another field does not count": {
			body: "Type \"Ann\" into \"Name\".\nCheck that the page shows \"Shop\".", turns: []turn{does(typing(1, "City", "Ann")), done, done}, want: agent.Blocked, said: "does not count",
		},
		"another option does not count": {
			body:  "Select \"Red\" from \"Colour\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(call(1, "select", `{"target":"Colour","options":["Red wine"]}`)), done, done}, want: agent.Blocked,
		},
		"the option counts": {
			body:  "Select \"Red\" from \"Colour\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(call(1, "select", `{"target":"Colour","options":["red"]}`)), done}, want: agent.Passed,
		},
		"a box that was clicked twice is not checked": {
			body: "Check the \"Agree\" checkbox.\nCheck that the page shows \"Shop\".", turns: []turn{does(call(1, "click", `{"target":"Agree","count":1,"state":"off"}`)), done, done},
			want: agent.Blocked, said: "not checked afterwards",
		},
		"fields may be filled in any order": {
			body:  "Type \"Ann\" into \"Name\".\nType \"Rome\" into \"City\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(typing(2, "City", "Rome")), does(typing(1, "Name", "Ann")), done}, want: agent.Passed,
		},
		"a click before the fields are filled does not count": {
			body:  "Type \"Ann\" into \"Name\".\nClick \"Save\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(click(2, "Save")), does(typing(1, "Name", "Ann")), done, done}, want: agent.Blocked, reason: "sentence 2",
		},
		"a sentence nobody names is found by its command": {
			body:  "Type \"Ann\" into \"Name\".\nClick \"Save\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(typing(0, "Name", "Ann")), does(click(0, "Save")), done}, want: agent.Passed,
		},
		"three times is three times": {
			body: "Click \"More\" 3 times.\nCheck that the page shows \"Item\".", turns: []turn{does(click(1, "More")), does(click(1, "More")), done, done}, want: agent.Blocked,
		},
		"until means until": {
			body:  "Click \"More\" until \"Item 3\" is visible.\nClick \"Remove\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(click(1, "More")), does(click(1, "More")), does(click(1, "More")), does(click(2, "Remove")), done}, want: agent.Passed,
		},
		"until it holds, nothing else counts": {
			body:  "Click \"More\" until \"Item 3\" is visible.\nClick \"Remove\".\nCheck that the page shows \"Shop\".",
			turns: []turn{does(click(1, "More")), does(click(2, "Remove")), done, done}, want: agent.Blocked, reason: "sentence 1",
		},
		"an optional action need not be done": {
			body: "If \"Accept\" is visible, click \"Accept\".\nClick \"Save\".\nCheck that the page shows \"Shop\".", turns: []turn{does(click(2, "Save")), done}, want: agent.Passed,
		},
		"going to another address does not count": {
			body: "Go to /cart.\nCheck that the page shows \"Not found\".", turns: []turn{does(call(1, "navigate", `{"url":"http://site.test/basket"}`)), done, done}, want: agent.Blocked,
		},
		"a wait that is not due proves nothing": {
			body:  "Click \"Save\".\nWait until \"Shop\" is visible.\nClick \"More\".\nCheck that the page shows \"Item 1\".",
			turns: []turn{does(call(2, "wait", `{}`)), does(click(1, "Save")), does(click(3, "More")), done}, want: agent.Passed, said: "is not due",
		},
		"a check the case does not have is refused": {
			body: save, turns: []turn{does(click(1, "Cancel")), does(assertion(7)), does(call(0, "assert", `{"statement":"the moon is blue"}`)), done, done},
			want: agent.Blocked, failed: commands.CheckNotDue,
		},
		"a statement is matched with its check": {
			body:  "Click \"More\".\nCheck that the page shows \"Item 1\".",
			turns: []turn{does(click(1, "More")), does(call(0, "assert", `{"statement":"check that the page shows \"Item 1\""}`)), done}, want: agent.Passed,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { tc.run(t, shop()) })
		})
	}
}

// kinds is a classifier that answers what it was made of.
type kinds map[int]language.Kind

func (k kinds) Classify(context.Context, []language.Sentence, []int) (map[int]language.Kind, []agent.RoleUsage, error) {
	return k, nil, nil
}

func TestAClassifierCannotTakeAwayChecksOrActions(t *testing.T) {
	t.Parallel()
	const check = "Everything should feel right after that."
	const action = "Get the thing going in the usual manner."
	tests := map[string]struct {
		kinds  kinds
		body   string
		checks int
		want   agent.Verdict
	}{
		"a check word called an action stays an open check":  {kinds{2: language.Action}, "Click \"Save\".\n" + check + "\nCheck that the page shows \"Shop\".", 2, agent.Unproven},
		"a check word called context stays an open check":    {kinds{2: language.Context}, "Click \"Save\".\n" + check + "\nCheck that the page shows \"Shop\".", 2, agent.Unproven},
		"a missing kind must be done":                        {kinds{}, action + "\nClick \"Save\".\nCheck that the page shows \"Shop\".", 1, agent.Blocked},
		"a kind nobody knows must be done":                   {kinds{1: "joke"}, action + "\nClick \"Save\".\nCheck that the page shows \"Shop\".", 1, agent.Blocked},
		"what the parser has read is not the model's to say": {kinds{1: language.Context, 2: language.Context}, "Click \"Save\".\nCheck that the page shows \"Never\".", 1, agent.Failed},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				turns := []turn{does(click(1, "Save")), does(finish(true)), does(finish(true))}
				if tc.want == agent.Blocked {
					turns[0] = does(click(2, "Save"))
				}
				cfg := config(t, shop(), tc.body, scripted(turns...))
				cfg.Classifier = tc.kinds
				res := run(t, cfg)
				require.Len(t, res.Checks, tc.checks)
				require.Equal(t, tc.want, res.Verdict, res.Reason)
			})
		})
	}
}
