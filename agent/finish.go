package agent

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/verdict-run/verdict/commands"
)

// loopWords in the decider's own reasoning raise the loop flag; only a flag, it decides nothing.
var loopWords = regexp.MustCompile(`(?i)\b(loop|stuck|no progress|repeating|repeated)`)

// finished is the execution-finished tool. A success that is not borne out is
// handed back once; what code can decide it decides here, whatever is claimed.
func (r *run) finished(ctx context.Context, success bool, reasoning string) (string, error) {
	r.words = r.Memory.Mask(reasoning)
	if err := r.outlast(ctx); err != nil {
		return "", err
	}
	if err := r.proveOpen(ctx); err != nil {
		return "", err
	}
	if r.ended {
		return "", nil
	}
	if success {
		if open := r.missing(); open != "" && !r.disproved() && !r.refused {
			r.refused = true
			return "Not accepted, as the case is not finished: " + open + ". Do what is missing, or finish again with success: false and say why.", nil
		}
	} else if loopWords.MatchString(reasoning) {
		r.loop = true
	}
	r.finish = FinishSuccess
	r.end(func(f *Facts) { f.Finished, f.FinishSuccess = true, success })
	return "Finished.", nil
}

// lasting is how long a value that was set must have stood before it counts as
// kept: a framework takes a moment to put the old one back.
const lasting = 600 * time.Millisecond

// outlast looks once more, late enough, at the values that the last step set.
func (r *run) outlast(ctx context.Context) error {
	if len(r.watches) == 0 {
		return nil
	}
	b := r.attempts[r.watches[0].n-1].Base()
	until := b.Started.Add(b.Took + lasting)
	if !r.last.taken.Before(until) {
		return nil // it was looked at since
	}
	if err := commands.Pause(ctx, time.Until(until)); err != nil {
		return err
	}
	_, err := r.observe(ctx)
	return err
}

// proveOpen evaluates every check that is due and was not proven.
func (r *run) proveOpen(ctx context.Context) error {
	for i := range r.checks {
		c := &r.checks[i]
		if _, due := r.actionsDone(c.N); !due || c.Status == Proven || r.ended {
			continue
		}
		if c.Status != Open && !r.changedSince(c.After) {
			continue // it was looked at on this very screen
		}
		e, err := r.evaluate(ctx, c, r.last)
		if err != nil {
			return err
		}
		r.enter(c, e)
	}
	return nil
}

// missing says what keeps a success from being accepted, "" when nothing does.
func (r *run) missing() string {
	var parts []string
	done := r.done()
	for _, s := range r.sentences {
		if required(s) && r.checkOf(s.N) == nil && !done[s.N] {
			parts = append(parts, fmt.Sprintf("sentence %d is not done (%s)", s.N, s.Text))
		}
	}
	for _, c := range r.checks {
		if c.Status != Proven {
			why := "it was not proven"
			if c.Evidence != nil {
				why = c.Evidence.Reason
			}
			parts = append(parts, fmt.Sprintf("check %d is open (%s): %s", c.N, c.Statement, why))
		}
	}
	return strings.Join(parts, "; ")
}

func (r *run) disproved() bool {
	for _, c := range r.checks {
		if c.Status == Disproven {
			return true
		}
	}
	return false
}

// settle ends the loop: the effect of the last step is looked at, and checks
// written after the last action are evaluated again when something was done since.
func (r *run) settle(ctx context.Context) {
	if r.facts.Infra != "" || r.facts.Cancelled != "" || ctx.Err() != nil {
		return
	}
	if r.pending != nil {
		if _, err := r.observe(ctx); err != nil {
			r.lost(ctx, err)
			return
		}
	}
	for i := range r.checks {
		c := &r.checks[i]
		if c.Status != Proven || !r.trailing(c.N) || !r.changedSince(c.After) {
			continue
		}
		e, err := r.evaluate(ctx, c, r.last)
		if err != nil {
			r.lost(ctx, err)
			return
		}
		r.enter(c, e)
	}
}

// lost notes a device that gave up after the run had ended: what was to be
// looked at once more could not be. It takes a success back; any other end keeps its reason.
func (r *run) lost(ctx context.Context, err error) {
	if !r.facts.Finished {
		return
	}
	r.ended = false
	r.stopped(ctx, err)
}

// close reports what is still pending to whoever listens.
func (r *run) close() {
	if r.pending != nil {
		b := r.pending.attempt.Base()
		r.pending = nil
		r.Progress(Event{Kind: StepDone, Turn: b.Turn, Attempt: r.attempts[b.N-1]})
	}
}

// conclude completes the facts with where the checks and actions stand.
func (r *run) conclude() Facts {
	f := r.facts
	missing, done := r.actionsDone(0)
	f.ActionsDone = done
	f.Checks = len(r.checks)
	f.OnlyNegatives = f.Checks > 0
	for _, c := range r.checks {
		if !c.Negative {
			f.OnlyNegatives = false
		}
		switch c.Status {
		case Proven:
			f.ChecksProven++
		case Disproven:
			if f.Disproof == "" {
				f.Disproof = fmt.Sprintf("check %d does not hold (%s): %s", c.N, c.Statement, c.Evidence.Reason)
				r.about = c.N
			}
		case Undecided:
			if f.Undecided == "" {
				f.Undecided = fmt.Sprintf("check %d could not be decided (%s): %s", c.N, c.Statement, c.Evidence.Reason)
				r.blame(c.N)
			}
		case Open:
		}
	}
	if !done && f.Blocked == "" {
		r.blame(missing)
		f.Blocked = fmt.Sprintf("sentence %d was not done (%s)", missing, r.sentences[missing-1].Text)
		if why := r.lastError(missing); why != "" {
			f.Blocked += ": " + why
		}
		if r.words != "" {
			f.Blocked += fmt.Sprintf(". The agent says: %s", r.words)
		}
	}
	return f
}

// lastError is why the last attempt for a sentence failed.
func (r *run) lastError(n int) string {
	for i := len(r.attempts) - 1; i >= 0; i-- {
		if f, ok := r.attempts[i].(*FailedStep); ok && f.Sentence == n {
			if f.Hint != "" {
				return f.Error + " (" + f.Hint + ")"
			}
			return f.Error
		}
	}
	return ""
}
