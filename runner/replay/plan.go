package replay

import (
	"encoding/json"
	"fmt"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
)

// planned is one recorded step with the sentence of today it serves.
type planned struct {
	Step
	n        int // in the plan, 1-based
	sentence int
}

// plan lays the recorded steps out along the sentences of the case as it is now.
type plan struct {
	steps []planned
	// known says which sentences are as they were recorded.
	known map[int]bool
	align Alignment
}

func newPlan(s *Section, sentences []language.Sentence) *plan {
	texts := make([]string, len(sentences))
	for i, one := range sentences {
		texts[i] = one.Text
	}
	p := &plan{known: map[int]bool{}, align: Align(texts, s.Sentences)}
	for i, at := range p.align.At {
		if at < 0 {
			continue
		}
		n := sentences[i].N
		p.known[n] = true
		for _, step := range s.Sentences[at].Steps {
			p.steps = append(p.steps, planned{step, len(p.steps) + 1, n})
		}
	}
	return p
}

// from is the index of the first step that serves sentence n or a later one.
func (p *plan) from(n int) int {
	for i := range p.steps {
		if p.steps[i].sentence >= n {
			return i
		}
	}
	return len(p.steps)
}

// call is the step as the agent carries it out.
func (p *planned) call(s *agent.State) (agent.Call, error) {
	args, err := json.Marshal(p.With)
	if err != nil {
		return agent.Call{}, fmt.Errorf("step %d of the replay (%s): %w", p.n, p.Do, err)
	}
	if p.With == nil {
		args = []byte("{}")
	}
	again := &agent.Replayed{Step: p.n, Page: p.Page, Focus: p.Focus != nil, Words: p.words(s), Optional: p.Unasked || s.Sentences[p.sentence-1].Optional}
	if p.Focus != nil {
		again.Pins = []agent.Pin{{Description: agent.FocusPin, Fingerprint: *p.Focus}}
	}
	for _, t := range p.Targets {
		again.Pins = append(again.Pins, agent.Pin{Description: t.Called, Fingerprint: t.Is})
	}
	if p.Brings != nil {
		again.Brought = *p.Brings
	}
	c := agent.Call{Name: p.Do, Args: args, Sentence: p.sentence, Replay: again}
	if p.Unasked {
		c.Sentence = 0
	}
	return c, nil
}

// words is what the sentence itself calls the target of the step, "" when it does not say.
func (p *planned) words(s *agent.State) string {
	step := s.Sentences[p.sentence-1].Step
	if p.Unasked || step == nil || step.Target == nil || len(p.Targets) != 1 {
		return ""
	}
	switch {
	case step.Command == p.Do, p.Do == "click" && (step.Command == "check" || step.Command == "uncheck"),
		p.Do == "type" && step.Command == "clear", p.Do == "select" && step.Command == "type":
		return step.Phrase
	}
	return ""
}
