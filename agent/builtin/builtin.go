// Package builtin is the offline decider: it carries out literal instructions and says "I cannot" for the rest.
package builtin

import (
	"context"
	"fmt"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
)

// Decider reads the plan from the sentences and where it stands from the
// recorded attempts; it holds nothing itself.
type Decider struct{}

// New is the builtin decider.
func New() Decider { return Decider{} }

// Name is "builtin".
func (Decider) Name() string { return "builtin" }

// Next is the next literal instruction, a refusal, or the finish.
func (Decider) Next(_ context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
	if d := interrupted(o, s, start(s)); d != nil {
		return d, nil
	}
	for i := start(s); i < len(s.Sentences); i++ {
		sentence := s.Sentences[i]
		if s.Done[sentence.N] || sentence.Kind == language.Context {
			continue
		}
		if isCheck(s, sentence.N) {
			if d := checks(s, i); d != nil {
				return d, nil
			}
			continue
		}
		if passOver(s, sentence) {
			continue
		}
		return action(o, s, sentence), nil
	}
	return finish(s), nil
}

// start is the index of the first sentence after the last one that was
// served; what was passed over before it stays passed over.
func start(s *agent.State) int {
	last := 0
	for _, a := range s.Attempts {
		if b := a.Base(); b.Sentence > last && s.Done[b.Sentence] {
			last = b.Sentence
		}
	}
	return last
}

func isCheck(s *agent.State, n int) bool { return s.Check(n) != nil }

// checks asserts the open checks that stand in a row from sentence i on, in one
// call; nil when there is none left to look at.
func checks(s *agent.State, i int) *agent.Decision {
	var numbers []int
	for ; i < len(s.Sentences); i++ {
		sentence := s.Sentences[i]
		if sentence.Kind == language.Context {
			continue
		}
		c := s.Check(sentence.N)
		if c == nil {
			break
		}
		switch c.Status {
		case agent.Open:
			if c.Form == nil {
				if len(numbers) > 0 {
					return call("assert", numbers[0], map[string]any{"checks": numbers})
				}
				return refuse(sentence)
			}
			numbers = append(numbers, c.N)
		case agent.Disproven:
			return finish(s) // nothing after it can change the verdict
		case agent.Proven, agent.Undecided:
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	return call("assert", numbers[0], map[string]any{"checks": numbers})
}

// passOver reports that an action under a condition is not called for.
func passOver(s *agent.State, sentence language.Sentence) bool {
	return sentence.Step != nil && sentence.Step.If != nil && sentence.Optional && s.Conditions[sentence.N] != check.Holds
}

// action is one literal action. One that failed is not tried again: the
// commands have polled and tried the other ways that are safe.
func action(o *agent.Observation, s *agent.State, sentence language.Sentence) *agent.Decision {
	if sentence.Step == nil {
		return refuse(sentence)
	}
	if f := failedLast(s, sentence.N); f != nil {
		return &agent.Decision{Refused: &agent.Refused{Sentence: sentence.N, Reason: f.Error, Hint: f.Hint}}
	}
	if most := max(maxRepeats, sentence.Step.Repeat); repeats(s, sentence.N) >= most {
		return &agent.Decision{Refused: &agent.Refused{Sentence: sentence.N, Reason: fmt.Sprintf("it was repeated %d times in vain", most)}}
	}
	step := *sentence.Step
	if step.If != nil && !sentence.Optional && s.Conditions[sentence.N] != check.Holds {
		return waitForCondition(s, sentence)
	}
	return command(o, s, sentence.N, step)
}

// maxRepeats caps "until".
const maxRepeats = 40

func repeats(s *agent.State, n int) int {
	count := 0
	for _, a := range s.Attempts {
		if a.Base().Sentence == n {
			count++
		}
	}
	return count
}

// failedLast is the failure of the last attempt for a sentence, nil when it succeeded or there is none.
func failedLast(s *agent.State, n int) *agent.FailedStep {
	for i := len(s.Attempts) - 1; i >= 0; i-- {
		if s.Attempts[i].Base().Sentence == n {
			f, _ := s.Attempts[i].(*agent.FailedStep)
			return f
		}
	}
	return nil
}

func refuse(sentence language.Sentence) *agent.Decision {
	r := &agent.Refused{Sentence: sentence.N, Reason: "it is not a literal instruction", Hint: "Rewrite it as one literal action or check, or use a model"}
	if sentence.Refusal != nil {
		r.Reason, r.Hint = sentence.Refusal.Reason, sentence.Refusal.Hint
	}
	return &agent.Decision{Refused: r}
}

// finish ends the run and claims no more than the record shows.
func finish(s *agent.State) *agent.Decision {
	open := 0
	for _, c := range s.Checks {
		if c.Status != agent.Proven {
			open++
		}
	}
	if open > 0 {
		return call("execution-finished", 0, map[string]any{"success": false, "reasoning": fmt.Sprintf("%d of %d checks were not shown to hold", open, len(s.Checks))})
	}
	return call("execution-finished", 0, map[string]any{"success": true, "reasoning": "every sentence was carried out and every check held"})
}
