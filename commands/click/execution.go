package click

import (
	"context"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// Execute clicks once the target is enabled and nothing is in the way.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	verb := screen.VerbClick
	if p.State != "" {
		verb = screen.VerbToggle
	}
	aim, err := env.Find(ctx, p.Subject, verb)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Label: aim.Label(), How: p.past()}
	if p.State != "" {
		was, err := readState(aim)
		if err != nil {
			return o, err
		}
		if was.is(p.State) {
			o.State, o.Already = was.words(p.State), true
			return o, nil
		}
	}
	if err := env.Enabled(ctx, aim); err != nil {
		return o, err
	}
	at, err := env.Approach(ctx, aim)
	var before commands.ReadBack
	if p.State != "" {
		before = env.ReadBack(ctx, aim)
	}
	switch {
	case err == nil:
		err = env.Device.Mouse.Click(ctx, at, p.options())
	case p.simple():
		err = env.ByKey(ctx, aim, err)
	}
	if err != nil {
		return o, err
	}
	if p.State == "" {
		return o, nil
	}
	o.State, err = confirm(ctx, env, aim, p.State, before)
	return o, err
}

func (p Params) options() platform.ClickOptions {
	return platform.ClickOptions{Button: p.Button, Count: p.Count, Modifiers: p.Modifiers, Hold: time.Duration(p.HoldMS) * time.Millisecond}
}

// simple says that a key can do what is asked for: one plain click.
func (p Params) simple() bool {
	return (p.Button == "" || p.Button == "left") && p.Count <= 1 && p.HoldMS == 0 && len(p.Modifiers) == 0
}

// confirm reads the state back after the click; before was taken until then.
func confirm(ctx context.Context, env *commands.Env, aim *commands.Aim, want string, before commands.ReadBack) (string, error) {
	label := aim.Label()
	var now toggle
	left := false
	ok, _, err := commands.Poll(ctx, env.Limit(2*time.Second), 50*time.Millisecond, func() (bool, error) {
		_, gone, err := before.Again(ctx)
		if left = gone; gone || err != nil {
			return gone, err
		}
		now, err = readState(aim)
		return err == nil && now.is(want), err
	})
	if platform.ClassOf(err) == platform.Blocked {
		env.Note("a native dialog opened; the state could not be read back")
		return "waiting for the dialog's answer", nil
	}
	if err != nil {
		return "", err
	}
	if left {
		env.Note(commands.WentOn)
		return "", nil
	}
	if !ok {
		return "", commands.Failf(commands.StateNotChanged, "%s was clicked and is %s", label, now.now())
	}
	if n := aim.Node; n.State.Checkable {
		env.WatchValue(commands.Watch{NodeID: n.ID, Label: label, State: want})
	}
	return now.words(want), nil
}

// toggle is the state of a control that has two.
type toggle struct {
	on, mixed bool
	yes, no   string
}

func (t toggle) is(state string) bool { return !t.mixed && t.on == (state == "on") }

func (t toggle) words(state string) string {
	if state == "on" {
		return t.yes
	}
	return t.no
}

func (t toggle) now() string {
	switch {
	case t.mixed:
		return "neither " + t.yes + " nor " + t.no
	case t.on:
		return t.yes
	default:
		return t.no
	}
}

func readState(aim *commands.Aim) (toggle, error) {
	if aim.Node == nil {
		return toggle{}, commands.Failf(commands.InvalidArguments, "the state of %q cannot be read here", aim.Description).WithHint("click it without state")
	}
	s, n := aim.Node.State, aim.Node
	switch {
	case s.Checkable && n.Role == "switch":
		return toggle{s.Checked, s.Mixed, "on", "off"}, nil
	case s.Checkable:
		return toggle{s.Checked, s.Mixed, "checked", "not checked"}, nil
	case s.Pressable:
		return toggle{s.Pressed, s.Mixed, "pressed", "not pressed"}, nil
	case s.Expandable:
		return toggle{s.Expanded, false, "expanded", "collapsed"}, nil
	case s.Selectable:
		return toggle{s.Selected, false, "selected", "not selected"}, nil
	}
	return toggle{}, commands.Failf(commands.InvalidArguments, "%s has no on and off", aim.Label()).WithHint("click it without state")
}
