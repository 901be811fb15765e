package agent

import (
	"context"
	"errors"
	"sync"
	"time"
)

var errTimeout = errors.New("the case's timeout is over")

// budget is the clock of a run. It stops while a person is asked.
type budget struct {
	mu    sync.Mutex
	timer *time.Timer
	end   time.Time
	rest  time.Duration // what was left when the clock stopped
	asked time.Duration
	waits time.Duration // what wait commands may still take
}

// newBudget gives a context that ends with errTimeout when the time is over.
func newBudget(parent context.Context, l Limits) (context.Context, *budget, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	b := &budget{end: time.Now().Add(l.Time), waits: l.Time / 5}
	b.timer = time.AfterFunc(l.Time, func() { cancel(errTimeout) })
	return ctx, b, func() {
		b.timer.Stop()
		cancel(context.Canceled)
	}
}

// pause stops the clock until the returned function is called.
func (b *budget) pause() (resume func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.timer.Stop() {
		return func() {} // it is over already
	}
	b.rest = time.Until(b.end)
	from := time.Now()
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.asked += time.Since(from)
		b.end = time.Now().Add(b.rest)
		b.timer.Reset(b.rest)
	}
}

func (b *budget) left() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, time.Until(b.end))
}

// Take grants a wait as much of its time as is left for waits in all.
func (b *budget) Take(want time.Duration) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	got := min(want, b.waits)
	b.waits -= got
	return got
}

// Return gives back what a wait did not need.
func (b *budget) Return(unused time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waits += unused
}

// timed adds the time until the returned function is called to a sum.
func timed(sum *time.Duration) func() {
	start := time.Now()
	return func() { *sum += time.Since(start) }
}
