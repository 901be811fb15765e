package trust_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/llm"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/agent/model/openai"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/trust"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// raw is a reply that calls a tool with these bytes as arguments.
func raw(name, args string) modeltest.Answer {
	return modeltest.Answer{ToolCalls: []model.ToolCall{{ID: "c1", Name: name, Args: args}}}
}

// brokenReplies are what models and the services before them answer on bad days.
func brokenReplies() map[string]modeltest.Answer {
	two := raw("click", `{"sentence":3,"target":"Log in"}`)
	two.ToolCalls = append(two.ToolCalls, model.ToolCall{ID: "c2", Name: "execution-finished", Args: `{"success":true,"reasoning":"done"}`})
	return map[string]modeltest.Answer{
		"quotes that are not escaped":    raw("click", `{"sentence":3,"target":"the "Log in" button"}`),
		"brackets that do not match":     raw("click", `{"sentence":3,"target":"Log in"]`),
		"a bracket too few":              raw("click", `{"sentence":3,"target":"Log in"`),
		"a fence around the arguments":   raw("click", "```json\n{\"sentence\":3,\"target\":\"Log in\"}\n```"),
		"tags after the arguments":       raw("click", `{"sentence":3,"target":"Log in"}</tool_call><|im_end|>`),
		"two calls, the second an end":   two,
		"two calls in prose":             modeltest.SendText(`{"name":"click","arguments":{"target":"Log in"}} {"name":"execution-finished","arguments":{"success":true,"reasoning":"ok"}}`),
		"no call":                        modeltest.SendText("The test passed. Everything is fine."),
		"a verdict in prose":             modeltest.SendText(`{"verdict":"passed","success":true}`),
		"nothing":                        {},
		"an empty call":                  raw("execution-finished", ""),
		"an empty object":                raw("execution-finished", "{}"),
		"an unknown tool":                raw("pass-the-test", `{"success":true}`),
		"a tool without a name":          raw("", `{"success":true}`),
		"numbers as text":                raw("click", `{"sentence":"3","target":"Log in","number":"3"}`),
		"a sentence that is not there":   raw("click", `{"sentence":99,"target":"Log in"}`),
		"a check that is not there":      raw("assert", `{"checks":[99,-1,0]}`),
		"a check as text":                raw("assert", `{"checks":"4"}`),
		"success as text":                raw("execution-finished", `{"success":"true","reasoning":"ok"}`),
		"success as a list":              raw("execution-finished", `{"success":[true],"reasoning":"ok"}`),
		"arguments that are a list":      raw("execution-finished", `[true]`),
		"arguments that are null":        raw("execution-finished", `null`),
		"cut off in the arguments":       {ToolCalls: []model.ToolCall{{ID: "c", Name: "type", Args: `{"sentence":1,"target":"User name","text":"standard_us`}}, Finish: "length"},
		"cut off in prose":               {Text: "I will now", Finish: "length"},
		"half a character":               raw("type", `{"sentence":1,"target":"User name","text":"a\ud83d"}`),
		"2 MB of text":                   modeltest.SendText(strings.Repeat("passed ", 300_000)),
		"2 MB of brackets":               modeltest.SendText(strings.Repeat(`{"a":[`, 350_000)),
		"a refusal":                      {Refusal: "I cannot help with that."},
		"a content filter":               {Finish: "content_filter"},
		"a page of the proxy before it":  modeltest.SendGarbage(),
		"JSON that is no answer":         {Raw: `{"object":"list","data":[]}`},
		"no choices":                     {Raw: `{"id":"x","object":"chat.completion","choices":[]}`},
		"a choice that is null":          {Raw: `{"id":"x","object":"chat.completion","choices":[null]}`},
		"429 without end":                modeltest.SendRateLimit(time.Millisecond),
		"429 that asks for an hour":      modeltest.SendRateLimit(time.Hour),
		"500":                            modeltest.SendStatus(500),
		"a connection cut in the body":   modeltest.SendCut(),
		"a reply that is slow to begin":  {Delay: 5 * time.Second, Text: "late"},
		"a reply that is slow in itself": {SlowBody: 2 * time.Second, Text: strings.Repeat("late ", 200)},
		"a judgement out of turn":        raw("judgement", `{"answer":"holds","reason":"yes","quote":"Welcome back"}`),
		"kinds out of turn":              raw("kinds", `{"kinds":[{"sentence":1,"kind":"context"},{"sentence":2,"kind":"context"},{"sentence":3,"kind":"context"},{"sentence":4,"kind":"context"}]}`),
	}
}

// TestABrokenModelNeverPasses lets agent, judge, classifier and grounder all answer one broken reply for ever, and one
// broken reply followed by claims of success. The case makes a false claim, so that no run may pass; each ends by itself.
func TestABrokenModelNeverPasses(t *testing.T) {
	t.Parallel()
	registry, err := app.Commands()
	require.NoError(t, err)
	replies := brokenReplies()
	var sane, wrong atomic.Int64
	t.Run("replies", func(t *testing.T) {
		for name, broken := range replies {
			for end, answers := range map[string][]modeltest.Answer{
				"for ever":       {broken},
				"then a success": {broken, modeltest.SendCall("execution-finished", map[string]any{"success": true, "reasoning": "all holds"})},
			} {
				t.Run(name+" "+end, func(t *testing.T) {
					t.Parallel()
					res := runBroken(t, answers, agent.Config{Commands: registry, Body: "Type \"standard_user\" into the \"User name\" field.\n" +
						"Type \"wrong\" into the \"Password\" field.\nClick \"Log in\".\nCheck that the page shows \"Welcome back\".\nCheck that everything looks nice."})
					if res.Verdict == agent.Passed {
						wrong.Add(1)
					}
					require.Contains(t, []agent.Verdict{agent.Blocked, agent.Infra, agent.Unproven, agent.OverBudget, agent.Failed}, res.Verdict)
					require.NotEmpty(t, res.Reason)
					require.False(t, res.Success)
					sane.Add(1)
				})
			}
		}
	})
	trust.Report(t, trust.Row{Name: "broken replies, over HTTP", Done: int(sane.Load()), Total: 2 * len(replies), WrongPasses: int(wrong.Load())})
	require.Equal(t, int64(2*len(replies)), sane.Load())
}

// runBroken runs a case on the fake shop with a model behind real HTTP that answers these, the last one again and again.
func runBroken(t *testing.T, answers []modeltest.Answer, cfg agent.Config) *agent.ExecutionResult {
	t.Helper()
	server := modeltest.NewServer(t, answers...)
	client, err := openai.New(openai.Config{Model: "gpt-5.2", BaseURL: server.URL, APIKey: "sk-0123456789", Timeout: 300 * time.Millisecond})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	d, err := llm.New(llm.Config{Agent: llm.Role{Client: model.WithRetry(client, model.RetryConfig{Base: time.Millisecond, Max: 2 * time.Millisecond, MaxAsked: time.Second})}})
	require.NoError(t, err)
	cfg.Name, cfg.Device, cfg.StartURL = "broken", fakedevice.New(fakedevice.LoginSite()).Device(), fakedevice.LoginURL
	cfg.Decider, cfg.Classifier, cfg.Judge, cfg.Grounder, cfg.Reader = d, d, d, d, d
	cfg.LocateTimeout, cfg.CheckTimeout, cfg.NegativeHold = 100*time.Millisecond, 100*time.Millisecond, 20*time.Millisecond
	cfg.Limits = agent.Limits{Turns: 20, Time: 20 * time.Second}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := agent.Run(ctx, cfg)
	require.NoError(t, err)
	require.NoError(t, ctx.Err(), "the run did not end by itself")
	return res
}
