package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/model"
)

// The reply is read by hand: endpoints that call themselves compatible leave
// fields out or send another type, and the SDK's types keep only what fits.
type reply struct {
	Model   text            `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type choice struct {
	Message message `json:"message"`
	Text    text    `json:"text"` // of the old completions shape
	Finish  text    `json:"finish_reason"`
}

type message struct {
	Content   text          `json:"content"`
	Refusal   text          `json:"refusal"`
	ToolCalls []toolCall    `json:"tool_calls"`
	Function  *functionCall `json:"function_call"` // before tool_calls
}

type toolCall struct {
	ID       text         `json:"id"`
	Function functionCall `json:"function"`
	Name     text         `json:"name"` // where the function is not nested
	Args     text         `json:"arguments"`
}

type functionCall struct {
	Name text `json:"name"`
	Args text `json:"arguments"`
}

type usage struct {
	Prompt     number `json:"prompt_tokens"`
	Completion number `json:"completion_tokens"`
	Total      number `json:"total_tokens"`
	Input      number `json:"input_tokens"`
	Output     number `json:"output_tokens"`
	Details    struct {
		Cached number `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CacheHit number `json:"prompt_cache_hit_tokens"` // DeepSeek
}

// text is a JSON string, a list of text parts, or anything else as its JSON.
type text string

func (t *text) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	var s string
	var parts []struct {
		Type string          `json:"type"`
		Text json.RawMessage `json:"text"`
	}
	switch {
	case len(data) == 0 || string(data) == "null":
		*t = ""
	case json.Unmarshal(data, &s) == nil:
		*t = text(s)
	case data[0] == '[' && json.Unmarshal(data, &parts) == nil:
		for _, p := range parts {
			if p.Type != "" && p.Type != "text" && p.Type != "output_text" {
				continue // thinking and the like
			}
			var one text
			_ = one.UnmarshalJSON(p.Text)
			*t += one
		}
	default:
		*t = text(data)
	}
	return nil
}

// number is a JSON number, also as text; anything else is 0.
type number int

func (n *number) UnmarshalJSON(data []byte) error {
	f, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	if err == nil && f > 0 && f < 1e12 {
		*n = number(f)
	}
	return nil
}

// decode reads a reply of status 200.
func decode(body []byte, r model.Request) (*model.Response, error) {
	body = bytes.TrimPrefix(bytes.TrimSpace(body), []byte("\xef\xbb\xbf"))
	if len(body) == 0 {
		return nil, badReply(errors.New("the reply is empty"))
	}
	var got reply
	if err := json.Unmarshal(body, &got); err != nil {
		return nil, badReply(fmt.Errorf("the reply is no JSON of a chat completion: %w: %s", err, excerpt(body)))
	}
	if len(got.Error) > 0 && string(got.Error) != "null" && len(got.Choices) == 0 {
		return nil, classify(embedded(got.Error)) // OpenRouter reports upstream errors under status 200
	}
	if len(got.Choices) == 0 {
		return nil, badReply(fmt.Errorf("the reply has no choices: %s", excerpt(body)))
	}
	first := got.Choices[0]
	out := &model.Response{
		Text:    string(first.Message.Content),
		Refusal: string(first.Message.Refusal),
		Finish:  string(first.Finish),
		Model:   string(got.Model),
	}
	if out.Text == "" {
		out.Text = string(first.Text)
	}
	for _, c := range first.Message.ToolCalls {
		out.ToolCalls = append(out.ToolCalls, model.ToolCall{
			ID:   string(c.ID),
			Name: string(orDefault(c.Function.Name, c.Name)),
			Args: string(orDefault(c.Function.Args, c.Args)),
		})
	}
	if f := first.Message.Function; f != nil && len(out.ToolCalls) == 0 && f.Name != "" {
		out.ToolCalls = []model.ToolCall{{Name: string(f.Name), Args: string(f.Args)}}
	}
	if out.Finish == "" {
		out.Finish = "stop"
		if len(out.ToolCalls) > 0 {
			out.Finish = "tool_calls"
		}
	}
	out.Usage = got.Usage.read(r, out)
	return out, nil
}

func (u *usage) read(r model.Request, out *model.Response) model.Usage {
	var got model.Usage
	if u != nil {
		got = model.Usage{
			Input:  int(max(u.Prompt, u.Input)),
			Output: int(max(u.Completion, u.Output)),
			Cached: int(max(u.Details.Cached, u.CacheHit)),
		}
		if total := int(u.Total); got.Output == 0 && total > got.Input {
			got.Output = total - got.Input
		}
	}
	if got.Input == 0 {
		got.Input = Tokens(r)
	}
	if got.Output == 0 {
		n := len(out.Text) + len(out.Refusal)
		for _, c := range out.ToolCalls {
			n += len(c.Name) + len(c.Args)
		}
		got.Output = n/4 + 1
	}
	got.Cached = min(got.Cached, got.Input)
	return got
}

// Tokens estimates the input of a request: four characters a token, 750 pixels a token.
func Tokens(r model.Request) int {
	chars, pixels := 0, 0
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			chars += len(p.Text)
			if p.Image != nil {
				pixels += p.Image.Width * p.Image.Height
			}
		}
	}
	for _, t := range r.Tools {
		chars += len(t.Name) + len(t.Description) + len(t.Schema)
	}
	return chars/4 + pixels/750
}

func badReply(err error) *model.Error {
	return &model.Error{Class: model.BadReply, Status: 200, Err: err}
}

// excerpt is the start of a body for an error message, on one line.
func excerpt(body []byte) string {
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(body[:min(len(body), 300)]), "")), " ")
	if len(body) > 300 {
		s += " …"
	}
	return s
}
