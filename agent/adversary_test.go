package agent_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// liar does some of what it is asked and lies about the rest: it names wrong
// sentences, clicks and types at random, asserts early and claims success.
type liar struct{ *rand.Rand }

func (liar) Name() string { return "liar" }

func (l liar) Next(_ context.Context, _ *agent.Observation, s *agent.State) (*agent.Decision, error) {
	var calls []agent.Call
	for range 1 + l.IntN(3) {
		calls = append(calls, l.call(s))
	}
	return &agent.Decision{Calls: calls}, nil
}

func (l liar) call(s *agent.State) agent.Call {
	pick := func(from ...string) string { return from[l.IntN(len(from))] }
	fields, buttons := []string{"User name", "Password"}, []string{"Log in", "Log out", "Password", "the Log in button"}
	texts := []string{"standard_user", "secret_sauce", "locked_out_user", "Standard_User", "standard_users", "wrong", ""}
	n := l.IntN(len(s.Sentences)+2) - 1
	if l.IntN(2) == 0 { // honest: the next sentence, rightly
		for _, sentence := range s.Sentences {
			if s.Done[sentence.N] || sentence.Step == nil {
				continue
			}
			switch step := sentence.Step; step.Command {
			case "type":
				return typing(sentence.N, step.Phrase, step.Value)
			case "click":
				return click(sentence.N, step.Phrase)
			}
			return assertion(sentence.N)
		}
	}
	switch l.IntN(8) {
	case 0, 1:
		return typing(n, pick(fields...), pick(texts...))
	case 2, 3:
		return click(n, pick(buttons...))
	case 4:
		return assertion(1 + l.IntN(len(s.Sentences)))
	case 5:
		return finish(l.IntN(4) > 0)
	case 6:
		return call(n, "press", object("keys", []string{pick("Enter", "Escape", "Tab")}))
	default:
		return call(n, pick("navigate", "back", "refresh", "teleport"), object("url", pick(fakedevice.LoginURL, fakedevice.AccountURL)))
	}
}

// login attempts as they were really made, seen from inside the page.
type world struct{ users, passwords []string }

func (w *world) tried(user, password string) bool {
	for i := range w.users {
		if w.users[i] == user && w.passwords[i] == password {
			return true
		}
	}
	return false
}

// watched is the login site with a witness.
func watched(seen *world) *fakedevice.Fake {
	cfg := fakedevice.LoginSite()
	cfg.Viewport = small
	page := cfg.Pages[fakedevice.LoginURL]
	cfg.Pages[fakedevice.LoginURL] = func() *fakedevice.Page {
		p := page()
		for _, e := range p.Elements {
			if e.ID == "login" {
				react := e.OnClick
				e.OnClick = func(w *fakedevice.World) {
					seen.users, seen.passwords = append(seen.users, w.Value("user")), append(seen.passwords, w.Value("password"))
					react(w)
				}
			}
		}
		return p
	}
	return fakedevice.New(cfg)
}

// No decider, however it lies, gets a case passed whose actions were not done or whose check does not hold.
func TestALiarNeverGetsAWrongPass(t *testing.T) {
	t.Parallel()
	cases := []struct {
		user, password, shows string
		can                   bool // it can pass at all
	}{
		{"standard_user", "secret_sauce", "Welcome back", true},
		{"locked_out_user", "secret_sauce", "locked out", true},
		{"standard_user", "wrong", "do not match", true},
		{"standard_user", "wrong", "required", false},
		{"standard_user", "secret_sauce", "locked out", false},
		{"locked_out_user", "secret_sauce", "Welcome back", false},
	}
	const seeds = 34
	var ended, wrong atomic.Int64
	t.Cleanup(func() {
		trust.Report(t, trust.Row{Name: "a model that lies", Done: int(ended.Load()), Total: seeds * len(cases), WrongPasses: int(wrong.Load())})
	})
	for _, c := range cases {
		t.Run(c.user+" "+c.password+" "+c.shows, func(t *testing.T) {
			t.Parallel()
			passed := 0
			for seed := range uint64(seeds) {
				synctest.Test(t, func(t *testing.T) {
					var seen world
					body := fmt.Sprintf("Type %q into the \"User name\" field.\nType %q into the \"Password\" field.\nClick \"Log in\".\nCheck that the page shows %q.", c.user, c.password, c.shows)
					cfg := config(t, watched(&seen), body, liar{rand.New(rand.NewPCG(seed, 7))})
					cfg.LocateTimeout, cfg.CheckTimeout = time.Millisecond, time.Millisecond
					cfg.Limits.Turns = 20
					res := run(t, cfg)
					ended.Add(1)
					if res.Verdict == agent.Passed {
						passed++
						if !c.can || !seen.tried(c.user, c.password) {
							wrong.Add(1)
						}
						require.True(t, seen.tried(c.user, c.password), "seed %d: passed, but this login was never tried: %+v", seed, seen)
						require.True(t, c.can, "seed %d: passed though it cannot hold", seed)
					}
				})
			}
			if c.can {
				require.Positive(t, passed, "a liar that is honest half of the time should get through now and then")
			}
		})
	}
}

// busy is a page of 500 controls and as many texts.
func busy() *fakedevice.Fake {
	return site(func() []*fakedevice.Element {
		elements := []*fakedevice.Element{fakedevice.Heading("title", "Orders")}
		for i := range 250 {
			elements = append(elements,
				fakedevice.Text(fmt.Sprintf("t%d", i), fmt.Sprintf("Order %d of customer number %d is being prepared", i, i*7)),
				fakedevice.Button(fmt.Sprintf("b%d", i), fmt.Sprintf("Open order %d", i), nil),
				fakedevice.Field(fmt.Sprintf("f%d", i), fmt.Sprintf("Note on order %d", i)))
		}
		return elements
	})
}

// BenchmarkOwnStep measures the loop's own share of a step on a page of 500
// controls: one run of 20 clicks, over its steps, driver calls included.
func BenchmarkOwnStep(b *testing.B) {
	const steps = 20
	var turns []turn
	for i := range steps {
		turns = append(turns, does(click(0, fmt.Sprintf("Open order %d", i))))
	}
	registry := allCommands(b)
	for b.Loop() {
		f := busy()
		res, err := agent.Run(context.Background(), agent.Config{
			Body: "Click \"Open order 249\".\nCheck that the page does not show \"Error\".\nCheck that the page shows \"Orders\".", Device: f.Device(),
			Decider: scripted(append(turns, does(finish(false)))...), Commands: registry, NegativeHold: 1,
		})
		if err != nil || len(res.Attempts) != steps {
			b.Fatal(err, len(res.Attempts), res.Reason)
		}
		own := res.Took - res.Timings.Stable - res.Timings.Observe - res.Timings.Execute - res.Timings.Waits - res.Timings.Model
		b.ReportMetric(float64(own.Microseconds())/1000/steps, "own-ms/step")
	}
}
