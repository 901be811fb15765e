package agent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// form has fields that react in the ways pages do.
func form() *fakedevice.Fake {
	return site(func() []*fakedevice.Element {
		back := fakedevice.Field("back", "Stubborn")
		back.OnInput = func(w *fakedevice.World, v string) {
			if v != "old" { // a controlled field whose framework sets its own value again, later
				w.Later(func(w *fakedevice.World) { w.El("back").Value = "old" })
			}
		}
		phone := fakedevice.Field("phone", "Phone")
		phone.OnInput = func(w *fakedevice.World, v string) {
			w.Later(func(w *fakedevice.World) { w.El("phone").Value = "0123 456-789" })
		}
		loud := fakedevice.Field("loud", "Loud")
		loud.OnInput = func(w *fakedevice.World, v string) { w.SetText("out", "Heard "+v) }
		return []*fakedevice.Element{
			fakedevice.Heading("title", "Form"),
			fakedevice.Field("first", "First name"), fakedevice.Field("last", "Last name"), back, phone, loud,
			fakedevice.Button("ask", "Ask", func(w *fakedevice.World) { w.Dialog("confirm", "Really?", nil) }),
			fakedevice.Button("tab", "New tab", func(w *fakedevice.World) { w.OpenTab("http://site.test/") }),
			fakedevice.Link("other", "Other page", "http://site.test/other"),
			fakedevice.Button("swap", "Swap", func(w *fakedevice.World) { w.El("target").Name, w.El("target").Text = "Delete all", "Delete all" }),
			fakedevice.Button("target", "Archive", func(w *fakedevice.World) { w.SetText("out", "Archived") }),
			fakedevice.Button("dead", "Dead", nil),
			fakedevice.Text("out", "").Hide(),
		}
	})
}

// number is the number of the listed element with that text in its line.
func number(o *agent.Observation, text string) int {
	for _, it := range o.Items {
		if strings.Contains(it.Line, text) {
			return it.Number
		}
	}
	return 0
}

// numbered is a turn of calls made of the numbers in the list.
func numbered(calls func(n func(string) int) []agent.Call) turn {
	return func(_ context.Context, o *agent.Observation, _ *agent.State) (*agent.Decision, error) {
		return &agent.Decision{Calls: calls(func(text string) int { return number(o, text) })}, nil
	}
}

func typeAt(n int, target, text string) agent.Call {
	return call(0, "type", object("target", target, "number", n, "text", text))
}

func clickAt(n int, target string) agent.Call {
	return call(0, "click", object("target", target, "number", n))
}

func TestSeveralCallsOfOneTurn(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		calls    func(n func(string) int) []agent.Call
		attempts int
		said     string
	}{
		"fields that leave each other alone": {func(n func(string) int) []agent.Call {
			return []agent.Call{typeAt(n("First name"), "First name", "Ann"), typeAt(n("Last name"), "Last name", "Lee"), clickAt(n("Dead"), "Dead")}
		}, 3, ""},
		"a number after a call without one is still the old number": {func(n func(string) int) []agent.Call {
			return []agent.Call{typing(0, "First name", "Ann"), typing(0, "Last name", "Lee"), typeAt(n("First name"), "First name", "Bo")}
		}, 3, ""},
		"a change elsewhere on the page": {func(n func(string) int) []agent.Call {
			return []agent.Call{typeAt(n("Loud"), "Loud", "x"), typeAt(n("Last name"), "Last name", "Lee"), clickAt(n("Dead"), "Dead")}
		}, 1, "2 of your calls were not carried out, starting with type: the page changed"},
		"a dialog": {func(n func(string) int) []agent.Call {
			return []agent.Call{clickAt(n("Ask"), "Ask"), clickAt(n("Dead"), "Dead")}
		}, 1, "a native dialog opened"},
		"a tab": {func(n func(string) int) []agent.Call {
			return []agent.Call{clickAt(n("New tab"), "New tab"), clickAt(n("Dead"), "Dead")}
		}, 1, "the page changed"},
		"another page": {func(n func(string) int) []agent.Call {
			return []agent.Call{clickAt(n("Other page"), "Other page"), clickAt(n("Dead"), "Dead")}
		}, 1, "the page changed"},
		"the target became another": {func(n func(string) int) []agent.Call {
			return []agent.Call{clickAt(n("Swap"), "Swap"), clickAt(n("Archive"), "Archive")}
		}, 1, "its target changed"},
		"a failed step": {func(n func(string) int) []agent.Call {
			return []agent.Call{click(0, "Nowhere"), clickAt(n("Dead"), "Dead")}
		}, 1, "the step before it failed"},
		"a value that was put back": {func(n func(string) int) []agent.Call {
			return []agent.Call{typeAt(n("Stubborn"), "Stubborn", "new"), clickAt(n("Dead"), "Dead")}
		}, 1, "the step before it failed"},
		"a tool first, before anything was recorded": {func(n func(string) int) []agent.Call {
			return []agent.Call{call(0, "wait", `{"seconds":1}`), clickAt(n("Dead"), "Dead")}
		}, 1, ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := scripted(numbered(tc.calls), does(finish(false)))
				res := run(t, config(t, form(), "Click \"Dead\".\nCheck that the page shows \"Form\".", d))
				require.Len(t, res.Attempts, tc.attempts, "%v", d.messages())
				told := strings.Join(d.messages(), "\n")
				require.Contains(t, told, tc.said)
				if tc.said == "" {
					require.Empty(t, failures(res))
					require.NotContains(t, told, "not carried out")
				}
			})
		})
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	think := func(f *fakedevice.Fake, d time.Duration, change func(*fakedevice.World), then turn) turn {
		return func(ctx context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
			time.Sleep(d)
			f.With(change)
			return then(ctx, o, s)
		}
	}
	archive := numbered(func(n func(string) int) []agent.Call { return []agent.Call{clickAt(n("Archive"), "Archive")} })
	tests := map[string]struct {
		turn func(f *fakedevice.Fake) turn
		want string
	}{
		"one that is right": {func(*fakedevice.Fake) turn { return archive }, ""},
		"one that contradicts the description": {func(*fakedevice.Fake) turn {
			return numbered(func(n func(string) int) []agent.Call { return []agent.Call{clickAt(n("Archive"), "Delete button")} })
		}, commands.TargetContradicts},
		"one the list does not have": {func(*fakedevice.Fake) turn { return does(clickAt(999, "Archive")) }, commands.TargetNotFound},
		"one that became another control while the model thought": {func(f *fakedevice.Fake) turn {
			return think(f, 8*time.Second, func(w *fakedevice.World) { w.El("target").Name, w.El("target").Text = "Delete all", "Delete all" }, archive)
		}, commands.TargetContradicts},
		"one that vanished while the model thought": {func(f *fakedevice.Fake) turn {
			return think(f, 8*time.Second, func(w *fakedevice.World) { w.El("target").ID = "new" }, archive)
		}, commands.TargetNotFound},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := form()
				res := run(t, config(t, f, "Click \"Archive\".\nCheck that the page shows \"Archived\".", scripted(tc.turn(f), does(finish(true)), does(finish(true)))))
				if tc.want == "" {
					require.Empty(t, failures(res))
					return
				}
				require.Equal(t, []string{tc.want}, failures(res))
			})
		})
	}
}

func attempt(t *testing.T, res *agent.ExecutionResult, n int) agent.StepAttempt {
	t.Helper()
	require.GreaterOrEqual(t, len(res.Attempts), n)
	return res.Attempts[n-1].Attempt
}

func TestEffectsAreReported(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		call   agent.Call
		effect string
	}{
		"nothing":   {clickAt(0, ""), ""},
		"no effect": {click(0, "Title that is not there"), "none"},
		"a value":   {typing(0, "First name", "Ann"), `value of textbox "First name" is now "Ann"`},
		"a text":    {click(0, "Archive"), `text appeared: "Archived"`},
		"a page":    {click(0, "Other page"), "URL changed to http://site.test/other"},
		"a tab":     {click(0, "New tab"), "2 tabs are open, 1 were"},
		"a dialog":  {click(0, "Ask"), `a native confirm opened: "Really?"`},
	}
	delete(tests, "nothing")
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := scripted(does(tc.call), does(finish(false)))
				res := run(t, config(t, form(), "Click \"Dead\".", d))
				require.Contains(t, attempt(t, res, 1).Base().Effect, tc.effect)
				require.Contains(t, d.saw[1].Change, tc.effect, "the decider is told")
			})
		})
	}
}

func TestValuesAreReadAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		res := run(t, config(t, form(), "Type \"0123456789\" into \"Phone\".\nCheck that the page shows \"Form\".",
			scripted(does(typing(1, "Phone", "0123456789")), does(finish(true)))))
		require.Equal(t, agent.Passed, res.Verdict, res.Reason)
		g, ok := attempt(t, res, 1).(*agent.GeneratedStep)
		require.True(t, ok)
		require.True(t, g.Reformatted)
	})
	synctest.Test(t, func(t *testing.T) {
		d := scripted(does(typing(1, "Stubborn", "new")), does(finish(true)), does(finish(true)))
		res := run(t, config(t, form(), "Type \"new\" into \"Stubborn\".\nCheck that the page shows \"Form\".", d))
		require.Equal(t, agent.Blocked, res.Verdict, res.Reason)
		require.Equal(t, []string{commands.ValueNotKept}, failures(res))
		require.Contains(t, strings.Join(d.messages(), "\n"), "did not last")
	})
}

func TestWhatIsMalformedNeverCrashes(t *testing.T) {
	t.Parallel()
	names := []string{"", "teleport", "switch-tab", "app", "execution-finished", "wait", "ask-user"}
	for _, c := range allCommands(t).All() {
		names = append(names, c.Spec().Name)
	}
	args := []string{"", "null", "[]", "{", `"text"`, "{}", `{"target":5}`, `{"target":"x","number":"12","point":[1]}`, `{"target":"Dead","point":[1e9,-3]}`,
		`{"target":"Dead","number":1,"to":"Dead","to_number":2,"text":"{{nobody}}","options":["x"],"keys":["Nokey+"],"url":"javascript:alert(1)"}`,
		`{"seconds":-1}`, `{"success":"maybe","reasoning":7}`, `{"checks":[0,-1,99]}`, `{"which":"99"}`}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var turns []turn
				for _, a := range args {
					turns = append(turns, does(agent.Call{Name: name, Args: json.RawMessage(a), Sentence: len(turns) - 3}))
				}
				for _, bare := range []bool{false, true} {
					f := form()
					cfg := config(t, f, "Click \"Dead\".\nCheck that the page shows \"Never\".", scripted(append(turns, does(finish(true)))...))
					cfg.LocateTimeout, cfg.CheckTimeout = time.Millisecond, time.Millisecond
					if bare { // a phone without elements
						cfg.Device.Elements, cfg.Device.Navigation, cfg.Device.Tabs, cfg.Device.Dialogs = nil, nil, nil, nil
						cfg.Device.Downloads, cfg.Device.Uploads, cfg.Device.Diagnostics, cfg.Device.Clipboard = nil, nil, nil, nil
					}
					res := run(t, cfg)
					require.NotEqual(t, agent.Passed, res.Verdict, res.Reason)
					for _, a := range res.Attempts {
						raw, err := json.Marshal(a)
						require.NoError(t, err)
						var back agent.AttemptJSON
						require.NoError(t, json.Unmarshal(raw, &back))
					}
				}
			})
		})
	}
}

func TestAnUncertainLookInBetweenHidesNothingFromTheDecider(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := form()
		d := scripted(numbered(func(n func(string) int) []agent.Call {
			return []agent.Call{typeAt(n("Loud"), "Loud", "x"), clickAt(n("Dead"), "Dead")}
		}), does(finish(false)))
		run(t, config(t, f, "Click \"Dead\".", d))
		require.Contains(t, d.saw[1].Change, "Heard x", "the change was seen before the second call was dropped")
	})
}
