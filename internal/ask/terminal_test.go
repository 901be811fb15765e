package ask_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/ask"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

func TestTerminal(t *testing.T) {
	t.Parallel()
	numbers := []askuser.Question{{ID: "n", Question: "How many?", Options: []string{"2", "3", "4"}}}
	free := []askuser.Question{{ID: "code", Question: "Which code?"}}
	tests := map[string]struct {
		questions []askuser.Question
		typed     string
		want      string
		shows     []string
		fails     string
	}{
		"a number and free text":           {questions(), "2\n it rains \r\n", "Large|it rains", []string{"? Which size?\n  1) Small\n  2) Large\nchoose> ", "question 2 of 2", "type an answer of your own> "}, ""},
		"the text of an option":            {questions(), "small\nb\n", "Small|B", nil, ""},
		"what is no option is asked again": {questions(), "9\n\n1\nA\n", "Small|A", []string{`"9" is none of the options`, "an answer is needed"}, ""},
		"a last line without its end":      {questions(), "1\nB", "Small|B", nil, ""},
		"the input ends":                   {questions(), "1\n", "", []string{"(the input has ended)"}, "input has ended"},
		"no input":                         {free, "", "", nil, "input has ended"},
		"free text":                        {free, "12 34\n", "12 34", []string{"? Which code?\n> "}, ""},
		"options that are numbers":         {numbers, "1\nb\n", "3", []string{"a) 2", "b) 3"}, ""},
		"a number that is an option":       {numbers, "3\n", "3", nil, ""},
		"a line that is too long":          {free, strings.Repeat("x", 1<<20) + "\nshort\n", "short", []string{"at most 2000 characters"}, ""},
		"control characters":               {[]askuser.Question{{ID: "a", Question: "Red\x1b[31m\u009b\u202e or\nblue?", Options: []string{"\x07Red", "Blue"}}}, "1\n", "\x07Red", []string{"? Red [31m or blue?\n  1) Red\n"}, ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			answers, err := ask.NewTerminal(strings.NewReader(tc.typed), &out).Ask(t.Context(), tc.questions)
			for _, s := range tc.shows {
				require.Contains(t, out.String(), s)
			}
			if tc.fails != "" {
				require.ErrorContains(t, err, tc.fails)
				require.ErrorIs(t, err, io.EOF)
				return
			}
			require.NoError(t, err)
			var texts []string
			for _, a := range answers {
				texts = append(texts, a.Text)
			}
			require.Equal(t, tc.want, strings.Join(texts, "|"))
		})
	}
}

// typing is a person at a terminal.
type typing struct {
	*io.PipeWriter
	out safeBuffer
}

func newTyping() (*typing, *ask.Terminal) {
	r, w := io.Pipe()
	p := &typing{PipeWriter: w}
	return p, &ask.Terminal{In: r, Out: &p.out}
}

func TestCasesTakeTurnsAtTheTerminal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		person, terminal := newTyping()
		first := asked(t.Context(), ask.WithPolicy(terminal.Asker("first"), ask.Policy{}))
		synctest.Wait()
		second := asked(t.Context(), terminal.Asker("second"))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		third := asked(ctx, terminal.Asker("third"))
		synctest.Wait()
		require.Contains(t, person.out.String(), "? first asks, question 1 of 2, 10m0s left\n? Which size?")
		require.NotContains(t, person.out.String(), "second asks")
		require.ErrorIs(t, (<-third).err, context.DeadlineExceeded, "waiting for a turn can be cancelled too")
		fmt.Fprint(person, "1\none\n")
		require.Equal(t, said("Small", "one"), (<-first).answers)
		synctest.Wait()
		require.Contains(t, person.out.String(), "second asks")
		fmt.Fprint(person, "2\ntwo\n")
		require.Equal(t, said("Large", "two"), (<-second).answers)
		require.NotContains(t, person.out.String(), "third asks")
	})
}

func TestALineForACancelledQuestionAnswersNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		person, terminal := newTyping()
		ctx, cancel := context.WithCancelCause(t.Context())
		got := asked(ctx, terminal)
		synctest.Wait()
		cancel(errors.New("enough"))
		require.EqualError(t, (<-got).err, "enough")
		require.Contains(t, person.out.String(), "(no answer is needed any more)")
		fmt.Fprint(person, "1\n") // too late
		synctest.Wait()
		got = asked(t.Context(), terminal)
		synctest.Wait()
		fmt.Fprint(person, "2\nB\n")
		require.Equal(t, said("Large", "B"), (<-got).answers)

		ctx, cancel = context.WithCancelCause(t.Context())
		got = asked(ctx, terminal)
		synctest.Wait()
		cancel(nil)
		require.Error(t, (<-got).err)
		got = asked(t.Context(), terminal) // takes over the read that was left
		synctest.Wait()
		fmt.Fprint(person, "1\nA\n")
		require.Equal(t, said("Small", "A"), (<-got).answers)

		ctx, cancel = context.WithCancelCause(t.Context())
		got = asked(ctx, terminal)
		synctest.Wait()
		cancel(nil)
		require.Error(t, (<-got).err)
		require.NoError(t, person.Close()) // ends the read that was left
		synctest.Wait()
		_, err := terminal.Ask(t.Context(), questions())
		require.ErrorIs(t, err, io.EOF)
	})
}

func TestTerminalAndPageAreAskedAtTheSameTime(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	person, terminal := newTyping()
	defer person.Close()
	c, _ := dial(t, s)
	both := func() <-chan result {
		return asked(t.Context(), ask.WithPolicy(ask.First(s.Asker("x"), terminal.Asker("x")), ask.Policy{}))
	}
	got := both()
	m := c.next("question")
	require.Eventually(t, func() bool { return strings.Contains(person.out.String(), "choose> ") }, 5*time.Second, time.Millisecond)
	c.answer(m.ID, "Ana", said("Large", "page")...)
	require.Equal(t, said("Large", "page"), (<-got).answers)
	require.True(t, c.next("answered").Yours)
	require.Contains(t, person.out.String(), "(answered elsewhere)")

	got = both()
	c.next("question")
	require.Eventually(t, func() bool { return strings.Count(person.out.String(), "choose> ") == 2 }, 5*time.Second, time.Millisecond)
	fmt.Fprint(person, "1\nterminal\n")
	require.Equal(t, said("Small", "terminal"), (<-got).answers)
	a := c.next("answered")
	require.False(t, a.Yours)
	require.Equal(t, "someone at the terminal", a.By)
	require.Equal(t, said("Small", "terminal"), a.Answers)
}
