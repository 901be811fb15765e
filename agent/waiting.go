package agent

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

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

// waitedFor counts a plain wait towards the sentence it serves. "Wait 5 seconds" is done when so many have gone by.
func (r *run) waitedFor(call Call, took time.Duration) {
	s := r.waitSentence(call)
	if s == nil {
		return
	}
	if _, due := r.actionsDone(s.N); !due {
		return
	}
	r.slept[s.N] += took
	if r.slept[s.N] >= seconds(s.Step.Value)*95/100 {
		r.hold(s.N)
	}
}

// seconds reads the seconds a sentence names, 0 when it names none.
func seconds(value string) time.Duration {
	f, err := strconv.ParseFloat(value, 64)
	if err != nil || f < 0 || f > 1e6 {
		return 0
	}
	return time.Duration(f * float64(time.Second))
}

const longestWait = 30 * time.Second

// waitFor waits until the statement of a sentence holds. That it does not come
// to hold is the application's fault as far as can be seen.
func (r *run) waitFor(ctx context.Context, s language.Sentence) error {
	if missing, due := r.actionsDone(s.N); !due {
		r.remark("sentence %d (%s) is not due: sentence %d is not done yet", s.N, s.Text, missing)
		return nil
	}
	limit := longestWait
	if asked := seconds(s.Step.Value); asked > 0 {
		limit = min(limit, asked)
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
		r.hold(s.N)
		return nil
	}
	if granted < limit && limit > pollEvery {
		r.blame(s.N)
		r.end(func(f *Facts) {
			f.OverBudget = fmt.Sprintf("the time this case may spend on waiting is used up: only %s were left for sentence %d (%s)", granted.Round(time.Millisecond), s.N, s.Text)
		})
		return nil
	}
	text := fmt.Sprintf("waited %s in vain for sentence %d (%s): %s", granted.Round(time.Second), s.N, s.Text, r.Memory.Mask(e.Reason))
	r.remark("%s", text)
	r.blame(s.N)
	if e.Answer == check.DoesNotHold {
		r.end(func(f *Facts) { f.Disproof = text })
		return nil
	}
	r.end(func(f *Facts) { f.Blocked = text })
	return nil
}

// waitsHold marks the waits whose statement holds already, so that nobody needs to wait for them.
func (r *run) waitsHold(ctx context.Context, tree *screen.Tree) {
	if tree == nil {
		return
	}
	for _, s := range r.sentences {
		if s.Step == nil || s.Step.Command != "wait" || s.Step.Form == nil || check.Negative(*s.Step.Form) || r.done()[s.N] {
			continue
		}
		if _, due := r.actionsDone(s.N); !due {
			return
		}
		if r.evaluateOn(ctx, tree, *s.Step.Form).Answer != check.Holds {
			return
		}
		r.hold(s.N)
	}
}
