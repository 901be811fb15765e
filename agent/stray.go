package agent

import (
	"fmt"

	"github.com/verdict-run/verdict/agent/check"
)

// key names what an attempt acted on, across reloads of the page.
func key(step *GeneratedStep) string {
	if len(step.Targets) == 0 {
		return step.Command
	}
	if n := step.Targets[0].Node; n != nil {
		return n.Role + "|" + n.Name
	}
	return step.Targets[0].Description
}

// astrayed looks at an attempt no sentence asks for. Steps on the way (closing
// a banner, opening a menu) are harmless; harm is done by overwriting a field
// the case filled, by doing one of its actions once more, and by going to another page.
func (r *run) astrayed(step *GeneratedStep, acted map[string]int, done map[int]bool, did map[int][]*GeneratedStep) {
	n, known := acted[key(step)]
	quiet := step.Effect == "none" && len(step.Faults) == 0 && step.Command != "type" // a password shows no effect
	switch {
	case len(acted) == 0 || quiet:
		return // nothing of the case was done yet, or nothing came of it
	case known && fills(r.sentences[n-1]) && !r.committed(n, done):
		done[n], did[n] = false, nil // to be filled in again before it is sent
		return
	case known && fills(r.sentences[n-1]) && !askedOf(step).Submit:
		return // what was sent is sent
	case known, step.Command == "navigate", step.Command == "back", step.Command == "refresh", presses(step, "Enter"), askedOf(step).Submit:
		r.ledger.strays = append(r.ledger.strays, step.N)
	}
}

// committed reports that an action other than filling in fields was done after sentence n.
func (r *run) committed(n int, done map[int]bool) bool {
	for _, s := range r.sentences[n:] {
		if done[s.N] && required(s) && !fills(s) {
			return true
		}
	}
	return false
}

func presses(step *GeneratedStep, chord string) bool {
	for _, k := range askedOf(step).Keys {
		if sameChord(k, chord) {
			return true
		}
	}
	return false
}

// doubted takes the certainty from what is seen after a stray: whether a check
// holds or not, it can no longer be laid to what the case asks for.
func (r *run) doubted(e check.Evidence) check.Evidence {
	r.done()
	if len(r.ledger.strays) == 0 || e.Answer == check.CannotTell {
		return e
	}
	b := r.attempts[r.ledger.strays[0]-1].Base()
	e.Reason = fmt.Sprintf("it %s, but only after step %d (%s), which the case does not ask for: %s", e.Answer, b.N, b.Instruction, e.Reason)
	e.Answer = check.CannotTell
	return e
}
