// Package model is the provider-neutral contract with a language model: messages, tool calls, usage.
package model

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Role of a message.
type Role string

// The roles.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
)

// Part is a piece of a message: text, or one picture.
type Part struct {
	Text  string `json:"text,omitempty"`
	Image *Image `json:"image,omitempty"`
}

// Image is an encoded picture.
type Image struct {
	MIME   string `json:"mime"`
	Data   []byte `json:"-"`
	Width  int    `json:"width"` // pixels
	Height int    `json:"height"`
}

// Message is one turn.
type Message struct {
	Role  Role   `json:"role"`
	Parts []Part `json:"parts"`
}

// Tool is what the model may call.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // JSON schema of the arguments
}

// ToolCall is one call the model made; Args may be broken JSON.
type ToolCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args string `json:"args"`
}

// Request is one call of a model.
type Request struct {
	// Purpose is the role the call plays: agent, judge, grounder, reader, classifier.
	Purpose  string    `json:"purpose"`
	Messages []Message `json:"messages"`
	Tools    []Tool    `json:"tools,omitempty"`
	// RequireTool asks the provider to insist on a tool call.
	RequireTool bool `json:"require_tool,omitempty"`
	// MaxTokens bounds the answer.
	MaxTokens   int      `json:"max_tokens,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
	Seed        *int     `json:"seed,omitempty"`
}

// Response is what came back.
type Response struct {
	Text      string     `json:"text,omitempty"`
	ToolCalls []ToolCall `json:"tool_calls,omitempty"`
	Refusal   string     `json:"refusal,omitempty"`
	// Finish is stop, tool_calls, length, content_filter, or what the provider said.
	Finish string        `json:"finish,omitempty"`
	Usage  Usage         `json:"usage"`
	Model  string        `json:"model,omitempty"` // as the provider names it
	Took   time.Duration `json:"took_ns,omitempty"`
}

// Usage counts tokens. Cached are those of Input that the provider read from its cache.
type Usage struct {
	Input  int `json:"input"`
	Cached int `json:"cached"`
	Output int `json:"output"`
}

// Add is the sum of both.
func (u Usage) Add(o Usage) Usage {
	return Usage{u.Input + o.Input, u.Cached + o.Cached, u.Output + o.Output}
}

// Total is the number of tokens in and out.
func (u Usage) Total() int { return u.Input + u.Output }

// Client calls one model.
type Client interface {
	// Name is the model as prices and reports know it ("gpt-5.2").
	Name() string
	// Generate makes one call. It retries nothing; errors are *Error.
	Generate(ctx context.Context, r Request) (*Response, error)
}

// ErrorClass says what a failed call means.
type ErrorClass string

// The classes. Auth and Unknown model end a run at the first call with exit 2.
const (
	Auth        ErrorClass = "auth"        // 401, 403
	NoModel     ErrorClass = "no_model"    // 404
	BadRequest  ErrorClass = "bad_request" // 400, 413, 422: retrying the same is no use
	RateLimited ErrorClass = "rate_limited"
	Unavailable ErrorClass = "unavailable" // 5xx, connection, time-out
	BadReply    ErrorClass = "bad_reply"   // a body that cannot be read
)

// Error is a failed call.
type Error struct {
	Class      ErrorClass
	Status     int           // HTTP, 0 without
	RetryAfter time.Duration // as the provider asked; 0 when it did not
	Err        error
}

func (e *Error) Error() string { return "model call: " + string(e.Class) + ": " + e.Err.Error() }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// ClassOf is the class of a failed call, "" for another error.
func ClassOf(err error) ErrorClass {
	var e *Error
	if errors.As(err, &e) {
		return e.Class
	}
	return ""
}
