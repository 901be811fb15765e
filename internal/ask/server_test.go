package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/ask"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

func TestATesterAnswersOverTheSocket(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{Cases: []string{"Log in"}, Picture: func(_ context.Context, name string) ([]byte, error) {
		if name != "Buy a shirt" {
			return nil, errors.New("no such screen")
		}
		return []byte("\x89PNG\r\n\x1a\n"), nil
	}})
	c, hello := dial(t, s)
	require.Equal(t, []string{"Log in"}, hello.Cases)
	var told []ask.Outcome
	got := asked(t.Context(), ask.WithPolicy(s.Asker("Buy a shirt"), ask.Policy{Told: func(o ask.Outcome) { told = append(told, o) }}))
	require.Equal(t, []string{"Log in", "Buy a shirt"}, c.next("cases").Cases)
	m := c.next("question")
	require.Equal(t, "Buy a shirt", m.Case)
	require.Equal(t, questions(), m.Questions)
	require.Equal(t, "data:image/png;base64,iVBORw0KGgo=", m.Picture)
	require.InDelta(t, ask.DefaultTimeout.Seconds(), m.Deadline.Sub(m.Asked).Seconds(), 5)

	for reason, answers := range map[string][]askuser.Answer{
		"none of the options":    said("Medium", "A"),
		"an answer is needed":    said("Small", "  "),
		"at most 2000":           said("Small", strings.Repeat("é", 2001)),
		"Why?: an answer":        said("Small", "A")[:1],
		`no question "x"`:        append(said("Small", "A"), askuser.Answer{ID: "x"}),
		`for the question "why"`: append(said("Small", "A"), askuser.Answer{ID: "why"}),
	} {
		c.answer(m.ID, "Ana", answers...)
		r := c.next("rejected")
		require.Contains(t, r.Reason, reason)
		require.False(t, r.Final, "the question stays open")
	}
	c.send(map[string]any{"type": "shout", "id": 7})
	require.Equal(t, message{Type: "rejected", ID: 7, Reason: "the message was not understood"}, c.next("rejected"))

	c.answer(m.ID, "Ana", said("large", "because\x1b it rains ☔")...)
	a := c.next("answered")
	require.True(t, a.Yours)
	require.Equal(t, "Ana", a.By)
	r := <-got
	require.NoError(t, r.err)
	require.Equal(t, said("Large", "because it rains ☔"), r.answers)
	require.Equal(t, []ask.Outcome{{Answers: r.answers, By: "Ana"}}, told)
}

func TestOfTwoTestersTheFirstWinsAndTheOtherLearnsIt(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	one, _ := dial(t, s)
	two, _ := dial(t, s)
	got := asked(t.Context(), s.Asker("x"))
	m := one.next("question")
	require.Zero(t, m.Deadline, "without a policy there is none")
	require.Equal(t, m.ID, two.next("question").ID)
	one.answer(m.ID, "", said("Small", "A")...)
	require.True(t, one.next("answered").Yours)
	a := two.next("answered")
	require.False(t, a.Yours)
	require.Equal(t, "a tester", a.By)
	require.Equal(t, said("Small", "A"), a.Answers)
	two.answer(m.ID, "two", said("Large", "B")...)
	r := two.next("rejected")
	require.True(t, r.Final)
	require.Equal(t, "answered by another tester", r.Reason)
	require.Equal(t, said("Small", "A"), (<-got).answers)
}

func TestALostConnectionLosesNothing(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	c, _ := dial(t, s)
	first, second := asked(t.Context(), s.Asker("first")), (<-chan result)(nil)
	one := c.next("question")
	require.NoError(t, c.Close())
	second = asked(t.Context(), s.Asker("second"))
	var two int
	require.Eventually(t, func() bool { // the second may not be there yet
		again, hello := dial(t, s)
		defer again.Close()
		if len(hello.Open) != 2 {
			return false
		}
		require.Equal(t, one.ID, again.next("question").ID, "open questions are told again")
		two = again.next("question").ID
		again.answer(one.ID, "Ana", said("Small", "A")...)
		return again.next("answered").Yours
	}, 5*time.Second, 10*time.Millisecond)
	require.NoError(t, (<-first).err)

	third, hello := dial(t, s)
	require.Equal(t, []int{two}, hello.Open)
	require.Len(t, hello.History, 1)
	require.Equal(t, "Ana", hello.History[0].By)
	third.next("question")
	third.answer(two, "", said("Large", "B")...)
	require.NoError(t, (<-second).err)
}

func TestASecretIsNotShownToOtherTesters(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	one, _ := dial(t, s)
	got := make(chan result, 1)
	go func() {
		a, err := s.Asker("x").Ask(t.Context(), []askuser.Question{{ID: "otp_code", Question: "Which code did you get?"}})
		got <- result{a, err}
	}()
	m := one.next("question")
	one.answer(m.ID, "", askuser.Answer{ID: "otp_code", Text: "739201"})
	require.Equal(t, "739201", (<-got).answers[0].Text)
	require.Equal(t, "***", one.next("answered").Answers[0].Text)
	_, hello := dial(t, s)
	require.Equal(t, "***", hello.History[0].Answers[0].Text)
}

func TestTimeIsUp(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	c, _ := dial(t, s)
	const short = 100 * time.Millisecond
	_, err := ask.WithPolicy(s.Asker("x"), ask.Policy{Timeout: short, Defaults: map[string]string{"size": "Small"}}).Ask(t.Context(), questions())
	var nobody *ask.Unanswered
	require.ErrorAs(t, err, &nobody)
	require.Equal(t, &ask.Unanswered{After: short, Without: []string{"why"}}, nobody)
	m := c.next("question")
	require.Equal(t, "Time is up. Nobody answered.", c.next("expired").Reason)
	c.answer(m.ID, "", said("Small", "A")...)
	r := c.next("rejected")
	require.True(t, r.Final)
	require.Contains(t, r.Reason, "Time is up")

	answers, err := ask.WithPolicy(s.Asker("x"), ask.Policy{Timeout: short, Defaults: map[string]string{"size": "small", "why": "hunter2-hunter2"}}).Ask(t.Context(), questions())
	require.NoError(t, err)
	require.Equal(t, said("Small", "hunter2-hunter2"), answers)
	c.next("question")
	e := c.next("expired")
	require.Contains(t, e.Reason, "default answers are used")
	require.Empty(t, e.Answers, "they may be secret")
}

func TestACancelledRunStopsAsking(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	c, _ := dial(t, s)
	ctx, cancel := context.WithCancelCause(t.Context())
	got := asked(ctx, ask.WithPolicy(s.Asker("x"), ask.Policy{Defaults: map[string]string{"size": "Small", "why": "A"}}))
	c.next("question")
	cancel(errors.New("enough"))
	require.EqualError(t, (<-got).err, "enough")
	require.Contains(t, c.next("expired").Reason, "does not need")
}

func TestCloseTakesLeave(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	c, _ := dial(t, s)
	connect(t, s) // never says who it is
	got := asked(t.Context(), s.Asker("x"))
	c.next("question")
	start := time.Now()
	require.NoError(t, s.Close())
	require.Less(t, time.Since(start), 8*time.Second)
	require.ErrorIs(t, (<-got).err, ask.ErrClosed)
	c.next("expired")
	require.Equal(t, "The run has ended.", c.next("bye").Reason)
	_, _, err := c.ReadMessage()
	require.True(t, websocket.IsCloseError(err, websocket.CloseGoingAway), "%v", err)
	_, err = s.Asker("late").Ask(t.Context(), questions())
	require.ErrorIs(t, err, ask.ErrClosed)
	require.NoError(t, s.Close(), "twice does no harm")
}
