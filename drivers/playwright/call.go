package playwright

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// touch says what a call has to do with the page.
type touch int

const (
	apart   touch = iota // asks nothing of the page; works while a dialog is open
	reads                // is refused while a dialog is open
	acts                 // is refused while a dialog is open, and ends well when it opens one itself
	travels              // like acts, but can be stopped when its context ends
	writes               // like apart, but writes files that may be large
)

// graceAfterEnd is how long a call that acts may go on after its context
// ended before the session is given up: nobody could say what it still does.
const graceAfterEnd = 300 * time.Millisecond

// call runs one blocking piece of playwright work so that it always comes back:
// when it is done, when a native dialog opens, when the browser is gone, when
// ctx ends, or when its own limit is over, which is a *platform.Error too. What
// is left behind goes on in the background and is freed by closing the session,
// which waits for it. Work of several steps looks at the context it is given between them.
func call[T any](ctx context.Context, s *session, op string, t touch, work func(ctx context.Context) (T, error)) (T, error) {
	var zero T
	if ctx.Err() != nil {
		return zero, ended(op, ctx)
	}
	opened, err := s.begin(op, t)
	if err != nil {
		return zero, err
	}
	type result struct {
		v   T
		err error
	}
	workCtx, stop := within(ctx, s.limitOf(t))
	defer stop()
	ch := make(chan result, 1)
	go func() {
		defer s.calls.Done()
		var r result
		defer func() {
			if p := recover(); p != nil {
				s.eng.cfg.Logger.Error("the browser library panicked", "op", op, "panic", p)
				r.err = errLibrary
			}
			ch <- r
		}()
		if t == reads {
			r.v, r.err = again(workCtx, work)
			return
		}
		r.v, r.err = work(workCtx)
	}()
	if t == acts || t == travels {
		defer s.acted()
	}
	select {
	case r := <-ch:
		err := s.classify(op, r.err)
		if t == acts && errors.Is(err, errTabClosed) {
			return zero, nil // the page closed itself because of what was done
		}
		return r.v, err
	case <-opened:
		if t == acts || t == travels {
			return zero, nil
		}
		return zero, s.blocked(op)
	case <-s.gone:
		select { // the call itself knows best why
		case r := <-ch:
			if r.err == nil {
				return r.v, nil
			}
		case <-time.After(graceAfterEnd):
		}
		return zero, gone(op, s.cause())
	case <-workCtx.Done():
		if t == acts {
			stop()
			select {
			case <-ch:
			case <-time.After(graceAfterEnd):
				s.die(errSilent)
				s.abandon()
				if ctx.Err() == nil {
					return zero, gone(op, s.cause())
				}
			}
		}
		return zero, ended(op, workCtx)
	}
}

// limitOf is how long a call may take whose caller sets no limit.
func (s *session) limitOf(t touch) time.Duration {
	if t == writes {
		return writeLimit
	}
	return s.eng.cfg.callLimit
}

// within is ctx with a limit, whose cause says in plain words what was waited for.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, &tooLong{limit})
}

// tooLong is the end of a limit of our own.
type tooLong struct{ limit time.Duration }

func (e *tooLong) Error() string { return fmt.Sprintf("the browser did not answer within %v", e.limit) }

// Unwrap makes it a context.DeadlineExceeded.
func (e *tooLong) Unwrap() error { return context.DeadlineExceeded }

// again repeats reading that lost its document to a navigation, on the document that came instead.
func again[T any](ctx context.Context, work func(ctx context.Context) (T, error)) (T, error) {
	for start := time.Now(); ; {
		v, err := work(ctx)
		if err == nil || !isNavigating(err) || time.Since(start) > readingLimit || pause(ctx, 50*time.Millisecond) != nil {
			return v, err
		}
	}
}

// readingLimit bounds again: a page that goes on navigating cannot be read.
const readingLimit = 5 * time.Second

// do is call for work without a value.
func do(ctx context.Context, s *session, op string, t touch, work func(ctx context.Context) error) error {
	_, err := call(ctx, s, op, t, func(ctx context.Context) (struct{}, error) { return struct{}{}, work(ctx) })
	return err
}
