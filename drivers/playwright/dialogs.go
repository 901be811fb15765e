package playwright

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

// dialogs are the native dialogs of the session.
type dialogs struct {
	mu     sync.Mutex
	all    []platform.Dialog
	open   []openDialog
	opened chan struct{} // closed and replaced when a dialog opens
}

type openDialog struct {
	pw    pw.Dialog
	at    int // in all
	timer *time.Timer
}

// dialogOpened reports the dialog to every call under way and starts the clock of the policy.
func (s *session) dialogOpened(d pw.Dialog) {
	wait := s.spec.DialogWait
	if wait <= 0 {
		wait = defaultDialogs
	}
	ds := &s.dialogs
	ds.mu.Lock()
	defer ds.mu.Unlock()
	at := len(ds.all)
	ds.all = append(ds.all, platform.Dialog{ID: at + 1, Kind: d.Type(), Message: d.Message(), Default: d.DefaultValue()})
	o := openDialog{pw: d, at: at}
	o.timer = time.AfterFunc(wait, func() {
		s.background(func() {
			if err := s.answer(context.Background(), d, s.spec.DialogPolicy == "accept", ""); err != nil {
				s.eng.cfg.Logger.Debug("dialog policy", "error", err)
			}
		})
	})
	ds.open = append(ds.open, o)
	close(ds.opened)
	ds.opened = make(chan struct{})
}

// watch gives the open dialog, and a channel that is closed when the next one opens.
func (ds *dialogs) watch() (*platform.Dialog, <-chan struct{}) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	if len(ds.open) == 0 {
		return nil, ds.opened
	}
	d := ds.all[ds.open[0].at]
	return &d, ds.opened
}

// settle takes a dialog out of the open ones; false when it was not open any more.
func (ds *dialogs) settle(d pw.Dialog, answer string) bool {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	for i, o := range ds.open {
		if o.pw == d {
			o.timer.Stop()
			ds.all[o.at].Answer = answer
			ds.open = slices.Delete(ds.open, i, i+1)
			return true
		}
	}
	return false
}

// closed notes a dialog that went away without our answer: its page was closed or left.
func (ds *dialogs) closed(d pw.Dialog) { ds.settle(d, "dismissed") }

// stop ends the clocks of the open dialogs.
func (ds *dialogs) stop() {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	for _, o := range ds.open {
		o.timer.Stop()
	}
}

// answer settles the dialog first: what waits for it may go on the moment the browser hears of it.
func (s *session) answer(ctx context.Context, d pw.Dialog, accept bool, text string) error {
	how := "dismissed"
	if accept {
		how = "accepted"
	}
	if !s.dialogs.settle(d, how) {
		return nil
	}
	s.acted()
	if !accept {
		return d.Dismiss()
	}
	if d.Type() == "beforeunload" {
		return s.leave(ctx, d)
	}
	if text != "" {
		return d.Accept(text)
	}
	return d.Accept() // a prompt keeps its default
}

// Pending is the open dialog, nil when there is none.
func (s *session) Pending(ctx context.Context) (*platform.Dialog, error) {
	return call(ctx, s, "dialog", apart, func(context.Context) (*platform.Dialog, error) {
		d, _ := s.dialogs.watch()
		return d, nil
	})
}

// Answer accepts or dismisses the open dialog; text "" leaves a prompt's default.
func (s *session) Answer(ctx context.Context, accept bool, text string) error {
	const op = "answer dialog"
	return do(ctx, s, op, apart, func(ctx context.Context) error {
		s.dialogs.mu.Lock()
		if len(s.dialogs.open) == 0 {
			s.dialogs.mu.Unlock()
			return permanent(op, "no dialog is open")
		}
		d := s.dialogs.open[0].pw
		s.dialogs.mu.Unlock()
		return s.answer(ctx, d, accept, text)
	})
}

// Dialogs are all of the session so far.
func (s *session) Dialogs() []platform.Dialog {
	s.dialogs.mu.Lock()
	defer s.dialogs.mu.Unlock()
	return slices.Clone(s.dialogs.all)
}

// blocked is the error of a call that a dialog is in the way of.
func (s *session) blocked(op string) error {
	d, _ := s.dialogs.watch()
	if d == nil {
		return &platform.Error{Op: op, Class: platform.Transient, Err: fmt.Errorf("a native dialog opened and closed meanwhile")}
	}
	return &platform.Error{Op: op, Class: platform.Blocked, Err: fmt.Errorf("a native %s dialog is open: %q", d.Kind, d.Message)}
}
