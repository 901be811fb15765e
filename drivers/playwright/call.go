package playwright

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

// touch says what a call has to do with the page.
type touch int

const (
	apart   touch = iota // asks nothing of the page; works while a dialog is open
	reads                // is refused while a dialog is open
	acts                 // is refused while a dialog is open, and ends well when it opens one itself
	travels              // like acts, but can be stopped when its context ends
)

// graceAfterEnd is how long a call that acts may go on after its context
// ended before the session is given up: nobody could say what it still does.
const graceAfterEnd = 300 * time.Millisecond

// call runs one blocking piece of playwright work so that it always comes back:
// when it is done, when a native dialog opens, when the browser is gone or when
// ctx ends. What is left behind goes on in the background and is freed by
// closing the session, which waits for it. Work of several steps looks at the
// context it is given between them.
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
	workCtx, stop := context.WithCancel(ctx)
	ch := make(chan result, 1)
	go func() {
		defer s.calls.Done()
		var r result
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("the browser library failed: %v", p)
			}
			ch <- r
		}()
		if t == reads {
			r.v, r.err = again(workCtx, work)
			return
		}
		r.v, r.err = work(workCtx)
	}()
	defer stop()
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
	case <-ctx.Done():
		if t == acts {
			stop()
			select {
			case <-ch:
			case <-time.After(graceAfterEnd):
				s.die(errors.New("the browser did not answer in time"))
				s.abandon()
			}
		}
		return zero, ended(op, ctx)
	}
}

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

// classify turns a library error into a platform one.
func (s *session) classify(op string, err error) error {
	if err == nil {
		return nil
	}
	var known *platform.Error
	if errors.As(err, &known) {
		return err
	}
	if isGone(err) {
		if s.isDead() {
			return gone(op, s.cause())
		}
		if s.eng.dead.Load() || !s.eng.browser.IsConnected() || isDriverGone(err) {
			s.eng.lost()
			s.die(errors.New("the browser ended"))
			return gone(op, s.cause())
		}
		if strings.Contains(err.Error(), "crashed") {
			s.die(errors.New("the page crashed"))
			return gone(op, s.cause())
		}
		// Only the tab went away, which a page may do to itself.
		return &platform.Error{Op: op, Class: platform.Transient, Err: errTabClosed}
	}
	class := platform.Permanent
	if errors.Is(err, pw.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || isNavigating(err) {
		class = platform.Transient
	}
	return &platform.Error{Op: op, Class: class, Err: short(err)}
}

var errTabClosed = errors.New("the tab was closed")

func isDriverGone(err error) bool {
	m := err.Error()
	return strings.Contains(m, "Connection closed") || strings.Contains(m, "transport closed") || strings.Contains(m, "could not send message") ||
		strings.Contains(m, "could not read protocol") || strings.Contains(m, "Browser has been closed")
}

func isGone(err error) bool {
	return errors.Is(err, pw.ErrTargetClosed) || isDriverGone(err) || strings.Contains(err.Error(), "Target crashed") ||
		strings.Contains(err.Error(), "Target page, context or browser has been closed")
}

// isNavigating reports an evaluation that lost its document.
func isNavigating(err error) bool {
	m := err.Error()
	return strings.Contains(m, "Execution context was destroyed") || strings.Contains(m, "Cannot find context") || strings.Contains(m, "Frame was detached") ||
		strings.Contains(m, "frame was detached") || strings.Contains(m, "Unable to adopt element handle")
}

// short drops the library's prefixes and its call log.
func short(err error) error {
	m := err.Error()
	if i := strings.Index(m, "\nCall log:"); i >= 0 {
		m = m[:i]
	}
	m = strings.TrimPrefix(m, "playwright: ")
	m = strings.TrimPrefix(m, "timeout: ")
	return fmt.Errorf("%s", strings.TrimSpace(m))
}

func gone(op string, err error) error {
	return &platform.Error{Op: op, Class: platform.Gone, Err: err}
}

// ended is the error of a call whose context ended.
func ended(op string, ctx context.Context) error {
	return &platform.Error{Op: op, Class: platform.Transient, Err: context.Cause(ctx)}
}

func permanent(op, format string, args ...any) error {
	return &platform.Error{Op: op, Class: platform.Permanent, Err: fmt.Errorf(format, args...)}
}
