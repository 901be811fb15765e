package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/verdict-run/verdict/agent/model"
)

// body is the answer as the endpoint would send it.
func (a Answer) body() []byte {
	switch {
	case a.Raw != "":
		return []byte(a.Raw)
	case a.Status >= 400 && a.ErrorBody != "":
		return []byte(a.ErrorBody)
	case a.Status >= 400:
		return marshal(map[string]any{"error": map[string]any{"message": http.StatusText(a.Status), "type": "error"}})
	}
	message := map[string]any{"role": "assistant", "content": a.Text}
	finish := "stop"
	if a.Refusal != "" {
		message["refusal"] = a.Refusal
	}
	if len(a.ToolCalls) > 0 {
		finish = "tool_calls"
		var calls []any
		for i, c := range a.ToolCalls {
			calls = append(calls, map[string]any{
				"id": fmt.Sprintf("call_%d", i+1), "type": "function",
				"function": map[string]any{"name": c.Name, "arguments": c.Args},
			})
		}
		message["tool_calls"] = calls
	}
	if a.Finish != "" {
		finish = a.Finish
	}
	out := map[string]any{
		"id": "chatcmpl-stub", "object": "chat.completion", "created": 1, "model": "stub",
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
	}
	if !a.NoUsage {
		u := model.Usage{Input: 1000, Cached: 600, Output: 50}
		if a.Usage != nil {
			u = *a.Usage
		}
		out["usage"] = map[string]any{
			"prompt_tokens": u.Input, "completion_tokens": u.Output, "total_tokens": u.Total(),
			"prompt_tokens_details": map[string]any{"cached_tokens": u.Cached},
		}
	}
	return marshal(out)
}

func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("modeltest: " + err.Error())
	}
	return b
}

// SendText answers words.
func SendText(text string) Answer { return Answer{Text: text} }

// SendCall answers one tool call; args as of ToolCall.
func SendCall(name string, args any) Answer {
	return Answer{ToolCalls: []model.ToolCall{ToolCall(name, args)}}
}

// SendRateLimit answers 429; no Retry-After when after is 0.
func SendRateLimit(after time.Duration) Answer {
	a := Answer{Status: http.StatusTooManyRequests, Header: http.Header{}}
	if after > 0 {
		a.Header.Set("Retry-After", strconv.FormatFloat(after.Seconds(), 'f', -1, 64))
	}
	return a
}

// SendStatus answers an error status with a made-up body.
func SendStatus(status int) Answer { return Answer{Status: status} }

// SendUnauthorized answers 401 and echoes the key in the message, as some providers do.
func SendUnauthorized(key string) Answer {
	return Answer{Status: http.StatusUnauthorized, ErrorBody: string(marshal(map[string]any{"error": map[string]any{
		"message": "Incorrect API key provided: " + key, "type": "invalid_request_error", "code": "invalid_api_key",
	}}))}
}

// SendNoModel answers 404 as for an unknown model.
func SendNoModel(name string) Answer {
	return Answer{Status: http.StatusNotFound, ErrorBody: string(marshal(map[string]any{"error": map[string]any{
		"message": "The model `" + name + "` does not exist or you do not have access to it.", "code": "model_not_found",
	}}))}
}

// SendGarbage answers what is no JSON, under status 200.
func SendGarbage() Answer { return Answer{Raw: "<html>gateway</html>{{{"} }

// SendCut answers a body that ends in the middle.
func SendCut() Answer { return Answer{Text: "this text will not arrive", CutAt: 20} }

// RefuseParameter answers 400 naming a parameter.
func RefuseParameter(p string) Answer {
	return Answer{Status: http.StatusBadRequest, ErrorBody: string(marshal(map[string]any{"error": map[string]any{
		"message": "Unsupported parameter: '" + p + "' is not supported with this model.",
		"type":    "invalid_request_error", "param": p, "code": "unsupported_parameter",
	}}))}
}
