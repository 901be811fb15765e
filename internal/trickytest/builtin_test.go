package trickytest_test

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/internal/trust"
)

// TestBuiltinOnOriginalWording: the sentences were not written for it. It may
// refuse; it may do nothing forbidden and pass no false claim.
func TestBuiltinOnOriginalWording(t *testing.T) {
	b := newBench(t)
	var done, passed, wrong atomic.Int32
	t.Run("pages", func(t *testing.T) {
		for _, p := range b.pages {
			t.Run(p.ID, func(t *testing.T) {
				t.Parallel()
				if !trust.Raced { // with the race detector the false claim must do: the actions are the same
					res, flags := b.run(t, p, "original-true", p.Instruction+"\n\n"+p.ClaimTrue, builtin.New())
					require.Empty(t, flags.Wrong, "a forbidden act")
					if res.Verdict == agent.Passed {
						passed.Add(1)
					}
				}
				res, flags := b.run(t, p, "original-false", p.Instruction+"\n\n"+p.ClaimFalse, builtin.New())
				if flags.Done {
					done.Add(1)
				}
				if res.Verdict == agent.Passed {
					wrong.Add(1)
				}
				require.Empty(t, flags.Wrong, "a forbidden act")
				require.NotEqual(t, agent.Passed, res.Verdict, "a false claim passed")
			})
		}
	})
	trust.Report(t, trust.Row{Name: "hard pages, original wording, builtin", Done: int(done.Load()), Total: len(b.pages), WrongPasses: int(wrong.Load())})
	figure(t, "builtin, original wording: %d of %d pages done, %d passed, 0 forbidden acts, 0 false claims passed", done.Load(), len(b.pages), passed.Load())
}

// TestBuiltinOnLiteralRewording: one action a line.
func TestBuiltinOnLiteralRewording(t *testing.T) {
	b := newBench(t)
	var done, wrong atomic.Int32
	t.Run("pages", func(t *testing.T) {
		for _, p := range b.pages {
			t.Run(p.ID, func(t *testing.T) {
				t.Parallel()
				res, flags := b.run(t, p, "reworded-true", reworded(t, p, ".md"), builtin.New())
				if res.Verdict != agent.Passed || !flags.Done {
					explain(t, p, res, flags)
				}
				require.Empty(t, flags.Wrong, "a forbidden act")
				if res.Verdict == agent.Passed {
					if !flags.Done {
						wrong.Add(1)
					}
					require.True(t, flags.Done, "passed and not done")
					done.Add(1)
				}
				res, flags = b.run(t, p, "reworded-false", reworded(t, p, ".false.md"), builtin.New())
				if res.Verdict == agent.Passed {
					wrong.Add(1)
				}
				require.Empty(t, flags.Wrong, "a forbidden act")
				require.NotEqual(t, agent.Passed, res.Verdict, "a false claim passed")
			})
		}
	})
	trust.Report(t, trust.Row{Name: "hard pages, literal wording, builtin", Done: int(done.Load()), Total: len(b.pages), WrongPasses: int(wrong.Load())})
	figure(t, "builtin, literal rewording: %d of %d pages done and passed, 0 false claims passed", done.Load(), len(b.pages))
	require.GreaterOrEqual(t, int(done.Load()), 14)
}

// reworded is testdata/tricky-rewording/<id>.md, or <id>.false.md which ends with a false claim.
func reworded(t *testing.T, p page, ending string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(rewording, p.ID+ending))
	require.NoError(t, err)
	return string(body)
}
