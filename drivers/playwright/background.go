package playwright

import "sync"

// background runs playwright work that nobody waits for; closing the session does. False when the session is closed.
func (s *session) background(work func()) bool {
	s.gate.Lock()
	defer s.gate.Unlock()
	if s.closed {
		return false
	}
	s.calls.Go(func() {
		defer s.guard()
		work()
	})
	return true
}

// each runs n pieces of work at once and waits for them.
func each(n int, work func(i int)) {
	if n == 1 {
		work(0)
		return
	}
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { work(i) })
	}
	wg.Wait()
}
