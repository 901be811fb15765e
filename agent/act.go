package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/internal/schema"
	"github.com/verdict-run/verdict/platform"
)

// step is an attempt whose effect is not known yet.
type step struct {
	attempt StepAttempt
	before  *Observation
	watches []commands.Watch
}

// watch is a value that was kept when it was typed and must still be there later.
type watch struct {
	commands.Watch
	step *GeneratedStep
}

// perform carries out one call: a tool, or a command, which is recorded.
func (r *run) perform(ctx context.Context, o *Observation, call Call) {
	if r.useTool(ctx, o, call) {
		return
	}
	base := AttemptBase{
		N: len(r.attempts) + 1, Turn: r.turn, Command: call.Name, Sentence: r.sentenceOf(call), Params: asJSON(call.Args),
		Instruction: r.Memory.Mask(r.Commands.Instruction(call.Name, call.Args)), Before: o.Ref, URL: o.URL, Started: time.Now(),
		Usage: r.fresh,
	}
	r.fresh = nil
	command, ok := r.Commands.Lookup(call.Name)
	if !ok {
		r.fail(base, call, commands.Failf(commands.UnknownCommand, "there is no command %q", call.Name), nil)
		return
	}
	spec := command.Spec()
	base.Icon, base.Badge, base.Passive = spec.Icon, spec.Badge, spec.Passive
	params, err := command.Decode(call.Args)
	if err != nil {
		r.fail(base, call, err, nil)
		return
	}
	env := r.env(o)
	stop := timed(&r.timings.Execute)
	outcome, err := command.Execute(ctx, env, params)
	stop()
	base.Took = time.Since(base.Started)
	base.Targets, base.Notes = r.maskTargets(env.Located), env.Notes
	if len(env.Located) > 0 && env.Located[0].Tree != nil && env.Located[0].Index >= 0 {
		p := screen.FingerprintOf(env.Located[0].Tree, env.Located[0].Index)
		base.Fingerprint = &p
	}
	if err != nil {
		if ctx.Err() != nil || platform.ClassOf(err) == platform.Gone {
			r.fail(base, call, err, o)
			r.stopped(ctx, err)
			return
		}
		r.fail(base, call, err, o)
		return
	}
	done := &GeneratedStep{AttemptBase: base, Outcome: r.Memory.Mask(outcome.Outcome()), Reformatted: slices.Contains(env.Notes, commands.Reformatted)}
	r.record(done, o)
	r.pending.watches = env.Watches
}

// fail records a FailedStep.
func (r *run) fail(base AttemptBase, call Call, err error, o *Observation) {
	if base.Took == 0 {
		base.Took = time.Since(base.Started)
	}
	f := &FailedStep{AttemptBase: base, RawInput: r.Memory.Mask(string(call.Args)), Error: r.Memory.Mask(err.Error()), ErrorName: errorName(err)}
	var failure *commands.Failure
	if errors.As(err, &failure) {
		f.Error, f.Hint = r.Memory.Mask(failure.Message), r.Memory.Mask(failure.Hint)
	}
	r.record(f, o)
}

func (r *run) recordMalformed(why, raw string) {
	base := AttemptBase{N: len(r.attempts) + 1, Turn: r.turn, Instruction: "Unusable reply", Badge: "reply", Icon: "⚠", Passive: true, Started: time.Now(), Usage: r.fresh}
	if r.last != nil {
		base.Before, base.URL = r.last.Ref, r.last.URL
	}
	r.fresh = nil
	const most = 4000
	if runes := []rune(raw); len(runes) > most {
		raw = string(runes[:most]) + "…"
	}
	r.record(&FailedStep{AttemptBase: base, RawInput: r.Memory.Mask(raw), Error: r.Memory.Mask(why), ErrorName: commands.MalformedReply}, r.last)
}

func (r *run) record(a StepAttempt, o *Observation) {
	r.attempts = append(r.attempts, a)
	r.pending = &step{attempt: a, before: o}
}

// errorName is the constant a report sorts failures by.
func errorName(err error) string {
	var failure *commands.Failure
	var invalid *schema.Invalid
	switch {
	case errors.As(err, &failure):
		return failure.Name
	case errors.As(err, &invalid):
		return commands.InvalidArguments
	case platform.ClassOf(err) != "":
		return commands.DeviceError
	default:
		return "error"
	}
}

// settleEffect completes the last attempt with what the new observation shows.
func (r *run) settleEffect(o *Observation, change string) {
	p := r.pending
	r.pending = nil
	if p == nil {
		r.readAgain(o)
		return
	}
	b := p.attempt.Base()
	b.After, b.Effect = o.Ref, change
	for _, f := range o.Faults {
		b.Faults = append(b.Faults, faultLine(f))
	}
	if !b.Passive {
		r.watches = nil // what is there now may be this step's doing
	}
	if done, ok := p.attempt.(*GeneratedStep); ok {
		for _, w := range p.watches {
			r.watches = append(r.watches, watch{w, done})
		}
	}
	r.readAgain(o)
	r.Progress(Event{Kind: StepDone, Turn: b.Turn, Attempt: r.attempts[b.N-1]})
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
		i := o.Tree.ByID(w.NodeID)
		if i < 0 || w.Secret {
			continue // the page went on, or there is nothing to compare
		}
		n := &o.Tree.Nodes[i]
		if n.State.Checkable || n.Role == "password" {
			continue
		}
		got := n.Value
		if got == "" && n.Editable {
			got = n.Text
		}
		same, reformatted := commands.SameValue(w.Want, got)
		if !same {
			r.takeBack(w, got)
			continue
		}
		w.step.Reformatted = w.step.Reformatted || reformatted
		kept = append(kept, w)
	}
	r.watches = kept
}

// takeBack turns a successful attempt into a failed one.
func (r *run) takeBack(w watch, got string) {
	text := fmt.Sprintf("%s no longer has the value that was set", w.Label)
	if got == "" {
		text += "; it is empty"
	} else {
		text += fmt.Sprintf("; it shows %q", r.Memory.Mask(got))
	}
	failed := &FailedStep{AttemptBase: w.step.AttemptBase, RawInput: string(w.step.Params), Error: text,
		ErrorName: commands.ValueNotKept, Hint: "the page put another value back after the step"}
	r.attempts[w.step.N-1] = failed
	r.remark("Step %d did not last: %s.", w.step.N, text)
}

// next looks whether the next call of the same turn still fits the screen; if not it says why.
func (r *run) next(ctx context.Context, o *Observation, call Call) (*Observation, string) {
	if _, failed := r.attempts[max(0, len(r.attempts)-1)].(*FailedStep); failed && len(r.attempts) > 0 && r.pending != nil {
		return o, "the step before it failed"
	}
	fresh, err := r.observe(ctx)
	if r.stopped(ctx, err) {
		return o, "the run ended"
	}
	fresh.Turn = r.turn
	if fresh.Dialog != nil {
		return fresh, "a native dialog opened"
	}
	if fresh.URL != o.URL || len(fresh.Tabs) != len(o.Tabs) {
		return fresh, "the page changed"
	}
	var target struct {
		Number int       `json:"number"`
		Point  []float64 `json:"point"`
	}
	if json.Unmarshal(call.Args, &target) != nil || target.Number == 0 && target.Point == nil {
		return fresh, ""
	}
	if target.Number > 0 {
		return r.keepNumber(o, fresh, target.Number)
	}
	if o.Tree != nil && fresh.Tree != nil && len(target.Point) == 2 {
		p := screen.Point{X: target.Point[0], Y: target.Point[1]}
		a, b := o.Tree.At(p), fresh.Tree.At(p)
		if a < 0 || b < 0 || o.Tree.Nodes[a].ID != fresh.Tree.Nodes[b].ID {
			return fresh, "something else stands at the point now"
		}
	}
	return fresh, ""
}

// keepNumber makes a number of the old list mean the same element on the new screen.
func (r *run) keepNumber(old, fresh *Observation, number int) (*Observation, string) {
	i := indexOfNumber(old, number)
	if i < 0 || fresh.Tree == nil {
		return fresh, ""
	}
	j := fresh.Tree.ByID(old.Tree.Nodes[i].ID)
	if j < 0 || !screen.Same(screen.FingerprintOf(old.Tree, i), screen.FingerprintOf(fresh.Tree, j)) {
		return fresh, "its target changed"
	}
	moved := *fresh
	moved.Items = []screen.Item{{Number: number, Index: j}}
	for _, it := range old.Items { // the later calls of this turn use the old numbers too
		if k := fresh.Tree.ByID(old.Tree.Nodes[it.Index].ID); k >= 0 && it.Number != number {
			moved.Items = append(moved.Items, screen.Item{Number: it.Number, Index: k, Line: it.Line})
		}
	}
	return &moved, ""
}

func indexOfNumber(o *Observation, number int) int {
	for _, it := range o.Items {
		if it.Number == number {
			return it.Index
		}
	}
	return -1
}

// asJSON keeps arguments as they are when they are JSON, else as a JSON string.
func asJSON(raw json.RawMessage) json.RawMessage {
	if json.Valid(raw) {
		return raw
	}
	quoted, err := json.Marshal(string(raw))
	if err != nil {
		return nil
	}
	return quoted
}

// maskTargets drops what must not leave the run: trees, and secrets in the nodes.
func (r *run) maskTargets(located []commands.Located) []commands.Located {
	out := make([]commands.Located, len(located))
	for i, l := range located {
		l.Description = r.Memory.Mask(l.Description)
		if l.Node != nil {
			n := *l.Node
			n.Name, n.Text, n.OwnText, n.Value = r.Memory.Mask(n.Name), "", "", r.Memory.MaskField(n.Value)
			n.Options, n.Href = nil, r.Memory.Mask(n.Href)
			l.Node = &n
		}
		l.Tree = nil
		out[i] = l
	}
	return out
}
