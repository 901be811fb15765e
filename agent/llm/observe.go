package llm

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/prompts"
	"github.com/verdict-run/verdict/platform"
)

// sentences are the case as prompts show it; what has a check is a check.
func sentences(s *agent.State) []prompts.Sentence {
	checks := map[int]bool{}
	for _, c := range s.Checks {
		checks[c.N] = true
	}
	out := make([]prompts.Sentence, len(s.Sentences))
	for i, x := range s.Sentences {
		out[i] = prompts.Sentence{
			N: x.N, Text: strings.TrimSpace(x.Text), Optional: x.Optional,
			Action: x.Kind == language.Action, Check: x.Kind == language.Check || checks[x.N],
		}
	}
	return out
}

// turn is what varies from step to step. Of the tree only the items go into a prompt: they are masked.
func (d *Decider) turn(o *agent.Observation, s *agent.State, shot *shot, room int) prompts.TurnData {
	t := prompts.TurnData{
		Turn: o.Turn, TurnsLeft: s.TurnsLeft, TimeLeft: s.TimeLeft, Picture: shot.words(),
		Variables: o.Variables, Notes: s.Messages, Attempts: attempts(s.Attempts, o.Change != ""),
		Effect: o.Change, Dialog: dialog(o.Dialog), Unstable: unstable(o.Stable),
		URL: o.URL, Title: o.Title, Status: o.Status, Tabs: tabs(o.Tabs), Downloads: downloads(o.Downloads),
		Faults: faults(o), Dropped: o.FaultsDropped, Room: room,
	}
	if d.agent.list() {
		t.Elements, t.LeftOut = lines(o), o.LeftOut
	}
	for _, x := range s.Sentences {
		switch {
		case x.Kind != language.Action:
		case s.Done[x.N]:
			t.Done = append(t.Done, x.N)
		case !x.Optional:
			t.ToDo = append(t.ToDo, x.N)
		}
	}
	for _, c := range s.Checks {
		t.Checks = append(t.Checks, prompts.CheckLine{N: c.N, Status: string(c.Status)})
	}
	return t
}

// attempts are the history; the effect of the last one stands apart when it is known.
func attempts(all []agent.StepAttempt, effectApart bool) []prompts.Attempt {
	out := make([]prompts.Attempt, 0, len(all))
	for i, a := range all {
		b := a.Base()
		p := prompts.Attempt{N: b.N, Sentence: b.Sentence, Instruction: b.Instruction, Effect: b.Effect}
		if p.Instruction == "" {
			p.Instruction = b.Command
		}
		if effectApart && i == len(all)-1 {
			p.Effect = ""
		}
		switch x := a.(type) {
		case *agent.GeneratedStep:
			p.Outcome = x.Outcome
		case *agent.FailedStep:
			p.Failed, p.ErrorName, p.Error, p.Hint = true, x.ErrorName, x.Error, x.Hint
		}
		if len(b.Notes) > 0 {
			p.Outcome = strings.TrimPrefix(p.Outcome+"; "+strings.Join(b.Notes, "; "), "; ")
		}
		out = append(out, p)
	}
	return out
}

func dialog(d *platform.Dialog) string {
	if d == nil {
		return ""
	}
	out := fmt.Sprintf("%s %q", d.Kind, d.Message)
	if d.Default != "" {
		out += fmt.Sprintf(", default %q", d.Default)
	}
	return out
}

func unstable(s platform.Stability) string {
	switch {
	case s.Stable || s.Waited == 0 && s.Reason == "": // no wait was made
		return ""
	case s.Reason == "":
		return "the screen"
	default:
		return s.Reason
	}
}

// tabs are worth a line only when there are several.
func tabs(all []platform.Tab) []string {
	if len(all) < 2 {
		return nil
	}
	out := make([]string, len(all))
	for i, t := range all {
		mark := ""
		if t.Active {
			mark = "active "
		}
		title := t.Title
		if title == "" {
			title = t.URL
		}
		out[i] = fmt.Sprintf("%d %s%q", i+1, mark, title)
	}
	return out
}

func downloads(all []platform.Download) []string {
	out := make([]string, len(all))
	for i, d := range all {
		out[i] = fmt.Sprintf("%s (%d bytes)", d.Name, d.Size)
		if d.Err != "" {
			out[i] = fmt.Sprintf("%s (failed: %s)", d.Name, d.Err)
		}
	}
	return out
}

// compact writes a schema without what only a validator needs.
func compact(s *jsonschema.Schema) (json.RawMessage, error) {
	c := s.CloneSchemas()
	strip(c)
	raw, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encoding the schema: %w", err)
	}
	return raw, nil
}

func strip(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.AdditionalProperties = nil
	s.MaxLength, s.MaxItems, s.MinItems = nil, nil, nil // checked when it comes back; models keep to them anyway
	for _, p := range s.Properties {
		strip(p)
	}
	strip(s.Items)
}
