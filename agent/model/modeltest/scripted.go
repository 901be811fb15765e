// Package modeltest has models for tests: scripted, recorded, and a server of the OpenAI shape.
package modeltest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/verdict-run/verdict/agent/model"
)

// Scripted answers from a list or a function and keeps what it was asked.
// It is safe for concurrent use.
type Scripted struct {
	// Model is its name; "scripted" when empty.
	Model string
	// Func answers when it is set; n counts from 1.
	Func func(n int, r model.Request) (*model.Response, error)

	mu        sync.Mutex
	responses []Reply
	requests  []model.Request
}

// Reply is a response or an error.
type Reply struct {
	Response *model.Response
	Err      error
}

// NewScripted answers the replies in their order; a call beyond the last is an error.
func NewScripted(replies ...Reply) *Scripted { return &Scripted{responses: replies} }

// NewFunc answers by a function.
func NewFunc(f func(n int, r model.Request) (*model.Response, error)) *Scripted {
	return &Scripted{Func: f}
}

// Name is the model's name.
func (s *Scripted) Name() string {
	if s.Model == "" {
		return "scripted"
	}
	return s.Model
}

// Generate answers the next reply.
func (s *Scripted) Generate(ctx context.Context, r model.Request) (*model.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.requests = append(s.requests, r)
	n := len(s.requests)
	f := s.Func
	s.mu.Unlock()
	if f != nil {
		return f(n, r)
	}
	if n > len(s.responses) {
		return nil, &model.Error{Class: model.BadRequest, Err: fmt.Errorf("the script has %d replies, call %d (%s) is one too many", len(s.responses), n, r.Purpose)}
	}
	reply := s.responses[n-1]
	if reply.Err != nil {
		return nil, reply.Err
	}
	copied := *reply.Response
	return &copied, nil
}

// Requests are the calls so far.
func (s *Scripted) Requests() []model.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]model.Request(nil), s.requests...)
}

// Says is a reply of text.
func Says(text string) Reply {
	return Reply{Response: &model.Response{Text: text, Finish: "stop", Usage: model.Usage{Input: 100, Output: 10}}}
}

// Calls is a reply with one tool call; args is marshalled, a string is taken as it is.
func Calls(name string, args any) Reply { return CallsAll(ToolCall(name, args)) }

// CallsAll is a reply with several tool calls.
func CallsAll(calls ...model.ToolCall) Reply {
	for i := range calls {
		calls[i].ID = fmt.Sprintf("call_%d", i+1)
	}
	return Reply{Response: &model.Response{ToolCalls: calls, Finish: "tool_calls", Usage: model.Usage{Input: 1000, Output: 50}}}
}

// ToolCall is one call; args is marshalled, a string is taken as it is.
func ToolCall(name string, args any) model.ToolCall {
	text, ok := args.(string)
	if !ok {
		b, err := json.Marshal(args)
		if err != nil {
			panic("modeltest: arguments of " + name + ": " + err.Error())
		}
		text = string(b)
	}
	return model.ToolCall{ID: "call_1", Name: name, Args: text}
}

// Fails is a failed call.
func Fails(class model.ErrorClass, status int) Reply {
	return Reply{Err: &model.Error{Class: class, Status: status, Err: fmt.Errorf("scripted failure %s", class)}}
}

// Text is all text of a request, for assertions.
func Text(r model.Request) string {
	var out string
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			out += p.Text + "\n"
		}
	}
	return out
}
