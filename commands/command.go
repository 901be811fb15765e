// Package commands is the contract of a typed command: what a model may ask for, how it is done and how it is told.
//
// A command knows nothing of models or deciders; it works on an Env. The
// package imports none of its implementations, internal/app names them.
package commands

import (
	"context"
	"fmt"

	"github.com/verdict-run/verdict/platform"
)

// Spec is what a command says of itself.
type Spec struct {
	Name        string // on the wire to a model: "click"
	Title       string // for people: "Click"
	Description string // for a model; the text of description.md
	Icon        string // one emoji or symbol for reports
	Badge       string // short word for reports: "click", "check"
	// Passive commands only look, wait or move the view: wait, scroll, hover,
	// read, assert. They may stand between a disproof and a later proof.
	Passive bool
	// DuringDialog commands work while a native dialog is open; all others are refused then.
	DuringDialog bool
	// Available says whether a device can do it; nil means any can.
	Available func(*platform.Device) bool
}

// Outcome is what came of a command, one line for people and models.
type Outcome interface{ Outcome() string }

// Command does one kind of step. P is what a model fills in, O what comes of it.
type Command[P any, O Outcome] interface {
	Spec() Spec
	// Instruction tells in plain words what p asks for: `Click "Sign In"`.
	Instruction(p P) string
	// Execute does it. A *Failure is the model's or the page's fault and is
	// handed back to the model; a *platform.Error is the device's.
	Execute(ctx context.Context, env *Env, p P) (O, error)
}

// Failure is an attempt that did not do what it should, in words a model can act on.
type Failure struct {
	Name    string // a constant for reports: "target_not_found", "covered", "value_not_kept"
	Message string // what happened
	Hint    string // what to do about it; may be empty
}

func (f *Failure) Error() string {
	if f.Hint == "" {
		return f.Message
	}
	return f.Message + " (" + f.Hint + ")"
}

// Failf makes a *Failure without a hint.
func Failf(name, format string, args ...any) *Failure {
	return &Failure{Name: name, Message: fmt.Sprintf(format, args...)}
}

// WithHint is f with a hint what to do.
func (f *Failure) WithHint(hint string) *Failure {
	f.Hint = hint
	return f
}

// The names of failures that more than one place tells apart.
const (
	TargetNotFound     = "target_not_found"
	TargetAmbiguous    = "target_ambiguous"
	TargetContradicts  = "target_contradicts"
	TargetHidden       = "target_hidden"
	TargetDisabled     = "target_disabled"
	Covered            = "covered"
	ValueNotKept       = "value_not_kept"
	OptionNotFound     = "option_not_found"
	NotAllowed         = "not_allowed"
	UnknownVariable    = "unknown_variable"
	InvalidArguments   = "invalid_arguments"
	UnknownCommand     = "unknown_command"
	DialogOpen         = "dialog_open"
	NavigationFailed   = "navigation_failed"
	ConditionNotMet    = "condition_not_met"
	DeviceError        = "device_error"
	MalformedReply     = "malformed_reply"
	NotUnderstood      = "not_understood"
	CheckDoesNotHold   = "check_does_not_hold"
	CheckCannotTell    = "check_cannot_tell"
	CheckNotDue        = "check_not_due"
	UnsupportedCommand = "unsupported"
	FocusNotTaken      = "focus_not_taken"
	StateNotChanged    = "state_not_changed"
	NoDialog           = "no_dialog"
	TabNotFound        = "tab_not_found"
	FileNotFound       = "file_not_found"
	NothingRead        = "nothing_read"
)
