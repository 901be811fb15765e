package playwright

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

const shortLimit = 500 * time.Millisecond

// Navigate goes to an absolute http or https address and returns when the
// answer's document has begun; what it still loads is WaitUntilStable's business.
func (s *session) Navigate(ctx context.Context, address string) error {
	const op = "navigate"
	if err := s.fence.origins.Check(address); err != nil {
		return &platform.Error{Op: op, Class: platform.Refused, Err: err}
	}
	return s.travel(ctx, op, func(ctx context.Context, t *tab) error {
		if err := s.lateCookies(address); err != nil {
			return err
		}
		for attempt := 0; ; attempt++ {
			_, err := t.page.Goto(address, pw.PageGotoOptions{WaitUntil: pw.WaitUntilStateCommit, Timeout: limit(ctx)})
			if err == nil {
				return nil
			}
			m := err.Error()
			switch {
			case strings.Contains(m, "Download is starting"):
				return nil
			case strings.Contains(m, "interrupted by another navigation"):
				if strings.Contains(m, "chrome-error:") && attempt == 0 {
					continue // the error page of the navigation before came late
				}
				return nil
			}
			if refused := s.fence.lastRefusal(); refused != nil {
				return &platform.Error{Op: op, Class: platform.Refused, Err: refused}
			}
			if strings.Contains(m, "ERR_ABORTED") && attempt == 0 && ctx.Err() == nil {
				continue // the stop of a navigation given up before came late and hit this one
			}
			if strings.Contains(m, "net::ERR_") || strings.Contains(m, "NS_ERROR_") {
				awaitErrorPage(ctx, t)
				return &platform.Error{Op: op, Class: netClass(m), Err: plain(err)}
			}
			return err
		}
	})
}

// awaitErrorPage gives the browser's own error page time to appear, as it would interrupt the next navigation.
func awaitErrorPage(ctx context.Context, t *tab) {
	for range 10 {
		if strings.HasPrefix(t.page.URL(), "chrome-error:") || pause(ctx, 20*time.Millisecond) != nil {
			return
		}
	}
}

// netClass tells a network that may come back from an answer that will not change.
func netClass(m string) platform.Class {
	for _, sign := range []string{"CONNECTION", "TIMED_OUT", "NETWORK", "NAME_NOT_RESOLVED", "EMPTY_RESPONSE", "INTERNET_DISCONNECTED", "ADDRESS_UNREACHABLE", "ABORTED"} {
		if strings.Contains(m, sign) {
			return platform.Transient
		}
	}
	return platform.Permanent
}

// travel runs a navigation of the active tab. A navigation whose context ends is stopped, and the tab lives on.
func (s *session) travel(ctx context.Context, op string, journey func(ctx context.Context, t *tab) error) error {
	ctx, cancel := within(ctx, s.eng.cfg.callLimit)
	defer cancel()
	_, t, _ := s.tabs.snapshot()
	s.fence.forget()
	err := do(ctx, s, op, travels, func(ctx context.Context) error {
		if t == nil {
			return permanent(op, "no tab is open any more")
		}
		return journey(ctx, t)
	})
	if ctx.Err() != nil && t != nil {
		s.stopLoading(t)
	}
	return err
}

// stopLoading keeps a navigation that was given up from arriving later, within what a cancelled call may take.
func (s *session) stopLoading(t *tab) {
	if s.eng.cfg.Browser != "chromium" {
		return
	}
	stopped := make(chan struct{})
	if !s.background(func() {
		defer close(stopped)
		if c, err := s.devtools(t); err == nil {
			_, _ = c.Send("Page.stopLoading", nil) // the caller has given up on this page already
		}
	}) {
		return
	}
	select {
	case <-stopped:
	case <-time.After(shortLimit):
	case <-s.gone:
	}
}

// limit is what is left of ctx in milliseconds, for the library, and a moment
// more, so that ctx ends first: its cause is the better reason. Without a deadline it is callLimit.
func limit(ctx context.Context) *float64 {
	d := callLimit
	if end, ok := ctx.Deadline(); ok {
		d = max(time.Until(end), 0) + time.Second
	}
	return pw.Float(float64(d.Milliseconds()))
}

// CurrentURL is the active tab's address.
func (s *session) CurrentURL(ctx context.Context) (string, error) {
	const op = "current URL"
	return call(ctx, s, op, apart, func(context.Context) (string, error) {
		t, err := s.active(op)
		if err != nil {
			return "", err
		}
		return t.page.URL(), nil
	})
}

// Refresh loads the page again.
func (s *session) Refresh(ctx context.Context) error {
	return s.travel(ctx, "refresh", func(ctx context.Context, t *tab) error {
		return persist(ctx, func() error {
			_, err := t.page.Reload(pw.PageReloadOptions{WaitUntil: pw.WaitUntilStateCommit, Timeout: limit(ctx)})
			return err
		})
	})
}

// Back goes one step in the tab's history, but not to the blank page it began with.
func (s *session) Back(ctx context.Context, d platform.Direction) error {
	const op = "back"
	return s.travel(ctx, op, func(ctx context.Context, t *tab) error {
		if !s.hasHistory(t, d) {
			return permanent(op, "there is no page to go %s to", d)
		}
		return persist(ctx, func() (err error) {
			if d == platform.Forward {
				_, err = t.page.GoForward(pw.PageGoForwardOptions{WaitUntil: pw.WaitUntilStateCommit, Timeout: limit(ctx)})
			} else {
				_, err = t.page.GoBack(pw.PageGoBackOptions{WaitUntil: pw.WaitUntilStateCommit, Timeout: limit(ctx)})
			}
			return err
		})
	})
}

// persist repeats a step that a document which is just taking over does not
// take for a moment. A page that has gone elsewhere by itself meanwhile was left
// all the same, so that is no failure.
func persist(ctx context.Context, step func() error) error {
	for {
		err := step()
		switch {
		case err == nil, holds(err, "interrupted by another navigation", "net::ERR_ABORTED", "NS_BINDING_ABORTED"):
			return nil
		case !holds(err, "Not attached to an active page"):
			return err
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

// hasHistory asks the browser where Playwright would answer nil both for "no such entry" and "no response".
func (s *session) hasHistory(t *tab, d platform.Direction) bool {
	if s.eng.cfg.Browser != "chromium" {
		return true
	}
	c, err := s.devtools(t)
	if err != nil {
		return true
	}
	v, err := c.Send("Page.getNavigationHistory", nil)
	if err != nil {
		return true
	}
	answer, _ := v.(map[string]any)
	entries, _ := answer["entries"].([]any)
	at := 0
	switch n := answer["currentIndex"].(type) {
	case float64:
		at = int(n)
	case int:
		at = n
	}
	if d == platform.Forward {
		return at+1 < len(entries)
	}
	if at == 0 || at > len(entries) {
		return false
	}
	if at == 1 {
		first, _ := entries[0].(map[string]any)
		return first["url"] != "about:blank"
	}
	return true
}

// lateCookies sets the cookies that were given without an address, now that there is one.
func (s *session) lateCookies(address string) error {
	if len(s.pending) == 0 {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil // the first real address will do
	}
	now := s.pending
	s.pending = nil
	for i := range now {
		now[i].URL = new(u.Scheme + "://" + u.Host + *now[i].Path)
		now[i].Path = nil
	}
	if err := s.bctx.AddCookies(now); err != nil {
		return errors.Join(errors.New("setting the case's cookies"), err)
	}
	return nil
}
