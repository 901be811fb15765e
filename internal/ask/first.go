package ask

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// First asks several at once; the first answer wins and the others are
// cancelled. One that fails is left out; if all fail, so does First. It returns
// when all have.
func First(askers ...askuser.Asker) askuser.Asker { return first(askers) }

type first []askuser.Asker

func (f first) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	out, err := f.tell(ctx, questions, always)
	return out.Answers, err
}

func (f first) tell(ctx context.Context, questions []askuser.Question, claim func() bool) (Outcome, error) {
	if len(f) == 0 {
		return Outcome{}, errors.New("there is nobody to ask")
	}
	asking, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var won atomic.Bool
	one := func() bool { return won.CompareAndSwap(false, true) && claim() }

	outs, errs := make([]Outcome, len(f)), make([]error, len(f))
	var all sync.WaitGroup
	for i, a := range f {
		all.Go(func() {
			if outs[i], errs[i] = put(asking, a, questions, one); errs[i] == nil {
				cancel(&beaten{outs[i]})
			}
		})
	}
	all.Wait()
	for i := range f {
		if errs[i] == nil {
			return outs[i], nil
		}
	}
	if ctx.Err() != nil {
		return Outcome{}, context.Cause(ctx)
	}
	return Outcome{}, errors.Join(errs...)
}
