package agent

import (
	"context"
	"fmt"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

const pollEvery = 100 * time.Millisecond

// prover decides checks on the screen as it is; it is the commands' Prover and Conditions.
type prover struct {
	r *run
	o *Observation
}

// Prove evaluates checks in their order. A check that is not due, or a number the case does not have, is a *commands.Failure.
func (p prover) Prove(ctx context.Context, numbers []int, statement string) ([]commands.Proof, error) {
	r := p.r
	if len(numbers) == 0 {
		n := r.checkAbout(statement)
		if n == 0 {
			return nil, commands.Failf(commands.CheckNotDue, "no check of the case says %q", statement).
				WithHint("name the numbers of the checks; the case's checks are " + r.checkNumbers())
		}
		numbers = []int{n}
	}
	var proofs []commands.Proof
	for _, n := range numbers {
		c := r.checkOf(n)
		if c == nil {
			return proofs, commands.Failf(commands.CheckNotDue, "the case has no check %d", n).WithHint("the case's checks are " + r.checkNumbers())
		}
		if c.Status == Proven && (!r.trailing(n) || !r.changedSince(c.After)) {
			proofs = append(proofs, commands.Proof{Check: n, Evidence: *c.Evidence})
			continue
		}
		if missing, ok := r.actionsDone(n); !ok {
			return proofs, commands.Failf(commands.CheckNotDue, "check %d comes after sentence %d, which is not done yet: %s", n, missing, r.sentences[missing-1].Text)
		}
		e, err := r.evaluate(ctx, c, p.o)
		if err != nil {
			return proofs, err
		}
		proofs = append(proofs, commands.Proof{Check: n, Evidence: r.enter(c, e)})
	}
	return proofs, nil
}

// Holds evaluates a literal statement once.
func (p prover) Holds(ctx context.Context, statement string) (check.Evidence, error) {
	text, err := p.r.Memory.Resolve(statement)
	if err != nil {
		return check.Evidence{}, commands.Failf(commands.UnknownVariable, "%v", err)
	}
	form, refusal := language.ParseProposition(text)
	if refusal != nil {
		return check.Evidence{}, commands.Failf(commands.NotUnderstood, "%s", refusal.Reason).WithHint(refusal.Hint)
	}
	tree, err := p.r.treeNow(ctx)
	if err != nil {
		return check.Evidence{}, err
	}
	return check.Evaluate(*form, p.r.world(ctx, tree, *form)), nil
}

// evaluate decides one check: by its exact form, polled; for the rest by the judge.
func (r *run) evaluate(ctx context.Context, c *Check, o *Observation) (check.Evidence, error) {
	if e, skip := r.uncalled(ctx, c); skip {
		return e, nil
	}
	if c.Form == nil {
		return r.judge(ctx, c, o)
	}
	form, err := r.resolved(*c.Form)
	if err != nil {
		return check.Evidence{Answer: check.CannotTell, By: "code", Reason: err.Error()}, nil
	}
	stop := timed(&r.timings.Waits)
	e, err := r.poll(ctx, form, o)
	stop()
	if err != nil {
		return e, err
	}
	if e.Answer == check.CannotTell && r.Judge != nil && !c.Negative {
		return r.judge(ctx, c, o) // the form could be read but not applied to this page
	}
	return e, nil
}

// poll evaluates a form until it holds or the time-out is over; an absence
// must hold for a while on a page that has come to rest.
func (r *run) poll(ctx context.Context, form check.Form, o *Observation) (check.Evidence, error) {
	negative, storing := check.Negative(form), r.storing(form)
	quick := o != nil && o.Dialog == nil && !negative && !storing && o == r.last
	start, held := time.Now(), time.Time{}
	for {
		tree, seenAt := (*screen.Tree)(nil), (*Observation)(nil)
		if quick {
			tree, seenAt, quick = o.Tree, o, false
		} else {
			var err error
			if (negative && held.IsZero() || storing) && r.Device.App != nil {
				if err = r.quiet(ctx); err != nil {
					return check.Evidence{}, err
				}
			}
			if tree, err = r.treeNow(ctx); err != nil {
				return check.Evidence{}, err
			}
		}
		e := check.Evaluate(form, r.world(ctx, tree, form))
		if storing && r.stored[form.Name] {
			return r.illustrate(ctx, e, nil), nil
		}
		switch {
		case e.Answer == check.Holds && !negative:
			return r.illustrate(ctx, e, seenAt), nil
		case e.Answer == check.Holds:
			if held.IsZero() {
				held = time.Now()
			}
			if time.Since(held) >= r.NegativeHold {
				return r.illustrate(ctx, e, nil), nil
			}
		default:
			held = time.Time{}
			if time.Since(start) >= r.CheckTimeout {
				return r.illustrate(ctx, e, nil), nil
			}
		}
		if err := commands.Pause(ctx, pollEvery); err != nil {
			return check.Evidence{}, err
		}
	}
}

// quiet waits until the page has come to rest for longer than an observation needs.
func (r *run) quiet(ctx context.Context) error {
	return r.settled(ctx, platform.StableOptions{Quiet: 600 * time.Millisecond})
}

// settled waits for the page as o says; a dialog that covers it is no error.
func (r *run) settled(ctx context.Context, o platform.StableOptions) error {
	err := r.retryTransient(ctx, func() error {
		_, err := r.Device.App.WaitUntilStable(ctx, o)
		return err
	})
	if err != nil && r.dialogOpen(ctx) {
		return nil
	}
	return err
}

// illustrate adds address and picture to evidence.
func (r *run) illustrate(ctx context.Context, e check.Evidence, seenAt *Observation) check.Evidence {
	if seenAt != nil && seenAt.Ref != "" {
		e.Picture, e.URL = seenAt.Ref, seenAt.URL
		return e
	}
	if r.dialogOpen(ctx) {
		return e
	}
	p, err := r.Device.Screen.Screenshot(ctx)
	if err != nil {
		return e
	}
	tree, err := r.treeNow(ctx)
	if err != nil {
		return e // without the tree nobody knows what to paint over
	}
	if tree != nil {
		e.URL = tree.URL
	}
	e.Picture = r.keep(fmt.Sprintf("check-%03d-%d", len(r.attempts)+1, len(r.conversation)+r.evidenceCount()), r.paintOver(p, tree))
	return e
}

func (r *run) evidenceCount() int {
	n := 0
	for _, c := range r.checks {
		n += len(c.History)
	}
	return n
}

// treeNow is the element tree as it is; while a dialog covers the page, as it was.
func (r *run) treeNow(ctx context.Context) (*screen.Tree, error) {
	if r.Device.Elements == nil {
		return nil, nil
	}
	var tree *screen.Tree
	err := r.retryTransient(ctx, func() (err error) {
		tree, err = r.Device.Elements.Elements(ctx)
		return err
	})
	if err != nil && r.last != nil && (platform.ClassOf(err) == platform.Blocked || r.dialogOpen(ctx)) {
		return r.last.Tree, nil
	}
	if err == nil {
		r.seen.add(tree)
	}
	return tree, err
}
