package llm_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/llm"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

type modelUsage = model.Usage

func TestADecision(t *testing.T) {
	t.Parallel()
	c := modeltest.NewScripted(modeltest.CallsAll(
		modeltest.ToolCall("type", `{"sentence":1,"target":"User","number":1,"text":"{{user}}"}`),
		modeltest.ToolCall("click", `{"sentence":"1","target":"Log in","point":[10,20]}`),
	))
	got, err := decider(t, c).Next(t.Context(), observation(t), state(t))
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]agent.Call{
		{ID: "call_1", Name: "type", Args: json.RawMessage(`{"target":"User","number":1,"text":"{{user}}"}`), Sentence: 1},
		{ID: "call_2", Name: "click", Args: json.RawMessage(`{"target":"Log in","point":[10,20]}`), Sentence: 1},
	}, got.Calls))
	require.Len(t, got.Usage, 1)
	require.Nil(t, got.Usage[0].CostUSD)
	require.Empty(t, got.Malformed)

	r := c.Requests()[0]
	require.Equal(t, "agent", r.Purpose)
	require.Len(t, r.Messages, 2)
	require.Equal(t, 400, r.Messages[1].Parts[1].Image.Width)
	require.Contains(t, string(r.Tools[0].Schema), `{"sentence":{"type":"integer"},"target"`)
	require.NotContains(t, string(r.Tools[3].Schema), "sentence")
	require.NotContains(t, modeltest.Text(r), "SECRET-OF-THE-TREE")

	kept, err := json.Marshal(got.Exchange)
	require.NoError(t, err)
	require.Contains(t, string(kept), "[picture 001-before.png, 400x200]")
	require.NotContains(t, string(kept), "You are a tester", "the prefix is kept once, elsewhere")
	require.Equal(t, r.Messages[0], decider(t, c).Prefix(state(t))[0])
}

func TestVision(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		vision        llm.Vision
		picture, list bool
	}{
		"hybrid is the default": {"", true, true},
		"vision":                {llm.PictureOnly, true, false},
		"text":                  {llm.TextOnly, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := modeltest.NewScripted(modeltest.Calls("click", `{"target":"x"}`))
			_, err := decider(t, c, func(c *llm.Config) { c.Agent.Vision = tc.vision }).Next(t.Context(), observation(t), state(t))
			require.NoError(t, err)
			r := c.Requests()[0]
			require.Equal(t, tc.picture, len(r.Messages[1].Parts) == 2)
			require.Equal(t, tc.picture, strings.Contains(modeltest.Text(r), "Picture: 400x200"))
			require.Equal(t, tc.picture, strings.Contains(modeltest.Text(r), "`point`"))
			require.Equal(t, tc.list, strings.Contains(modeltest.Text(r), `2 button "Log in"`))
			require.Equal(t, tc.list, strings.Contains(modeltest.Text(r), "`number`"))
		})
	}
}

func TestPointsAreMappedBackToTheFullPicture(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		model string
		space *llm.Space
		edge  int
		args  string
		want  string
	}{
		"a picture of its own size":            {"gpt-5.2", nil, 0, `{"target":"x","point":[10,20]}`, `{"target":"x","point":[10,20]}`},
		"a scaled picture":                     {"gpt-5.2", nil, 100, `{"target":"x","point":[10,20]}`, `{"target":"x","point":[40,80]}`},
		"both ends of a drag":                  {"gpt-5.2", nil, 100, `{"target":"x","point":[10,20],"to":"y","to_point":["1","2"]}`, `{"target":"x","point":[40,80],"to":"y","to_point":[4,8]}`},
		"gemini writes y first, of a thousand": {"gemini-2.5-pro", nil, 0, `{"target":"x","point":[500,250]}`, `{"target":"x","point":[100,100]}`},
		"gemini with names":                    {"gemini-2.5-pro", nil, 0, `{"target":"x","point":{"x":500,"y":250}}`, `{"target":"x","point":[200,50]}`},
		"a thousand, x first":                  {"qwen3-vl-32b", nil, 50, `{"target":"x","point":[500,250]}`, `{"target":"x","point":[200,50]}`},
		"zero to one":                          {"m", &llm.Space{Kind: llm.Unit}, 50, `{"target":"x","point":[0.5,0.25]}`, `{"target":"x","point":[200,50]}`},
		"a fraction is no pixel":               {"gpt-5.2", nil, 0, `{"target":"x","point":[0.5,0.25]}`, `{"target":"x","point":[200,50]}`},
		"text":                                 {"gpt-5.2", nil, 0, `{"target":"x","point":"(10, 20)"}`, `{"target":"x","point":[10,20]}`},
		"a box is its middle":                  {"gpt-5.2", nil, 0, `{"target":"x","point":[10,20,30,60]}`, `{"target":"x","point":[20,40]}`},
		"what is no point stays":               {"gpt-5.2", nil, 0, `{"target":"x","point":[10]}`, `{"target":"x","point":[10]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := modeltest.NewScripted(modeltest.Calls("drag", tc.args))
			c.Model = tc.model
			got, err := decider(t, c, func(c *llm.Config) { c.Agent.Space, c.Agent.MaxEdge = tc.space, tc.edge }).Next(t.Context(), observation(t), state(t))
			require.NoError(t, err)
			require.Len(t, got.Calls, 1)
			require.Equal(t, tc.want, string(got.Calls[0].Args))
			if tc.edge > 0 {
				require.Equal(t, tc.edge, c.Requests()[0].Messages[1].Parts[1].Image.Width)
				require.Contains(t, modeltest.Text(c.Requests()[0]), fmt.Sprintf("Picture: %dx%d pixels", tc.edge, tc.edge/2))
			}
		})
	}
}

func TestAPictureNobodyCanReadIsSentAsItIs(t *testing.T) {
	t.Parallel()
	o := observation(t)
	o.Picture = platform.Image{Data: []byte("no png"), MIME: "image/webp", Size: screen.Size{W: 9, H: 9}}
	c := modeltest.NewScripted(modeltest.Calls("click", `{"target":"x"}`))
	_, err := decider(t, c).Next(t.Context(), o, state(t))
	require.NoError(t, err)
	require.Equal(t, "image/webp", c.Requests()[0].Messages[1].Parts[1].Image.MIME)
}

func TestThePrefixIsTheSameBytesInEveryStep(t *testing.T) {
	t.Parallel()
	c := modeltest.NewFunc(func(n int, _ model.Request) (*model.Response, error) {
		return modeltest.Calls("click", `{"target":"x"}`).Response, nil
	})
	d := decider(t, c)
	s, o := state(t), observation(t)
	for n := 1; n <= 12; n++ {
		o.Turn, s.TurnsLeft, s.TimeLeft = n, 50-n, time.Duration(n)*time.Minute
		s.Attempts = append(s.Attempts, done(n, fmt.Sprint("step ", n)), failing(n, "no"))
		s.Messages = []string{fmt.Sprint("note ", n)}
		s.Done[1], s.Checks[0].Status = n > 5, []agent.CheckStatus{agent.Open, agent.Proven}[n%2]
		o.Variables, o.Title = append(o.Variables, fmt.Sprint("v", n)), fmt.Sprint("page ", n)
		_, err := d.Next(t.Context(), o, s)
		require.NoError(t, err)
	}
	first := c.Requests()[0]
	for _, r := range c.Requests() {
		require.Len(t, r.Messages, 2)
		require.Equal(t, first.Messages[0], r.Messages[0])
		require.Equal(t, first.Tools, r.Tools)
		images := 0
		for _, m := range r.Messages {
			for _, p := range m.Parts {
				if p.Image != nil {
					images++
				}
			}
		}
		require.Equal(t, 1, images, "only the newest picture is sent")
	}
}

// TestPromptBounds is the promise of the design: whatever the page and the
// step, everything but tools and case text is at most 3,000 tokens of four characters.
func TestPromptBounds(t *testing.T) {
	t.Parallel()
	cases := map[string]func() []language.Sentence{
		"a case of two sentences": func() []language.Sentence { return state(t).Sentences },
		"a case of 16 kB": func() []language.Sentence {
			var all []language.Sentence
			for n := 1; n <= 250; n++ {
				all = append(all, language.Sentence{N: n, Text: strings.Repeat("x", 64), Kind: language.Action})
			}
			return all
		},
	}
	for name, sentences := range cases {
		for _, step := range []int{5, 50} {
			for _, malformed := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s at step %d, malformed %v", name, step, malformed), func(t *testing.T) {
					t.Parallel()
					s, o := state(t), observation(t)
					s.Sentences = sentences()
					text := 0
					for _, x := range s.Sentences {
						text += utf8.RuneCountInString(x.Text)
					}
					worst(s, o, step)
					bad := modeltest.Says(strings.Repeat("hm. ", 500_000))
					c := modeltest.NewScripted(bad, modeltest.Calls("click", `{"target":"x"}`))
					if !malformed {
						c = modeltest.NewScripted(modeltest.Calls("click", `{"target":"x"}`))
					}
					_, err := decider(t, c).Next(t.Context(), o, s)
					require.NoError(t, err)
					for i, r := range c.Requests() {
						var sizes []int
						total := 0
						for _, m := range r.Messages {
							n := utf8.RuneCountInString(m.Parts[0].Text)
							sizes, total = append(sizes, n), total+n
						}
						t.Logf("call %d: messages %v characters, %d beyond the case text = %d tokens", i+1, sizes, total-text, (total-text)/4)
						require.LessOrEqual(t, (total-text)/4, 3000)
						require.Contains(t, modeltest.Text(r), "more not listed")
					}
				})
			}
		}
	}
}

// worst fills everything that varies as full as it gets: 500 controls with
// names of 300 characters, 1,000 console errors, 100 failed requests.
func worst(s *agent.State, o *agent.Observation, step int) {
	o.Turn, o.Items, o.LeftOut, o.Faults = step, nil, 500, nil
	for i := 1; i <= 500; i++ {
		o.Items = append(o.Items, screen.Item{Number: i, Line: fmt.Sprintf("%d button %q", i, long(i))})
		o.Variables = append(o.Variables, long(i))
		o.Tabs = append(o.Tabs, platform.Tab{ID: fmt.Sprint(i), Title: long(i), Active: i == 2})
		o.Downloads = append(o.Downloads, platform.Download{Name: long(i)})
		s.Messages = append(s.Messages, long(i))
	}
	for i := range 1000 {
		o.Faults = append(o.Faults, platform.Fault{Kind: "console", Text: long(i)})
	}
	for i := range 100 {
		o.Faults = append(o.Faults, platform.Fault{Kind: "request", Text: "POST /" + long(i), Status: 500})
	}
	o.URL, o.Title, o.Change, o.Status = "https://shop.example/"+long(0), long(1), long(2), 500
	o.Dialog = &platform.Dialog{Kind: "prompt", Message: long(3), Default: long(4)}
	o.Stable = platform.Stability{Waited: time.Second, Reason: long(5)}
	for i := 1; i <= step; i++ {
		if i%3 == 0 {
			s.Attempts = append(s.Attempts, failing(i, long(i)))
		} else {
			s.Attempts = append(s.Attempts, done(i, long(i)))
		}
	}
	s.TimeLeft = time.Minute
}
