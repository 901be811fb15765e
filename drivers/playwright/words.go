package playwright

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

// What people read about the browser library's failures. Its own words (call
// logs, protocol names, Go types) go to the log only.
var (
	errBrowser    = errors.New("the browser was closed or crashed")
	errPage       = errors.New("the page crashed")
	errClosed     = errors.New("the session was closed")
	errSilent     = errors.New("the browser did not answer in time and was given up")
	errTabClosed  = errors.New("the tab was closed")
	errLibrary    = errors.New("the browser driver failed")
	errUnreadable = errors.New("the page's answer cannot be read")
)

// said is an error in words of ours; the library's stays below.
type said struct {
	text string
	err  error
}

func (e *said) Error() string { return e.text }

// Unwrap gives the library's error.
func (e *said) Unwrap() error { return e.err }

// classify turns a library error into a platform one.
func (s *session) classify(op string, err error) error {
	if err == nil {
		return nil
	}
	var known *platform.Error
	if errors.As(err, &known) {
		return err
	}
	s.eng.cfg.Logger.Debug("call failed", "op", op, "error", err)
	if isGone(err) {
		if s.isDead() {
			return gone(op, s.cause())
		}
		if s.eng.dead.Load() || !s.eng.browser.IsConnected() || isDriverGone(err) {
			s.eng.lost()
			s.die(errBrowser)
			return gone(op, s.cause())
		}
		if strings.Contains(err.Error(), "crashed") {
			s.die(errPage)
			return gone(op, s.cause())
		}
		// Only the tab went away, which a page may do to itself.
		return &platform.Error{Op: op, Class: platform.Transient, Err: errTabClosed}
	}
	class := platform.Permanent
	if errors.Is(err, pw.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || isNavigating(err) || isLeaving(err) {
		class = platform.Transient
	}
	return &platform.Error{Op: op, Class: class, Err: plain(err)}
}

func isDriverGone(err error) bool {
	return holds(err, "Connection closed", "transport closed", "could not send message", "could not read protocol", "Browser has been closed")
}

func isGone(err error) bool {
	return errors.Is(err, pw.ErrTargetClosed) || errors.Is(err, errClosed) || isDriverGone(err) || holds(err, "Target crashed", "Target page, context or browser has been closed")
}

// isNavigating reports an evaluation that lost its document.
func isNavigating(err error) bool {
	return holds(err, "Execution context was destroyed", "Cannot find context", "Frame was detached", "frame was detached", "Unable to adopt element handle")
}

// isLeaving reports a call that came while one document took over from another.
func isLeaving(err error) bool {
	return holds(err, "Not attached to an active page", "interrupted by another navigation", "Inspected target navigated or closed", "Unable to capture screenshot")
}

func holds(err error, signs ...string) bool {
	m := err.Error()
	for _, s := range signs {
		if strings.Contains(m, s) {
			return true
		}
	}
	return false
}

var (
	libraryPrefix = regexp.MustCompile(`^(playwright: |timeout: |target closed: |Error: |[a-z][A-Za-z]*\.[a-z][A-Za-z]*: )+`)
	protocolError = regexp.MustCompile(`^Protocol error \([A-Za-z.]+\): `)
	timeoutText   = regexp.MustCompile(`Timeout (\d+)ms exceeded`)
	networkCode   = regexp.MustCompile(`(?:net::)?\b((?:NS_ERROR|NS_BINDING|SSL_ERROR|MOZILLA_PKIX_ERROR|SEC_ERROR|ERR)_[A-Z0-9_]+)`)
	scriptError   = regexp.MustCompile(`^(Type|Reference|Range|Syntax|Eval|Security|DOM)(Error|Exception)\b`)
	noBrowser     = regexp.MustCompile(`(?:[Ee]xecutable doesn't exist at|spawn) (\S+?)(?: ENOENT)?$`)
)

// networkWords are plain words for the commonest codes; the code stands behind them.
var networkWords = []struct{ part, words string }{
	{"NAME_NOT_RESOLVED", "no server of that name was found"}, {"UNKNOWN_HOST", "no server of that name was found"},
	{"CONNECTION_REFUSED", "the server refused the connection"},
	{"CONNECTION_RESET", "the server broke the connection off"}, {"CONNECTION_CLOSED", "the server broke the connection off"}, {"NET_RESET", "the server broke the connection off"}, {"EMPTY_RESPONSE", "the server answered nothing"},
	{"TIMED_OUT", "the server did not answer in time"}, {"NET_TIMEOUT", "the server did not answer in time"},
	{"INTERNET_DISCONNECTED", "there is no network"}, {"ADDRESS_UNREACHABLE", "the server cannot be reached"},
	{"CERT", "the server's certificate is not accepted"}, {"PKIX", "the server's certificate is not accepted"}, {"SSL", "no secure connection came about"},
	{"TOO_MANY_REDIRECTS", "the address redirects in a circle"}, {"REDIRECT_LOOP", "the address redirects in a circle"},
	{"INVALID_AUTH_CREDENTIALS", "the server refused the credentials"}, {"UNSAFE_PORT", "the browser refuses that port"},
	{"ABORTED", "the page went elsewhere meanwhile"},
}

// plain says a library error in our words.
func plain(err error) error {
	if err == nil {
		return nil
	}
	text := words(err)
	if text == err.Error() {
		return err
	}
	return &said{text, err}
}

func words(err error) string {
	var own *tooLong
	var known *said
	switch {
	case errors.As(err, &known):
		return known.text
	case errors.As(err, &own):
		return own.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return "the time for it was over"
	case errors.Is(err, context.Canceled):
		return "it was cancelled"
	}
	m, _, _ := strings.Cut(strings.TrimSpace(err.Error()), "\n")
	m = strings.TrimSpace(libraryPrefix.ReplaceAllString(m, ""))
	if code := networkCode.FindStringSubmatchIndex(m); code != nil {
		_, at, _ := strings.Cut(m[code[1]:], " at ")
		if at != "" {
			at = " at " + at
		}
		return fmt.Sprintf("%s (%s)%s", networkText(m[code[2]:code[3]]), m[code[2]:code[3]], at)
	}
	switch limit := timeoutText.FindStringSubmatch(m); {
	case limit != nil:
		ms, _ := strconv.Atoi(limit[1]) // digits only
		return (&tooLong{(time.Duration(ms) * time.Millisecond).Round(time.Second)}).Error()
	case errors.Is(err, pw.ErrTimeout):
		return "the browser did not answer in time"
	case isNavigating(err):
		return "the page went on to another document"
	case holds(err, "Unable to capture screenshot"):
		return "the browser gave no picture"
	case isLeaving(err):
		return "another navigation came in between"
	case protocolError.MatchString(m):
		return "the browser refused: " + protocolError.ReplaceAllString(m, "")
	case scriptError.MatchString(m):
		return "a script in the page failed: " + m
	}
	if path := noBrowser.FindStringSubmatch(m); path != nil {
		return "there is no program " + path[1]
	}
	return m
}

func networkText(code string) string {
	for _, n := range networkWords {
		if strings.Contains(code, n.part) {
			return n.words
		}
	}
	return "the page could not be loaded"
}

// during names what a call does, to be read after "during".
var during = map[string]string{
	"click": "a click", "hover": "a move of the pointer", "drag": "a drag", "scroll": "scrolling", "scroll into view": "scrolling",
	"type": "typing", "press": "a key press", "select all": "typing", "clear": "typing",
	"select": "a choice", "set value": "filling in", "select text": "marking text", "upload": "an upload",
	"navigate": "a navigation", "back": "a step in the history", "refresh": "a reload", "current URL": "a look at the address",
	"switch tab": "a change of tabs", "close tab": "the closing of a tab", "tabs": "a look at the tabs",
	"screenshot": "a screenshot", "resolution": "a look at the page", "elements": "reading the page", "element": "reading the page", "hit test": "a look at the page",
	"wait until stable": "waiting for the page", "wait": "a wait", "dialog": "a look at the page", "answer dialog": "answering a dialog",
	"clipboard": "reading the clipboard", "downloads": "a look at the downloads", "install": "the start",
}

// gone ends the case: the error names what happened and what was under way.
func gone(op string, err error) error {
	for _, known := range []error{errBrowser, errPage, errClosed, errSilent} {
		if errors.Is(err, known) {
			what := during[op]
			if what == "" {
				what = op
			}
			err = &said{known.Error() + " during " + what, err}
			break
		}
	}
	return &platform.Error{Op: op, Class: platform.Gone, Err: plain(err)}
}

// ended is the error of a call whose context ended.
func ended(op string, ctx context.Context) error {
	return &platform.Error{Op: op, Class: platform.Transient, Err: plain(context.Cause(ctx))}
}

func permanent(op, format string, args ...any) error {
	return &platform.Error{Op: op, Class: platform.Permanent, Err: fmt.Errorf(format, args...)}
}
