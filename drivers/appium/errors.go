package appium

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/tebeka/selenium"

	"github.com/verdict-run/verdict/platform"
)

// ErrUnsupported is in every error of Class Unsupported: the device cannot do it, whatever one tries.
var ErrUnsupported = errors.New("this device cannot do that")

func permanent(op, format string, args ...any) error {
	return &platform.Error{Op: op, Class: platform.Permanent, Err: fmt.Errorf(format, args...)}
}

func unsupported(op, why string) error {
	return &platform.Error{Op: op, Class: platform.Unsupported, Err: fmt.Errorf("%w: %s", ErrUnsupported, why)}
}

func gone(op string, cause error) error {
	return &platform.Error{Op: op, Class: platform.Gone, Err: cause}
}

// classify makes a *platform.Error of whatever a call ended with, and gives the session up when it is gone.
func (s *session) classify(ctx context.Context, op string, err error) error {
	var known *platform.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return err
	case ctx.Err() != nil:
		cause := context.Cause(ctx)
		var dead *deadSession
		if errors.As(cause, &dead) {
			return gone(op, dead.why)
		}
		return &platform.Error{Op: op, Class: platform.Transient, Err: cause}
	}
	var lost *lostServer
	if errors.As(err, &lost) {
		s.die(fmt.Errorf("%w during %s", lost.err, op))
		return gone(op, s.cause())
	}
	e := asServerError(err)
	if e == nil {
		return &platform.Error{Op: op, Class: platform.Permanent, Err: errors.New(clip(err.Error(), 400))}
	}
	switch {
	case deadDevice(e):
		s.die(fmt.Errorf("the phone's session ended during %s: %s", op, e.Error()))
		return gone(op, s.cause())
	case e.Code == "unexpected alert open":
		return &platform.Error{Op: op, Class: platform.Blocked, Err: fmt.Errorf("a dialog is open and must be answered first: %w", e)}
	case e.Code == "unknown command" || e.Code == "unknown method" || e.Code == "unsupported operation":
		return &platform.Error{Op: op, Class: platform.Unsupported, Err: fmt.Errorf("%w: %s", ErrUnsupported, e.Error())}
	case e.Code == "timeout" || e.Code == "script timeout" || e.Status == http.StatusBadGateway || e.Status == http.StatusServiceUnavailable || e.Status == http.StatusGatewayTimeout:
		return &platform.Error{Op: op, Class: platform.Transient, Err: e}
	}
	return &platform.Error{Op: op, Class: platform.Permanent, Err: e}
}

// asServerError brings the library's errors and our own into one; nil for others.
func asServerError(err error) *serverError {
	var e *serverError
	if errors.As(err, &e) {
		return e
	}
	var l *selenium.Error
	if errors.As(err, &l) {
		return &serverError{Status: l.HTTPCode, Code: l.Err, Message: l.Message}
	}
	return nil
}

// during says in an error of the server what was being done; its kind stays.
func during(what string, err error) error {
	if e := asServerError(err); e != nil {
		return &serverError{Status: e.Status, Code: e.Code, Message: what + ": " + e.Error()}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// deadDevice says that no later command can succeed either.
func deadDevice(e *serverError) bool {
	if e.Code == "invalid session id" {
		return true
	}
	for _, sign := range []string{"socket hang up", "instrumentation process is not running", "could not proxy command", "ECONNREFUSED", "device offline",
		"device not found", "was terminated or not started", "session is either terminated", "disconnected", "chrome not reachable"} {
		if strings.Contains(strings.ToLower(e.Message), strings.ToLower(sign)) {
			return true
		}
	}
	return false
}
