package llm_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/verdict-run/verdict/agent/llm"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/agent/model/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestOverRealHTTP runs decider, retries and client together against a stub
// that is busy, then cut off, then answers prose.
func TestOverRealHTTP(t *testing.T) {
	t.Parallel()
	s := modeltest.NewServerFunc(t, func(n int, _ modeltest.WireRequest) modeltest.Answer {
		switch n {
		case 1:
			return modeltest.SendRateLimit(time.Millisecond)
		case 2:
			return modeltest.SendCut()
		case 3:
			return modeltest.SendText("Let me think.")
		default:
			return modeltest.SendCall("click", map[string]any{"sentence": 1, "target": "Log in", "number": 2})
		}
	})
	client, err := openai.New(openai.Config{Model: "gpt-5.2", BaseURL: s.URL, APIKey: "sk-0123456789"})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	d, err := llm.New(llm.Config{Agent: llm.Role{Client: model.WithRetry(client, model.RetryConfig{Base: time.Millisecond})}})
	require.NoError(t, err)

	got, err := d.Next(t.Context(), observation(t), state(t))
	require.NoError(t, err)
	require.Equal(t, `click {"number":2,"target":"Log in"}`, shown(got.Calls))
	require.Len(t, got.Usage, 2)
	require.Equal(t, model.Usage{Input: 1000, Cached: 600, Output: 50}, got.Usage[0].Usage)
	calls := s.Calls()
	require.Len(t, calls, 4)
	for _, c := range calls {
		require.Equal(t, 1, c.Images)
		require.Equal(t, []string{"click", "type", "drag", "execution-finished"}, c.Tools)
	}
	require.Equal(t, string(calls[0].Body), string(calls[1].Body), "a retry sends the same bytes")
}
