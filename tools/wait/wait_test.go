package wait_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/internal/schema"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/tools/wait"
)

// budget is what is left to wait.
type budget struct{ left time.Duration }

func (b *budget) Take(want time.Duration) time.Duration {
	granted := min(want, b.left)
	b.left -= granted
	return granted
}

func (b *budget) Return(unused time.Duration) { b.left += unused }

// holdsAfter is a condition that comes true so long after the start.
type holdsAfter struct {
	start time.Time
	after time.Duration
}

func (h holdsAfter) Holds(_ context.Context, statement string) (check.Evidence, error) {
	if statement == "it is nice" {
		return check.Evidence{}, commands.Failf(commands.NotUnderstood, "not literal")
	}
	if time.Since(h.start) >= h.after {
		return check.Evidence{Answer: check.Holds, Reason: "the page shows it"}, nil
	}
	return check.Evidence{Answer: check.DoesNotHold, Reason: "the page does not show it"}, nil
}

func TestWait(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		args          string
		left          time.Duration
		out           string
		failure, says string
		spent         time.Duration
	}{
		"seconds":                         {args: `{"seconds":1.5}`, left: time.Minute, out: "waited 1.5 s", spent: 1500 * time.Millisecond},
		"what is left":                    {args: `{"seconds":30}`, left: 4 * time.Second, out: "waited 4.0 s, which is all this run may wait", spent: 4 * time.Second},
		"nothing is left":                 {args: `{"seconds":3}`, failure: commands.NotAllowed, says: "as long as it may"},
		"until it holds":                  {args: `{"until":"\"Saved\" is visible"}`, left: time.Minute, out: "it holds after 3.0 s: the page shows it", spent: 3 * time.Second},
		"it does not hold in time":        {args: `{"until":"\"Saved\" is visible","seconds":2}`, left: time.Minute, failure: commands.ConditionNotMet, says: "not so within 2.0 s: the page does not show it", spent: 2 * time.Second},
		"a statement that cannot be told": {args: `{"until":"it is nice"}`, left: time.Minute, failure: commands.NotUnderstood},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := &budget{tc.left}
				start := time.Now()
				w, err := wait.New(wait.Config{Limiter: b, Conditions: holdsAfter{start, 3 * time.Second}})
				require.NoError(t, err)
				out, err := w.Run(t.Context(), json.RawMessage(tc.args))
				require.InDelta(t, tc.spent, time.Since(start), float64(200*time.Millisecond))
				require.Equal(t, tc.left-time.Since(start), b.left, "what was not waited is given back")
				if tc.failure != "" {
					var f *commands.Failure
					require.ErrorAs(t, err, &f)
					require.Equal(t, tc.failure, f.Name)
					require.Contains(t, f.Message, tc.says)
					return
				}
				require.NoError(t, err)
				require.Equal(t, tc.out, out)
			})
		})
	}
}

func TestAWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, err := wait.New(wait.Config{Limiter: &budget{time.Minute}})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = w.Run(ctx, json.RawMessage(`{"seconds":20}`))
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

func TestOneWaitIsAtMostHalfAMinute(t *testing.T) {
	t.Parallel()
	w, err := wait.New(wait.Config{Limiter: &budget{time.Hour}})
	require.NoError(t, err)
	for _, args := range []string{`{"seconds":31}`, `{"seconds":-1}`, `{}`} {
		_, err := w.Run(t.Context(), json.RawMessage(args))
		var inv *schema.Invalid
		require.ErrorAs(t, err, &inv, args)
	}
}

func TestAWaitEndsSoonAfterTheBrowserHasGone(t *testing.T) {
	t.Parallel()
	dead := &platform.Error{Op: "wait", Class: platform.Gone, Err: errors.New("the browser was closed or crashed during a wait")}
	for _, args := range []string{`{"seconds":25}`, `{"seconds":25,"until":"\"Saved\" is visible"}`} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				died := start.Add(5300 * time.Millisecond)
				alive := func() error {
					if time.Now().After(died) {
						return dead
					}
					return nil
				}
				b := &budget{time.Minute}
				w, err := wait.New(wait.Config{Limiter: b, Conditions: gone{alive}, Alive: alive})
				require.NoError(t, err)
				_, err = w.Run(t.Context(), json.RawMessage(args))
				require.ErrorIs(t, err, dead)
				require.Less(t, time.Since(died), time.Second)
				require.Greater(t, b.left, 50*time.Second, "what was not waited is given back")
			})
		})
	}
}

// gone is a condition that nobody can tell once the device has gone.
type gone struct{ alive func() error }

func (g gone) Holds(context.Context, string) (check.Evidence, error) {
	if err := g.alive(); err != nil {
		return check.Evidence{}, err
	}
	return check.Evidence{Answer: check.DoesNotHold}, nil
}
