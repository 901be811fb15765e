package appiumserver

import (
	"context"
	"sync"
	"testing"
)

// Shared is one server for all tests of a package, started by the first that asks for it. The package's TestMain
// stops it: a test cannot know that it is the last.
type Shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Server is the running server. It skips the test with -short, and fails it, saying what to install, where
// Appium cannot be started.
func (s *Shared) Server(t testing.TB) *Server {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIPPED with -short: it needs a real Appium server")
	}
	s.once.Do(func() { s.server, s.err = Start(context.Background()) })
	if s.err != nil {
		t.Fatalf("no Appium server: %v", s.err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the Appium server's log ends with:\n%s", last(s.server.Log(), 40))
		}
	})
	return s.server
}

// Stop ends the server if one was started.
func (s *Shared) Stop() error {
	s.once.Do(func() {}) // nobody starts one any more
	if s.server == nil {
		return nil
	}
	return s.server.Stop()
}

// NeedBrowser is FindBrowser for a test, which is skipped where there is none, and says why.
func NeedBrowser(t testing.TB) Browser {
	t.Helper()
	b, err := FindBrowser()
	if err != nil {
		t.Skip("SKIPPED, NO BROWSER IS TOUCHED: ", err)
	}
	return b
}
