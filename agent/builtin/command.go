package builtin

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
)

// call is a decision of one call.
func call(name string, sentence int, args map[string]any) *agent.Decision {
	raw, err := json.Marshal(args)
	if err != nil {
		return &agent.Decision{Malformed: err.Error()} // cannot be: the values are texts, numbers and lists of them
	}
	return &agent.Decision{Calls: []agent.Call{{Name: name, Args: raw, Sentence: sentence}}}
}

// waitForCondition waits until the condition of "when ..., do ..." holds.
func waitForCondition(s *agent.State, sentence language.Sentence) *agent.Decision {
	if repeats(s, sentence.N) > 0 || s.TurnsLeft <= 1 {
		return &agent.Decision{Refused: &agent.Refused{Sentence: sentence.N, Reason: "its condition did not come true"}}
	}
	return call("wait", sentence.N, map[string]any{"seconds": 1})
}

// command is a step of the builtin language as a call of the contract's commands.
func command(o *agent.Observation, s *agent.State, n int, step language.Step) *agent.Decision {
	args := map[string]any{}
	put := func(key string, value any, given bool) {
		if given {
			args[key] = value
		}
	}
	put("target", step.Phrase, step.Target != nil)
	switch step.Command {
	case "click":
		put("button", step.Button, step.Button != "")
		put("count", step.Count, step.Count > 1)
		put("modifiers", step.Modifiers, len(step.Modifiers) > 0)
		put("hold_ms", step.HoldMS, step.HoldMS > 0)
		return call("click", n, args)
	case "check", "uncheck":
		args["state"] = map[string]string{"check": "on", "uncheck": "off"}[step.Command]
		return call("click", n, args)
	case "type":
		if selects(o, step) {
			args["options"] = []string{step.Value}
			return call("select", n, args)
		}
		args["text"] = step.Value
		put("overwrite", false, step.Append)
		put("submit", true, step.Submit)
		return call("type", n, args)
	case "clear":
		args["text"] = ""
		return call("type", n, args)
	case "press":
		return call("press", n, map[string]any{"keys": []string{step.Value}})
	case "select":
		if step.TextRange {
			args["text"] = strings.Join(step.Values, " ")
		} else {
			args["options"] = step.Values
		}
		return call("select", n, args)
	case "drag":
		put("to", step.ToPhrase, step.To != nil)
		if step.To == nil {
			return notYet(n, "a slider cannot be dragged to a number", "Press an arrow key several times instead")
		}
		return call("drag", n, args)
	case "scroll":
		return scroll(n, step, args)
	case "navigate":
		return navigate(o, n, step)
	case "back":
		put("direction", step.Direction, step.Direction != "")
		return call("back", n, args)
	case "dialog":
		put("text", step.Value, step.Value != "")
		args["accept"] = step.Accept
		return call("dialog", n, args)
	case "upload":
		args["files"] = []string{step.Value}
		return call("upload", n, args)
	case "switch-tab":
		if step.Value == "close" {
			return call("switch-tab", n, map[string]any{"which": "current", "close": true})
		}
		return call("switch-tab", n, map[string]any{"which": step.Value})
	case "read":
		delete(args, "target")
		args["description"], args["variable"] = step.Phrase, step.Variable
		put("description", "page", step.Phrase == "")
		put("pattern", step.Pattern, step.Pattern != "")
		return call("read", n, args)
	case "save-clipboard":
		return call("save-clipboard", n, map[string]any{"variable": step.Variable})
	case "wait":
		wait := map[string]any{}
		if step.Value != "" {
			wait["seconds"] = json.Number(atMost(step.Value))
		} else if step.Form == nil {
			wait["seconds"] = 1
		}
		return call("wait", n, wait)
	default: // hover, refresh, hide-keyboard
		return call(step.Command, n, args)
	}
}

// atMost is a number of seconds as one call of wait takes it; the rest is waited in further ones.
func atMost(seconds string) string {
	if f, err := strconv.ParseFloat(seconds, 64); err == nil && f > longestWait {
		return strconv.Itoa(longestWait)
	}
	return seconds
}

const longestWait = 30

func notYet(n int, reason, hint string) *agent.Decision {
	return &agent.Decision{Refused: &agent.Refused{Sentence: n, Reason: reason, Hint: hint}}
}

func scroll(n int, step language.Step, args map[string]any) *agent.Decision {
	if step.Direction == "" && step.Form == nil && step.Pixels == 0 {
		return call("hover", n, args) // bringing it into view is all that is asked
	}
	if step.Direction != "" {
		args["direction"] = step.Direction
	}
	if step.Pixels > 0 {
		args["pixels"] = step.Pixels
	}
	if step.Form != nil {
		statement := says(*step.Form)
		if statement == "" {
			return notYet(n, "scrolling ends when a text or an element is there", `Write: Scroll down until "..." is visible`)
		}
		args["until"] = statement
		if step.Direction == "" {
			args["direction"] = "down"
		}
	}
	return call("scroll", n, args)
}

// selects reports that what the sentence calls typing is choosing: the field is a select.
func selects(o *agent.Observation, step language.Step) bool {
	if o.Tree == nil || step.Target == nil {
		return false
	}
	f := o.Tree.Find(*step.Target, screen.VerbSelect)
	return f.Match != nil && o.Tree.Nodes[f.Match.Index].Tag == "select"
}

// navigate goes to an address as written; a page that is only named is reached by a link of that name.
func navigate(o *agent.Observation, n int, step language.Step) *agent.Decision {
	if isAddress(step.Value) {
		return call("navigate", n, map[string]any{"url": step.Value})
	}
	if o.Tree != nil {
		for _, q := range []screen.Query{{Name: step.Value, Kind: "link"}, {Name: step.Value, Kind: "tab"}, {Name: step.Value, Kind: "button"}} {
			if f := o.Tree.Find(q, screen.VerbClick); f.Match != nil {
				return call("click", n, map[string]any{"target": step.Value + " " + q.Kind})
			}
		}
	}
	path := "/" + strings.Join(strings.Fields(strings.ToLower(step.Value)), "-")
	return call("navigate", n, map[string]any{"url": path})
}

func isAddress(s string) bool {
	return strings.Contains(s, "/") || strings.HasPrefix(s, "{{") || strings.Contains(s, ".") && !strings.Contains(s, " ") || strings.HasPrefix(s, "localhost")
}

// says is a form in the words of the builtin language, "" when it has none for it.
func says(f check.Form) string {
	switch {
	case f.Negated:
		return ""
	case f.Kind == check.Text && f.Subject == nil:
		return fmt.Sprintf("the page shows %q", f.Value)
	case f.Kind == check.Visible && f.Subject != nil:
		return screen.Phrase(*f.Subject) + " is visible"
	}
	return ""
}
