package agent_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// saver needs two clicks on "Save" before it says so: a fault that a second click hides.
func saver() *fakedevice.Fake {
	return sized(small, func() []*fakedevice.Element {
		clicks := 0
		return []*fakedevice.Element{fakedevice.Field("name", "Name"), fakedevice.Text("said", "Not saved"), fakedevice.Button("save", "Save", func(w *fakedevice.World) {
			if clicks++; clicks > 1 {
				w.SetText("said", "Your name was saved")
			}
		})}
	})
}

func blank() *fakedevice.Fake { return sized(small, func() []*fakedevice.Element { return nil }) }

// small keeps the screen small, as drawing it takes most of a run's time.
var small = screen.Size{W: 360, H: 360}

func smallLogin() *fakedevice.Fake {
	cfg := fakedevice.LoginSite()
	cfg.Viewport = small
	return fakedevice.New(cfg)
}

// noise is what a run may do in between without changing anything.
func noise(r *rand.Rand) []turn {
	var out []turn
	for range r.IntN(3) {
		out = append(out, does([]agent.Call{call(0, "wait", `{"seconds":0.1}`), call(0, "scroll", `{"direction":"down"}`), call(0, "refly", `{}`), assertion(4)}[r.IntN(4)]))
	}
	return out
}

// steps puts turns in a row with noise between them.
func steps(r *rand.Rand, turns ...turn) *script {
	var all []turn
	for _, t := range turns {
		all = append(all, noise(r)...)
		all = append(all, t)
	}
	return scripted(all...)
}

// TestAModelThatContradictsItself: what a model says last neither undoes a
// proof nor makes one. The table decides each time.
func TestAModelThatContradictsItself(t *testing.T) {
	t.Parallel()
	runs := 40
	if trust.Raced {
		runs = 8 // the race detector makes them five times as slow, and looks for something else
	}
	saving := "Type \"Ana\" into the \"Name\" field.\nClick \"Save\".\nType \"Ana\" into the \"Name\" field.\nCheck that the page shows \"Your name was saved\"."
	ways := []struct {
		name   string
		body   string
		device func() *fakedevice.Fake
		does   func(r *rand.Rand) agent.Decider
		want   []agent.Verdict
	}{
		{"says it failed after all is proven", loginBody, smallLogin, func(r *rand.Rand) agent.Decider {
			return steps(r, slices.Concat(loggedIn(), []turn{does(assertion(4)), does(finish(false))})...)
		}, []agent.Verdict{agent.Unproven}},
		{"claims success with an action undone", loginBody, smallLogin, func(r *rand.Rand) agent.Decider {
			left := loggedIn()
			i := r.IntN(2) // without one of the fields; the login then does not succeed
			return steps(r, slices.Concat(slices.Delete(left, i, i+1), []turn{does(finish(true)), does(finish(true))})...)
		}, []agent.Verdict{agent.Blocked, agent.Failed, agent.Unproven}},
		{"asserts before the action and not after", loginBody, smallLogin, func(r *rand.Rand) agent.Decider {
			return steps(r, slices.Concat([]turn{does(assertion(4))}, loggedIn()[:2], []turn{does(assertion(4)), does(finish(true)), does(finish(true))})...)
		}, []agent.Verdict{agent.Blocked, agent.Failed, agent.Unproven}},
		{"clicks again until it holds", saving, saver, func(r *rand.Rand) agent.Decider {
			save := []turn{does(typing(1, "Name", "Ana")), does(click(2, "Save")), does(typing(3, "Name", "Ana")), does(assertion(4))}
			for range 1 + r.IntN(2) {
				save = append(save, does(click(r.IntN(3), "Save")), does(assertion(4)))
			}
			return steps(r, append(save, does(finish(true)), does(finish(true)))...)
		}, []agent.Verdict{agent.Failed}},
		{"asserts only absences on an empty page", "Check that \"Error\" is not shown.\nCheck that there is no \"Delete\" button.", blank, func(r *rand.Rand) agent.Decider {
			return steps(r, does(assertion(1, 2)), does(finish(true)), does(finish(true)))
		}, []agent.Verdict{agent.Unproven, agent.Blocked}}, // blocked: nothing ever changes there, which looks like a circle
	}
	var right, wrong atomic.Int64
	t.Run("ways", func(t *testing.T) {
		for k, way := range ways {
			t.Run(way.name, func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(runs) {
					synctest.Test(t, func(t *testing.T) {
						cfg := config(t, way.device(), way.body, way.does(rand.New(rand.NewPCG(seed, uint64(k)))))
						cfg.LocateTimeout, cfg.CheckTimeout = time.Millisecond, time.Millisecond
						res, err := agent.Run(context.Background(), cfg)
						require.NoError(t, err)
						if res.Verdict == agent.Passed {
							wrong.Add(1)
						}
						require.Contains(t, way.want, res.Verdict, fmt.Sprintf("seed %d: %s", seed, res.Reason))
						right.Add(1)
					})
				}
			})
		}
	})
	trust.Report(t, trust.Row{Name: "a model that contradicts itself", Done: int(right.Load()), Total: runs * len(ways), WrongPasses: int(wrong.Load())})
}
