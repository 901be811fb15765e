package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/agent/model/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-proj-0123456789abcdef"

func client(t *testing.T, s *modeltest.Server, change ...func(*openai.Config)) *openai.Client {
	t.Helper()
	c := openai.Config{Model: "gpt-5.2", BaseURL: s.URL, APIKey: key}
	for _, f := range change {
		f(&c)
	}
	got, err := openai.New(c)
	require.NoError(t, err)
	t.Cleanup(got.Close)
	return got
}

func request() model.Request {
	zero, seed := 0.0, 7
	return model.Request{
		Purpose: "agent",
		Messages: []model.Message{
			{Role: model.System, Parts: []model.Part{{Text: "be brief"}}},
			{Role: model.User, Parts: []model.Part{{Text: "look"}, {Image: &model.Image{MIME: "image/png", Data: []byte("pixels"), Width: 750, Height: 100}}}},
		},
		Tools:       []model.Tool{{Name: "click", Description: "clicks", Schema: json.RawMessage(`{"type":"object","properties":{"target":{"type":"string"},"button":{"type":"string"}},"required":["target"]}`)}},
		RequireTool: true, MaxTokens: 500, Temperature: &zero, Seed: &seed,
	}
}

func TestWhatGoesOverTheWire(t *testing.T) {
	t.Parallel()
	s := modeltest.NewServer(t, modeltest.SendCall("click", map[string]any{"target": "Save"}))
	c := client(t, s, func(c *openai.Config) {
		c.BaseURL += "?api-version=2024-10-21"
		c.Organization, c.Project = "org-1", "proj-1"
		c.Headers = map[string]string{"X-Title": "verdict"}
		c.Extra = map[string]any{"reasoning_effort": "low"}
	})
	got, err := c.Generate(t.Context(), request())
	require.NoError(t, err)
	require.Equal(t, "tool_calls", got.Finish)
	require.Equal(t, model.Usage{Input: 1000, Cached: 600, Output: 50}, got.Usage)
	require.Equal(t, []model.ToolCall{{ID: "call_1", Name: "click", Args: `{"target":"Save"}`}}, got.ToolCalls)
	require.Positive(t, got.Took)

	call := s.Calls()[0]
	require.Equal(t, "Bearer "+key, call.Header.Get("Authorization"))
	require.Equal(t, "org-1", call.Header.Get("Openai-Organization"))
	require.Equal(t, "proj-1", call.Header.Get("Openai-Project"))
	require.Equal(t, "verdict", call.Header.Get("X-Title"))
	require.Equal(t, "api-version=2024-10-21", call.Query)
	var body any
	require.NoError(t, json.Unmarshal(call.Body, &body))
	want := map[string]any{
		"model": "gpt-5.2", "tool_choice": "required", "temperature": 0.0, "seed": 7.0,
		"max_completion_tokens": 500.0, "reasoning_effort": "low",
		"messages": []any{
			map[string]any{"role": "system", "content": "be brief"},
			map[string]any{"role": "user", "content": []any{
				map[string]any{"type": "text", "text": "look"},
				map[string]any{"type": "image_url", "image_url": map[string]any{"url": "data:image/png;base64,cGl4ZWxz"}},
			}},
		},
		"tools": []any{map[string]any{"type": "function", "function": map[string]any{
			"name": "click", "description": "clicks",
			"parameters": map[string]any{"type": "object", "required": []any{"target"}, "properties": map[string]any{
				"target": map[string]any{"type": "string"}, "button": map[string]any{"type": "string"},
			}},
		}}},
	}
	require.Empty(t, cmp.Diff(want, body))
	require.Contains(t, string(call.Body), `{"target":{"type":"string"},"button"`, "the schema's order is kept")
}

func TestTheSameRequestIsTheSameBytes(t *testing.T) {
	t.Parallel()
	s := modeltest.NewServer(t, modeltest.SendText("ok"))
	c := client(t, s)
	for range 3 {
		_, err := c.Generate(t.Context(), request())
		require.NoError(t, err)
	}
	calls := s.Calls()
	require.Equal(t, string(calls[0].Body), string(calls[1].Body))
	require.Equal(t, string(calls[0].Body), string(calls[2].Body))
}

func TestRefusedParametersAreDroppedOnceAndRemembered(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string][]string{
		"tool_choice":                    {"tool_choice"},
		"temperature":                    {"temperature"},
		"seed":                           {"seed"},
		"the new name of the limit":      {"max_completion_tokens"},
		"both names of the limit":        {"max_completion_tokens", "max_tokens"},
		"everything that may be dropped": {"tool_choice", "temperature", "seed", "max_completion_tokens", "max_tokens"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.NewServer(t, modeltest.SendText("ok"))
			s.Refuse(refused...)
			c := client(t, s)
			_, err := c.Generate(t.Context(), request())
			require.NoError(t, err)
			require.Len(t, s.Calls(), len(refused)+1)
			_, err = c.Generate(t.Context(), request())
			require.NoError(t, err)
			require.Len(t, s.Calls(), len(refused)+2)
			last := s.Calls()[len(refused)+1]
			for _, p := range refused {
				require.NotContains(t, last.Fields, p)
			}
			if name == "the new name of the limit" {
				require.Equal(t, 500.0, last.Fields["max_tokens"])
			}
		})
	}
}

func TestARefusedParameterIsAlsoReadFromTheMessage(t *testing.T) {
	t.Parallel()
	s := modeltest.NewServerFunc(t, func(_ int, r modeltest.WireRequest) modeltest.Answer {
		if r.Fields["tool_choice"] != nil {
			return modeltest.Answer{Status: 400, ErrorBody: `{"object":"error","message":"\"required\" tool choice requires --enable-auto-tool-choice","code":400}`}
		}
		return modeltest.SendText("ok")
	})
	_, err := client(t, s).Generate(t.Context(), request())
	require.NoError(t, err)
	require.Len(t, s.Calls(), 2)
}

func TestFailedCallsHaveAClass(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		answer modeltest.Answer
		class  model.ErrorClass
		status int
		after  time.Duration
		says   string
	}{
		"a wrong key":                     {modeltest.SendUnauthorized(key), model.Auth, 401, 0, "Incorrect API key provided: ***"},
		"no permission":                   {modeltest.SendStatus(403), model.Auth, 403, 0, "Forbidden"},
		"an empty account":                {modeltest.Answer{Status: 429, ErrorBody: `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`}, model.Auth, 429, 0, "quota"},
		"gemini's wrong key":              {modeltest.Answer{Status: 400, ErrorBody: `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]`}, model.Auth, 400, 0, "not valid"},
		"an unknown model":                {modeltest.SendNoModel("gpt-9"), model.NoModel, 404, 0, "gpt-9"},
		"openrouter's unknown model":      {modeltest.Answer{Status: 400, ErrorBody: `{"error":{"message":"foo is not a valid model ID","code":400}}`}, model.NoModel, 400, 0, "foo"},
		"too many calls with seconds":     {modeltest.SendRateLimit(7 * time.Second), model.RateLimited, 429, 7 * time.Second, ""},
		"too many calls without":          {modeltest.SendRateLimit(0), model.RateLimited, 429, 0, ""},
		"too many calls in milliseconds":  {modeltest.Answer{Status: 429, Header: http.Header{"Retry-After-Ms": {"250"}}}, model.RateLimited, 429, 250 * time.Millisecond, ""},
		"a Retry-After of nonsense":       {modeltest.Answer{Status: 503, Header: http.Header{"Retry-After": {"soon"}}}, model.Unavailable, 503, 0, ""},
		"a broken server":                 {modeltest.SendStatus(500), model.Unavailable, 500, 0, ""},
		"a broken server that says HTML":  {modeltest.Answer{Status: 502, ErrorBody: "<html>bad gateway</html>"}, model.Unavailable, 502, 0, "HTML page"},
		"an overloaded server":            {modeltest.SendStatus(529), model.Unavailable, 529, 0, ""},
		"too long a prompt":               {modeltest.Answer{Status: 400, ErrorBody: `{"error":{"message":"maximum context length is 8192","code":"context_length_exceeded"}}`}, model.BadRequest, 400, 0, "8192"},
		"a picture too large":             {modeltest.SendStatus(413), model.BadRequest, 413, 0, ""},
		"an error as text":                {modeltest.Answer{Status: 422, ErrorBody: `{"error":"no vision here"}`}, model.BadRequest, 422, 0, "no vision here"},
		"an error as detail":              {modeltest.Answer{Status: 422, ErrorBody: `{"detail":[{"loc":["body"],"msg":"extra"}]}`}, model.BadRequest, 422, 0, "extra"},
		"an error under status 200":       {modeltest.Answer{Raw: `{"error":{"message":"upstream busy","code":429}}`}, model.RateLimited, 429, 0, "upstream busy"},
		"an error under 200 without code": {modeltest.Answer{Raw: `{"error":{"message":"upstream gone"}}`}, model.Unavailable, 502, 0, "upstream gone"},
		"garbage":                         {modeltest.SendGarbage(), model.BadReply, 200, 0, "no JSON"},
		"an empty body":                   {modeltest.Answer{Raw: " "}, model.BadReply, 200, 0, "empty"},
		"no choices":                      {modeltest.Answer{Raw: `{"choices":[]}`}, model.BadReply, 200, 0, "no choices"},
		"a body cut off":                  {modeltest.SendCut(), model.Unavailable, 0, 0, "middle of the reply"},
		"an endless body":                 {modeltest.Answer{Raw: `{"x":"` + strings.Repeat("a", 3<<20) + `"}`}, model.BadReply, 200, 0, "longer than"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.NewServer(t, tc.answer)
			_, err := client(t, s, func(c *openai.Config) { c.MaxReplyBytes = 2 << 20 }).Generate(t.Context(), request())
			var e *model.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, tc.class, e.Class, err)
			require.Equal(t, tc.status, e.Status)
			require.Equal(t, tc.after, e.RetryAfter)
			require.Contains(t, err.Error(), tc.says)
			require.NotContains(t, fmt.Sprintf("%v %+v %#v", err, err, err), key)
			require.Len(t, s.Calls(), 1, "nothing is retried here")
		})
	}
}

func TestNobodyListens(t *testing.T) {
	t.Parallel()
	c, err := openai.New(openai.Config{Model: "m", BaseURL: "http://127.0.0.1:1/v1?key=" + key, APIKey: key, Headers: map[string]string{"api-key": "another-secret"}})
	require.NoError(t, err)
	_, err = c.Generate(t.Context(), request())
	require.Equal(t, model.Unavailable, model.ClassOf(err))
	require.Contains(t, err.Error(), "127.0.0.1:1")
	require.NotContains(t, err.Error(), key)
}

func TestLongTextIsRead(t *testing.T) {
	t.Parallel()
	s := modeltest.NewServer(t, modeltest.SendText(strings.Repeat("word ", 2<<20/5)))
	got, err := client(t, s).Generate(t.Context(), request())
	require.NoError(t, err)
	require.Greater(t, len(got.Text), 2_000_000)
}

func TestEndpointsThatLackFields(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		body string
		want model.Response
	}{
		"content as a list, no finish, no usage": {
			`{"choices":[{"message":{"content":[{"type":"thinking","text":"hm"},{"type":"text","text":"hel"},{"type":"text","text":"lo"}]}}]}`,
			model.Response{Text: "hello", Finish: "stop", Usage: model.Usage{Input: 132, Output: 2}},
		},
		"arguments as an object, null content": {
			`{"choices":[{"finish_reason":null,"message":{"content":null,"tool_calls":[{"function":{"name":"click","arguments":{"target":"Save"}}}]}}],"usage":{"prompt_tokens":9,"completion_tokens":3}}`,
			model.Response{Finish: "tool_calls", ToolCalls: []model.ToolCall{{Name: "click", Args: `{"target":"Save"}`}}, Usage: model.Usage{Input: 9, Output: 3}},
		},
		"the old function_call": {
			`{"choices":[{"message":{"function_call":{"name":"click","arguments":"{}"}}}],"usage":{"prompt_tokens":9,"completion_tokens":3}}`,
			model.Response{Finish: "tool_calls", ToolCalls: []model.ToolCall{{Name: "click", Args: `{}`}}, Usage: model.Usage{Input: 9, Output: 3}},
		},
		"a call that is not nested, id a number": {
			`{"choices":[{"message":{"tool_calls":[{"id":7,"name":"click","arguments":"{}"}]}}],"usage":{"prompt_tokens":"9","completion_tokens":3.0}}`,
			model.Response{Finish: "tool_calls", ToolCalls: []model.ToolCall{{ID: "7", Name: "click", Args: `{}`}}, Usage: model.Usage{Input: 9, Output: 3}},
		},
		"usage in other words": {
			`{"choices":[{"text":"old","finish_reason":"length"}],"usage":{"input_tokens":9,"total_tokens":12,"prompt_cache_hit_tokens":4}}`,
			model.Response{Text: "old", Finish: "length", Usage: model.Usage{Input: 9, Output: 3, Cached: 4}},
		},
		"a lone surrogate": {
			`{"choices":[{"message":{"content":"a\ud83d b"}}],"usage":{"prompt_tokens":9,"completion_tokens":3}}`,
			model.Response{Text: "a\uFFFD b", Finish: "stop", Usage: model.Usage{Input: 9, Output: 3}},
		},
		"a refusal": {
			`{"model":"m-1","choices":[{"message":{"content":null,"refusal":"I cannot"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":3}}`,
			model.Response{Refusal: "I cannot", Finish: "stop", Model: "m-1", Usage: model.Usage{Input: 9, Output: 3}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.NewServer(t, modeltest.Answer{Raw: tc.body})
			got, err := client(t, s).Generate(t.Context(), request())
			require.NoError(t, err)
			got.Took = 0
			require.Empty(t, cmp.Diff(&tc.want, got))
		})
	}
}

func TestACancelledCallEndsAtOnce(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]modeltest.Answer{
		"before the headers": {Delay: time.Minute},
		"within the body":    {Text: strings.Repeat("x", 1000), SlowBody: time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.NewServer(t, answer)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			started := time.Now()
			_, err := client(t, s).Generate(ctx, request())
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Empty(t, model.ClassOf(err))
			require.Less(t, time.Since(started), 5*time.Second)
		})
	}
}

func TestACallHasATimeout(t *testing.T) {
	t.Parallel()
	s := modeltest.NewServer(t, modeltest.Answer{Delay: time.Minute})
	_, err := client(t, s, func(c *openai.Config) { c.Timeout = 50 * time.Millisecond }).Generate(t.Context(), request())
	require.Equal(t, model.Unavailable, model.ClassOf(err))
	require.Contains(t, err.Error(), "no answer within 50ms")
}

func TestBadRequestsNeverLeave(t *testing.T) {
	t.Parallel()
	s := modeltest.NewServer(t, modeltest.SendText("ok"))
	c := client(t, s, func(c *openai.Config) { c.MaxImageBytes = 3 })
	_, err := c.Generate(t.Context(), request())
	require.Equal(t, model.BadRequest, model.ClassOf(err))
	r := request()
	r.Messages[1].Parts = r.Messages[1].Parts[:1]
	r.Tools[0].Schema = json.RawMessage(`[`)
	_, err = c.Generate(t.Context(), r)
	require.Equal(t, model.BadRequest, model.ClassOf(err))
	require.Empty(t, s.Calls())
}

func TestManyCallsAtOnce(t *testing.T) {
	t.Parallel()
	s := modeltest.NewServer(t, modeltest.SendText("ok"))
	s.Refuse("seed", "temperature")
	c := client(t, s)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { _, errs[i] = c.Generate(t.Context(), request()) })
	}
	wg.Wait()
	require.NoError(t, errors.Join(errs...))
}

func TestConfig(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]openai.Config{
		"no model":           {},
		"no address":         {Model: "m", BaseURL: "api.openai.com/v1"},
		"another scheme":     {Model: "m", BaseURL: "ftp://x/v1"},
		"a password in it":   {Model: "m", BaseURL: "https://u:p@x/v1"},
		"an address of junk": {Model: "m", BaseURL: "http://[::1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := openai.New(c)
			require.Error(t, err)
		})
	}
	c := openai.Config{Model: "m", APIKey: key, Headers: map[string]string{"api-key": key}}
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %s", c, c, c, c), key)
	got, err := openai.New(openai.Config{Model: "m", APIKey: key, BaseURL: "http://h/v1/chat/completions"})
	require.NoError(t, err)
	require.Equal(t, "m", got.Name())
}

func TestARedirectToAnotherHostGetsNoKey(t *testing.T) {
	t.Parallel()
	other := modeltest.NewServer(t, modeltest.SendText("stolen"))
	s := modeltest.NewServer(t, modeltest.Answer{Status: 307, Raw: "{}", Header: http.Header{"Location": {other.URL + "/chat/completions"}}})
	_, err := client(t, s).Generate(t.Context(), request())
	require.Error(t, err)
	for _, call := range other.Calls() {
		require.Empty(t, call.Header.Get("Authorization"))
	}
}
