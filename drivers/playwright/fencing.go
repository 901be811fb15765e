package playwright

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/drivers/collector"
	"github.com/verdict-run/verdict/drivers/playwright/gate"
	"github.com/verdict-run/verdict/platform"
)

// fenceIn puts the fence around the session. Chromium's documents are held by
// its DevTools, tab by tab, redirects included, and new tabs by the page script
// (drivers/collector/js/80-fence.js); what slips through both is left at once, see slipped.
func (s *session) fenceIn() error {
	if !s.fence.origins.Limited() {
		return nil
	}
	err := s.bctx.ExposeBinding("__verdictRefused", func(_ *pw.BindingSource, args ...any) any {
		defer s.guard()
		if len(args) == 1 {
			if address, ok := args[0].(string); ok {
				if err := s.fence.origins.Check(address); err != nil {
					s.refuse(address, err)
				}
			}
		}
		return nil
	})
	if err == nil && s.fence.routed {
		err = s.route()
	}
	return err
}

// wallIn sends all that the context asks for through a proxy of ours, for strict containment: the fence speaks for the
// page and says what was refused, the wall stands where no request gets around it.
func (s *session) wallIn(o *pw.BrowserNewContextOptions) error {
	if !s.fence.strict || !s.fence.origins.Limited() {
		return nil
	}
	wall, err := gate.Open(context.Background(), s.fence.origins, s.refuse)
	if err != nil {
		return err
	}
	s.wall, o.Proxy = wall, &pw.Proxy{Server: "http://" + wall.Addr()}
	return nil
}

// unproxied are what would speak past any proxy; a strictly contained page goes without.
const unproxied = ";for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name];"

// script is the page script with the allowed origins filled in.
func (f *fence) script() (string, error) {
	if !f.origins.Limited() {
		return collector.Script(), nil
	}
	b, err := f.entries()
	script := strings.Replace(collector.Script(), "const allowed = null;", "const allowed = "+string(b)+";", 1)
	if f.strict {
		script += unproxied
	}
	return script, err
}

// entries are the allowed origins for the page; [] and not null when none of them could be read.
func (f *fence) entries() ([]byte, error) {
	return json.Marshal(append([]platform.Origin{}, f.origins.Entries...))
}

// fenceTab holds the documents of one tab.
func (s *session) fenceTab(t *tab) error {
	if !s.fence.origins.Limited() || s.fence.routed {
		return nil
	}
	c, err := s.devtools(t)
	if err != nil {
		return err
	}
	v, err := c.Send("Page.getFrameTree", nil)
	if err != nil {
		return err
	}
	main := text(v, "frameTree", "frame", "id")
	c.On("Fetch.requestPaused", func(params map[string]any) {
		defer s.guard()
		id, address := text(params, "requestId"), text(params, "request", "url")
		var block error
		if text(params, "frameId") == main {
			block = s.fence.origins.Check(address)
		}
		if block != nil {
			s.refuse(address, block)
		}
		s.background(func() {
			// Either fails only when the request is gone already.
			if block != nil {
				_, _ = c.Send("Fetch.failRequest", map[string]any{"requestId": id, "errorReason": "BlockedByClient"})
				return
			}
			_, _ = c.Send("Fetch.continueRequest", map[string]any{"requestId": id})
		})
	})
	_, err = c.Send("Fetch.enable", map[string]any{"patterns": []any{map[string]any{"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}}})
	if err != nil {
		return err
	}
	t.fenced.Store(true)
	return nil
}

// text walks into a decoded JSON value.
func text(v any, path ...string) string {
	for _, key := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return ""
		}
		v = m[key]
	}
	s, _ := v.(string)
	return s
}

// sighting is what the dispatch goroutine saw of a request. A route handler
// runs on a goroutine of its own, where the library's frames must not be read.
type sighting struct{ top bool }

// route holds every request in, which costs each of them a turn through this
// process: only for browsers without DevTools.
func (s *session) route() error {
	return s.bctx.Route("**/*", func(r pw.Route) {
		defer s.guard()
		req := r.Request()
		block := s.fence.blocks(req, s.fence.sighted(req).top)
		if block != nil {
			s.refuse(req.URL(), block)
		}
		s.background(func() {
			if block != nil {
				_ = r.Abort("blockedbyclient") // fails only when the request is gone already
				return
			}
			_ = r.Continue()
		})
	})
}

// sight notes a request on the dispatch goroutine, which hears of it before its route does.
func (s *session) sight(req pw.Request) {
	if !s.fence.routed {
		return
	}
	s.fence.mu.Lock()
	defer s.fence.mu.Unlock()
	s.fence.seen[req] = sighting{isTopNavigation(req)}
}

func (f *fence) sighted(req pw.Request) sighting {
	f.mu.Lock()
	defer f.mu.Unlock()
	saw := f.seen[req]
	delete(f.seen, req)
	return saw
}

// blocks says why a request is not let through, nil when it is.
func (f *fence) blocks(req pw.Request, top bool) error {
	if top {
		return f.origins.Check(req.URL())
	}
	if !f.strict {
		return nil
	}
	u, err := url.Parse(req.URL())
	if err != nil {
		return err
	}
	switch u.Scheme {
	case "http", "https", "ws", "wss":
		if !f.origins.Covers(u) {
			return fmt.Errorf("%s://%s is outside of the allowed origins", u.Scheme, u.Host)
		}
	}
	return nil
}

func (s *session) refuse(address string, err error) {
	s.fence.mu.Lock()
	s.fence.refused = err
	s.fence.mu.Unlock()
	s.fault(platform.Fault{Kind: "request", Text: "refused: " + err.Error(), URL: address, Time: time.Now()})
}

// isTopNavigation reports a request for the document of a tab.
func isTopNavigation(req pw.Request) bool {
	if !req.IsNavigationRequest() {
		return false
	}
	f := req.Frame()
	return f == nil || f.ParentFrame() == nil
}

// slipped deals with a document that is asked for outside although nothing
// held it: a server's redirect of a routed request, or the first request of a
// new tab. It was sent by then, but its page is left, and a new tab closed.
func (s *session) slipped(req pw.Request) {
	f := s.fence
	if !f.origins.Limited() || !isTopNavigation(req) || f.routed && req.RedirectedFrom() == nil {
		return
	}
	block := f.origins.Check(req.URL())
	if block == nil {
		return
	}
	frame := req.Frame()
	if frame == nil {
		s.refuse(req.URL(), block)
		f.mu.Lock()
		f.stray++ // the tab that is about to open
		f.mu.Unlock()
		return
	}
	page := frame.Page()
	if t := s.tabs.byPage(page); t != nil && t.fenced.Load() {
		return
	}
	s.refuse(req.URL(), block)
	s.background(func() {
		_, _ = page.Goto("about:blank") // leaves the page it must not show, whatever that does meanwhile
	})
}

// welcome fences a tab that has just opened, or closes it when it is on its way outside.
func (s *session) welcome(t *tab) {
	f := s.fence
	if !f.origins.Limited() || t.opener == nil {
		return // the first tab is fenced by open
	}
	f.mu.Lock()
	stray := f.stray > 0
	if stray {
		f.stray--
	}
	f.mu.Unlock()
	s.background(func() {
		if stray {
			_ = t.page.Close() // it may have closed itself
			return
		}
		if err := s.fenceTab(t); err != nil && !isGone(err) {
			s.eng.cfg.Logger.Warn("a new tab could not be fenced in", "error", err)
		}
	})
}
