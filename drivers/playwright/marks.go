package playwright

import (
	"context"
	"strconv"
	"sync"
	"time"

	pw "github.com/mxschmitt/playwright-go"
)

// markWait is how long a mark may be behind the error of the call that made it.
const markWait = 300 * time.Millisecond

// marks tell that a change of an element was made whose call cannot answer any
// more, because the page left the document in its own reaction (drivers/collector/js/70-act.js).
type marks struct {
	mu   sync.Mutex
	last int
	seen string
}

// next is a new mark.
func (m *marks) next() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last++
	return strconv.Itoa(m.last)
}

// did is called by the page script, on the dispatch goroutine.
func (s *session) did(_ *pw.BindingSource, args ...any) any {
	defer s.guard()
	if len(args) == 1 {
		if mark, ok := args[0].(string); ok {
			s.marks.mu.Lock()
			s.marks.seen = mark
			s.marks.mu.Unlock()
		}
	}
	return nil
}

// reached reports whether the page got as far as that mark.
func (m *marks) reached(ctx context.Context, mark string) bool {
	for end := time.Now().Add(markWait); ; {
		m.mu.Lock()
		seen := m.seen == mark
		m.mu.Unlock()
		if seen || time.Now().After(end) || pause(ctx, 10*time.Millisecond) != nil {
			return seen
		}
	}
}
