package agent

import (
	"context"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
)

// ledger is where the run stands, derived from the recorded attempts. It is
// worked out anew only when something was recorded.
type ledger struct {
	fresh bool
	done  map[int]bool
	// held are sentences whose statement came to hold (a wait's, or that of an
	// "until"), and the number of attempts recorded then.
	held map[int]int
	// strays are attempts that repeat or undo what the case asks for, unasked.
	strays []int
	// gains counts the attempts of sentences that ask for several.
	gains int
	// amiss are attempts that succeeded at something else than their sentence asks for.
	amiss map[int]bool
}

// required says whether a sentence is an action that must be done.
func required(s language.Sentence) bool {
	return (s.Kind == language.Action || s.Kind == language.Unclear) && !s.Optional
}

// sentenceOf is the sentence a call serves: the one it names; of one that
// names none, the first that is not done when it can be seen to ask for such a command.
func (r *run) sentenceOf(c Call) int {
	if c.Sentence >= 1 && c.Sentence <= len(r.sentences) {
		return c.Sentence
	}
	n, ok := r.actionsDone(0)
	if ok || c.Name == "assert" {
		return 0
	}
	if step := r.sentences[n-1].Step; step != nil && servants[step.Command][c.Name] {
		return n
	}
	return 0
}

// done says which sentences have all they need.
func (r *run) done() map[int]bool {
	if !r.ledger.fresh {
		r.ledger.done, r.ledger.fresh = r.replayAttempts(), true
	}
	return r.ledger.done
}

// changedLedger says that where the run stands has to be worked out again.
func (r *run) changedLedger() { r.ledger.fresh = false }

// hold marks a wait or an "until" as fulfilled from now on.
func (r *run) hold(n int) {
	if _, ok := r.ledger.held[n]; !ok {
		r.ledger.held[n] = len(r.attempts)
		r.changedLedger()
	}
}

// replayAttempts goes through the attempts in their order. An attempt counts
// for its sentence only when all that must come before it had been done by then.
func (r *run) replayAttempts() map[int]bool {
	done, did := map[int]bool{}, map[int][]*GeneratedStep{}
	acted := map[string]int{} // what the case's own attempts acted on, and for which sentence
	r.ledger.strays, r.ledger.gains = nil, 0
	held := func(upTo int) {
		for _, s := range r.sentences {
			at, ok := r.ledger.held[s.N]
			if !ok || at > upTo || done[s.N] || !r.inOrder(s, done) {
				continue
			}
			done[s.N] = s.Step == nil || s.Step.Until == nil || r.fulfils(s, did[s.N])
		}
	}
	for i, a := range r.attempts {
		held(i)
		step, ok := a.(*GeneratedStep)
		if !ok || step.Passive {
			if ok && step.Command != "assert" && r.counts(step, done) {
				s := r.sentences[step.Sentence-1]
				did[s.N] = append(did[s.N], step)
				done[s.N] = done[s.N] || s.Step != nil && s.Step.Until == nil && r.fulfils(s, did[s.N]) || s.Step == nil
			}
			continue
		}
		if !r.counts(step, done) {
			r.astrayed(step, acted, done, did)
			continue
		}
		s := r.sentences[step.Sentence-1]
		did[s.N] = append(did[s.N], step)
		acted[key(step)] = s.N
		if s.Step != nil && (s.Step.Repeat > 1 || s.Step.Until != nil && step.Effect != "none") {
			r.ledger.gains++
		}
		if s.Step != nil && s.Step.Until != nil {
			continue // done once its statement holds
		}
		done[s.N] = done[s.N] || r.fulfils(s, did[s.N])
	}
	held(len(r.attempts))
	for _, c := range r.checks {
		done[c.N] = c.Status == Proven
	}
	return done
}

// counts reports that a successful attempt serves the sentence it names, and that this was its turn.
func (r *run) counts(step *GeneratedStep, done map[int]bool) bool {
	if step.Sentence < 1 || step.Sentence > len(r.sentences) || r.ledger.amiss[step.N] {
		return false
	}
	s := r.sentences[step.Sentence-1]
	if s.Kind == language.Context || r.checkOf(s.N) != nil || !r.inOrder(s, done) {
		return false
	}
	if s.Step != nil {
		if allowed, known := servants[s.Step.Command]; known && !allowed[step.Command] {
			return false // a navigation that says it fills in a field is a stray like any other
		}
	}
	return !done[s.N] || s.Step == nil || fills(s) && r.fulfils(s, []*GeneratedStep{step})
}

// inOrder reports that every action which must come before a sentence is done.
// Fields that are filled in one after the other may be filled in any order.
func (r *run) inOrder(s language.Sentence, done map[int]bool) bool {
	together := fills(s)
	for i := s.N - 2; i >= 0; i-- {
		before := r.sentences[i]
		if !required(before) || r.checkOf(before.N) != nil {
			together = together && before.Kind == language.Context
			continue
		}
		together = together && fills(before)
		if !together && !done[before.N] {
			return false
		}
	}
	return true
}

// fills reports a sentence that only puts a value into a field.
func fills(s language.Sentence) bool {
	if s.Step == nil || s.Step.Submit {
		return false
	}
	switch s.Step.Command {
	case "type", "select", "clear", "check", "uncheck":
		return true
	}
	return false
}

// evaluateUntil looks, at a new observation, whether what a sentence repeats until has come true.
func (r *run) evaluateUntil(ctx context.Context, o *Observation) {
	for _, s := range r.sentences {
		if s.Step == nil || s.Step.Until == nil || r.done()[s.N] || !r.tried(s.N) {
			continue
		}
		if r.evaluateOn(ctx, o.Tree, *s.Step.Until).Answer == check.Holds {
			r.hold(s.N)
		}
	}
}

func (r *run) tried(n int) bool {
	for _, a := range r.attempts {
		if g, ok := a.(*GeneratedStep); ok && g.Sentence == n && !r.ledger.amiss[g.N] {
			return true
		}
	}
	return false
}

// firstUndone is the number of the first sentence that still asks for something, 0 when none does.
func (r *run) firstUndone() int {
	done := r.done()
	for _, s := range r.sentences {
		if !done[s.N] && (required(s) || r.checkOf(s.N) != nil) {
			return s.N
		}
	}
	return 0
}

// actionsDone reports whether every required action before sentence n has been done; n 0 asks for all.
func (r *run) actionsDone(n int) (missing int, ok bool) {
	done := r.done()
	for _, s := range r.sentences {
		if n > 0 && s.N >= n {
			break
		}
		if required(s) && r.checkOf(s.N) == nil && !done[s.N] {
			return s.N, false
		}
	}
	return 0, true
}

// openBefore is the first check written before sentence n that is due and was
// never looked at: what is done for sentence n could falsify it.
func (r *run) openBefore(n int) *Check {
	for i := range r.checks {
		c := &r.checks[i]
		if c.N >= n || c.Status != Open {
			continue
		}
		if _, due := r.actionsDone(c.N); due {
			return c
		}
	}
	return nil
}

// conditions answers the conditions of the sentences that have one, on the screen as it is.
func (r *run) conditions(ctx context.Context, o *Observation) map[int]check.Answer {
	var answers map[int]check.Answer
	for _, s := range r.sentences {
		if s.Step == nil || s.Step.If == nil {
			continue
		}
		if answers == nil {
			answers = map[int]check.Answer{}
		}
		answers[s.N] = r.evaluateOn(ctx, o.Tree, *s.Step.If).Answer
	}
	return answers
}

// standing counts what has been achieved, each of "click 20 times" by itself; a run that makes progress raises it.
func (r *run) standing() int {
	n := 0
	for _, ok := range r.done() {
		if ok {
			n++
		}
	}
	return n + r.ledger.gains
}

// blame names the sentence the reason of the verdict is about.
func (r *run) blame(n int) {
	if r.about == 0 {
		r.about = n
	}
}
