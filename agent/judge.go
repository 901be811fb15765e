package agent

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// judge decides a statement no exact form covers, and believes no answer that code cannot verify.
func (r *run) judge(ctx context.Context, c *Check, o *Observation) (check.Evidence, error) {
	if r.Judge == nil {
		return check.Evidence{Answer: check.CannotTell, By: "code", Reason: "no exact form covers this check and there is no model to judge it"}, nil
	}
	seen, err := r.observeForJudge(ctx, o)
	if err != nil {
		return check.Evidence{}, err
	}
	if c.Negative && (seen.Status >= 400 || seen.Tree != nil && len(seen.Tree.Nodes) == 0) {
		return check.Evidence{Answer: check.CannotTell, By: "code", Reason: "an error page or an empty one proves no absence", Picture: seen.Ref, URL: seen.URL}, nil
	}
	first, err := r.ask(ctx, r.Judge, c, seen)
	if err != nil || r.SecondJudge == nil || first.Answer == check.CannotTell {
		return first, err
	}
	second, err := r.ask(ctx, r.SecondJudge, c, seen)
	if err != nil {
		return first, err
	}
	if second.Answer != first.Answer {
		first.Reason = fmt.Sprintf("two judges disagree: one says %s (%s), the other %s (%s)", first.Answer, first.Reason, second.Answer, second.Reason)
		first.Answer = check.CannotTell
	}
	return first, nil
}

// judgeable is how old an observation may be that a judge is shown: while the
// decider thought, the page may have gone on.
const judgeable = time.Second

// observeForJudge is the newest observation, or a new one when something happened since or time went by.
func (r *run) observeForJudge(ctx context.Context, o *Observation) (*Observation, error) {
	if o != nil && o == r.last && r.pending == nil && time.Since(o.taken) < judgeable {
		return o, nil
	}
	return r.observe(ctx)
}

func (r *run) ask(ctx context.Context, j Judge, c *Check, o *Observation) (check.Evidence, error) {
	done, over := r.afford("judge")
	defer done()
	if over != "" {
		return check.Evidence{Answer: check.CannotTell, By: "code", Reason: over}, nil
	}
	statement, err := r.Memory.Resolve(c.Statement)
	if err != nil || r.Memory.SecretsIn(c.Statement) {
		statement = c.Statement
	}
	seen := *o
	seen.Faults = r.faulted // a request that failed before the last look may be what a statement is about
	stop := timed(&r.timings.Model)
	answer, err := j.Judge(ctx, statement, &seen)
	stop()
	if answer != nil {
		r.account(answer.Usage)
	}
	if err != nil {
		return check.Evidence{}, fmt.Errorf("judging check %d: %w", c.N, err)
	}
	return verify(answer, o), nil
}

// verify looks up on the page what a judge gave as proof.
func verify(j *Judgement, o *Observation) check.Evidence {
	e := check.Evidence{Answer: check.CannotTell, By: "judge", Reason: j.Reason, Quote: j.Quote, URL: o.URL, Picture: o.Ref}
	if j.Box != nil {
		e.Boxes = []screen.Box{*j.Box}
	}
	wanted := check.Answer("")
	switch j.Answer {
	case "holds":
		wanted = check.Holds
	case "does_not_hold":
		wanted = check.DoesNotHold
	default:
		return e
	}
	if strings.TrimSpace(j.Quote) != "" && o.Tree != nil {
		hits := o.Tree.FindText(j.Quote, screen.TextOptions{Fields: true})
		if len(hits) == 0 {
			e.Reason = fmt.Sprintf("the judge quoted %q, which is not on the page", j.Quote)
			return e
		}
		e.Answer, e.Boxes = wanted, []screen.Box{hits[0].Box}
		return e
	}
	if wanted == check.DoesNotHold && strings.TrimSpace(j.Subject) != "" && o.Tree != nil {
		if len(o.Tree.FindText(j.Subject, screen.TextOptions{Fields: true})) > 0 {
			e.Reason = fmt.Sprintf("the judge says that %q is missing, but it is on the page", j.Subject)
			return e
		}
		e.Answer = wanted
		return e
	}
	if j.Box != nil && inside(*j.Box, o) {
		e.Answer, e.Weak = wanted, true
		return e
	}
	e.Reason = "the judge gave no proof that could be verified: " + j.Reason
	return e
}

// inside reports that a box lies in the picture and has a size.
func inside(b screen.Box, o *Observation) bool {
	all := screen.Box{W: float64(o.Picture.Size.W), H: float64(o.Picture.Size.H)}
	return !b.Empty() && b.Area() > 4 && b.Intersect(all).Area() > b.Area()/2
}
