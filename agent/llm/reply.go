package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent/model"
)

// offer is what a model may call: the schema's fields by the tool's name.
type offer map[string]shape

type shape struct {
	fields   map[string]bool
	required []string
}

func offered(tools []model.Tool) offer {
	o := offer{}
	for _, t := range tools {
		var s struct {
			Properties map[string]json.RawMessage `json:"properties"`
			Required   []string                   `json:"required"`
		}
		_ = json.Unmarshal(t.Schema, &s) // a schema that is no object has no fields
		fields := map[string]bool{}
		for k := range s.Properties {
			fields[k] = true
		}
		o[t.Name] = shape{fields, s.Required}
	}
	return o
}

// parsed is one call that can be handed on.
type parsed struct {
	id, name string
	args     json.RawMessage
	said     string // words the model put among the arguments
}

// read makes calls of a reply. Good calls before the first bad one are kept;
// problem says what is wrong with the first bad one, or with a reply without any.
func (o offer) read(r *model.Response) (calls []parsed, problem string) {
	for _, c := range r.ToolCalls {
		if r.Finish == "length" && !json.Valid([]byte(c.Args)) {
			return calls, fmt.Sprintf("the call of %s was cut off at the length limit of a reply", clip(c.Name, 60))
		}
		all, problem := o.call(c)
		calls = append(calls, all...)
		if problem != "" {
			return calls, problem
		}
	}
	if len(calls) > 0 {
		return calls, ""
	}
	switch {
	case r.Refusal != "":
		return nil, "the model refused: " + clip(r.Refusal, 300)
	case r.Finish == "content_filter":
		return nil, "the provider's content filter stopped the reply"
	}
	if calls := o.prose(r.Text); len(calls) > 0 {
		return calls, ""
	}
	switch {
	case r.Finish == "length":
		return nil, "the reply was cut off at its length limit before a tool was called"
	case strings.TrimSpace(r.Text) == "":
		return nil, "the reply was empty"
	default:
		return nil, "the reply is text only; no tool was called"
	}
}

// call reads one tool call; a wrapper of parallel calls gives several.
func (o offer) call(c model.ToolCall) ([]parsed, string) {
	if strings.HasSuffix(c.Name, "multi_tool_use.parallel") || c.Name == "parallel" {
		if calls := o.prose(c.Args); len(calls) > 0 {
			return calls, ""
		}
	}
	if strings.TrimSpace(c.Name) == "" {
		if calls := o.prose(c.Args); len(calls) > 0 {
			return calls, ""
		}
		return nil, "a tool call has no name"
	}
	name, ok := o.name(c.Name)
	if !ok {
		return nil, fmt.Sprintf("there is no tool %q; the tools are %s", clip(c.Name, 60), strings.Join(slices.Sorted(maps.Keys(o)), ", "))
	}
	args, err := object(c.Args)
	if err != nil {
		return nil, fmt.Sprintf("the arguments of %s cannot be read: %s", name, err)
	}
	p := parsed{id: c.ID, name: name}
	p.args, p.said = o[name].tidy(args)
	if string(p.args) == "{}" && len(o[name].required) > 0 {
		return nil, fmt.Sprintf("%s was called without arguments; it needs %s", name, strings.Join(o[name].required, ", "))
	}
	return []parsed{p}, ""
}

// name finds the tool a model means: prefixes of its framework, letter case and _ for - are forgiven, guesses are not made.
func (o offer) name(said string) (string, bool) {
	said = strings.Trim(strings.TrimSpace(said), "`\"'")
	if _, ok := o[said]; ok {
		return said, true
	}
	if i := strings.LastIndexAny(said, ".:/"); i >= 0 {
		said = said[i+1:]
	}
	said = strings.ReplaceAll(strings.ToLower(said), "_", "-")
	_, ok := o[said]
	return said, ok
}

// thoughts are arguments models add to any call to think aloud.
var thoughts = map[string]bool{"reasoning": true, "thought": true, "thoughts": true, "explanation": true, "rationale": true, "comment": true, "why": true}

// tidy unwraps arguments within arguments and takes thoughts out that the tool has no field for.
func (s shape) tidy(args json.RawMessage) (json.RawMessage, string) {
	keys, values, ok := ordered(args)
	if !ok {
		return args, ""
	}
	if len(keys) == 1 && !s.fields[keys[0]] && slices.Contains(argKeys, keys[0]) {
		if inner, err := object(string(values[0])); err == nil {
			if keys, values, ok = ordered(inner); !ok {
				return inner, ""
			}
		}
	}
	said := ""
	var kept []string
	var keptValues []json.RawMessage
	for i, k := range keys {
		if thoughts[k] && !s.fields[k] {
			var t string
			if json.Unmarshal(values[i], &t) == nil {
				said = t
			}
			continue
		}
		kept, keptValues = append(kept, k), append(keptValues, values[i])
	}
	return joined(kept, keptValues), said
}

// ordered reads an object's fields in their order.
func ordered(raw json.RawMessage) (keys []string, values []json.RawMessage, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, nil, false
	}
	for dec.More() {
		t, err := dec.Token()
		key, isText := t.(string)
		var v json.RawMessage
		if err != nil || !isText || dec.Decode(&v) != nil {
			return nil, nil, false
		}
		keys, values = append(keys, key), append(values, v)
	}
	return keys, values, true
}

func joined(keys []string, values []json.RawMessage) json.RawMessage {
	p := &parser{}
	p.out.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			p.out.WriteByte(',')
		}
		p.write(k)
		p.out.WriteByte(':')
		p.out.Write(values[i])
	}
	p.out.WriteByte('}')
	return p.out.Bytes()
}

var (
	nameKeys = []string{"name", "tool", "tool_name", "function", "function_name", "recipient_name", "command", "action"}
	argKeys  = []string{"arguments", "args", "parameters", "params", "input", "tool_input", "kwargs"}
	listKeys = []string{"tool_calls", "tool_uses", "calls", "actions"}
	// invoked is click({…}), and <function=click>{…} of Llama.
	invoked = regexp.MustCompile(`(?:<function=)?([A-Za-z][A-Za-z_.-]{1,40})(?:\(|>)\s*$`)
)

// maxTries bounds how many brackets in a text are tried as the start of a call.
const maxTries = 64

// prose finds a tool call written as JSON in text. Several separate ones are
// no answer (one may be an example or an idea given up); a list of calls is.
func (o offer) prose(s string) []parsed {
	s = clip(s, maxArgs)
	var found [][]parsed
	for at, tries := 0, 0; at < len(s) && len(found) < 2 && tries < maxTries; {
		i := strings.IndexAny(s[at:], "{[")
		if i < 0 {
			break
		}
		at += i
		p := &parser{in: s[at:]}
		if err := p.value(0); err != nil || !json.Valid(p.out.Bytes()) {
			at++
			tries++
			continue
		}
		raw := p.out.Bytes()
		calls := o.shaped(raw, 0)
		if m := invoked.FindStringSubmatch(s[:at]); calls == nil && m != nil {
			calls = o.made(m[1], raw)
		}
		if calls != nil {
			found = append(found, calls)
		}
		at += max(1, p.at)
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// made is a call by name and arguments, nil when there is no such tool.
func (o offer) made(name string, args json.RawMessage) []parsed {
	if _, ok := o.name(name); !ok {
		return nil
	}
	calls, problem := o.call(model.ToolCall{Name: name, Args: string(args)})
	if problem != "" {
		return nil
	}
	return calls
}

// shaped recognises the shapes in which models write a call.
func (o offer) shaped(raw json.RawMessage, depth int) []parsed {
	if depth > 4 {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var calls []parsed
		for _, one := range list {
			c := o.shaped(one, depth+1)
			if c == nil {
				return nil
			}
			calls = append(calls, c...)
		}
		return calls
	}
	keys, values, ok := ordered(raw)
	if !ok {
		return nil
	}
	field := func(names []string) (json.RawMessage, string) {
		for _, n := range names {
			if i := slices.Index(keys, n); i >= 0 {
				return values[i], n
			}
		}
		return nil, ""
	}
	if v, key := field(listKeys); key != "" {
		return o.shaped(v, depth+1)
	}
	if len(keys) == 1 {
		if name, ok := o.name(keys[0]); ok {
			return o.made(name, values[0])
		}
	}
	v, nameKey := field(nameKeys)
	var name string
	if nameKey == "" {
		return nil
	}
	if json.Unmarshal(v, &name) != nil {
		return o.shaped(v, depth+1) // {"function":{"name":…,"arguments":…}}
	}
	if args, key := field(argKeys); key != "" {
		return o.made(name, args)
	}
	var rest []string
	var restValues []json.RawMessage
	for i, k := range keys {
		if k != nameKey && k != "type" && k != "id" {
			rest, restValues = append(rest, k), append(restValues, values[i])
		}
	}
	return o.made(name, joined(rest, restValues))
}

// clip cuts text to n bytes on a character boundary and makes it valid.
func clip(s string, n int) string {
	if len(s) <= n {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:n], "")
}

// raw is a reply as the report keeps it.
func rawReply(r *model.Response) string {
	var out strings.Builder
	out.WriteString(clip(cmp.Or(r.Text, r.Refusal), 3000))
	for _, c := range r.ToolCalls {
		fmt.Fprintf(&out, "\n%s(%s)", clip(c.Name, 100), clip(c.Args, 2000))
		if out.Len() > 6000 {
			break
		}
	}
	return clip(strings.TrimSpace(out.String()), 4000)
}
