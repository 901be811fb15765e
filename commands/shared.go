package commands

import (
	"context"
	"errors"
	"time"

	"github.com/verdict-run/verdict/platform"
)

// Ready refuses while a native dialog is open: nothing else gets through to the page then.
func (e *Env) Ready(ctx context.Context) error {
	if e.Device == nil || e.Device.Dialogs == nil {
		return nil
	}
	d, err := e.Device.Dialogs.Pending(ctx)
	if err != nil {
		return err
	}
	if d == nil {
		return nil
	}
	return Failf(DialogOpen, "a native %s dialog is open: %q", d.Kind, d.Message).WithHint("answer the dialog first, with the command dialog")
}

// Resolve puts stored values in the place of {{name}}. What is wrong is a *Failure that lists what is there.
func (e *Env) Resolve(template string) (string, error) {
	if e.Memory == nil {
		return template, nil
	}
	text, err := e.Memory.Resolve(template)
	if err != nil {
		return "", Failf(UnknownVariable, "%s", err.Error())
	}
	return text, nil
}

// HoldsSecret reports whether a template names a secret.
func (e *Env) HoldsSecret(template string) bool {
	return e.Memory != nil && e.Memory.SecretsIn(template)
}

// Mask hides secrets in a whole value that is to be shown.
func (e *Env) Mask(value string) string {
	if e.Memory == nil {
		return value
	}
	return e.Memory.MaskField(value)
}

func (e *Env) maskText(text string) string {
	if e.Memory == nil {
		return text
	}
	return e.Memory.Mask(text)
}

func (e *Env) maskNotes() {
	for i, n := range e.Notes {
		e.Notes[i] = e.maskText(n)
	}
}

type line string

func (l line) Outcome() string { return string(l) }

// masked is o, or its line alone when that held a secret.
func (e *Env) masked(o Outcome) Outcome {
	text := o.Outcome()
	if m := e.maskText(text); m != text {
		return line(m)
	}
	return o
}

// explain turns what a model can act on into a masked *Failure; every other error stays.
func (e *Env) explain(err error) error {
	var f *Failure
	if errors.As(err, &f) {
		return &Failure{Name: f.Name, Message: e.maskText(f.Message), Hint: e.maskText(f.Hint)}
	}
	var d *platform.Error
	if !errors.As(err, &d) {
		return err
	}
	name, hint := DeviceError, ""
	switch d.Class {
	case platform.Refused:
		name = NotAllowed
	case platform.Unsupported:
		name = UnsupportedCommand
	case platform.Blocked:
		name, hint = DialogOpen, "answer the dialog first, with the command dialog"
	case platform.Permanent:
	case platform.Transient, platform.Gone:
		return err
	}
	return Failf(name, "%s", e.maskText(d.Error())).WithHint(hint)
}

// Poll calls ready until it says true, fails, or limit is over; it always calls
// it once. The answer says whether it came true and how long that took.
func Poll(ctx context.Context, limit, every time.Duration, ready func() (bool, error)) (bool, time.Duration, error) {
	start := time.Now()
	for {
		ok, err := ready()
		if ok || err != nil {
			return ok, time.Since(start), err
		}
		if time.Since(start)+every > limit {
			return false, time.Since(start), nil
		}
		if err := Pause(ctx, every); err != nil {
			return false, time.Since(start), err
		}
	}
}

// Pause waits for d or for the end of ctx.
func Pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Limit is d, or the Env's time-out when that is shorter.
func (e *Env) Limit(d time.Duration) time.Duration { return min(d, e.patience()) }

// patience is the Env's time-out or its default.
func (e *Env) patience() time.Duration {
	if e.Timeout > 0 {
		return e.Timeout
	}
	return 5 * time.Second
}
