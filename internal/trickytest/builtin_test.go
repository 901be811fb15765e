package trickytest_test

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
)

// TestBuiltinOnOriginalWording: the sentences were not written for it. It may
// refuse; it may do nothing forbidden and pass no false claim.
func TestBuiltinOnOriginalWording(t *testing.T) {
	b := newBench(t)
	var done, passed atomic.Int32
	t.Run("pages", func(t *testing.T) {
		for _, p := range b.pages {
			t.Run(p.ID, func(t *testing.T) {
				t.Parallel()
				res, flags := b.run(t, p, "original-true", p.Instruction+"\n\n"+p.ClaimTrue, builtin.New())
				require.Empty(t, flags.Wrong, "a forbidden act")
				if flags.Done {
					done.Add(1)
				}
				if res.Verdict == agent.Passed {
					passed.Add(1)
				}
				res, flags = b.run(t, p, "original-false", p.Instruction+"\n\n"+p.ClaimFalse, builtin.New())
				require.Empty(t, flags.Wrong, "a forbidden act")
				require.NotEqual(t, agent.Passed, res.Verdict, "a false claim passed")
			})
		}
	})
	figure(t, "builtin, original wording: %d of %d pages done, %d passed, 0 forbidden acts, 0 false claims passed", done.Load(), len(b.pages), passed.Load())
}

// TestBuiltinOnLiteralRewording: one action a line.
func TestBuiltinOnLiteralRewording(t *testing.T) {
	b := newBench(t)
	var done atomic.Int32
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
					require.True(t, flags.Done, "passed and not done")
					done.Add(1)
				}
				res, flags = b.run(t, p, "reworded-false", reworded(t, p, ".false.md"), builtin.New())
				require.Empty(t, flags.Wrong, "a forbidden act")
				require.NotEqual(t, agent.Passed, res.Verdict, "a false claim passed")
			})
		}
	})
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
