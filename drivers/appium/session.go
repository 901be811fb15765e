package appium

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/tebeka/selenium"

	"github.com/verdict-run/verdict/platform"
)

// kind is what the session drives.
type kind string

const (
	android kind = "android" // UiAutomator2
	ios     kind = "ios"     // XCUITest
	browser kind = "browser" // any W3C browser, such as chromium-driver with mobile emulation
)

// session is one session of the server. Its commands go one at a time.
type session struct {
	in   *Installer
	kind kind
	wire *wire
	wd   selenium.WebDriver
	free chan struct{} // holds one token: whoever has it talks to the server

	// Only with the token.
	place    geometry
	context  string // of the application: NATIVE_APP or a web view; "" on a browser
	window   string // handle of the current window, of web contexts
	known    []string
	source   nativeTree // what Elements read last, by which ids are found again
	lastUsed time.Time
	lastAct  time.Time // when something was done to the device that may change what it shows
	app      string    // package or bundle id

	dialogs dialogLog

	mu         sync.Mutex
	whyGone    error
	gone       chan struct{}
	goneOnce   sync.Once
	closeOnce  sync.Once
	closeErr   error
	work       sync.WaitGroup // keep-alive, streams, film
	disconnect func()
	release    func() // of the lease
	film       reel
}

// deadSession is the cause by which calls under way are ended.
type deadSession struct{ why error }

func (e *deadSession) Error() string { return e.why.Error() }

var errClosed = errors.New("the device was closed")

// die marks the session as gone; the first reason counts.
func (s *session) die(why error) {
	s.goneOnce.Do(func() {
		s.mu.Lock()
		s.whyGone = why
		s.mu.Unlock()
		close(s.gone)
	})
}

func (s *session) cause() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.whyGone
}

func (s *session) alive() error {
	select {
	case <-s.gone:
		return gone("alive", s.cause())
	default:
		return nil
	}
}

// call does one piece of work with the session to itself. It ends with ctx, with
// the session, or by the limit of one call.
func call[T any](ctx context.Context, s *session, op string, work func(ctx context.Context) (T, error)) (T, error) {
	return callWithin(ctx, s, op, s.in.cfg.CallLimit, work)
}

func callWithin[T any](ctx context.Context, s *session, op string, limit time.Duration, work func(ctx context.Context) (T, error)) (T, error) {
	var zero T
	if err := context.Cause(ctx); err != nil {
		return zero, &platform.Error{Op: op, Class: platform.Transient, Err: err}
	}
	if s.alive() != nil {
		return zero, gone(op, s.cause())
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, &tooLong{limit})
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	select {
	case <-s.free:
	case <-ctx.Done():
		return zero, s.classify(ctx, op, context.Cause(ctx))
	case <-s.gone:
		return zero, gone(op, s.cause())
	}
	stop := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-s.gone:
			end(&deadSession{s.cause()})
		case <-stop:
		}
	}()
	finish := s.wire.during(ctx)
	v, err := work(ctx)
	finish()
	s.lastUsed = time.Now()
	err = s.classify(ctx, op, err)
	close(stop)
	<-watched
	s.free <- struct{}{}
	if err != nil {
		return zero, err
	}
	return v, nil
}

// do is call for work without a value.
func (s *session) do(ctx context.Context, op string, work func(ctx context.Context) error) error {
	_, err := call(ctx, s, op, func(ctx context.Context) (struct{}, error) { return struct{}{}, work(ctx) })
	return err
}

// tooLong is the end of a limit of our own.
type tooLong struct{ limit time.Duration }

func (e *tooLong) Error() string { return fmt.Sprintf("the phone did not answer within %v", e.limit) }

// Unwrap makes it a context.DeadlineExceeded.
func (e *tooLong) Unwrap() error { return context.DeadlineExceeded }

// keepAlive asks something cheap whenever nothing was asked for a while: a model
// or a person may think for longer than the server waits for a command.
func (s *session) keepAlive() {
	every := s.in.cfg.KeepAlive
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-s.gone:
			return
		case <-tick.C:
		}
		select {
		case <-s.free:
		default:
			continue // a command is under way
		}
		idle := time.Since(s.lastUsed)
		s.free <- struct{}{}
		if idle < every/2 {
			continue
		}
		err := s.do(context.Background(), "keep the session alive", func(ctx context.Context) error {
			return s.raw(ctx, http.MethodGet, "/timeouts", nil, nil)
		})
		if err != nil && s.alive() == nil {
			s.in.cfg.Logger.Debug("the keep-alive was not answered well", "error", err)
		}
	}
}

// acted notes that something was done: what was read before may be out of date, and what is shown not yet at rest.
func (s *session) acted() { s.source.fresh, s.lastAct = false, time.Now() }

// web reports whether the commands go to a web page.
func (s *session) web() bool {
	return s.kind == browser || s.context != "" && !strings.HasPrefix(s.context, "NATIVE_APP")
}

// device is the session as the agent sees it.
func (s *session) device(name string) *platform.Device {
	d := &platform.Device{
		Name: name, Screen: s, Mouse: s, Keyboard: s, App: s, Elements: s, Navigation: s, Clipboard: s, Tabs: s,
		Attributes: s, Stream: s, Video: s, Touch: true, Alive: s.alive, Report: s.report, Close: s.close,
	}
	if s.kind == browser {
		d.Dialogs, d.Focus = s, s
		return d
	}
	d.Apps, d.ScreenKeyboard, d.Addressless = s, s, true
	return d
}

const closeLimit = 20 * time.Second

// close ends the session at the server, also one whose calls hang; safe to call twice.
func (s *session) close(ctx context.Context) error {
	s.closeOnce.Do(func() {
		// Deleting must succeed after the run was cancelled too.
		ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), closeLimit, &tooLong{closeLimit})
		defer cancel()
		_ = s.Stop(ctx) // a film that still runs
		s.die(errClosed)
		s.closeErr = s.delete(ctx)
		s.disconnect()
		s.work.Wait()
		s.release()
		s.in.forget(s)
	})
	return s.closeErr
}

// delete ends the session at the server. One that does not exist any more is no error, nor is a server that is not there.
func (s *session) delete(ctx context.Context) error {
	if s.wire.id == "" {
		return nil
	}
	err := s.raw(ctx, http.MethodDelete, "", nil, nil)
	var lost *lostServer
	if e := asServerError(err); e != nil && (e.Code == "invalid session id" || e.Status == http.StatusNotFound) || errors.As(err, &lost) {
		s.in.cfg.Logger.Debug("the session had ended already", "error", err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("ending the session at %s: %w (it ends by itself after %d s without a command)", s.wire.server.base.Host, err, sessionTimeout)
	}
	return nil
}
