package playwright

import (
	"context"
	"sync"
	"time"

	pw "github.com/mxschmitt/playwright-go"
)

// copies is the last text this context copied. The real clipboard is one for
// the whole browser process, so it could be another run's.
type copies struct {
	mu   sync.Mutex
	text string
}

// copied is called by the page script (drivers/collector/js/30-copy.js).
func (s *session) copied(_ *pw.BindingSource, args ...any) any {
	defer s.guard()
	if len(args) == 1 {
		if text, ok := args[0].(string); ok {
			s.copies.mu.Lock()
			s.copies.text = text
			s.copies.mu.Unlock()
		}
	}
	return nil
}

// Read is the last text copied in this session, "" when nothing was. A copy
// reaches us a moment after the key or click that made it, hence the short wait.
func (s *session) Read(ctx context.Context) (string, error) {
	return call(ctx, s, "clipboard", apart, func(ctx context.Context) (string, error) {
		since := time.Since(time.Unix(0, s.lastAct.Load()))
		if since < 50*time.Millisecond {
			if err := pause(ctx, 50*time.Millisecond-since); err != nil {
				return "", err
			}
		}
		s.copies.mu.Lock()
		defer s.copies.mu.Unlock()
		return s.copies.text, nil
	})
}
