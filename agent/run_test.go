package agent_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/platform/fakedevice"
	"github.com/verdict-run/verdict/tools/ask-user"
)

// askers answer or do not.
type askers func(context.Context, []askuser.Question) ([]askuser.Answer, error)

func (f askers) Ask(ctx context.Context, q []askuser.Question) ([]askuser.Answer, error) {
	return f(ctx, q)
}

func modelError(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
	return nil, errors.New("the model service answers 503")
}

func malformed(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
	return &agent.Decision{Malformed: "no tool is called", Raw: "I would click it"}, nil
}

func costs(calls ...agent.Call) turn {
	return func(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
		usd := 0.06
		return &agent.Decision{Calls: calls, Usage: []agent.RoleUsage{{Role: "agent", Model: "m", Usage: model.Usage{Input: 400, Output: 100}, CostUSD: &usd}}}, nil
	}
}

func TestEachVerdictIsReachedByARun(t *testing.T) {
	t.Parallel()
	const negative = "Click \"Log in\".\nCheck that the page does not show \"Welcome back\"."
	tests := map[string]struct {
		body   string
		turns  []turn
		set    func(t *testing.T, f *fakedevice.Fake, c *agent.Config)
		want   agent.Verdict
		reason string
		finish agent.FinishReason
	}{
		"everything is done and proven": {
			body: loginBody, turns: append(loggedIn(), does(assertion(4)), does(finish(true))), want: agent.Passed, finish: agent.FinishSuccess,
		},
		"what is open is proven at the finish": {
			body: loginBody, turns: append(loggedIn(), does(finish(true))), want: agent.Passed, finish: agent.FinishSuccess,
		},
		"a due check does not hold": {
			body: "Click \"Log in\".\nCheck that the page shows \"Welcome back\".", turns: []turn{does(click(1, "Log in")), does(assertion(2)), does(finish(true))},
			want: agent.Failed, reason: "check 2 does not hold", finish: agent.FinishSuccess,
		},
		"a disproof stands before a device that gives up": {
			body: "Click \"Log in\".\nCheck that the page shows \"Welcome back\".", turns: []turn{does(click(1, "Log in")), does(assertion(2)), modelError},
			want: agent.Failed, finish: agent.FinishError,
		},
		"waiting is in vain": {
			body: "Click \"Log in\".\nWait until \"Welcome back\" is visible.", turns: []turn{does(click(1, "Log in")), does(call(2, "wait", `{}`))},
			want: agent.Failed, reason: "in vain", finish: agent.FinishError,
		},
		"the first navigation fails": {
			body: loginBody, turns: loggedIn(), want: agent.Infra, reason: "did not answer", finish: agent.FinishError,
			set: func(_ *testing.T, f *fakedevice.Fake, c *agent.Config) {
				c.StartURL = fakedevice.LoginURL
				f.FailNext("Navigate", errors.New("connection refused"))
			},
		},
		"the device is gone at the start": {
			body: loginBody, turns: loggedIn(), want: agent.Infra, reason: "crashed",
			set: func(_ *testing.T, f *fakedevice.Fake, _ *agent.Config) { f.FailNext("WaitUntilStable", gone("stable")) },
		},
		"the device goes in the middle of a command": {
			body: loginBody, turns: loggedIn(), want: agent.Infra, reason: "crashed",
			set: func(_ *testing.T, f *fakedevice.Fake, _ *agent.Config) { f.FailNext("Type", gone("type")) },
		},
		"the model gives up": {body: loginBody, turns: []turn{modelError}, want: agent.Infra, reason: "503"},
		"a hiccup of the device is no end": {
			body: loginBody, turns: append(loggedIn(), does(assertion(4)), does(finish(true))), want: agent.Passed,
			set: func(_ *testing.T, f *fakedevice.Fake, c *agent.Config) {
				c.StartURL = fakedevice.LoginURL
				f.FailNext("Navigate", transient("navigate"))
				f.FailNext("Screenshot", transient("screenshot"))
				f.FailNext("Elements", transient("elements"))
			},
		},
		"tokens are spent": {
			body: loginBody, turns: []turn{costs(typing(1, "User name", "standard_user"))}, want: agent.OverBudget, reason: "tokens",
			set: func(_ *testing.T, _ *fakedevice.Fake, c *agent.Config) { c.Limits.Tokens = 900 },
		},
		"money is spent": {
			body: loginBody, turns: []turn{costs(typing(1, "User name", "standard_user"))}, want: agent.OverBudget, reason: "$0.0600 are spent",
			set: func(_ *testing.T, _ *fakedevice.Fake, c *agent.Config) { c.Limits.CostUSD = 0.10 },
		},
		"time is over": {
			body: loginBody, turns: []turn{does(call(0, "wait", `{"seconds":30}`))}, want: agent.OverBudget, reason: "timeout of 3s",
			set: func(_ *testing.T, f *fakedevice.Fake, c *agent.Config) {
				c.Limits.Time = 3 * time.Second
				f.Delay("Screenshot", 400*time.Millisecond)
			},
		},
		"waiting time is over before a wait": {
			body: "Click \"Log in\".\nWait until \"Welcome back\" is visible.", want: agent.OverBudget, reason: "waiting is used up",
			turns: []turn{does(click(1, "Log in")), does(call(2, "wait", `{}`))},
			set:   func(_ *testing.T, _ *fakedevice.Fake, c *agent.Config) { c.Limits.Time = 20 * time.Second },
		},
		"max steps": {
			body: loginBody, turns: append(loggedIn(), does(click(0, "User name"))), want: agent.Blocked, reason: "4 steps", finish: agent.FinishMaxSteps,
			set: func(_ *testing.T, _ *fakedevice.Fake, c *agent.Config) { c.Limits.Turns = 4 },
		},
		"going in circles": {body: loginBody, turns: []turn{does(click(1, "Nowhere"))}, want: agent.Blocked, reason: "circles"},
		"an action is not done": {
			body: loginBody, turns: append(loggedIn()[:2:2], does(finish(true))), want: agent.Blocked, reason: "sentence 3 was not done", finish: agent.FinishSuccess,
		},
		"a refusal": {
			body: loginBody, want: agent.Blocked, reason: "cannot follow sentence 2",
			turns: []turn{func(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
				return &agent.Decision{Refused: &agent.Refused{Sentence: 2, Reason: "vague"}}, nil
			}},
		},
		"a question is not answered": {
			body: loginBody, turns: []turn{does(call(0, "ask-user", `{"questions":[{"id":"a","question":"Which one?"}]}`))}, want: agent.Blocked, reason: "was not answered",
			set: func(_ *testing.T, _ *fakedevice.Fake, c *agent.Config) {
				c.Asker = askers(func(context.Context, []askuser.Question) ([]askuser.Answer, error) {
					return nil, errors.New("nobody there")
				})
			},
		},
		"three useless replies":           {body: loginBody, turns: []turn{malformed}, want: agent.Blocked, reason: "three times in a row"},
		"three empty replies":             {body: loginBody, turns: []turn{does()}, want: agent.Blocked, reason: "three times in a row"},
		"a decider that answers nothing":  {body: loginBody, turns: []turn{func(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) { return nil, nil }}, want: agent.Blocked, reason: "three times"},
		"two useless replies are no end":  {body: loginBody, turns: append([]turn{malformed, malformed}, append(loggedIn(), does(finish(true)))...), want: agent.Passed},
		"the case has no check":           {body: "Click \"Log in\".", turns: []turn{does(click(1, "Log in")), does(finish(true))}, want: agent.Unproven, reason: "no check"},
		"a check nobody can tell":         {body: "Click \"Log in\".\nCheck that everything looks nice.", turns: []turn{does(click(1, "Log in")), does(finish(true)), does(finish(true))}, want: agent.Unproven, reason: "could not be decided"},
		"no success though all is proven": {body: loginBody, turns: append(loggedIn(), does(assertion(4)), does(finish(false))), want: agent.Unproven, reason: "did not succeed"},
		"only absences":                   {body: negative, turns: []turn{does(click(1, "Log in")), does(assertion(2)), does(finish(true))}, want: agent.Unproven, reason: "absent"},
		"an absence beside a presence":    {body: negative + "\nCheck that the page shows \"required\".", turns: []turn{does(click(1, "Log in")), does(assertion(2, 3)), does(finish(true))}, want: agent.Passed},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := login()
				cfg := config(t, f, tc.body, scripted(tc.turns...))
				if tc.set != nil {
					tc.set(t, f, &cfg)
				}
				res := run(t, cfg)
				require.Equal(t, tc.want, res.Verdict, res.Reason)
				require.Contains(t, res.Reason, tc.reason)
				require.Equal(t, tc.want == agent.Passed, res.Success)
				if tc.finish != "" {
					require.Equal(t, tc.finish, res.FinishReason)
				}
			})
		})
	}
}

// However the run is cancelled, it ends soon.
func TestACancelledRunEndsAtOnce(t *testing.T) {
	t.Parallel()
	hang := func(ctx context.Context, _ *agent.Observation, _ *agent.State) (*agent.Decision, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	later := "Click \"Log in\".\nCheck that the page shows \"Never\"."
	tests := map[string]struct {
		body  string
		turns []turn
		delay string
	}{
		"while the decider thinks":         {body: loginBody, turns: []turn{hang}},
		"while the page settles":           {body: loginBody, turns: loggedIn(), delay: "WaitUntilStable"},
		"while a picture is taken":         {body: loginBody, turns: loggedIn(), delay: "Screenshot"},
		"while a command runs":             {body: loginBody, turns: loggedIn(), delay: "Type"},
		"while the start page loads":       {body: loginBody, turns: loggedIn(), delay: "Navigate"},
		"while a target is searched":       {body: loginBody, turns: []turn{does(click(1, "Nowhere"))}},
		"while a check is polled":          {body: later, turns: []turn{does(click(1, "Log in")), does(assertion(2))}},
		"while it waits":                   {body: loginBody, turns: []turn{does(call(0, "wait", `{"seconds":30}`))}},
		"while a sentence is waited for":   {body: "Click \"Log in\".\nWait until \"Never\" is visible.", turns: []turn{does(click(1, "Log in")), does(call(2, "wait", `{}`))}},
		"while a person is asked":          {body: loginBody, turns: []turn{does(call(0, "ask-user", `{"questions":[{"id":"a","question":"Which one?"}]}`))}},
		"while the finish proves the rest": {body: later, turns: []turn{does(click(1, "Log in")), does(finish(true))}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := login()
				cfg := config(t, f, tc.body, scripted(tc.turns...))
				cfg.StartURL = fakedevice.LoginURL
				cfg.CheckTimeout, cfg.LocateTimeout = time.Minute, time.Minute
				cfg.Asker = askers(func(ctx context.Context, _ []askuser.Question) ([]askuser.Answer, error) {
					<-ctx.Done()
					return nil, ctx.Err()
				})
				if tc.delay != "" {
					f.Delay(tc.delay, time.Hour)
				}
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(1500*time.Millisecond, cancel)
				start := time.Now()
				res, err := agent.Run(ctx, cfg)
				require.NoError(t, err)
				require.Equal(t, agent.Cancelled, res.Verdict, res.Reason)
				require.Less(t, time.Since(start), 2500*time.Millisecond)
			})
		})
	}
}

func TestARunCancelledBeforeItBeganIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := agent.Run(ctx, config(t, login(), loginBody, scripted(loggedIn()...)))
	require.NoError(t, err)
	require.Equal(t, agent.Cancelled, res.Verdict)
}

func TestAskingAPersonStopsTheClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := config(t, login(), loginBody, scripted(append([]turn{does(call(0, "ask-user", `{"questions":[{"id":"a","question":"Which one?"}]}`))}, append(loggedIn(), does(finish(true)))...)...))
		cfg.Limits.Time = 20 * time.Second
		cfg.Asker = askers(func(ctx context.Context, _ []askuser.Question) ([]askuser.Answer, error) {
			select {
			case <-time.After(time.Hour):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			return []askuser.Answer{{ID: "a", Text: "this one"}}, nil
		})
		res := run(t, cfg)
		require.Equal(t, agent.Passed, res.Verdict, res.Reason)
		require.Equal(t, time.Hour, res.Asked)
	})
}

// A device that dies after the finish takes the success back only when there was something to look at again.
func TestTheDeviceMayDieAfterTheFinish(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := login()
		turns := append(loggedIn(), func(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
			f.FailNext("WaitUntilStable", gone("stable")) // not called any more
			return &agent.Decision{Calls: []agent.Call{finish(true)}}, nil
		})
		res := run(t, config(t, f, loginBody, scripted(turns...)))
		require.Equal(t, agent.Passed, res.Verdict, res.Reason)
	})
}

func TestABrokenConfigIsAnError(t *testing.T) {
	t.Parallel()
	_, err := agent.Run(t.Context(), agent.Config{})
	require.Error(t, err)
}

func TestTheBuiltinDecider(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		body string
		want agent.Verdict
	}{
		"logs in":                     {loginBody, agent.Passed},
		"a claim that is wrong":       {"Type \"standard_user\" into the User name field.\nClick \"Log in\".\nCheck that the page shows \"Welcome back\".", agent.Failed},
		"says I cannot":               {"Make it nice somehow.\nCheck that the page shows \"Log in\".", agent.Blocked},
		"a condition that is not so":  {"If \"Accept cookies\" is visible, click \"Accept cookies\".\n" + loginBody, agent.Passed},
		"a check under a condition":   {loginBody + "\nIf \"Accept cookies\" is visible, check that the page shows \"Cookies\".", agent.Passed},
		"nothing but such a check":    {"Click \"Log in\".\nIf \"Accept cookies\" is visible, check that the page shows \"Cookies\".", agent.Unproven},
		"waits for so many seconds":   {"Wait 45 seconds.\n" + loginBody, agent.Passed},
		"waits until something holds": {"Type \"standard_user\" into the \"User name\" field.\nType \"secret_sauce\" into the \"Password\" field.\nClick \"Log in\".\nWait until \"Your account\" is visible.\nCheck that the page shows \"Welcome back\".", agent.Passed},
		"a target that is not there":  {"Click \"Sign on\".\nCheck that the page shows \"Log in\".", agent.Blocked},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				res := run(t, config(t, login(), tc.body, builtin.New()))
				require.Equal(t, tc.want, res.Verdict, "%s %v", res.Reason, res.Warnings)
			})
		})
	}
}
