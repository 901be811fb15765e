package platform

import (
	"errors"
	"fmt"
)

// Class says what a device error means for the run.
type Class string

// The classes. Only Transient is retried; Gone ends the case as infra.
const (
	Permanent Class = "permanent"
	Transient Class = "transient"
	Gone      Class = "gone"
	// Refused: containment or policy said no.
	Refused Class = "refused"
	// Unsupported: this device cannot do it.
	Unsupported Class = "unsupported"
	// Blocked: a native dialog is open and must be answered first.
	Blocked Class = "blocked"
)

// Error is the one error type drivers return. One of Class Gone says in Err by
// itself what happened and during what: its text ends up as a run's reason.
type Error struct {
	Op    string // "click", "screenshot"
	Class Class
	Err   error
}

// Error is the operation and what went wrong; of what is gone only the latter.
func (e *Error) Error() string {
	if e.Class == Gone {
		return e.Err.Error()
	}
	return fmt.Sprintf("%s: %v", e.Op, e.Err)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrNoScroll is in a Permanent error of ElementDriver.ScrollBy: neither the
// element nor anything around it scrolls along that axis, whichever way.
var ErrNoScroll = errors.New("nothing there scrolls")

// ClassOf is the class of a device error, "" for any other error.
func ClassOf(err error) Class {
	var e *Error
	if errors.As(err, &e) {
		return e.Class
	}
	return ""
}
