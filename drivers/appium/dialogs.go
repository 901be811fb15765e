package appium

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"github.com/verdict-run/verdict/platform"
)

// dialogLog is the native dialogs of the session so far.
type dialogLog struct {
	mu  sync.Mutex
	all []platform.Dialog
}

// see notes that a dialog with that message is open and returns it.
func (l *dialogLog) see(message string) *platform.Dialog {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.all); n > 0 && l.all[n-1].Answer == "" && l.all[n-1].Message == message {
		d := l.all[n-1]
		return &d
	}
	l.settle("dismissed") // went away without us
	// WebDriver does not tell an alert from a question.
	d := platform.Dialog{ID: len(l.all) + 1, Kind: "dialog", Message: message}
	l.all = append(l.all, d)
	return &d
}

func (l *dialogLog) settle(answer string) {
	if n := len(l.all); n > 0 && l.all[n-1].Answer == "" {
		l.all[n-1].Answer = answer
	}
}

func (l *dialogLog) answered(answer string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.settle(answer)
}

// Pending is the open dialog of the page, nil for none.
func (s *session) Pending(ctx context.Context) (*platform.Dialog, error) {
	return call(ctx, s, "look for a dialog", s.pending)
}

func (s *session) pending(ctx context.Context) (*platform.Dialog, error) {
	var message *string
	err := s.raw(ctx, http.MethodGet, "/alert/text", nil, &message)
	if e := asServerError(err); e != nil && e.Code == "no such alert" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if message == nil {
		return s.dialogs.see(""), nil
	}
	return s.dialogs.see(*message), nil
}

// Answer accepts or dismisses the open dialog; text goes into a prompt first.
func (s *session) Answer(ctx context.Context, accept bool, text string) error {
	const op = "answer the dialog"
	return s.do(ctx, op, func(ctx context.Context) error {
		d, err := s.pending(ctx)
		if err != nil {
			return err
		}
		if d == nil {
			return permanent(op, "no dialog is open")
		}
		defer s.acted()
		way, answer := "/alert/dismiss", "dismissed"
		if accept {
			way, answer = "/alert/accept", "accepted"
			if text != "" {
				if err := s.raw(ctx, http.MethodPost, "/alert/text", map[string]any{"text": text}, nil); err != nil {
					return err
				}
			}
		}
		if err := s.raw(ctx, http.MethodPost, way, nil, nil); err != nil {
			return err
		}
		s.dialogs.answered(answer)
		return nil
	})
}

// Dialogs are all that were seen, oldest first.
func (s *session) Dialogs() []platform.Dialog {
	s.dialogs.mu.Lock()
	defer s.dialogs.mu.Unlock()
	return slices.Clone(s.dialogs.all)
}
