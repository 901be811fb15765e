package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/runner/replay"
	"github.com/verdict-run/verdict/testcases"
)

// blocks are the sentences of the case with what the record has for them.
func blocks(c *testcases.Case, s *replay.Section) []Block {
	sentences := language.Split(c.Body)
	texts := make([]string, len(sentences))
	for i := range sentences {
		texts[i] = sentences[i].Text
	}
	at := replay.Align(texts, s.Sentences).At
	b := builder{subjects: subjectsOf(s)}
	var out []Block
	for i, one := range sentences {
		if at[i] < 0 {
			out = append(out, Block{one.Text, []Action{Unsupported{"it is not in the record: run the case with --update-replays"}}})
			continue
		}
		b.rest = following(s.Sentences[at[i]:])
		out = append(out, Block{one.Text, b.sentence(one, s.Sentences[at[i]])})
	}
	return out
}

// builder turns sentences into actions, one after the other.
type builder struct {
	subjects subjects
	rest     []replay.Step // from the sentence at hand on
}

// following are the steps of these sentences.
func following(s []replay.Sentence) []replay.Step {
	var out []replay.Step
	for _, one := range s {
		out = append(out, one.Steps...)
	}
	return out
}

func (b *builder) sentence(s language.Sentence, r replay.Sentence) []Action {
	var out []Action
	for _, step := range r.Steps {
		b.rest = b.rest[1:]
		var own *language.Step
		if !step.Unasked {
			own = s.Step
		}
		as := b.brought(step, b.step(step, own))
		if step.Unasked || s.Optional {
			as = optional(step, as)
		}
		out = append(out, as...)
	}
	switch {
	case r.Check == "judge":
		return append(out, Unsupported{"a model decided this check; no assertion says the same"})
	case r.Check != "":
		return append(out, b.check(s)...)
	case len(r.Steps) > 0:
		return out
	}
	return append(out, b.silent(s)...)
}

// silent is a sentence that left no step: a wait, or what needed none.
func (b *builder) silent(s language.Sentence) []Action {
	switch {
	case s.Step == nil || s.Kind == language.Context:
		return nil // it asked for nothing
	case s.Step.Command == "wait" && s.Step.Form != nil:
		return b.form(*s.Step.Form)
	case s.Step.Command == "wait":
		return []Action{Wait{wait(s.Step.Value)}}
	case s.Optional:
		return []Action{Unsupported{"its condition did not hold when it was recorded, so nothing is recorded for it"}}
	}
	return []Action{Unsupported{"it left no step in the record"}}
}

// wait reads seconds; without them the wait is for the page, which locators do by themselves.
func wait(value string) int {
	f, err := strconv.ParseFloat(value, 64)
	if err != nil || f < 0 || f > 1e6 {
		return 0
	}
	return int(time.Duration(f * float64(time.Second)).Milliseconds())
}

// optional guards what may not come.
func optional(step replay.Step, as []Action) []Action {
	if len(step.Targets) == 0 {
		return as
	}
	l, why := recorded(step.Targets[0].Is, nil)
	if why != "" {
		return as
	}
	return []Action{Optional{l, as}}
}

// brought adds what the step brings: before it the answer to a dialog, around it the tab, after it the page.
func (b *builder) brought(step replay.Step, as []Action) []Action {
	if step.Brings == nil {
		return as
	}
	switch opened := step.Brings.Opened; opened {
	case "", "download":
	case "tab":
		as = []Action{Opens{as}}
	default:
		answer := Answers{Accept: true}
		if i := slices.IndexFunc(b.rest, func(s replay.Step) bool { return s.Do == "dialog" }); i >= 0 {
			answer.Accept, _ = b.rest[i].With["accept"].(bool)
			answer.Text = Text(text(b.rest[i].With, "text"))
		}
		return append([]Action{answer}, as...)
	}
	if page := step.Brings.Page; page != "" {
		as = append(as, ExpectPage{Is: "url", Pattern: Pattern{Address, Text(page)}})
	}
	return as
}

// step is one recorded command.
func (b *builder) step(s replay.Step, own *language.Step) []Action {
	if s.Ask != "" {
		return []Action{Unsupported{s.Ask}}
	}
	var at []Locator
	for _, t := range s.Targets {
		l, why := recorded(t.Is, own)
		if why != "" {
			return []Action{Unsupported{t.Called + ": " + why}}
		}
		own = nil // the place belongs to the first one
		at = append(at, l)
	}
	switch s.Do {
	case "click", "type", "select", "hover", "drag", "upload", "read":
		if len(at) == 0 {
			return []Action{Unsupported{"the record does not say where to " + s.Do}}
		}
		return onTarget(s, at)
	case "press":
		return keys(s)
	case "scroll":
		return scroll(s, at)
	case "navigate":
		url := text(s.With, "url")
		if !strings.HasPrefix(url, "/") && !strings.Contains(url, "://") && !strings.HasPrefix(url, "{{") {
			return []Action{Unsupported{fmt.Sprintf("the address %q is relative to the page it is opened from", url)}}
		}
		return []Action{Goto{Text(url)}}
	case "back":
		if text(s.With, "direction") == "forward" {
			return []Action{Move{"forward"}}
		}
		return []Action{Move{"back"}}
	case "refresh":
		return []Action{Move{"reload"}}
	case "dialog":
		return []Action{Answered{}}
	case "switch-tab":
		closing, _ := s.With["close"].(bool)
		if which := text(s.With, "which"); which != "new" {
			return []Action{SwitchTab{Text(which), closing}}
		}
		return nil // the step that opened it has gone there
	case "save-clipboard":
		return []Action{Read{Variable: text(s.With, "variable")}}
	}
	return []Action{Unsupported{fmt.Sprintf("the command %q has no counterpart", s.Do)}}
}

func text(with map[string]any, key string) string {
	s, _ := with[key].(string)
	return s
}

func number(with map[string]any, key string) int {
	n, _ := with[key].(int)
	return n
}

func list(with map[string]any, key string) []string {
	items, _ := with[key].([]any)
	var out []string
	for _, i := range items {
		out = append(out, fmt.Sprint(i))
	}
	return out
}

// texts are the entries as templates.
func texts(in []string) []Text {
	out := make([]Text, len(in))
	for i, s := range in {
		out[i] = Text(s)
	}
	return out
}
