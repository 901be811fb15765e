package agent

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

var errTimeout = errors.New("the case's timeout is over")

// budget is the clock and the purse of a run. The clock stops while a person is asked.
type budget struct {
	mu     sync.Mutex
	timer  *time.Timer
	end    time.Time
	rest   time.Duration // what was left when the clock stopped
	asked  time.Duration
	waits  time.Duration // what wait commands may still take
	tokens int
	usd    float64
	priced bool // every call so far had a price
	warned bool
}

// newBudget gives a context that ends with errTimeout when the time is over.
func newBudget(parent context.Context, l Limits) (context.Context, *budget, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	b := &budget{end: time.Now().Add(l.Time), waits: l.Time / 5, priced: true}
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

// add counts one model call.
func (b *budget) add(u RoleUsage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens += u.Usage.Total()
	if u.CostUSD == nil {
		b.priced = false
		return
	}
	b.usd += *u.CostUSD
}

// spent says which limit is used up, "" while none is.
func (b *budget) spent(l Limits) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case l.Tokens > 0 && b.tokens >= l.Tokens:
		return fmt.Sprintf("%d tokens are used, the limit is %d", b.tokens, l.Tokens)
	case l.CostUSD > 0 && b.usd >= l.CostUSD:
		return fmt.Sprintf("$%.4f are spent, the limit is $%.4f", b.usd, l.CostUSD)
	}
	return ""
}

// warning says once that 80 % of a limit are used.
func (b *budget) warning(l Limits) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.warned {
		return ""
	}
	switch {
	case l.Tokens > 0 && b.tokens*5 >= l.Tokens*4:
		b.warned = true
		return fmt.Sprintf("%d of %d tokens are used", b.tokens, l.Tokens)
	case l.CostUSD > 0 && b.usd*5 >= l.CostUSD*4:
		b.warned = true
		return fmt.Sprintf("$%.4f of $%.4f are spent", b.usd, l.CostUSD)
	}
	return ""
}

// account counts model calls and prices them.
func (r *run) account(calls []RoleUsage) {
	for _, u := range calls {
		if u.CostUSD == nil && r.Price != nil {
			if usd, ok := r.Price(u.Model, u.Usage); ok {
				u.CostUSD = &usd
			}
		}
		r.budget.add(u)
		r.usage = append(r.usage, u)
		r.fresh = append(r.fresh, u)
	}
	if text := r.budget.warning(r.Limits); text != "" {
		r.warn(text)
	}
}

// timed adds the time until the returned function is called to a sum.
func timed(sum *time.Duration) func() {
	start := time.Now()
	return func() { *sum += time.Since(start) }
}
