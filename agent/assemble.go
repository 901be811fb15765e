package agent

import (
	"context"
	"sort"
	"time"

	"github.com/verdict-run/verdict/agent/language"
)

// read splits the case into sentences and makes its checks; what the parser
// could not read a model classifies, and code rejects a missing kind.
func (r *run) read(ctx context.Context) {
	r.sentences = language.Split(r.Body)
	r.classify(ctx)
	r.checks = buildChecks(r.sentences)
	for _, c := range r.checks {
		r.sentences[c.N-1].Kind = language.Check // whatever a model called it
		if !c.Negative {
			r.literals = append(r.literals, literals(c.Statement)...)
		}
	}
}

func (r *run) classify(ctx context.Context) {
	var ask []int
	for _, s := range r.sentences {
		if s.Kind == language.Unclear {
			ask = append(ask, s.N)
		}
	}
	if len(ask) == 0 || r.Classifier == nil || r.ended {
		return
	}
	done, over := r.afford("classifier")
	defer done()
	if over != "" {
		return
	}
	kinds, usage, err := r.Classifier.Classify(ctx, r.sentences, ask)
	r.account(usage)
	if err != nil && len(kinds) == 0 {
		r.stopped(ctx, err)
		return
	}
	for _, n := range ask {
		switch k := kinds[n]; k {
		case language.Action, language.Check, language.Context:
			r.sentences[n-1].Kind = k // a check word keeps it an open check whatever it was called
		default:
			r.warn("the model gave no kind for a sentence; it is taken as something that must be done: " + r.sentences[n-1].Text)
		}
	}
}

// result puts the run together. It reads no device that has given up.
func (r *run) result(ctx context.Context) *ExecutionResult {
	if ctx.Err() != nil {
		r.cut(ctx)
	}
	facts := r.conclude()
	verdict, reason := Decide(facts)
	res := &ExecutionResult{
		Verdict: verdict, Reason: r.Memory.Mask(reason), Sentence: r.about, Success: verdict == Passed, FinishReason: r.finish,
		Reasoning: r.words, Loop: r.loop, Sentences: r.sentences, Checks: r.checks, Memory: r.Memory.Masked(),
		Conversation: r.conversation, Decider: r.Decider.Name(), Turns: r.turn, Warnings: r.warnings,
		Started: r.started, Took: time.Since(r.started), Asked: r.budget.asked, Timings: r.timings, Faults: faultLines(r.faulted),
	}
	if verdict == Passed {
		res.Sentence = 0
	}
	if res.FinishReason == "" {
		res.FinishReason = FinishError
	}
	for _, a := range r.attempts {
		res.Attempts = append(res.Attempts, AttemptJSON{a})
		if _, ok := a.(*GeneratedStep); ok {
			res.GeneratedSteps = append(res.GeneratedSteps, AttemptJSON{a})
		}
	}
	if r.pictured != nil {
		res.FinalScreenshot, res.FinalPicture = r.pictured.Ref, r.pictured.Picture.Data
	}
	if r.Prefix != nil {
		res.Prefix = r.Prefix(&State{Name: r.Name, Body: r.Body, Sentences: r.sentences, Checks: r.checks, Commands: r.Commands.For(r.Device)})
	}
	res.Usage, res.CostUSD = sumUsage(r.usage)
	return res
}

// sumUsage adds model calls up by role and model; the cost is nil when any call had no price.
func sumUsage(calls []RoleUsage) ([]UsageSum, *float64) {
	type key struct{ role, model string }
	sums := map[key]*UsageSum{}
	total, priced := 0.0, true
	for _, c := range calls {
		k := key{c.Role, c.Model}
		s := sums[k]
		if s == nil {
			zero := 0.0
			s = &UsageSum{Role: c.Role, Model: c.Model, CostUSD: &zero}
			sums[k] = s
		}
		s.Calls++
		s.Usage = s.Usage.Add(c.Usage)
		if c.CostUSD == nil {
			s.CostUSD, priced = nil, false
			continue
		}
		total += *c.CostUSD
		if s.CostUSD != nil {
			*s.CostUSD += *c.CostUSD
		}
	}
	out := make([]UsageSum, 0, len(sums))
	for _, s := range sums {
		out = append(out, *s)
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].Role+out[i].Model < out[j].Role+out[j].Model
	})
	if !priced {
		return out, nil
	}
	return out, &total
}
