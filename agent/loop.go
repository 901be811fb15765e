package agent

import (
	"context"
	"fmt"
)

// cycle is the loop: observe, decide, act, until the run is finished, at a limit or cancelled.
func (r *run) cycle(ctx context.Context) {
	for !r.ended {
		o, err := r.observe(ctx) // waits until stable; settles the effect of the last attempt
		if r.stopped(ctx, err) || r.limit() {
			break
		}
		decision, err := r.decide(ctx, o)
		if r.stopped(ctx, err) {
			break
		}
		r.act(ctx, o, decision)
	}
	r.settle(ctx)
}

// limit ends the run when its turns are used up or it goes in circles.
func (r *run) limit() bool {
	if r.turn >= r.Limits.Turns {
		r.finish = FinishMaxSteps
		r.blame(r.firstUndone())
		r.end(func(f *Facts) { f.Blocked = fmt.Sprintf("not finished after %d steps", r.Limits.Turns) })
		return true
	}
	switch r.progress.look(r.last, r.standing()) {
	case stuck:
		r.loop = true
		r.blame(r.firstUndone())
		r.end(func(f *Facts) { f.Blocked = "the agent went in circles: " + r.progress.why })
	case warned:
		r.remark("You are going in circles: %s. Do something else, or finish with success: false and say why.", r.progress.why)
	case moving:
	}
	return r.ended
}

// decide asks the decider for one turn within the budget.
func (r *run) decide(ctx context.Context, o *Observation) (*Decision, error) {
	done, over := r.afford("agent")
	defer done()
	if over != "" {
		return nil, nil
	}
	r.turn++
	o.Turn = r.turn
	r.shown = o
	r.Progress(Event{Kind: TurnStart, Turn: r.turn})
	s := r.state(ctx, o)
	r.messages = nil
	stop := timed(&r.timings.Model)
	d, err := r.Decider.Next(ctx, o, s)
	stop()
	if d == nil {
		d = &Decision{}
	} else {
		if d.Look {
			r.messages = s.Messages // nobody has read them yet
		}
		r.account(d.Usage)
		if d.Exchange != nil {
			d.Exchange.Turn = r.turn
			r.conversation = append(r.conversation, r.maskExchange(*d.Exchange))
		}
	}
	return d, err
}

// act carries out the calls of one turn, as long as each next one still fits the screen.
func (r *run) act(ctx context.Context, o *Observation, d *Decision) {
	switch {
	case d.Look:
		r.turn--
		return
	case d.Refused != nil:
		r.blame(d.Refused.Sentence)
		r.end(func(f *Facts) { f.Blocked = r.refusal(d.Refused) })
		return
	case d.Malformed != "" || len(d.Calls) == 0:
		r.malformed(d)
		return
	}
	r.malform = 0
	for i, call := range d.Calls {
		if i > 0 {
			var why string
			if o, why = r.next(ctx, o, call); why != "" {
				r.remark("%d of your calls were not carried out, starting with %s: %s.", len(d.Calls)-i, call.Name, why)
				return
			}
		}
		if r.perform(ctx, o, call); r.ended {
			return
		}
	}
}

func (r *run) refusal(f *Refused) string {
	text := fmt.Sprintf("the %s model cannot follow sentence %d", r.Decider.Name(), f.Sentence)
	if f.Sentence > 0 && f.Sentence <= len(r.sentences) {
		text += fmt.Sprintf(" (%s)", r.sentences[f.Sentence-1].Text)
	}
	text += ": " + f.Reason
	if f.Hint != "" {
		text += ". " + f.Hint
	}
	return text
}

// malformed records a reply nothing could be made of; three in a row block the case.
func (r *run) malformed(d *Decision) {
	why := d.Malformed
	if why == "" {
		why = "the reply calls no command and no tool"
	}
	r.recordMalformed(why, d.Raw)
	r.remark("Your last reply could not be used: %s. Answer with one tool call.", why)
	if r.malform++; r.malform >= 3 {
		r.end(func(f *Facts) { f.Blocked = "the model's replies could not be used, three times in a row: " + why })
	}
}
