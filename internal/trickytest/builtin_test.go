package trickytest_test

import (
	"fmt"
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
	t.Parallel()
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
	fmt.Printf("figure: builtin, original wording: %d of %d pages done, %d passed, 0 forbidden acts, 0 false claims passed\n", done.Load(), len(b.pages), passed.Load())
}

// TestBuiltinOnLiteralRewording: one action a line.
func TestBuiltinOnLiteralRewording(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var done atomic.Int32
	t.Run("pages", func(t *testing.T) {
		for _, p := range b.pages {
			t.Run(p.ID, func(t *testing.T) {
				t.Parallel()
				res, flags := b.run(t, p, "reworded-true", reworded(t, p, "true"), builtin.New())
				if res.Verdict != agent.Passed || !flags.Done {
					explain(t, p, res, flags)
				}
				require.Empty(t, flags.Wrong, "a forbidden act")
				if res.Verdict == agent.Passed {
					require.True(t, flags.Done, "passed and not done")
					done.Add(1)
				}
				res, flags = b.run(t, p, "reworded-false", reworded(t, p, "false"), builtin.New())
				require.Empty(t, flags.Wrong, "a forbidden act")
				require.NotEqual(t, agent.Passed, res.Verdict, "a false claim passed")
			})
		}
	})
	fmt.Printf("figure: builtin, literal rewording: %d of %d pages done and passed, 0 false claims passed\n", done.Load(), len(b.pages))
	require.GreaterOrEqual(t, int(done.Load()), 14)
}

func reworded(t *testing.T, p page, claim string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", "reworded", p.ID+"."+claim+".md"))
	require.NoError(t, err)
	return string(body)
}
