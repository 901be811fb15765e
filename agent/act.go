package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/internal/schema"
	"github.com/verdict-run/verdict/platform"
)

// perform carries out one call: a tool, or a command, which is recorded.
func (r *run) perform(ctx context.Context, o *Observation, call Call) {
	if r.useTool(ctx, o, call) {
		return
	}
	base := r.attemptOf(o, call)
	command, params, err := r.admit(call, &base)
	if err != nil {
		base.Passive = true // it never reached the device
		r.fail(base, call, err, o)
		return
	}
	var again *pins
	if call.Replay != nil {
		again = &pins{Replayed: call.Replay, recall: &Recall{Step: call.Replay.Step, How: string(screen.Exact)}}
		if why := r.unready(o, again); why != "" {
			base.Passive, base.Replay = true, again.recall
			r.fail(base, call, commands.Failf(commands.TargetNotFound, "%s", why), o)
			return
		}
	}
	env := r.env(o, again)
	stop := timed(&r.timings.Execute)
	outcome, err := command.Execute(ctx, env, params)
	stop()
	base.Took = time.Since(base.Started)
	base.Targets, base.Notes = r.maskTargets(env.Located), env.Notes
	for _, w := range env.Warnings {
		r.warn(fmt.Sprintf("step %d, %s: %s", base.N, base.Instruction, w))
	}
	base.Pins = r.pinsOf(o, call, env.Located)
	if again != nil {
		base.Replay = again.recall
	}
	if err != nil {
		base.Passive = base.Passive || untouched(err, env)
		r.fail(base, call, err, o)
		if ctx.Err() != nil || platform.ClassOf(err) == platform.Gone {
			r.stopped(ctx, err)
		}
		return
	}
	done := &GeneratedStep{AttemptBase: base, Outcome: r.Memory.Mask(outcome.Outcome()), Reformatted: slices.Contains(env.Notes, commands.Reformatted)}
	if why := r.elsewhere(o, call, base.Sentence, env); why != "" {
		r.setAmiss(&done.AttemptBase, why)
	}
	r.record(done, o)
	r.pending.watches, r.pending.replayed = env.Watches, call.Replay
}

// attemptOf begins the record of a call.
func (r *run) attemptOf(o *Observation, call Call) AttemptBase {
	base := AttemptBase{
		N: len(r.attempts) + 1, Turn: r.turn, Command: call.Name, Sentence: r.sentenceOf(call), Params: asJSON(r.Memory.Mask(string(call.Args))),
		Instruction: r.Memory.Mask(r.Commands.Instruction(call.Name, call.Args)), Before: o.Ref, URL: o.URL, Started: time.Now(),
		Usage: r.fresh,
	}
	r.fresh = nil
	return base
}

// admit finds the command of a call and reads its arguments. It refuses what
// the device cannot do, and what would overtake a check that nobody has looked at yet.
func (r *run) admit(call Call, base *AttemptBase) (commands.Erased, any, error) {
	command, ok := r.Commands.Lookup(call.Name)
	if !ok {
		return nil, nil, commands.Failf(commands.UnknownCommand, "there is no command %q", call.Name)
	}
	spec := command.Spec()
	base.Icon, base.Badge, base.Passive = spec.Icon, spec.Badge, spec.Passive
	if spec.Available != nil && !spec.Available(r.Device) {
		return nil, nil, commands.Failf(commands.UnsupportedCommand, "this device cannot do %q", call.Name)
	}
	params, err := command.Decode(call.Args)
	if err != nil {
		return nil, nil, err
	}
	if !spec.Passive && base.Sentence > 0 {
		if c := r.openBefore(base.Sentence); c != nil {
			return nil, nil, commands.Failf(commands.CheckNotDue, "check %d is written before sentence %d and is still open: %s", c.N, base.Sentence, c.Statement).
				WithHint("assert it first; afterwards it could no longer be told")
		}
	}
	return command, params, nil
}

// elsewhere says why a successful call is not what its sentence asks for; "" when it may be.
func (r *run) elsewhere(o *Observation, call Call, sentence int, env *commands.Env) string {
	if sentence == 0 || r.sentences[sentence-1].Kind == language.Context {
		return ""
	}
	s := r.sentences[sentence-1]
	if len(env.Located) > 0 {
		return r.astray(s, call.Name, env.Located[0])
	}
	if call.Name != "press" || s.Step == nil || s.Step.Command == "press" || o.Tree == nil {
		return ""
	}
	for i := range o.Tree.Nodes { // a key goes to what has the focus
		if o.Tree.Nodes[i].State.Focused {
			return r.astray(s, call.Name, commands.Located{Node: &o.Tree.Nodes[i], Tree: o.Tree, Index: i})
		}
	}
	return ""
}

// untouched reports a failure that came before anything was done to the page:
// no target was found.
func untouched(err error, env *commands.Env) bool {
	if len(env.Located) > 0 {
		return false
	}
	switch errorName(err) {
	case commands.TargetNotFound, commands.TargetAmbiguous, commands.TargetContradicts, commands.TargetHidden, commands.UnknownVariable, commands.NotAllowed, commands.UnsupportedCommand:
		return true
	}
	return false
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
	raw = r.Memory.Mask(raw) // before it is cut
	const most = 4000
	if runes := []rune(raw); len(runes) > most {
		raw = string(runes[:most]) + "…"
	}
	r.record(&FailedStep{AttemptBase: base, RawInput: raw, Error: r.Memory.Mask(why), ErrorName: commands.MalformedReply}, r.last)
}

func (r *run) record(a StepAttempt, o *Observation) {
	r.attempts = append(r.attempts, a)
	r.changedLedger()
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

// asJSON keeps arguments as they are when they are JSON, else as a JSON string.
func asJSON(raw string) json.RawMessage {
	if json.Valid([]byte(raw)) {
		return json.RawMessage(raw)
	}
	quoted, err := json.Marshal(raw)
	if err != nil {
		return nil
	}
	return quoted
}
