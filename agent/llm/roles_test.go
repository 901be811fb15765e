package llm_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/llm"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

func TestJudge(t *testing.T) {
	t.Parallel()
	box := &screen.Box{X: 10, Y: 20, W: 30, H: 40}
	for name, tc := range map[string]struct {
		replies []modeltest.Reply
		model   string
		want    agent.Judgement
		calls   int
	}{
		"holds with a quote":                        {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"holds","quote":"Saved"}`)}, "", agent.Judgement{Answer: "holds", Reason: "r", Quote: "Saved"}, 1},
		"a quote in quotation marks":                {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"Holds.","quote":"“Saved”"}`)}, "", agent.Judgement{Answer: "holds", Reason: "r", Quote: "Saved"}, 1},
		"holds with a box":                          {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"holds","box":[10,20,40,60]}`)}, "", agent.Judgement{Answer: "holds", Reason: "r", Box: box}, 1},
		"a box of gemini":                           {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"holds","box":[100,25,300,100]}`)}, "gemini-2.5-pro", agent.Judgement{Answer: "holds", Reason: "r", Box: box}, 1},
		"a box with names":                          {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"holds","box":{"x":10,"y":20,"width":30,"height":40}}`)}, "", agent.Judgement{Answer: "holds", Reason: "r", Box: box}, 1},
		"holds with nothing to show":                {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"holds"}`)}, "", agent.Judgement{Answer: "cannot_tell", Reason: "the judge said it holds but showed neither words nor a place: r"}, 1},
		"holds with a box that is none":             {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"holds","box":[50,50,10,10]}`)}, "", agent.Judgement{Answer: "cannot_tell", Reason: "the judge said it holds but showed neither words nor a place: r"}, 1},
		"does not hold for want of a text":          {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"does not hold","subject":"Locked"}`)}, "", agent.Judgement{Answer: "does_not_hold", Reason: "r", Subject: "Locked"}, 1},
		"does not hold with nothing to show":        {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"does_not_hold"}`)}, "", agent.Judgement{Answer: "cannot_tell", Reason: "the judge said it does not hold but showed nothing that contradicts it: r"}, 1},
		"cannot tell":                               {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"cannot_tell"}`)}, "", agent.Judgement{Answer: "cannot_tell", Reason: "r"}, 1},
		"the bare fields as text":                   {[]modeltest.Reply{modeltest.Says(`{"reason":"r","answer":"holds","quote":"Saved"}`)}, "", agent.Judgement{Answer: "holds", Reason: "r", Quote: "Saved"}, 1},
		"another word is asked for again":           {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"true"}`), modeltest.Calls("judgement", `{"reason":"r","answer":"holds","quote":"Saved"}`)}, "", agent.Judgement{Answer: "holds", Reason: "r", Quote: "Saved"}, 2},
		"another word twice":                        {[]modeltest.Reply{modeltest.Calls("judgement", `{"reason":"r","answer":"yes"}`), modeltest.Calls("judgement", `{"reason":"r","answer":"probably holds"}`)}, "", agent.Judgement{Answer: "cannot_tell", Reason: "the judge gave no usable answer: answer must be holds, does_not_hold or cannot_tell"}, 2},
		"prose twice":                               {[]modeltest.Reply{modeltest.Says("It holds."), modeltest.Says("Yes, it holds!")}, "", agent.Judgement{Answer: "cannot_tell", Reason: "the judge gave no usable answer: the reply is text only; no tool was called"}, 2},
		"two judgements, one saying otherwise":      {[]modeltest.Reply{modeltest.CallsAll(modeltest.ToolCall("judgement", `{"reason":"r","answer":"holds","quote":"a"}`), modeltest.ToolCall("judgement", `{"reason":"r","answer":"does_not_hold","quote":"b"}`)), modeltest.Says("")}, "", agent.Judgement{Answer: "cannot_tell", Reason: "the judge gave no usable answer: the reply was empty"}, 2},
		"a good answer is not kept from a bad call": {[]modeltest.Reply{modeltest.Says("x"), modeltest.Calls("judgement", `{"answer":"cannot_tell"}`)}, "", agent.Judgement{Answer: "cannot_tell"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := modeltest.NewScripted(tc.replies...)
			c.Model = tc.model
			o := observation(t)
			o.Faults = []platform.Fault{{Kind: "request", Text: "POST /save", Status: 500}}
			got, err := decider(t, c).Judge(t.Context(), "the page says Saved", o)
			require.NoError(t, err)
			require.Len(t, got.Usage, tc.calls)
			got.Usage = nil
			require.Empty(t, cmp.Diff(&tc.want, got))
			text := modeltest.Text(c.Requests()[0])
			require.Contains(t, text, "Statement: the page says Saved")
			require.Contains(t, text, "request POST /save 500")
			require.NotContains(t, text, "SECRET-OF-THE-TREE")
		})
	}
}

func TestAFailedCallOfARoleIsAnError(t *testing.T) {
	t.Parallel()
	d := decider(t, modeltest.NewFunc(func(int, model.Request) (*model.Response, error) {
		return nil, modeltest.Fails(model.RateLimited, 429).Err
	}))
	_, err := d.Judge(t.Context(), "s", observation(t))
	require.Equal(t, model.RateLimited, model.ClassOf(err))
	_, _, err = d.Ground(t.Context(), "s", observation(t).Picture)
	require.Equal(t, model.RateLimited, model.ClassOf(err))
	_, _, err = d.ReadPicture(t.Context(), "s", observation(t))
	require.Equal(t, model.RateLimited, model.ClassOf(err))
	_, _, err = d.Classify(t.Context(), state(t).Sentences, []int{1})
	require.Equal(t, model.RateLimited, model.ClassOf(err))
}

func TestGround(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		replies []modeltest.Reply
		want    *screen.Point
		calls   int
	}{
		"a point of the scaled picture":        {[]modeltest.Reply{modeltest.Calls("locate", `{"found":true,"point":[10,20]}`)}, &screen.Point{X: 40, Y: 80}, 1},
		"the middle of a box":                  {[]modeltest.Reply{modeltest.Calls("locate", `{"found":"true","point":[10,20,20,40]}`)}, &screen.Point{X: 60, Y: 120}, 1},
		"not found":                            {[]modeltest.Reply{modeltest.Calls("locate", `{"found":false,"point":[0,0]}`)}, nil, 1},
		"outside the picture, then not found":  {[]modeltest.Reply{modeltest.Calls("locate", `{"found":true,"point":[900,20]}`), modeltest.Calls("locate", `{"found":false}`)}, nil, 2},
		"found without a point, twice":         {[]modeltest.Reply{modeltest.Calls("locate", `{"found":true}`), modeltest.Calls("locate", `{"found":true}`)}, nil, 2},
		"prose, twice":                         {[]modeltest.Reply{modeltest.Says("there"), modeltest.Says("there")}, nil, 2},
		"a point and no word on whether it is": {[]modeltest.Reply{modeltest.Says(`{"point":"10, 20"}`)}, &screen.Point{X: 40, Y: 80}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := modeltest.NewScripted(tc.replies...)
			got, used, err := decider(t, c, func(c *llm.Config) { c.Grounder.MaxEdge = 100 }).Ground(t.Context(), "the red button", observation(t).Picture)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(tc.want, got))
			require.Len(t, used, tc.calls)
		})
	}
}

func TestAModelWithoutEyesGroundsNothing(t *testing.T) {
	t.Parallel()
	c := modeltest.NewScripted()
	got, used, err := decider(t, c, func(c *llm.Config) { c.Agent.Vision = llm.TextOnly }).Ground(t.Context(), "x", observation(t).Picture)
	require.NoError(t, err)
	require.Nil(t, got)
	require.Empty(t, used)
	require.Empty(t, c.Requests())
}

func TestReadPicture(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		replies []modeltest.Reply
		want    string
		fails   string
	}{
		"a value":              {[]modeltest.Reply{modeltest.Calls("reading", `{"found":true,"text":" 42.10 "}`)}, "42.10", ""},
		"a number":             {[]modeltest.Reply{modeltest.Calls("reading", `{"found":true,"text":42.10}`)}, "42.10", ""},
		"not there":            {[]modeltest.Reply{modeltest.Calls("reading", `{"found":false}`)}, "", "was not found"},
		"found, but empty":     {[]modeltest.Reply{modeltest.Calls("reading", `{"found":true}`), modeltest.Calls("reading", `{"found":true,"text":"x"}`)}, "x", ""},
		"nothing usable twice": {[]modeltest.Reply{modeltest.Says("it is 42"), modeltest.Says("42!")}, "", "could not be read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, used, err := decider(t, modeltest.NewScripted(tc.replies...)).ReadPicture(t.Context(), "the total", observation(t))
			require.Equal(t, tc.want, got)
			require.Len(t, used, len(tc.replies))
			if tc.fails == "" {
				require.NoError(t, err)
				return
			}
			var f *commands.Failure
			require.True(t, errors.As(err, &f))
			require.Contains(t, f.Message, tc.fails)
		})
	}
}

func TestClassify(t *testing.T) {
	t.Parallel()
	all := state(t).Sentences
	for name, tc := range map[string]struct {
		replies []modeltest.Reply
		want    map[int]language.Kind
		fails   bool
	}{
		"all of them":            {[]modeltest.Reply{modeltest.Calls("kinds", `{"kinds":[{"n":1,"kind":"action"},{"n":2,"kind":"Check"}]}`)}, map[int]language.Kind{1: "action", 2: "check"}, false},
		"by number":              {[]modeltest.Reply{modeltest.Calls("kinds", `{"kinds":{"1":"context","2":"check"}}`)}, map[int]language.Kind{1: "context", 2: "check"}, false},
		"more than asked":        {[]modeltest.Reply{modeltest.Calls("kinds", `{"kinds":[{"n":"1","kind":"action"},{"n":2,"kind":"check"},{"n":9,"kind":"check"}]}`)}, map[int]language.Kind{1: "action", 2: "check"}, false},
		"one missing, then come": {[]modeltest.Reply{modeltest.Calls("kinds", `{"kinds":[{"n":1,"kind":"action"}]}`), modeltest.Calls("kinds", `{"kinds":[{"n":2,"kind":"check"}]}`)}, map[int]language.Kind{1: "action", 2: "check"}, false},
		"one missing for good":   {[]modeltest.Reply{modeltest.Calls("kinds", `{"kinds":[{"n":1,"kind":"action"},{"n":2,"kind":"unclear"}]}`), modeltest.Says("")}, map[int]language.Kind{1: "action"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := modeltest.NewScripted(tc.replies...)
			got, used, err := decider(t, c).Classify(t.Context(), all, []int{1, 2})
			require.Equal(t, tc.want, got)
			require.Equal(t, tc.fails, err != nil)
			require.Len(t, used, len(tc.replies))
			require.Empty(t, len(c.Requests()[0].Messages[1].Parts)-1, "no picture")
			if len(tc.replies) > 1 {
				require.True(t, strings.Contains(modeltest.Text(c.Requests()[1]), "missing for 2"))
			}
		})
	}
	got, used, err := decider(t, modeltest.NewScripted()).Classify(t.Context(), all, nil)
	require.NoError(t, err)
	require.Empty(t, got)
	require.Empty(t, used)
}
