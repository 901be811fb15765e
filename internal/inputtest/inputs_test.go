package inputtest_test

import (
	"cmp"
	"flag"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/internal/trust"
)

func kinds() []kind {
	return slices.Concat(choosing(), restoring(), dates(), frames(), typing(), windows(), layout(), covered(), proofs())
}

// TestInputs carries every kind out with a model that answers right. Success of
// the run and of the page must be one.
func TestInputs(t *testing.T) {
	b := newBench(t)
	all := kinds()
	var done, ran, wrongPasses atomic.Int32
	t.Run("kinds", func(t *testing.T) {
		for _, k := range all {
			t.Run(k.id, func(t *testing.T) {
				t.Parallel()
				ran.Add(1)
				s := &script{Moves: k.moves, Claims: true}
				d := agent.Decider(s)
				_, hints := b.mail(k.id)
				if k.decider != nil {
					d = k.decider(t, hints)
				}
				o := b.run(t, k, k.id, d)
				if o.res.Verdict == agent.Passed && (!o.Done || len(o.Wrong) > 0) {
					wrongPasses.Add(1)
				}
				t.Cleanup(func() {
					if t.Failed() {
						explain(t, o)
						t.Log(strings.Join(s.Log, "\n"))
					}
				})
				require.Empty(t, o.Wrong, "the page saw what must not happen")
				require.Equal(t, !k.undone, o.Done, "whether the page reached its goal")
				require.Equal(t, cmp.Or(k.want, agent.Passed), o.res.Verdict, o.res.Reason)
				if k.also != nil {
					k.also(t, o.res)
				}
				done.Add(1)
			})
		}
	})
	trust.Report(t, trust.Row{Name: "kinds of input", Done: int(done.Load()), Total: int(ran.Load()), WrongPasses: int(wrongPasses.Load())})
}

var idle = flag.Bool("idle", false, "also run each page's case with a model that does nothing")

// TestAModelThatDoesNothingPassesNothing holds the pages and cases themselves to
// account, a case for each page: claimed to be done, with nothing done, none may pass.
func TestAModelThatDoesNothingPassesNothing(t *testing.T) {
	if !*idle {
		t.Skip("with -idle, as in make trust: it changes only with the pages")
	}
	b := newBench(t)
	seen := map[string]bool{}
	for _, k := range kinds() {
		if seen[k.page] {
			continue
		}
		seen[k.page] = true
		t.Run(k.id, func(t *testing.T) {
			t.Parallel()
			o := b.run(t, k, k.id+"-idle", &script{Moves: []move{answer(true, "")}})
			require.False(t, o.Done, "the page says that its goal is reached before anything was done")
			require.NotEqual(t, agent.Passed, o.res.Verdict)
		})
	}
}
