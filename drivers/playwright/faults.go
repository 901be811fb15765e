package playwright

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

const (
	keptFaults = 1000
	faultText  = 2000 // bytes
)

// faults are what went wrong in the pages.
type faults struct {
	mu      sync.Mutex
	list    []platform.Fault
	dropped int
}

func (s *session) fault(f platform.Fault) {
	f.Text = clip(f.Text)
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	if len(s.faults.list) >= keptFaults {
		s.faults.dropped++
		return
	}
	s.faults.list = append(s.faults.list, f)
}

// clip shortens on a character boundary.
func clip(text string) string {
	if len(text) <= faultText {
		return text
	}
	end := faultText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

func (s *session) consoleSaid(m pw.ConsoleMessage) {
	// A failed load is reported as a request, with more about it.
	if m.Type() != "error" || strings.HasPrefix(m.Text(), "Failed to load resource:") {
		return
	}
	f := platform.Fault{Kind: "console", Text: m.Text(), Time: time.Now()}
	if l := m.Location(); l != nil {
		f.URL = l.URL
	}
	s.fault(f)
}

func (s *session) pageFailed(e pw.WebError) {
	f := platform.Fault{Kind: "page", Time: time.Now()}
	if err := e.Error(); err != nil {
		f.Text = strings.TrimPrefix(err.Error(), "playwright: ")
	}
	if p := e.Page(); p != nil {
		f.URL = p.URL()
	}
	s.fault(f)
}

func (s *session) requestFailed(r pw.Request) {
	s.net.finished(r)
	err := r.Failure()
	// Aborted is what the page or the browser took back: a navigation away, a download. Blocked is our fence, which reports by itself.
	if err == nil || strings.Contains(err.Error(), "ERR_ABORTED") || strings.Contains(err.Error(), "NS_BINDING_ABORTED") || strings.Contains(err.Error(), "ERR_BLOCKED_BY_CLIENT") {
		return
	}
	s.fault(platform.Fault{Kind: "request", Text: r.Method() + " " + pathOf(r.URL()) + ": " + plain(err).Error(), URL: r.URL(), Time: time.Now()})
}

// responded notes errors, and the status of a tab's document.
func (s *session) responded(r pw.Response) {
	req := r.Request()
	if f := req.Frame(); f != nil && isTopNavigation(req) {
		if t := s.tabs.byPage(f.Page()); t != nil {
			t.mu.Lock()
			t.status = r.Status()
			t.mu.Unlock()
		}
	}
	if r.Status() >= http.StatusBadRequest {
		s.fault(platform.Fault{Kind: "request", Text: req.Method() + " " + pathOf(r.URL()), URL: r.URL(), Status: r.Status(), Time: time.Now()})
	}
}

// frameNavigated forgets what belonged to the document before: its requests, and the status where the new one had no response.
func (s *session) frameNavigated(f pw.Frame) {
	s.net.replaced(f)
	if f.ParentFrame() != nil {
		return
	}
	t := s.tabs.byPage(f.Page())
	if t == nil {
		return
	}
	t.hasLeft()
	if u := f.URL(); !strings.HasPrefix(u, "http:") && !strings.HasPrefix(u, "https:") {
		t.mu.Lock()
		t.status = 0
		t.mu.Unlock()
	}
}

// Faults are all of the session so far, oldest first.
func (s *session) Faults() ([]platform.Fault, int) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	return slices.Clone(s.faults.list), s.faults.dropped
}

// PageStatus is the HTTP status of the active tab's document.
func (s *session) PageStatus() int {
	_, t, _ := s.tabs.snapshot()
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.status
}

// Requests counts the requests started so far.
func (s *session) Requests() int {
	s.net.mu.Lock()
	defer s.net.mu.Unlock()
	return s.net.total
}
