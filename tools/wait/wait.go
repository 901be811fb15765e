// Package wait waits, within what a run may wait in all.
package wait

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/tools"
)

//go:embed description.md
var description string

// Params are what a model fills in.
type Params struct {
	Seconds float64 `json:"seconds,omitempty" validate:"omitempty,min=0,max=30"`
	Until   string  `json:"until,omitempty" jsonschema:"as: \"Saved\" is visible" validate:"required_without=Seconds,max=300"`
}

// Limiter holds what a run may still wait in all. It must be safe for concurrent use.
type Limiter interface {
	// Take asks for up to want and answers how much is granted; 0 means that nothing is left.
	Take(want time.Duration) (granted time.Duration)
	// Return gives back what was not waited.
	Return(unused time.Duration)
}

// Conditions evaluates a statement once; commands.Conditions is one.
type Conditions interface {
	Holds(ctx context.Context, statement string) (check.Evidence, error)
}

// Config is what the tool works with.
type Config struct {
	Limiter    Limiter
	Conditions Conditions
	// Alive is the device's (platform.Device); nil asks nothing.
	Alive func() error
}

const (
	defaultLimit = 10 * time.Second
	every        = 200 * time.Millisecond
	pulse        = 500 * time.Millisecond // how often Alive is asked
)

// New makes the tool. A condition that was not met in time is a *commands.Failure;
// the error of a device that has gone comes back as it is, at most a second after it went.
func New(c Config) (tools.Tool, error) {
	return tools.New("wait", strings.TrimSpace(description), func(ctx context.Context, p Params) (string, error) {
		want := time.Duration(p.Seconds * float64(time.Second))
		if want == 0 {
			want = defaultLimit
		}
		granted := c.Limiter.Take(want)
		if granted <= 0 {
			return "", commands.Failf(commands.NotAllowed, "this run has waited as long as it may").WithHint("go on without waiting")
		}
		start := time.Now()
		defer func() { c.Limiter.Return(max(0, granted-time.Since(start))) }()
		if p.Until != "" {
			return until(ctx, c.Conditions, p.Until, granted)
		}
		if err := c.pass(ctx, granted); err != nil {
			return "", err
		}
		line := fmt.Sprintf("waited %.1f s", granted.Seconds())
		if granted < want {
			line += ", which is all this run may wait"
		}
		return line, nil
	})
}

// pass lets the time go by while the device is alive.
func (c Config) pass(ctx context.Context, d time.Duration) error {
	for end := time.Now().Add(d); ; {
		left := time.Until(end)
		if left <= 0 {
			return nil
		}
		if err := commands.Pause(ctx, min(left, pulse)); err != nil {
			return err
		}
		if c.Alive == nil {
			continue
		}
		if err := c.Alive(); err != nil {
			return err
		}
	}
}

func until(ctx context.Context, c Conditions, statement string, limit time.Duration) (string, error) {
	var last check.Evidence
	ok, waited, err := commands.Poll(ctx, limit, every, func() (bool, error) {
		var err error
		last, err = c.Holds(ctx, statement)
		return last.Answer == check.Holds, err
	})
	if err != nil {
		return "", err
	}
	if !ok {
		reason := last.Reason
		if reason == "" {
			reason = string(last.Answer)
		}
		return "", commands.Failf(commands.ConditionNotMet, "not so within %.1f s: %s", limit.Seconds(), reason)
	}
	return fmt.Sprintf("it holds after %.1f s: %s", waited.Seconds(), last.Reason), nil
}
