package askuser_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

type fixedAsker struct {
	answers []askuser.Answer
	err     error
	asked   []askuser.Question
}

func (f *fixedAsker) Ask(_ context.Context, q []askuser.Question) ([]askuser.Answer, error) {
	f.asked = q
	return f.answers, f.err
}

func TestQuestionsAreAsked(t *testing.T) {
	t.Parallel()
	gone := errors.New("nobody is there")
	const two = `{"questions":[{"id":"code","question":"Which code did you get?"},{"id":"plan","question":"Which plan?","options":["Free","Paid"],"free_text":true}]}`
	both := []askuser.Answer{{ID: "plan", Text: "Paid"}, {ID: "code", Text: "123456"}}
	tests := map[string]struct {
		args    string
		asker   fixedAsker
		out     string
		problem string
	}{
		"answers in the order of the questions": {args: two, asker: fixedAsker{answers: both}, out: "code: 123456\nplan: Paid"},
		"an answer is missing":                  {args: two, asker: fixedAsker{answers: both[:1]}, problem: `"code" got no answer`},
		"nobody answers":                        {args: two, asker: fixedAsker{err: gone}, problem: "nobody is there"},
		"no questions":                          {args: `{"questions":[]}`, problem: "questions"},
		"too many questions":                    {args: `{"questions":[{"id":"1","question":"?"},{"id":"2","question":"?"},{"id":"3","question":"?"},{"id":"4","question":"?"},{"id":"5","question":"?"},{"id":"6","question":"?"}]}`, problem: "at most 5"},
		"one option is none":                    {args: `{"questions":[{"id":"a","question":"?","options":["yes"]}]}`, problem: "at least 2"},
		"two of one id":                         {args: `{"questions":[{"id":"a","question":"?"},{"id":"a","question":"!"}]}`, problem: `two questions have the id "a"`},
		"a question without words":              {args: `{"questions":[{"id":"a"}]}`, problem: `"questions[0].question" is missing`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool, err := askuser.New(&tc.asker)
			require.NoError(t, err)
			out, err := tool.Run(t.Context(), json.RawMessage(tc.args))
			if tc.problem != "" {
				require.ErrorContains(t, err, tc.problem)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.out, out)
			require.Equal(t, []string{"Free", "Paid"}, tc.asker.asked[1].Options)
		})
	}
}
