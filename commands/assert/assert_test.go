package assert_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/assert"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

type fixedProver []commands.Proof

func (f fixedProver) Prove(context.Context, []int, string) ([]commands.Proof, error) { return f, nil }

func proof(n int, a check.Answer, reason string) commands.Proof {
	return commands.Proof{Check: n, Evidence: check.Evidence{Answer: a, Reason: reason}}
}

func TestAssert(t *testing.T) {
	t.Parallel()
	yes, no, open := proof(3, check.Holds, "the page shows it"), proof(4, check.DoesNotHold, "it shows 2"), proof(5, check.CannotTell, "too vague")
	tests := map[string]struct {
		proofs        fixedProver
		failure, says string
	}{
		"all hold":                     {fixedProver{yes, yes}, "", "check 3 holds: the page shows it\ncheck 3 holds: the page shows it"},
		"one does not":                 {fixedProver{yes, open, no}, commands.CheckDoesNotHold, "check 4 does not hold: it shows 2\ncheck 5 cannot tell: too vague"},
		"one cannot be told":           {fixedProver{yes, open}, commands.CheckCannotTell, "check 5 cannot tell: too vague"},
		"an answer nobody knows":       {fixedProver{proof(1, "maybe", "?")}, commands.CheckCannotTell, "check 1 maybe: ?"},
		"no check is about it":         {nil, commands.CheckCannotTell, "no check of the case is about that"},
		"a statement without a number": {fixedProver{proof(0, check.Holds, "seen")}, "", "it holds: seen"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := commandtest.New(t)
			b.Env.Prover = tc.proofs
			out, err := commandtest.Do(t, b, assert.New(), `{"checks":[3]}`)
			if tc.failure != "" {
				require.Equal(t, tc.says, commandtest.Failure(t, err, tc.failure).Message)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.says, out)
		})
	}
}

func TestSomethingMustBeAsked(t *testing.T) {
	t.Parallel()
	_, err := commandtest.Do(t, commandtest.New(t), assert.New(), `{}`)
	require.ErrorContains(t, err, `"checks" is missing`)
}

func TestADialogMayBeChecked(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t)
	b.Env.Prover = fixedProver{proof(1, check.Holds, "the alert says so")}
	b.With(func(w *fakedevice.World) { w.Dialog("alert", "Saved", nil) })
	_, err := commandtest.Do(t, b, assert.New(), `{"checks":1}`)
	require.NoError(t, err)
}

func TestASecretInAReasonIsMasked(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t)
	require.NoError(t, b.Env.Memory.SetSecret("pass", "hunter2222"))
	b.Env.Prover = fixedProver{proof(1, check.Holds, "the page shows hunter2222")}
	out, err := commandtest.Do(t, b, assert.New(), `{"checks":1}`)
	require.NoError(t, err)
	require.Equal(t, "check 1 holds: the page shows {{pass}}", out)
}
