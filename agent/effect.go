package agent

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// step is an attempt whose effect is not known yet.
type step struct {
	attempt StepAttempt
	before  *Observation
	watches []commands.Watch
	// replayed is the recorded step it repeated, nil for none.
	replayed *Replayed
}

// watch is a value that was kept when it was typed and must still be there later.
type watch struct {
	commands.Watch
	n int // the attempt
}

// settleEffect completes the last attempt with what the new observation shows.
func (r *run) settleEffect(ctx context.Context, o *Observation, change string, faults []string) {
	p := r.pending
	r.pending = nil
	if p == nil {
		r.readAgain(o)
		return
	}
	b := p.attempt.Base()
	b.After, b.Effect, b.Faults = o.Ref, change, faults
	if g := r.brought(p.before, o); !g.None() && !b.Passive {
		b.Brought = &g
	}
	if !b.Passive {
		r.leftField(o)
		r.watches = nil // what is there now may be this step's doing
	}
	if _, ok := p.attempt.(*GeneratedStep); ok {
		for _, w := range p.watches {
			r.watches = append(r.watches, watch{w, b.N})
		}
		r.stateAfter(o, b)
		r.compareBrought(ctx, p, o, b)
	}
	r.readAgain(o)
	r.evaluateUntil(ctx, o)
	r.Progress(Event{Kind: StepDone, Turn: b.Turn, Attempt: r.attempts[b.N-1]})
}

// stateAfter looks whether a check box that a sentence wants on or off is so now.
func (r *run) stateAfter(o *Observation, b *AttemptBase) {
	if b.Sentence == 0 || o.Tree == nil || o.Dialog != nil || b.Command != "click" || len(b.Targets) == 0 || b.Targets[0].Node == nil {
		return
	}
	s := r.sentences[b.Sentence-1]
	if s.Step == nil || s.Step.Command != "check" && s.Step.Command != "uncheck" {
		return
	}
	i := o.Tree.ByID(b.Targets[0].Node.ID)
	if i < 0 || !o.Tree.Nodes[i].State.Checkable {
		return
	}
	if on := o.Tree.Nodes[i].State.Checked; on != (s.Step.Command == "check") {
		r.setAmiss(b, fmt.Sprintf("it is %s afterwards", map[bool]string{true: "checked", false: "not checked"}[on]))
	}
}

// setAmiss notes that a successful attempt is not what its sentence asks for.
func (r *run) setAmiss(b *AttemptBase, why string) {
	why = r.Memory.Mask(why)
	r.ledger.amiss[b.N] = true
	r.changedLedger()
	b.Notes = append(b.Notes, fmt.Sprintf("does not count for sentence %d: %s", b.Sentence, why))
	r.remark("step %d does not count for sentence %d: %s.", b.N, b.Sentence, why)
}

// readAgain reads the values set by the last attempt once more, at every
// observation until something else is done: a framework that puts the old
// value back after a moment makes the attempt a failed one.
func (r *run) readAgain(o *Observation) {
	if o.Tree == nil || o.Dialog != nil {
		return
	}
	kept := r.watches[:0]
	for _, w := range r.watches {
		same, reformatted, got, ok := w.stands(o.Tree)
		if !ok {
			continue
		}
		if !same {
			r.takeBack(w, got)
			continue
		}
		if reformatted {
			r.markReformatted(w)
		}
		kept = append(kept, w)
	}
	r.watches = kept
}

// stands compares what was set with what is there; ok is false when there is nothing to compare.
func (w watch) stands(t *screen.Tree) (same, reformatted bool, got string, ok bool) {
	i := t.ByID(w.NodeID)
	if i < 0 {
		return false, false, "", false // the page went on
	}
	n := &t.Nodes[i]
	switch {
	case w.State != "":
		got = map[bool]string{true: "checked", false: "not checked"}[n.State.Checked]
		return n.State.Checked == (w.State == "on"), false, got, n.State.Checkable
	case n.State.Checkable, n.Role == "password":
		return false, false, "", false
	case w.Part:
		want := commands.Fold(w.Want)
		for _, s := range []string{n.Value, n.Text, n.Name} {
			same = same || strings.Contains(commands.Fold(s), want)
		}
		return same, false, cmp.Or(n.Value, n.Text), true
	}
	if got = n.Value; got == "" && n.Editable {
		got = n.Text
	}
	same, reformatted = commands.SameValue(w.Want, got)
	return same, reformatted, got, true
}

// leftField marks the values that a page brought into its form only when their
// field was left for the next step. What it did to them otherwise may be that step's doing.
func (r *run) leftField(o *Observation) {
	if o.Tree == nil || o.Dialog != nil {
		return
	}
	for _, w := range r.watches {
		if same, reformatted, _, ok := w.stands(o.Tree); ok && same && reformatted && w.NodeID != r.touched() {
			r.markReformatted(w)
		}
	}
}

func (r *run) markReformatted(w watch) {
	g, ok := r.attempts[w.n-1].(*GeneratedStep)
	if !ok || g.Reformatted {
		return
	}
	again := *g // the old one has been handed out
	again.Reformatted = true
	r.attempts[w.n-1] = &again
	r.changedLedger()
}

// takeBack turns a successful attempt into a failed one.
func (r *run) takeBack(w watch, got string) {
	base := *r.attempts[w.n-1].Base()
	text := fmt.Sprintf("%s no longer has the value that was set", w.Label)
	switch {
	case w.State != "":
		text += "; it is " + got
	case got == "":
		text += "; it is empty"
	case !w.Secret:
		text += fmt.Sprintf("; it shows %q", r.Memory.MaskField(got))
	}
	text = r.Memory.Mask(text)
	r.attempts[w.n-1] = &FailedStep{AttemptBase: base, RawInput: string(base.Params), Error: text,
		ErrorName: commands.ValueNotKept, Hint: "the page put another value back after the step"}
	r.changedLedger()
	r.remark("Step %d did not last: %s.", w.n, text)
}

// touched is the element the last attempt acted on.
func (r *run) touched() string {
	if n := len(r.attempts); n > 0 {
		if t := r.attempts[n-1].Base().Targets; len(t) > 0 && t[0].Node != nil {
			return t[0].Node.ID
		}
	}
	return ""
}

// changedOutside says what of the page changed besides the element that was acted on.
func (r *run) changedOutside(old, fresh *Observation) string {
	if old.Tree == nil || fresh.Tree == nil || old.Tree == fresh.Tree {
		return ""
	}
	if c := screen.Diff(r.masked(old.Tree), r.masked(fresh.Tree)); c.Outside(r.touched()) {
		return c.String()
	}
	return ""
}
