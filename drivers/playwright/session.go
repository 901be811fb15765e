package playwright

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/playwright/gate"
	"github.com/verdict-run/verdict/platform"
)

// session is one browser context: all the drivers of one device.
type session struct {
	inst *Installer
	eng  *engine
	spec platform.Spec
	bctx pw.BrowserContext
	// end closes the context; a seam for tests, as Chromium's failure to answer it cannot be had at will.
	end  func() error
	size screen.Size // of the screenshot
	// plain says that one CSS pixel is one device pixel and nothing zooms: the fast screenshot will do.
	plain bool

	gone     chan struct{} // closed when the session cannot go on
	dieOnce  sync.Once
	why      atomic.Pointer[error]
	shutOnce sync.Once
	shut     chan struct{} // closed when the context has been closed

	gate   sync.Mutex // guards closed against calls
	closed bool
	calls  sync.WaitGroup // playwright calls under way
	work   sync.WaitGroup // goroutines of our own

	tabs      tabs
	frames    frames
	dialogs   dialogs
	net       network
	faults    faults
	copies    copies
	marks     marks
	downloads downloads
	cast      cast
	film      reel
	fence     *fence
	wall      *gate.Gate // of strict containment, else nil

	lastAct atomic.Int64 // unix nanoseconds of the end of the last action
	pending []pw.OptionalCookie
}

func newSession(inst *Installer, eng *engine, spec platform.Spec) *session {
	s := &session{inst: inst, eng: eng, spec: spec, gone: make(chan struct{}), shut: make(chan struct{})}
	s.dialogs.opened = make(chan struct{})
	s.frames.init()
	s.net.init()
	s.tabs.changed = make(chan struct{})
	s.cast.s = s
	s.end = func() error { return s.bctx.Close() }
	s.fence = newFence(spec.AllowedOrigins, spec.Strict, eng.cfg.Browser == "chromium")
	return s
}

// device is the session as the agent sees it.
func (s *session) device() *platform.Device {
	return &platform.Device{
		Name:        fmt.Sprintf("%s %s, %dx%d", s.eng.cfg.Browser, strings.SplitN(s.eng.browser.Version(), ".", 2)[0], s.size.W, s.size.H),
		Screen:      s,
		Mouse:       s,
		Keyboard:    s,
		App:         s,
		Elements:    s,
		Navigation:  s,
		Clipboard:   s,
		Tabs:        s,
		Dialogs:     s,
		Downloads:   s,
		Uploads:     s,
		Diagnostics: s,
		Storage:     s,
		Attributes:  s,
		Focus:       s,
		Stream:      s,
		Video:       s,
		Trace:       s,
		Alive:       s.alive,
		Close:       s.close,
	}
}

// begin lets a call start: the session is alive and no dialog is in the way.
// The channel is closed when a dialog opens; nil for calls that do not mind.
func (s *session) begin(op string, t touch) (opened <-chan struct{}, err error) {
	s.gate.Lock()
	defer s.gate.Unlock()
	if s.closed || s.isDead() {
		return nil, gone(op, s.cause())
	}
	if t != apart {
		var d *platform.Dialog
		if d, opened = s.dialogs.watch(); d != nil {
			return nil, s.blocked(op)
		}
	}
	s.calls.Add(1)
	return opened, nil
}

// alive says without asking the browser whether the session can go on.
func (s *session) alive() error {
	if s.isDead() {
		return gone("wait", s.cause())
	}
	return nil
}

// acted notes that something was just done to the page, from where stability is counted.
func (s *session) acted() {
	s.lastAct.Store(time.Now().UnixNano())
	s.net.restart()
}

func (s *session) isDead() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

// die ends the session for all calls, those under way included.
func (s *session) die(err error) {
	s.dieOnce.Do(func() {
		s.why.Store(&err)
		close(s.gone)
	})
}

func (s *session) cause() error {
	if p := s.why.Load(); p != nil {
		return *p
	}
	return errClosed
}

// abandon closes the context in the background, which frees every call that still waits for the browser.
func (s *session) abandon() {
	s.shutOnce.Do(func() {
		s.work.Go(func() {
			defer close(s.shut)
			if err := s.end(); err != nil {
				s.eng.cfg.Logger.Debug("context did not close", "error", err)
			}
		})
	})
}

// close ends the session; safe to call twice. A driver that hangs is ended too,
// which is Gone; the call takes thrice closeLimit at most.
func (s *session) close(ctx context.Context) error {
	s.gate.Lock()
	first := !s.closed
	s.closed = true
	s.gate.Unlock()
	if first {
		s.endFilm(ctx)
		s.cast.stop()
	}
	s.die(errClosed)
	s.dialogs.stop()
	s.abandon()

	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
	defer cancel()
	done := make(chan struct{})
	go func() {
		s.work.Wait()
		s.calls.Wait()
		close(done)
	}()
	var err error
	select {
	case <-done:
	case <-ctx.Done():
		err = s.giveUp(done)
	}
	if s.wall != nil {
		err = errors.Join(err, s.wall.Close())
	}
	s.inst.forget(s)
	return err
}

// giveUp deals with a context that does not close. Chromium sometimes never answers when a page with frames of another
// host was just left: then the context is left to the end of the browser, which others use. A driver that answers nothing
// any more is ended, which frees everything; other sessions of it hang too, and the next Install starts a new one.
func (s *session) giveUp(closed <-chan struct{}) error {
	if s.eng.answers() {
		s.eng.cfg.Logger.Warn("the browser did not close a context; it is left open until the browser ends")
		return nil
	}
	s.eng.lost()
	s.eng.kill()
	select {
	case <-closed:
	case <-time.After(closeLimit):
		s.eng.cfg.Logger.Error("calls of a session did not end with the driver")
	}
	return gone("close", errors.New("the browser driver hung and was ended"))
}

func (i *Installer) forget(s *session) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.sessions, s)
}
