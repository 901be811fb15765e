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
		r.enter(c, e)
		proofs = append(proofs, commands.Proof{Check: n, Evidence: e})
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

// enter records evidence for a check that is due, by the rules of proof.
func (r *run) enter(c *Check, e check.Evidence) {
	e = r.maskEvidence(e)
	after := len(r.attempts)
	switch e.Answer {
	case check.Holds:
		if c.Status == Disproven && r.changedSince(c.After) {
			// It held only after something else was done: the disproof stands.
			held := e
			held.Answer = check.DoesNotHold
			held.Reason = fmt.Sprintf("%s; it held only after %s", c.Evidence.Reason, r.changesSince(c.After))
			e = held
			break
		}
		c.Status = Proven
	case check.DoesNotHold:
		if c.Status == Proven {
			// It held when it was due; what undid it the case did not ask for.
			e.Answer = check.CannotTell
			e.Reason = fmt.Sprintf("it held after step %d and no longer after %s: %s", c.After, r.changesSince(c.After), e.Reason)
			c.Status = Undecided
			break
		}
		if c.Status != Disproven {
			c.After = after
		}
		c.Status = Disproven
	case check.CannotTell:
		if c.Status == Open || c.Status == Proven {
			c.Status = Undecided
		}
	}
	if c.Status != Disproven || c.Evidence == nil || c.Evidence.Answer != check.DoesNotHold || e.Answer == check.DoesNotHold {
		c.Evidence, c.Picture = &e, e.Picture
	}
	if c.Status == Proven || c.Status == Undecided {
		c.After = after
	}
	c.History = append(c.History, CheckMoment{After: after, Due: true, Evidence: e})
	r.Progress(Event{Kind: CheckDone, Turn: r.turn, Check: c})
}

// evaluate decides one check: by its exact form, polled; for the rest by the judge.
func (r *run) evaluate(ctx context.Context, c *Check, o *Observation) (check.Evidence, error) {
	defer timed(&r.timings.Waits)()
	if c.Form == nil {
		return r.judge(ctx, c, o)
	}
	form, err := r.resolved(*c.Form)
	if err != nil {
		return check.Evidence{Answer: check.CannotTell, By: "code", Reason: err.Error()}, nil
	}
	e, err := r.poll(ctx, form, o)
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
	negative := check.Negative(form)
	quick := o != nil && o.Dialog == nil && !negative && o == r.last
	start, held := time.Now(), time.Time{}
	for {
		tree, seenAt := (*screen.Tree)(nil), (*Observation)(nil)
		if quick {
			tree, seenAt, quick = o.Tree, o, false
		} else {
			var err error
			if negative && held.IsZero() && r.Device.App != nil {
				if _, err = r.Device.App.WaitUntilStable(ctx, platform.StableOptions{Quiet: 600 * time.Millisecond}); err != nil && !r.dialogOpen(ctx) {
					return check.Evidence{}, err
				}
			}
			if tree, err = r.treeNow(ctx); err != nil {
				return check.Evidence{}, err
			}
		}
		e := check.Evaluate(form, r.world(ctx, tree, form))
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

// illustrate adds address and picture to evidence.
func (r *run) illustrate(ctx context.Context, e check.Evidence, seenAt *Observation) check.Evidence {
	if seenAt != nil {
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
	if err != nil || tree == nil {
		return e
	}
	e.URL = tree.URL
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

// evaluateOn evaluates a form on one tree, without polling.
func (r *run) evaluateOn(tree *screen.Tree, form check.Form) check.Evidence {
	resolved, err := r.resolved(form)
	if err != nil {
		return check.Evidence{Answer: check.CannotTell, By: "code", Reason: err.Error()}
	}
	return check.Evaluate(resolved, r.world(context.Background(), tree, check.Form{}))
}

// treeNow is the element tree as it is; while a dialog covers the page, as it was.
func (r *run) treeNow(ctx context.Context) (*screen.Tree, error) {
	if r.Device.Elements == nil {
		return nil, nil
	}
	tree, err := r.Device.Elements.Elements(ctx)
	if err != nil && r.last != nil && (platform.ClassOf(err) == platform.Blocked || r.dialogOpen(ctx)) {
		return r.last.Tree, nil
	}
	if err == nil {
		r.seen.add(tree)
	}
	return tree, err
}

// resolved fills the templates of a form.
func (r *run) resolved(f check.Form) (check.Form, error) {
	var err error
	fill := func(s *string) {
		if err == nil && *s != "" {
			*s, err = r.Memory.Resolve(*s)
		}
	}
	fill(&f.Value)
	values := append([]string(nil), f.Values...)
	for i := range values {
		fill(&values[i])
	}
	f.Values = values
	if f.Subject != nil {
		q := fillQuery(*f.Subject, fill)
		f.Subject = &q
	}
	return f, err
}

func fillQuery(q screen.Query, fill func(*string)) screen.Query {
	fill(&q.Name)
	fill(&q.Full)
	rel := append([]screen.Relation(nil), q.Rel...)
	for i := range rel {
		rel[i].To = fillQuery(rel[i].To, fill)
	}
	q.Rel = rel
	return q
}

func (r *run) maskEvidence(e check.Evidence) check.Evidence {
	e.Reason, e.Expected, e.Actual = r.Memory.Mask(e.Reason), r.Memory.Mask(e.Expected), r.Memory.Mask(e.Actual)
	e.Quote, e.URL = r.Memory.Mask(e.Quote), r.Memory.Mask(e.URL)
	return e
}
