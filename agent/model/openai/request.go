package openai

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"

	"github.com/verdict-run/verdict/agent/model"
)

// parameter is one an endpoint may refuse, by its name on the wire.
type parameter string

const (
	toolChoice  parameter = "tool_choice"
	temperature parameter = "temperature"
	seed        parameter = "seed"
	maxNew      parameter = "max_completion_tokens"
	maxOld      parameter = "max_tokens"
)

// params is the request on the wire, and which of the parameters one may drop are set.
func (c *Client) params(r model.Request) (openai.ChatCompletionNewParams, []parameter, error) {
	p := openai.ChatCompletionNewParams{Model: c.name}
	for i, m := range r.Messages {
		message, err := c.message(m)
		if err != nil {
			return p, nil, &model.Error{Class: model.BadRequest, Err: fmt.Errorf("message %d: %w", i+1, err)}
		}
		p.Messages = append(p.Messages, message)
	}
	for _, t := range r.Tools {
		tool, err := function(t)
		if err != nil {
			return p, nil, &model.Error{Class: model.BadRequest, Err: err}
		}
		p.Tools = append(p.Tools, tool)
	}
	return p, c.optional(r, &p), nil
}

// optional sets what this endpoint has not refused so far.
func (c *Client) optional(r model.Request, p *openai.ChatCompletionNewParams) []parameter {
	c.mu.Lock()
	defer c.mu.Unlock()
	var set []parameter
	if r.RequireTool && len(r.Tools) > 0 && !c.dropped[toolChoice] {
		p.ToolChoice = openai.ChatCompletionToolChoiceOptionUnionParam{OfAuto: openai.String("required")}
		set = append(set, toolChoice)
	}
	if r.Temperature != nil && !c.dropped[temperature] {
		p.Temperature = openai.Float(*r.Temperature)
		set = append(set, temperature)
	}
	if r.Seed != nil && !c.dropped[seed] {
		p.Seed = openai.Int(int64(*r.Seed))
		set = append(set, seed)
	}
	switch {
	case r.MaxTokens <= 0:
	case !c.oldTokens && !c.dropped[maxNew]:
		p.MaxCompletionTokens = openai.Int(int64(r.MaxTokens))
		set = append(set, maxNew)
	case !c.dropped[maxOld]:
		p.MaxTokens = openai.Int(int64(r.MaxTokens))
		set = append(set, maxOld)
	}
	return set
}

// drop remembers a parameter that the endpoint refused; false when err is about something else.
func (c *Client) drop(err error, set []parameter) bool {
	var refused *refusal
	if !errors.As(err, &refused) || refused.status != 400 && refused.status != 422 {
		return false
	}
	p, ok := refused.about(set)
	if !ok {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropped[p] = true
	if p == maxNew {
		c.oldTokens = true
	}
	return true
}

// about is the set parameter the refusal names.
func (r *refusal) about(set []parameter) (parameter, bool) {
	for _, p := range set {
		if r.param == string(p) {
			return p, true
		}
	}
	text := strings.ToLower(r.message)
	if r.message == "" {
		text = strings.ToLower(r.raw)
	}
	for _, p := range set {
		// "max_tokens" also stands in advice such as "use max_completion_tokens instead"; what is set decides.
		if strings.Contains(text, string(p)) || p == toolChoice && (strings.Contains(text, "tool choice") || strings.Contains(text, "toolchoice")) {
			return p, true
		}
	}
	return "", false
}

func (c *Client) message(m model.Message) (openai.ChatCompletionMessageParamUnion, error) {
	plain := true
	for _, p := range m.Parts {
		plain = plain && p.Image == nil
	}
	switch {
	case m.Role == model.System:
		return openai.SystemMessage(joined(m.Parts)), nil
	case m.Role == model.Assistant:
		return openai.AssistantMessage(joined(m.Parts)), nil
	case plain: // the widest-known shape: text as text
		return openai.UserMessage(joined(m.Parts)), nil
	}
	var parts []openai.ChatCompletionContentPartUnionParam
	for _, p := range m.Parts {
		if p.Image == nil {
			parts = append(parts, openai.TextContentPart(clean(p.Text)))
			continue
		}
		if len(p.Image.Data) == 0 {
			return openai.ChatCompletionMessageParamUnion{}, errors.New("the picture is empty")
		}
		if len(p.Image.Data) > c.maxImage {
			return openai.ChatCompletionMessageParamUnion{}, fmt.Errorf("the picture has %d bytes, %d are allowed", len(p.Image.Data), c.maxImage)
		}
		parts = append(parts, openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{
			URL: "data:" + p.Image.MIME + ";base64," + base64.StdEncoding.EncodeToString(p.Image.Data),
		}))
	}
	return openai.UserMessage(parts), nil
}

func joined(parts []model.Part) string {
	var texts []string
	for _, p := range parts {
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	return clean(strings.Join(texts, "\n"))
}

// clean keeps what no JSON reader refuses.
func clean(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// function keeps the order of the schema's properties: models read it as the order of importance.
func function(t model.Tool) (openai.ChatCompletionToolUnionParam, error) {
	parameters := map[string]any{}
	if len(t.Schema) > 0 {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(t.Schema, &fields); err != nil {
			return openai.ChatCompletionToolUnionParam{}, fmt.Errorf("schema of tool %s: %w", t.Name, err)
		}
		for k, v := range fields {
			parameters[k] = v
		}
	}
	f := openai.FunctionDefinitionParam{Name: t.Name, Parameters: parameters}
	if t.Description != "" {
		f.Description = param.NewOpt(clean(t.Description))
	}
	return openai.ChatCompletionFunctionTool(f), nil
}
