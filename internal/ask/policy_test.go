package ask_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/ask"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// silent is an asker nobody answers; after a while it fails, if it is to.
type silent struct {
	after time.Duration
	err   error
}

func (s silent) Ask(ctx context.Context, _ []askuser.Question) ([]askuser.Answer, error) {
	var failed <-chan time.Time
	if s.err != nil {
		failed = time.After(s.after)
	}
	select {
	case <-failed:
		return nil, s.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// spoken is an asker that answers after a while, and remembers being cancelled.
type spoken struct {
	after     time.Duration
	answers   []askuser.Answer
	cancelled bool
}

func (s *spoken) Ask(ctx context.Context, _ []askuser.Question) ([]askuser.Answer, error) {
	select {
	case <-time.After(s.after):
		return s.answers, nil
	case <-ctx.Done():
		s.cancelled = true
		return nil, context.Cause(ctx)
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	all := map[string]string{"size": "LARGE", "why": "it rains"}
	some := map[string]string{"size": "Large"}
	broken := errors.New("the terminal is gone")
	tests := map[string]struct {
		asker askuser.Asker
		ask.Policy
		want    ask.Outcome
		problem string
		after   time.Duration
	}{
		"an answer in time":        {asker: &spoken{after: 9 * time.Minute, answers: said("Small", "A")}, want: ask.Outcome{Answers: said("Small", "A")}, after: 9 * time.Minute},
		"the time is 10 minutes":   {asker: silent{}, problem: `nobody answered within 10m0s, and .* no answer for \["size" "why"\]`, after: 10 * time.Minute},
		"another time":             {asker: silent{}, Policy: ask.Policy{Timeout: time.Minute, Defaults: some}, problem: `within 1m0s, and .* \["why"\]`, after: time.Minute},
		"defaults after the time":  {asker: silent{}, Policy: ask.Policy{Defaults: all}, want: ask.Outcome{Answers: said("Large", "it rains"), By: "default", Default: true}, after: 10 * time.Minute},
		"nobody to ask":            {Policy: ask.Policy{Defaults: some}, problem: `there is nobody to ask, and .* \["why"\]`},
		"nobody, but defaults":     {Policy: ask.Policy{Defaults: all}, want: ask.Outcome{Answers: said("Large", "it rains"), By: "default", Default: true}},
		"asking fails":             {asker: silent{time.Second, broken}, problem: "could be asked.*the terminal is gone", after: time.Second},
		"asking fails, defaults":   {asker: silent{time.Second, broken}, Policy: ask.Policy{Defaults: all}, want: ask.Outcome{Answers: said("Large", "it rains"), By: "default", Default: true}, after: time.Second},
		"one fails, one answers":   {asker: ask.First(silent{time.Second, broken}, &spoken{after: time.Minute, answers: said("Small", "B")}), want: ask.Outcome{Answers: said("Small", "B")}, after: time.Minute},
		"all fail":                 {asker: ask.First(silent{time.Second, broken}, silent{time.Minute, io.EOF}), problem: "(?s)the terminal is gone.*EOF", after: time.Minute},
		"a policy inside of First": {asker: ask.First(ask.WithPolicy(silent{}, ask.Policy{Timeout: time.Second, Defaults: all}), silent{}), want: ask.Outcome{Answers: said("Large", "it rains"), By: "default", Default: true}, after: time.Second},
		"no asker in First":        {asker: ask.First(), problem: "nobody to ask"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var told []ask.Outcome
				tc.Told = func(o ask.Outcome) { told = append(told, o) }
				start := time.Now()
				answers, err := ask.WithPolicy(tc.asker, tc.Policy).Ask(t.Context(), questions())
				require.Equal(t, tc.after, time.Since(start))
				if tc.problem != "" {
					var u *ask.Unanswered
					require.ErrorAs(t, err, &u)
					require.Regexp(t, tc.problem, err.Error())
					require.Empty(t, told)
					return
				}
				require.NoError(t, err)
				require.Equal(t, tc.want.Answers, answers)
				require.Equal(t, []ask.Outcome{tc.want}, told)
			})
		})
	}
}

func TestTheCaseEndsWhileAPersonIsAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("the case is out of time")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, gone)
		defer cancel()
		_, err := ask.WithPolicy(ask.First(silent{}, silent{}), ask.Policy{Defaults: map[string]string{"size": "Small", "why": "A"}}).Ask(ctx, questions())
		require.Equal(t, gone, err)
	})
}

func TestFirstCancelsTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		quick, slow := &spoken{after: time.Second, answers: said("Small", "A")}, &spoken{after: time.Hour}
		answers, err := ask.First(slow, quick).Ask(t.Context(), questions())
		require.NoError(t, err)
		require.Equal(t, said("Small", "A"), answers)
		require.True(t, slow.cancelled)
		require.False(t, quick.cancelled)
	})
}

// TestOneAnswerWinsAcrossAskers: whoever is told "yours" is the one the agent hears.
func TestOneAnswerWinsAcrossAskers(t *testing.T) {
	t.Parallel()
	a, b := listen(t, ask.Config{}), listen(t, ask.Config{})
	one, _ := dial(t, a)
	two, _ := dial(t, b)
	for range 30 {
		got := asked(t.Context(), ask.First(a.Asker("x"), b.Asker("x")))
		m, n := one.next("question"), two.next("question")
		one.answer(m.ID, "one", said("Small", "one")...)
		two.answer(n.ID, "two", said("Small", "two")...)
		yours := map[bool]string{}
		for name, c := range map[string]client{"one": one, "two": two} {
			m := c.next("answered", "rejected")
			if m.Type == "rejected" {
				require.True(t, m.Final)
			}
			yours[m.Yours] = name
			if !m.Yours { // the loser hears both
				c.next("answered", "rejected")
			}
		}
		require.Len(t, yours, 2)
		require.Equal(t, yours[true], (<-got).answers[1].Text)
	}
}
