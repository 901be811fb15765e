package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/tools"
	"github.com/verdict-run/verdict/tools/ask-user"
	"github.com/verdict-run/verdict/tools/execution-finished"
	"github.com/verdict-run/verdict/tools/wait"
)

// buildTools makes the tools of this run; without a way to ask, ask-user is not offered.
func (r *run) buildTools() error {
	waiting, err := wait.New(wait.Config{Limiter: r.budget, Conditions: now{r}, Alive: r.Device.Alive})
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
	a.r.Progress(Event{Kind: Asking, Turn: a.r.turn, Text: a.r.Memory.Mask(questions[0].Question)})
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
			r.stopped(ctx, r.waitFor(ctx, *s))
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
		start := time.Now()
		answer, err := t.Run(ctx, args)
		var failure *commands.Failure
		switch {
		case err == nil:
			r.remark("%s: %s", call.Name, r.Memory.Mask(answer))
			if call.Name == "wait" {
				r.waitedFor(call, time.Since(start))
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
