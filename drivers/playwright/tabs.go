package playwright

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// tab is one page of the session.
type tab struct {
	id       string
	page     pw.Page
	opener   *tab
	choosers chan pw.FileChooser

	fenced atomic.Bool

	// wiring is held while cdp is made, which waits for the browser. Event
	// handlers must never take it: what it waits for comes on their goroutine.
	wiring sync.Mutex
	cdp    pw.CDPSession

	// mu is taken by event handlers too, so nothing that waits may be done under it.
	mu     sync.Mutex
	status int
	size   screen.Size   // of its picture; a popup has one of its own
	left   chan struct{} // see leaves
}

// tabs are the open pages, oldest first.
type tabs struct {
	mu      sync.Mutex
	list    []*tab
	active  *tab
	next    int
	changed chan struct{} // closed and replaced when another tab becomes active
}

// tabOpened makes a new page the active one.
func (s *session) tabOpened(p pw.Page) {
	for _, f := range p.Frames() {
		s.frames.attached(f)
	}
	opener, err := p.Opener()
	if err != nil {
		opener = nil
	}
	t := &tab{page: p, choosers: make(chan pw.FileChooser, 1)}
	s.tabs.mu.Lock()
	t.id = "t" + strconv.Itoa(s.tabs.next)
	s.tabs.next++
	t.opener = s.tabs.active
	t.size = s.size
	if v := p.ViewportSize(); v != nil && v.Width > 0 && v.Height > 0 {
		t.size = screen.Size{W: v.Width, H: v.Height}
	}
	for _, o := range s.tabs.list {
		if opener != nil && o.page == opener {
			t.opener = o
		}
	}
	s.tabs.list = append(s.tabs.list, t)
	s.tabs.activate(t)
	s.tabs.mu.Unlock()

	p.OnClose(func(pw.Page) {
		defer s.guard()
		s.frames.detached(p.MainFrame())
		s.tabs.closed(t)
		t.hasLeft()
	})
	p.OnCrash(func(pw.Page) { defer s.guard(); s.die(errPage) })
	// Listening also keeps a native file dialog from opening, which nobody could answer.
	p.OnFileChooser(func(c pw.FileChooser) {
		defer s.guard()
		select {
		case t.choosers <- c:
		default:
		}
	})
	s.welcome(t)
	if p.IsClosed() {
		s.tabs.closed(t)
	}
}

// picture is the size of the tab's picture; learn corrects it, as a popup is sized only after it was opened.
func (t *tab) picture() screen.Size {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.size
}

func (t *tab) learn(size screen.Size) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.opener != nil && size.W > 0 && size.H > 0 {
		t.size = size
	}
}

func (ts *tabs) activate(t *tab) {
	ts.active = t
	close(ts.changed)
	ts.changed = make(chan struct{})
}

// closed forgets a tab. When it was the active one its opener takes over, else the newest.
func (ts *tabs) closed(t *tab) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	var rest []*tab
	for _, o := range ts.list {
		if o != t {
			rest = append(rest, o)
		}
	}
	ts.list = rest
	if ts.active != t {
		return
	}
	var next *tab
	if len(rest) > 0 {
		next = rest[len(rest)-1]
	}
	for up := t.opener; up != nil; up = up.opener {
		if ts.has(up) {
			next = up
			break
		}
	}
	ts.activate(next)
}

func (ts *tabs) has(t *tab) bool {
	for _, o := range ts.list {
		if o == t {
			return true
		}
	}
	return false
}

func (ts *tabs) byPage(p pw.Page) *tab {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for _, t := range ts.list {
		if t.page == p {
			return t
		}
	}
	return nil
}

func (ts *tabs) snapshot() (list []*tab, active *tab, changed <-chan struct{}) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return append(list, ts.list...), ts.active, ts.changed
}

// active is the tab that calls go to.
func (s *session) active(op string) (*tab, error) {
	_, t, _ := s.tabs.snapshot()
	if t == nil {
		return nil, permanent(op, "no tab is open any more")
	}
	return t, nil
}

// Tabs lists the open tabs. It works while a dialog is open, then without the titles.
func (s *session) Tabs(ctx context.Context) ([]platform.Tab, error) {
	const op = "tabs"
	return call(ctx, s, op, apart, func(ctx context.Context) ([]platform.Tab, error) {
		list, active, _ := s.tabs.snapshot()
		d, _ := s.dialogs.watch()
		out := make([]platform.Tab, 0, len(list))
		for _, t := range list {
			one := platform.Tab{ID: t.id, URL: t.page.URL(), Active: t == active}
			if d == nil {
				one.Title = s.title(ctx, t)
			}
			out = append(out, one)
		}
		return out, nil
	})
}

// title is best effort: a tab that is busy or just closed has none.
func (s *session) title(ctx context.Context, t *tab) string {
	got := make(chan string, 1)
	if !s.background(func() {
		title, err := t.page.Title()
		if err != nil {
			title = ""
		}
		got <- title
	}) {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, shortLimit)
	defer cancel()
	select {
	case title := <-got:
		return strings.TrimSpace(title)
	case <-ctx.Done():
		return ""
	}
}

// Switch makes a tab active.
func (s *session) Switch(ctx context.Context, id string) error {
	const op = "switch tab"
	return do(ctx, s, op, acts, func(context.Context) error {
		t, err := s.tabByID(op, id)
		if err != nil {
			return err
		}
		if err := t.page.BringToFront(); err != nil {
			return err
		}
		s.tabs.mu.Lock()
		defer s.tabs.mu.Unlock()
		if s.tabs.has(t) && s.tabs.active != t {
			s.tabs.activate(t)
		}
		return nil
	})
}

// CloseTab closes a tab without asking its page.
func (s *session) CloseTab(ctx context.Context, id string) error {
	const op = "close tab"
	return do(ctx, s, op, apart, func(context.Context) error {
		t, err := s.tabByID(op, id)
		if err != nil {
			return err
		}
		if list, _, _ := s.tabs.snapshot(); len(list) == 1 {
			return permanent(op, "the last tab stays open")
		}
		return t.page.Close()
	})
}

func (s *session) tabByID(op, id string) (*tab, error) {
	list, _, _ := s.tabs.snapshot()
	var have []string
	for _, t := range list {
		if t.id == id {
			return t, nil
		}
		have = append(have, t.id)
	}
	return nil, permanent(op, "no tab %q; there are: %s", id, strings.Join(have, ", "))
}

// devtools is the tab's own protocol session, made when first needed; Chromium
// only. It waits for the browser, so it is for work of a call and not for event handlers.
func (s *session) devtools(t *tab) (pw.CDPSession, error) {
	t.wiring.Lock()
	defer t.wiring.Unlock()
	if t.cdp != nil {
		return t.cdp, nil
	}
	c, err := s.bctx.NewCDPSession(t.page)
	if err != nil {
		return nil, err
	}
	t.cdp = c
	return c, nil
}
