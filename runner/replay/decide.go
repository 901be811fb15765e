package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/memory"
)

// Decider repeats a recorded run. Where that does not fit, it hands over to
// another decider for as long as it takes, and goes on with the record where it
// fits again. It is made for one run, as it remembers which steps it passed over.
type Decider struct {
	// inner decides what the record cannot; nil with --replay only.
	inner agent.Decider
	// offline carries out what needs no decision: waits and literal conditions.
	offline agent.Decider
	section *Section
	memory  *memory.Store

	plan *plan
	at   int // index in the plan of the step to take next
	// away is set while the inner decider is at work.
	away  *detour
	asked int    // turns of the inner decider
	brief bool   // the next turn needs no picture
	doubt string // what the last step did not bring; the checks that are due have their say first
}

// detour is a stretch of the run that is not replayed.
type detour struct {
	sentence int // it is over when this one is done
	attempts int // recorded when it began
	why      string
	told     bool
}

// New is the decider of one replay. inner may be nil: then only what is recorded is done.
// The store resolves the templates in recorded elements.
func New(s *Section, inner, offline agent.Decider, store *memory.Store) *Decider {
	return &Decider{inner: inner, offline: offline, section: s, memory: store, brief: true}
}

// Name says what decides when the record does not.
func (d *Decider) Name() string {
	if d.inner == nil {
		return "replay"
	}
	return d.inner.Name()
}

// Asked is how many turns were not replayed.
func (d *Decider) Asked() int { return d.asked }

// Changed are the numbers of the sentences that are new or were changed since the run was recorded.
func (d *Decider) Changed() []int {
	if d.plan == nil {
		return nil
	}
	var out []int
	for _, i := range d.plan.align.Changed() {
		out = append(out, i+1)
	}
	return out
}

// Quick says that the next step is a recorded one and the last went as recorded.
func (d *Decider) Quick(attempts []agent.StepAttempt) bool {
	if d.away != nil || !d.brief {
		return false
	}
	if n := len(attempts); n > 0 {
		g, ok := attempts[n-1].(*agent.GeneratedStep)
		return ok && (g.Replay == nil || g.Replay.Missing == "")
	}
	return true
}

// Next is the next recorded step, the checks that are due, or what the inner decider says.
func (d *Decider) Next(ctx context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
	if d.plan == nil {
		d.plan = newPlan(d.section, s.Sentences)
	}
	d.review(o, s)
	if d.away != nil {
		return d.ask(ctx, o, s)
	}
	decision, err := d.follow(ctx, o, s)
	if err == nil && !decision.Look {
		d.brief = d.straight(decision, s)
	}
	return decision, err
}

// review looks at how the last step went, and whether a detour is over.
func (d *Decider) review(o *agent.Observation, s *agent.State) {
	if d.away != nil {
		d.comeBack(o, s)
		return
	}
	if len(s.Attempts) == 0 {
		return
	}
	last := s.Attempts[len(s.Attempts)-1]
	recall := last.Base().Replay
	if recall == nil || recall.Step != d.at { // at has gone on by one
		return
	}
	step := d.plan.steps[d.at-1]
	switch f, failed := last.(*agent.FailedStep); {
	case failed && (step.Unasked || s.Sentences[step.sentence-1].Optional):
		// It may not come; it is passed over.
	case failed && d.notNeeded(o, s):
		// The next one fits already.
	case failed:
		d.depart(step.sentence, s, fmt.Sprintf("step %d (%s) could not be repeated: %s", step.n, last.Base().Instruction, f.Error))
	case recall.Missing != "":
		d.doubt = fmt.Sprintf("step %d (%s) did not bring what it brought when it was recorded: %s", step.n, last.Base().Instruction, recall.Missing)
	}
}

// notNeeded reports that a step which failed is one of several for its sentence, and the next of them can be taken at once: its effect holds already.
func (d *Decider) notNeeded(o *agent.Observation, s *agent.State) bool {
	if d.at >= len(d.plan.steps) || s.Sentences[d.plan.steps[d.at-1].sentence-1].Step != nil {
		return false
	}
	next := d.plan.steps[d.at]
	return next.sentence == d.plan.steps[d.at-1].sentence && d.fits(&next, o)
}

func (d *Decider) depart(sentence int, s *agent.State, why string) {
	d.away = &detour{sentence: sentence, attempts: len(s.Attempts), why: why}
}

// undone is the first sentence that still asks for something, the one after the last when none does.
func (d *Decider) undone(s *agent.State) int {
	for _, one := range s.Sentences {
		if !s.Done[one.N] && one.Kind != language.Context && !one.Optional {
			return one.N
		}
	}
	return len(s.Sentences) + 1
}

// comeBack ends the detour once its sentence is done, or a later recorded step of it fits.
func (d *Decider) comeBack(o *agent.Observation, s *agent.State) {
	n := d.away.sentence
	did := d.since(s)
	if len(did) == 0 {
		return
	}
	for i := d.at; i < len(d.plan.steps) && d.plan.steps[i].sentence == n; i++ {
		if alike(&d.plan.steps[i], did) {
			d.at = i + 1 // it was done on the way
		}
	}
	for i := d.at; i < len(d.plan.steps) && d.plan.steps[i].sentence == n; i++ {
		if d.fits(&d.plan.steps[i], o) {
			d.at, d.away = i, nil
			return
		}
	}
	if rest := d.at < len(d.plan.steps) && d.plan.steps[d.at].sentence == n; rest && s.Sentences[n-1].Step == nil {
		return // one attempt does not show that a sentence of several is done
	}
	if n > len(s.Sentences) || s.Done[n] {
		d.at, d.away = max(d.at, d.plan.from(n+1)), nil
	}
}

// since are the successful steps of the detour so far.
func (d *Decider) since(s *agent.State) []*agent.GeneratedStep {
	var did []*agent.GeneratedStep
	for _, a := range s.Attempts[d.away.attempts:] {
		if g, ok := a.(*agent.GeneratedStep); ok && g.Replay == nil {
			did = append(did, g)
		}
	}
	return did
}

// ask lets the inner decider take this turn.
func (d *Decider) ask(ctx context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
	if !seen(o) && d.inner != nil {
		return d.look(), nil // whoever takes over wants to see more than the tree
	}
	if d.inner == nil {
		return &agent.Decision{Refused: &agent.Refused{Sentence: min(d.away.sentence, len(s.Sentences)), Reason: d.away.why,
			Hint: "Run it with --replay auto, or record it anew with --update-replays"}}, nil
	}
	if !d.away.told {
		d.away.told = true
		s.Messages = append(s.Messages, "A recorded run of this case was being repeated, and "+d.away.why+". Go on from here.")
	}
	d.asked++
	return d.inner.Next(ctx, o, s)
}

// look asks for more than the tree.
func (d *Decider) look() *agent.Decision {
	d.brief = false
	return &agent.Decision{Look: true}
}

// seen reports that an observation is a full one.
func seen(o *agent.Observation) bool {
	return len(o.Picture.Data) > 0 || o.Dialog != nil || o.Tree == nil
}

func disproven(s *agent.State) bool {
	return slices.ContainsFunc(s.Checks, func(c agent.Check) bool { return c.Status == agent.Disproven })
}

// follow is the next thing by the record.
func (d *Decider) follow(ctx context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
	if disproven(s) {
		return finish(s), nil // nothing after it can change the verdict
	}
	next := len(s.Sentences) + 1
	for d.at < len(d.plan.steps) && d.over(&d.plan.steps[d.at], s) {
		d.at++
	}
	if d.at < len(d.plan.steps) {
		next = d.plan.steps[d.at].sentence
	}
	if n, why := d.before(next, s); n > 0 {
		if n == d.waiting(s) {
			return d.offline.Next(ctx, o, s)
		}
		if due(s, n) == nil {
			d.depart(n, s, why)
			return d.ask(ctx, o, s)
		}
		if !seen(o) {
			return d.look(), nil // a check is proven on a page that has come to rest, and with a picture
		}
		return assert(s, n, next), nil
	}
	if d.at == len(d.plan.steps) {
		return finish(s), nil
	}
	if why := d.doubt; why != "" && d.inner != nil {
		d.doubt = ""
		d.depart(d.undone(s), s, why)
		return d.ask(ctx, o, s)
	}
	step := &d.plan.steps[d.at]
	if step.Ask != "" {
		d.at++
		d.depart(step.sentence, s, fmt.Sprintf("step %d (%s) cannot be repeated: %s", step.n, step.Do, step.Ask))
		return d.ask(ctx, o, s)
	}
	call, err := step.call(s)
	if err != nil {
		return nil, err
	}
	d.at++
	return &agent.Decision{Calls: []agent.Call{call}}, nil
}

// over reports a step that is no longer called for: what it repeats until has come true.
func (d *Decider) over(p *planned, s *agent.State) bool {
	one := s.Sentences[p.sentence-1]
	return one.Step != nil && one.Step.Until != nil && s.Done[p.sentence] ||
		one.Optional && one.Step != nil && one.Step.If != nil && s.Conditions[p.sentence] == check.DoesNotHold
}

// before is the first sentence before n that something must be done about, and why the record does not say what.
func (d *Decider) before(n int, s *agent.State) (int, string) {
	for _, one := range s.Sentences {
		if one.N >= n {
			break
		}
		if c := s.Check(one.N); c != nil {
			if c.Status == agent.Open {
				return one.N, "check"
			}
			continue
		}
		switch {
		case s.Done[one.N] || one.Kind == language.Context:
		case one.Optional:
			if !d.passed(one.N) && one.Step != nil && one.Step.If != nil && s.Conditions[one.N] == check.Holds {
				return one.N, fmt.Sprintf("the condition of sentence %d (%s) holds, and it did not when it was recorded", one.N, one.Text)
			}
		case !d.plan.known[one.N]:
			return one.N, fmt.Sprintf("sentence %d (%s) is new or was changed since it was recorded", one.N, one.Text)
		default:
			return one.N, fmt.Sprintf("sentence %d (%s) is not done by what was recorded for it", one.N, one.Text)
		}
	}
	return 0, ""
}

// passed reports that steps were recorded for a sentence.
func (d *Decider) passed(n int) bool {
	for _, p := range d.plan.steps {
		if p.sentence == n {
			return true
		}
	}
	return false
}

// waiting is the first undone sentence when it is a plain wait, which is never recorded as a step; else 0.
func (d *Decider) waiting(s *agent.State) int {
	n := d.undone(s)
	if n > len(s.Sentences) || s.Sentences[n-1].Step == nil || s.Sentences[n-1].Step.Command != "wait" {
		return 0
	}
	return n
}

// straight reports that the turn after this decision needs no picture: it is a recorded step again, or the end and the
// last thing done was a look. A check that is still open then asks for its picture itself.
func (d *Decider) straight(now *agent.Decision, s *agent.State) bool {
	if d.away != nil {
		return false
	}
	if len(now.Calls) == 1 && now.Calls[0].Name == "assert" {
		return true
	}
	next := len(s.Sentences) + 1
	if d.at < len(d.plan.steps) {
		next = d.plan.steps[d.at].sentence
	}
	here := 0
	if d.at > 0 {
		here = d.plan.steps[d.at-1].sentence
	}
	for _, c := range s.Checks {
		if c.Status == agent.Open && c.N > here && c.N < next {
			return false
		}
	}
	return d.at < len(d.plan.steps)
}

// due is the open check of sentence n.
func due(s *agent.State, n int) *agent.Check {
	if c := s.Check(n); c != nil && c.Status == agent.Open {
		return c
	}
	return nil
}

// assert looks at the open checks from sentence n up to the next action.
func assert(s *agent.State, n, next int) *agent.Decision {
	var numbers []int
	for _, one := range s.Sentences[n-1:] {
		if one.N >= next {
			break
		}
		c := s.Check(one.N)
		if c == nil && one.Kind != language.Context && !s.Done[one.N] && !one.Optional {
			break
		}
		if c != nil && c.Status == agent.Open {
			numbers = append(numbers, one.N)
		}
	}
	return call("assert", n, map[string]any{"checks": numbers})
}

// finish ends the run and claims no more than the record shows.
func finish(s *agent.State) *agent.Decision {
	open := 0
	for _, c := range s.Checks {
		if c.Status != agent.Proven {
			open++
		}
	}
	why := "the recorded run was repeated and every check held"
	if open > 0 {
		why = fmt.Sprintf("the recorded run was repeated; %d of %d checks were not shown to hold", open, len(s.Checks))
	}
	return call("execution-finished", 0, map[string]any{"success": open == 0, "reasoning": why})
}

func call(name string, sentence int, args map[string]any) *agent.Decision {
	raw, err := json.Marshal(args)
	if err != nil {
		return &agent.Decision{Malformed: err.Error()} // cannot be: the values are texts, numbers and lists of them
	}
	return &agent.Decision{Calls: []agent.Call{{Name: name, Args: raw, Sentence: sentence}}}
}
