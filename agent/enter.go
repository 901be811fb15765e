package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
)

// enter records evidence for a check that is due, by the rules of proof, and
// answers what it is worth: a proof that came too late is none.
func (r *run) enter(c *Check, e check.Evidence) check.Evidence {
	e = r.maskEvidence(e)
	if c.Status == Open || c.Status == Undecided {
		e = r.doubted(e)
	}
	after := len(r.attempts)
	switch {
	case c.Status == Disproven && e.Answer == check.Holds && r.changedSince(c.After):
		// It held only after something else was done: the disproof stands.
		e.Answer = check.DoesNotHold
		e.Reason = fmt.Sprintf("%s; it held only after %s", c.disproof(), r.changesSince(c.After))
	case c.Status == Disproven && e.Answer == check.Holds:
		c.Status, c.After = Proven, after // it only took its time
	case c.Status == Disproven && e.Answer == check.CannotTell:
		r.note(c, e)
		return e // nothing new; the evidence against it stays the last word
	case c.Status == Disproven:
		// It stays disproven from the first time on.
	case c.Status == Proven && e.Answer == check.DoesNotHold:
		// It held when it was due; what undid it the case did not ask for.
		e.Answer = check.CannotTell
		e.Reason = fmt.Sprintf("it held after step %d and no longer after %s: %s", c.After, r.changesSince(c.After), e.Reason)
		c.Status, c.After = Undecided, after
	case c.Status == Proven && e.Answer == check.CannotTell:
		r.note(c, e)
		return e // a proven check stays proven
	case e.Answer == check.Holds:
		c.Status, c.After = Proven, after
	case e.Answer == check.DoesNotHold:
		c.Status, c.After = Disproven, after
	default:
		c.Status, c.After = Undecided, after
	}
	c.Evidence, c.Picture = &e, e.Picture
	r.note(c, e)
	return e
}

// note keeps what was found and tells whoever listens. The check is copied, as
// this one goes on changing.
func (r *run) note(c *Check, e check.Evidence) {
	c.History = append(c.History, CheckMoment{After: len(r.attempts), Due: true, Evidence: e})
	r.changedLedger()
	told := *c
	r.Progress(Event{Kind: CheckDone, Turn: r.turn, Check: &told})
}

// disproof is the reason the check was first found not to hold.
func (c *Check) disproof() string {
	for _, m := range c.History {
		if m.Evidence.Answer == check.DoesNotHold {
			return m.Evidence.Reason
		}
	}
	return c.Evidence.Reason
}

// uncalled answers for a check under a condition ("If X is visible, check that
// ...") that does not hold: there is nothing to check, which alone proves nothing.
func (r *run) uncalled(ctx context.Context, c *Check) (check.Evidence, bool) {
	s := r.sentences[c.N-1]
	if s.Step == nil || s.Step.If == nil || !s.Optional {
		return check.Evidence{}, false
	}
	tree, err := r.treeNow(ctx)
	if err != nil {
		return check.Evidence{}, false
	}
	if e := r.evaluateOn(ctx, tree, *s.Step.If); e.Answer == check.DoesNotHold {
		c.Negative = true
		e.Answer, e.Reason = check.Holds, "its condition does not hold, so there is nothing to check: "+e.Reason
		return e, true
	}
	return check.Evidence{}, false
}

// changedSince reports whether a command that may change the application was tried after the first n attempts.
func (r *run) changedSince(n int) bool {
	for _, a := range r.attempts[min(n, len(r.attempts)):] {
		if !a.Base().Passive {
			return true
		}
	}
	return false
}

// changesSince names those commands.
func (r *run) changesSince(n int) string {
	var did []string
	for _, a := range r.attempts[min(n, len(r.attempts)):] {
		if b := a.Base(); !b.Passive {
			did = append(did, b.Instruction)
		}
	}
	if len(did) > 3 {
		did = append(did[:3:3], fmt.Sprintf("%d more steps", len(did)-3))
	}
	return strings.Join(did, ", then ")
}
