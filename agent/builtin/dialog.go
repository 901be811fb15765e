package builtin

import (
	"fmt"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
)

// interrupted says what to do about an open native dialog when the next action, from sentence i on, is not its
// answer: an alert is acknowledged, for it has one button only; what asks a question is not answered by a guess.
func interrupted(o *agent.Observation, s *agent.State, i int) *agent.Decision {
	if o.Dialog == nil || answered(s, i) {
		return nil
	}
	if o.Dialog.Kind == "alert" {
		return call("dialog", 0, map[string]any{"accept": true})
	}
	n := 0
	if i < len(s.Sentences) {
		n = s.Sentences[i].N
	}
	return &agent.Decision{Refused: &agent.Refused{
		Sentence: n,
		Reason:   fmt.Sprintf("the browser asks %q (%s) and the case does not say what to answer", o.Dialog.Message, o.Dialog.Kind),
		Hint:     `Write "Accept the dialog." or "Dismiss the dialog." before it`,
	}}
}

// answered reports that the next action not yet done, checks aside, is about the dialog.
func answered(s *agent.State, i int) bool {
	for ; i < len(s.Sentences); i++ {
		sentence := s.Sentences[i]
		if s.Done[sentence.N] || sentence.Kind == language.Context || isCheck(s, sentence.N) {
			continue
		}
		return sentence.Step != nil && sentence.Step.Command == "dialog"
	}
	return false
}
