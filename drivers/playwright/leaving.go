package playwright

import (
	"context"
	"time"

	pw "github.com/mxschmitt/playwright-go"
)

// leaveLimit is how long the answer to "leave this page?" waits for the page to be left.
const leaveLimit = 3 * time.Second

// leaves is closed when the tab's document has been left: the next one has begun, or the tab was closed.
func (t *tab) leaves() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.left == nil {
		t.left = make(chan struct{})
	}
	return t.left
}

func (t *tab) hasLeft() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.left != nil {
		close(t.left)
		t.left = nil
	}
}

// leave accepts that a page is left, and waits until it is: Chromium loses a navigation that begins before, and the
// library waits for it until its limit.
func (s *session) leave(ctx context.Context, d pw.Dialog) error {
	t := s.tabs.byPage(d.Page())
	if t == nil {
		return d.Accept()
	}
	left := t.leaves()
	if err := d.Accept(); err != nil {
		return err
	}
	select {
	case <-left:
	case <-time.After(leaveLimit): // a slow answer; the page is still there
	case <-s.gone:
	case <-ctx.Done():
	}
	return nil
}
