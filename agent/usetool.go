package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/tools"
	"github.com/verdict-run/verdict/tools/ask-user"
	"github.com/verdict-run/verdict/tools/execution-finished"
	"github.com/verdict-run/verdict/tools/wait"
)

// buildTools makes the tools of this run; without a way to ask, ask-user is not offered.
func (r *run) buildTools() error {
	waiting, err := wait.New(wait.Config{Limiter: r.budget, Conditions: now{r}})
	if err != nil {
		return err
	}
	finishing, err := executionfinished.New(r.finished)
	if err != nil {
		return err
	}
	r.tools = []tools.Tool{waiting, finishing}
	if r.Asker == nil {
		return nil
	}
	asking, err := askuser.New(asker{r})
	if err != nil {
		return err
	}
	r.tools = append(r.tools, asking)
	return nil
}

// now evaluates statements for the wait tool, which knows no observation.
type now struct{ r *run }

func (n now) Holds(ctx context.Context, statement string) (check.Evidence, error) {
	return prover{n.r, n.r.last}.Holds(ctx, statement)
}

// asker stops the clock of the case while a person is asked.
type asker struct{ r *run }

func (a asker) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	resume := a.r.budget.pause()
	defer resume()
	a.r.Progress(Event{Kind: Asking, Turn: a.r.turn, Text: questions[0].Question})
	answers, err := a.r.Asker.Ask(ctx, questions)
	if err != nil {
		if ctx.Err() == nil {
			a.r.end(func(f *Facts) {
				f.Blocked = fmt.Sprintf("the question %q was not answered: %v", questions[0].Question, err)
			})
		}
		return nil, err
	}
	a.r.Progress(Event{Kind: Answered, Turn: a.r.turn})
	return answers, nil
}

// useTool runs a call that is no command. What it answers is told at the next turn.
func (r *run) useTool(ctx context.Context, o *Observation, call Call) bool {
	if call.Name == "wait" {
		if s := r.waitSentence(call); s != nil && s.Step.Form != nil {
			r.stopped(ctx, r.waitFor(ctx, *s, o))
			return true
		}
	}
	for _, t := range r.tools {
		if t.Definition().Name != call.Name {
			continue
		}
		args := call.Args
		if _, rest := commands.SplitSentence(args); len(rest) > 0 {
			args = rest
		}
		answer, err := t.Run(ctx, args)
		var failure *commands.Failure
		switch {
		case err == nil:
			r.remark("%s: %s", call.Name, r.Memory.Mask(answer))
			if s := r.waitSentence(call); call.Name == "wait" && s != nil {
				r.waited[s.N] = true
			}
		case ctx.Err() != nil || platform.ClassOf(err) == platform.Gone:
			r.stopped(ctx, err)
		case errors.As(err, &failure) || errorName(err) == commands.InvalidArguments:
			r.remark("%s failed: %s", call.Name, r.Memory.Mask(err.Error()))
		default:
			r.stopped(ctx, err)
		}
		return true
	}
	return false
}

// waitSentence is the sentence a wait serves: the one it names, else the first undone one when that asks to wait.
func (r *run) waitSentence(call Call) *language.Sentence {
	n := call.Sentence
	if n < 1 || n > len(r.sentences) {
		n = r.firstUndone()
	}
	if n == 0 || r.sentences[n-1].Step == nil || r.sentences[n-1].Step.Command != "wait" {
		return nil
	}
	return &r.sentences[n-1]
}

const longestWait = 30 * time.Second

// waitFor waits until the statement of a sentence holds. That it does not come
// to hold is the application's fault as far as can be seen.
func (r *run) waitFor(ctx context.Context, s language.Sentence, o *Observation) error {
	limit := longestWait
	var seconds struct {
		Seconds float64 `json:"seconds"`
	}
	if json.Unmarshal([]byte(`{"seconds":`+s.Step.Value+`}`), &seconds) == nil && seconds.Seconds > 0 {
		limit = min(limit, time.Duration(seconds.Seconds*float64(time.Second)))
	}
	granted := r.budget.Take(limit)
	start := time.Now()
	defer func() { r.budget.Return(max(0, granted-time.Since(start))) }()
	defer timed(&r.timings.Waits)()
	form, err := r.resolved(*s.Step.Form)
	if err != nil {
		r.remark("sentence %d: %v", s.N, err)
		return nil
	}
	var e check.Evidence
	met, _, err := commands.Poll(ctx, granted, pollEvery, func() (bool, error) {
		tree, err := r.treeNow(ctx)
		if err != nil {
			return false, err
		}
		e = check.Evaluate(form, r.world(ctx, tree, form))
		return e.Answer == check.Holds, nil
	})
	if err != nil {
		return err
	}
	if met {
		r.waited[s.N] = true
		return nil
	}
	text := fmt.Sprintf("waited %s in vain for sentence %d (%s): %s", granted.Round(time.Second), s.N, s.Text, r.Memory.Mask(e.Reason))
	r.remark("%s", text)
	r.blame(s.N)
	if _, due := r.actionsDone(s.N); due && e.Answer == check.DoesNotHold {
		r.illustrate(ctx, e, nil)
		r.end(func(f *Facts) { f.Disproof = text })
		return nil
	}
	r.end(func(f *Facts) { f.Blocked = text })
	return nil
}

// waitsHold marks the waits whose statement holds already, so that nobody needs to wait for them.
func (r *run) waitsHold(tree *screen.Tree) {
	if tree == nil {
		return
	}
	for _, s := range r.sentences {
		if r.waited[s.N] || s.Step == nil || s.Step.Command != "wait" || s.Step.Form == nil || check.Negative(*s.Step.Form) {
			continue
		}
		if _, due := r.actionsDone(s.N); !due {
			return
		}
		if r.evaluateOn(tree, *s.Step.Form).Answer != check.Holds {
			return
		}
		r.waited[s.N] = true
	}
}
