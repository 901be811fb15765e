package playwright

import (
	"context"

	pw "github.com/mxschmitt/playwright-go"
)

// StartTrace records Playwright's own trace: pictures and page snapshots.
func (s *session) StartTrace(ctx context.Context) error {
	return do(ctx, s, "start trace", writes, func(context.Context) error {
		return s.bctx.Tracing().Start(pw.TracingStartOptions{Screenshots: new(true), Snapshots: new(true)})
	})
}

// StopTrace writes the trace as a zip that Playwright's trace viewer opens.
func (s *session) StopTrace(ctx context.Context, path string) error {
	return do(ctx, s, "stop trace", writes, func(context.Context) error { return s.bctx.Tracing().Stop(path) })
}
