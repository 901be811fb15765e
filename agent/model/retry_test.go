package model_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
)

func fail(class model.ErrorClass, after time.Duration) modeltest.Reply {
	r := modeltest.Fails(class, 0)
	r.Err.(*model.Error).RetryAfter = after
	return r
}

func TestRetry(t *testing.T) {
	t.Parallel()
	ok := modeltest.Says("ok")
	for name, tc := range map[string]struct {
		replies  []modeltest.Reply
		deadline time.Duration
		calls    int
		took     time.Duration
		class    model.ErrorClass
	}{
		"an answer is handed on":                   {[]modeltest.Reply{ok}, 0, 1, 0, ""},
		"a busy provider is asked again":           {[]modeltest.Reply{fail(model.RateLimited, 0), ok}, 0, 2, time.Second, ""},
		"the waits double":                         {[]modeltest.Reply{fail(model.Unavailable, 0), fail(model.BadReply, 0), fail(model.Unavailable, 0), ok}, 0, 4, 7 * time.Second, ""},
		"Retry-After is honoured":                  {[]modeltest.Reply{fail(model.RateLimited, 20*time.Second), ok}, 0, 2, 20 * time.Second, ""},
		"a short Retry-After does not hurry":       {[]modeltest.Reply{fail(model.RateLimited, time.Millisecond), ok}, 0, 2, time.Second, ""},
		"a Retry-After of an hour ends it":         {[]modeltest.Reply{fail(model.RateLimited, time.Hour), ok}, 0, 1, 0, model.RateLimited},
		"a wait beyond the deadline ends it":       {[]modeltest.Reply{fail(model.RateLimited, 20*time.Second), ok}, 10 * time.Second, 1, 0, model.RateLimited},
		"the last error comes back":                {[]modeltest.Reply{fail(model.Unavailable, 0), fail(model.Unavailable, 0), fail(model.Unavailable, 0), fail(model.BadReply, 0), ok}, 0, 4, 7 * time.Second, model.BadReply},
		"a wrong key is not tried again":           {[]modeltest.Reply{fail(model.Auth, 0), ok}, 0, 1, 0, model.Auth},
		"an unknown model is not tried again":      {[]modeltest.Reply{fail(model.NoModel, 0), ok}, 0, 1, 0, model.NoModel},
		"a request refused is not sent once again": {[]modeltest.Reply{fail(model.BadRequest, 0), ok}, 0, 1, 0, model.BadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if tc.deadline > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, tc.deadline)
					defer cancel()
				}
				s := modeltest.NewScripted(tc.replies...)
				heard := 0
				c := model.WithRetry(s, model.RetryConfig{
					Jitter:  func() float64 { return 0 },
					OnRetry: func(int, *model.Error, time.Duration) { heard++ },
				})
				require.Equal(t, "scripted", c.Name())
				started := time.Now()
				_, err := c.Generate(ctx, model.Request{})
				require.Equal(t, tc.class, model.ClassOf(err))
				require.Equal(t, tc.class == "", err == nil)
				require.Len(t, s.Requests(), tc.calls)
				require.Equal(t, tc.took, time.Since(started))
				require.Equal(t, tc.calls-1, heard)
			})
		})
	}
}

func TestCancellingEndsAWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(300*time.Millisecond, cancel)
		c := model.WithRetry(modeltest.NewScripted(fail(model.Unavailable, 0)), model.RetryConfig{})
		started := time.Now()
		_, err := c.Generate(ctx, model.Request{})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 300*time.Millisecond, time.Since(started))
	})
}

func TestJitterShortensByAtMostHalf(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := model.WithRetry(modeltest.NewScripted(fail(model.Unavailable, 0), modeltest.Says("ok")), model.RetryConfig{})
		started := time.Now()
		_, err := c.Generate(t.Context(), model.Request{})
		require.NoError(t, err)
		require.GreaterOrEqual(t, time.Since(started), time.Second/2)
		require.LessOrEqual(t, time.Since(started), time.Second)
	})
}
