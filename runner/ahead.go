package runner

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/testcases"
)

// ahead is the device of a case that is made ready while the cases before it still run: a browser takes as long for a
// fresh page as for several steps.
type ahead struct {
	ready  chan struct{}
	device *platform.Device
	err    error
}

// prepare makes a device ready. A phone is not: it is one that another case may be waiting for.
func (s *suite) prepare(ctx context.Context, c *testcases.Case) *ahead {
	if c.Platform != testcases.Web || ctx.Err() != nil {
		return nil
	}
	a := &ahead{ready: make(chan struct{})}
	go func() {
		defer close(a.ready)
		a.device, a.err = s.Installer.Install(ctx, c.Spec(downloadsIn(s.Dir.Folder(c.ID, 1))))
	}()
	return a
}

// take hands the device over, once; nil when there is none that can be used.
func (a *ahead) take(ctx context.Context) *platform.Device {
	if a == nil {
		return nil
	}
	<-a.ready // Install ends with its context
	d := a.device
	a.device = nil
	if a.err != nil || d == nil {
		return nil // whoever installs it says what is wrong, unless it works then
	}
	if d.Alive != nil && d.Alive() != nil {
		_ = closeDevice(ctx, d) // it is gone: there is nothing left to close
		return nil
	}
	return d
}

// device is the one made ready for the case's first try, else a new one.
func (s *suite) device(ctx context.Context, c *testcases.Case, folder *artifact.Folder, ready *ahead) (*platform.Device, error) {
	if d := ready.take(ctx); d != nil {
		return d, nil
	}
	return s.Installer.Install(ctx, c.Spec(downloadsIn(folder.Path)))
}

// drop closes what nobody took.
func (s *suite) drop(ctx context.Context, c *testcases.Case, a *ahead) {
	if d := a.take(ctx); d != nil {
		s.warn(c, unclean, closeDevice(ctx, d))
	}
}

const unclean = "the device did not close cleanly"

func downloadsIn(folder string) string { return filepath.Join(folder, "downloads") }

// closeDevice ends a device also when ctx has ended.
func closeDevice(ctx context.Context, d *platform.Device) error {
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), 10*time.Second, errors.New("closing the device took too long"))
	defer cancel()
	return d.Close(ctx)
}
