package playwright

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/verdict-run/verdict/platform"
)

// Installer makes web devices. It may serve many cases at once.
type Installer struct {
	cfg Config

	mu       sync.Mutex
	eng      *engine
	starting chan struct{} // closed when the start under way has ended
	failure  error         // of the last start
	closed   bool
	sessions map[*session]struct{}
	wg       sync.WaitGroup // starts and clean-ups under way
}

// New checks the configuration; the driver and browser start with the first Install.
func New(_ context.Context, cfg Config) (*Installer, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Installer{cfg: cfg, sessions: map[*session]struct{}{}}, nil
}

// Install makes a context of the browser for one case, within 90 seconds. A browser that died since is started again.
func (i *Installer) Install(ctx context.Context, spec platform.Spec) (*platform.Device, error) {
	ctx, cancel := within(ctx, installLimit)
	defer cancel()
	var s *session
	for attempt := 0; ; attempt++ {
		eng, err := i.engine(ctx)
		if err != nil {
			return nil, err
		}
		s, err = i.session(ctx, eng, spec)
		if err == nil {
			break
		}
		if platform.ClassOf(err) != platform.Gone || ctx.Err() != nil || attempt > 0 {
			return nil, err
		}
		eng.lost() // its driver died without a word; once more with a new one
	}
	return s.device(), nil
}

// engine gives the running engine, starting one when there is none.
func (i *Installer) engine(ctx context.Context) (*engine, error) {
	const op = "install"
	for {
		i.mu.Lock()
		if i.closed {
			i.mu.Unlock()
			return nil, gone(op, errors.New("the installer was closed"))
		}
		if i.eng != nil && i.eng.alive() {
			eng := i.eng
			i.mu.Unlock()
			return eng, nil
		}
		wait := i.starting
		if wait == nil {
			wait = make(chan struct{})
			i.starting = wait
			old := i.eng
			i.eng = nil
			i.wg.Add(1)
			go i.start(old, wait)
		}
		i.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ended(op, ctx)
		}
		i.mu.Lock()
		err := i.failure
		i.mu.Unlock()
		if err != nil {
			return nil, gone(op, err)
		}
	}
}

// start replaces a dead engine. It is not bound to one caller's context, as others may wait for it too.
func (i *Installer) start(old *engine, done chan struct{}) {
	defer i.wg.Done()
	if old != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		if err := old.stop(ctx); err != nil {
			i.cfg.Logger.Debug("old driver", "error", err)
		}
		cancel()
	}
	eng, err := startEngine(i.cfg)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.starting = nil
	i.eng = eng
	i.failure = err
	close(done)
	if i.closed && eng != nil { // Close may have stopped waiting for it
		i.eng = nil
		i.wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 2*closeLimit)
			defer cancel()
			if err := eng.stop(ctx); err != nil {
				i.cfg.Logger.Debug("late driver", "error", err)
			}
		})
	}
}

// Close ends every session, the browser and the driver. A driver that hangs is killed, which is the error.
func (i *Installer) Close(ctx context.Context) error {
	i.mu.Lock()
	i.closed = true
	starting := i.starting
	var open []*session
	for s := range i.sessions {
		open = append(open, s)
	}
	i.mu.Unlock()
	for _, s := range open {
		_ = s.close(ctx) // the browser is closed below in any case
	}
	if starting != nil {
		select {
		case <-starting:
		case <-time.After(launchLimit):
		}
	}
	wait(&i.wg, closeLimit) // what still waits for the browser is freed by stopping it
	i.mu.Lock()
	eng := i.eng
	i.eng = nil
	i.mu.Unlock()
	if eng == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*closeLimit)
	defer cancel()
	err := eng.stop(ctx)
	wait(&i.wg, closeLimit)
	return err
}

// wait waits for all of a group, but not longer than limit.
func wait(wg *sync.WaitGroup, limit time.Duration) {
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(limit):
	}
}
