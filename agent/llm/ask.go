package llm

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/prompts"
)

// ask makes one question of one tool: a role answers by calling it. use takes
// the answer's fields and says what is wrong with them. A malformed answer is
// repaired in code, then asked for once more; problem is what was wrong with
// the last one, "" when use was content.
func (d *Decider) ask(ctx context.Context, r role, p prompts.Pair, tool model.Tool, s *shot, use func(map[string]json.RawMessage) string) (problem string, used []agent.RoleUsage, err error) {
	tools := []model.Tool{tool}
	offer := offered(tools)
	messages := []model.Message{text(model.System, p.System), d.user(p.User, s)}
	for range 2 {
		resp, err := r.Client.Generate(ctx, r.request(tools, messages...))
		if err != nil {
			return "", used, fmt.Errorf("asking %s as %s: %w", r.Client.Name(), r.name, err)
		}
		used = append(used, d.usage(r, resp))
		if problem = answer(offer, tool.Name, resp, use); problem == "" {
			return "", used, nil
		}
		messages = append(messages[:2:2], d.again(rawReply(resp), problem)...)
	}
	return problem, used, nil
}

// answer reads one reply. A model that writes the bare fields as JSON has answered too.
func answer(o offer, tool string, resp *model.Response, use func(map[string]json.RawMessage) string) string {
	calls, problem := o.read(resp)
	if len(calls) == 0 {
		raw, err := object(clip(resp.Text, maxArgs))
		if resp.Refusal != "" || resp.Text == "" || resp.Finish == "length" || err != nil {
			return problem
		}
		known := false
		args, _ := o[tool].tidy(raw)
		keys, _, _ := ordered(args)
		for _, k := range keys {
			known = known || o[tool].fields[k]
		}
		if !known {
			return problem
		}
		calls = []parsed{{args: args}}
	}
	if len(calls) > 1 {
		return "one call was asked for, several came"
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(calls[0].args, &fields); err != nil {
		return "the answer is no JSON object"
	}
	return use(fields)
}

// field reads a field as text; a number is its digits.
func field(f map[string]json.RawMessage, name string) string {
	raw := f[name]
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	if string(raw) == "null" {
		return ""
	}
	return string(raw)
}

// truth reads a field as yes or no; false for ok when it is neither.
func truth(f map[string]json.RawMessage, name string) (yes, ok bool) {
	switch field(f, name) {
	case "true", "True", "TRUE", "yes", "1":
		return true, true
	case "false", "False", "FALSE", "no", "0":
		return false, true
	default:
		return false, false
	}
}
