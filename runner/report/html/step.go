package html

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/screen"
)

type stepView struct {
	Key           string
	N, Sentence   int
	Icon, Text    string
	OK            bool
	Outcome       []string
	Error         []string
	Name, Hint    string   // of the error, and what to do
	Effect, More  []string // the first few effects, and the others
	Notes, Faults []string
	Recall        string // how a recorded step went, "" when as recorded
	Target, URL   string
	Took, Spent   string
	Params, Raw   string
	Before, After *picture
}

// shown is how many effects of a step are shown at once.
const shown = 4

func newStep(g gallery, key string, a agent.StepAttempt) stepView {
	b := a.Base()
	v := stepView{Key: fmt.Sprintf("%s-step-%d", key, b.N), N: b.N, Sentence: b.Sentence, Icon: b.Icon, Text: b.Instruction, Notes: b.Notes, Faults: b.Faults, Took: short(b.Took), URL: b.URL}
	if v.Text == "" {
		v.Text = b.Command
	}
	v.Params = indented(b.Params)
	switch s := a.(type) {
	case *agent.GeneratedStep:
		v.OK, v.Outcome = true, lines(s.Outcome)
		if s.Reformatted {
			v.Notes = append(v.Notes[:len(v.Notes):len(v.Notes)], "the page rewrote the value without changing what it says")
		}
	case *agent.FailedStep:
		v.Error, v.Name, v.Hint, v.Raw = lines(s.Error), s.ErrorName, s.Hint, s.RawInput
	}
	v.Recall = b.Replay.String()
	v.effect(b)
	v.pictures(g, b)
	if len(b.Targets) > 0 {
		t := b.Targets[0]
		v.Target = t.Label() + ", " + foundBy(t.By)
	}
	var calls []agent.UsageSum
	for _, u := range b.Usage {
		calls = append(calls, agent.UsageSum{Role: u.Role, Model: u.Model, Usage: u.Usage, CostUSD: u.CostUSD})
	}
	v.Spent = spent(calls)
	return v
}

// effect leaves out what says nothing: a look changes nothing by itself.
func (v *stepView) effect(b *agent.AttemptBase) {
	if b.Command == "assert" && (b.Effect == "none" || b.Effect == "only the picture changed") {
		return
	}
	v.Effect = parts(b.Effect)
	if len(v.Effect) > shown+1 {
		v.Effect, v.More = v.Effect[:shown], v.Effect[shown:]
	}
}

// pictures are those before and after, with the target marked; a check has its evidence instead.
func (v *stepView) pictures(g gallery, b *agent.AttemptBase) {
	if b.Command == "assert" {
		return
	}
	var boxes []screen.Box
	for _, t := range b.Targets {
		boxes = append(boxes, t.Box)
	}
	v.Before = g.load(b.Before, "before", fmt.Sprintf("Before step %d: %s", b.N, v.Text)).boxes(boxes)
	if v.Before != nil {
		for _, t := range b.Targets {
			v.Before.point(t.Point)
		}
	}
	v.After = g.load(b.After, "after", fmt.Sprintf("After step %d: %s", b.N, v.Text))
}

// indented is JSON for reading, "" for none or an empty object.
func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return string(raw)
	}
	if s := b.String(); s != "{}" && s != "null" {
		return s
	}
	return ""
}
