package model

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// RetryConfig bounds the retries of a client.
type RetryConfig struct {
	// Attempts are all calls made, the first included; 4 when 0.
	Attempts int
	// Base is the first wait, doubled each time up to Max; 1 s and 30 s when 0.
	Base, Max time.Duration
	// MaxAsked is the longest wait a provider may ask for; a longer Retry-After ends the call at once. 2 minutes when 0.
	MaxAsked time.Duration
	// Jitter answers a number in [0,1) that shortens each wait by up to half; random when nil.
	Jitter func() float64
	// OnRetry hears of every retry before the wait; may be nil.
	OnRetry func(attempt int, err *Error, wait time.Duration)
}

// WithRetry makes a client that calls again when the provider is busy, down
// or answers what cannot be read. It never waits beyond ctx's deadline: then
// the last error comes back at once.
func WithRetry(c Client, rc RetryConfig) Client {
	if rc.Attempts <= 0 {
		rc.Attempts = 4
	}
	if rc.Base <= 0 {
		rc.Base = time.Second
	}
	if rc.Max <= 0 {
		rc.Max = 30 * time.Second
	}
	if rc.MaxAsked <= 0 {
		rc.MaxAsked = 2 * time.Minute
	}
	if rc.Jitter == nil {
		rc.Jitter = rand.Float64
	}
	return &retrying{c, rc}
}

type retrying struct {
	client Client
	config RetryConfig
}

func (r *retrying) Name() string { return r.client.Name() }

func (r *retrying) Generate(ctx context.Context, req Request) (*Response, error) {
	for attempt := 1; ; attempt++ {
		resp, err := r.client.Generate(ctx, req)
		var e *Error
		if err == nil || !errors.As(err, &e) || !Retryable(e.Class) || attempt >= r.config.Attempts {
			return resp, err
		}
		wait, ok := r.wait(attempt, e)
		if deadline, has := ctx.Deadline(); !ok || has && time.Now().Add(wait).After(deadline) {
			return nil, err
		}
		if r.config.OnRetry != nil {
			r.config.OnRetry(attempt, e, wait)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
	}
}

// wait is the pause after a failed attempt; false when the provider asks for more than we give.
func (r *retrying) wait(attempt int, e *Error) (time.Duration, bool) {
	d := r.config.Base
	for range attempt - 1 {
		d = min(2*d, r.config.Max)
	}
	d -= time.Duration(float64(d) * r.config.Jitter() / 2)
	if e.RetryAfter > r.config.MaxAsked {
		return 0, false
	}
	return max(d, e.RetryAfter), true
}

// Retryable says whether the same call may succeed later.
func Retryable(c ErrorClass) bool {
	switch c {
	case RateLimited, Unavailable, BadReply:
		return true
	case Auth, NoModel, BadRequest:
		return false
	}
	return false
}
