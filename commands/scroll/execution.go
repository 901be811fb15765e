package scroll

import (
	"context"
	"fmt"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

const (
	settle = 20 * time.Millisecond // a frame, for a virtual list to draw what came into view
	// more is how long the end of a list may take to bring more.
	more  = 1500 * time.Millisecond
	limit = 45 * time.Second
	far   = 1e7
	ends  = 30 // steps to an end that keeps moving on
)

// Execute scrolls to the target, or scrolls what it lies in.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	target, given := p.target()
	var aim *commands.Aim
	if given {
		var err error
		if aim, err = env.Find(ctx, target, screen.VerbScroll); err != nil {
			return Outcome{}, err
		}
		if p.Direction == "" && p.Until == "" && p.Pixels == 0 {
			return Outcome{What: aim.Label(), To: true}, show(ctx, env, aim)
		}
	}
	m, err := newMover(ctx, env, aim)
	if err != nil {
		return Outcome{}, err
	}
	if p.Direction == "" {
		p.Direction = "down"
	}
	o := Outcome{What: m.what, Direction: p.Direction}
	if p.Until != "" {
		return until(ctx, env, m, p, o)
	}
	steps := 1
	if p.Direction == "top" || p.Direction == "bottom" {
		steps = ends
	}
	for ; steps > 0; steps-- {
		moved, err := m.move(ctx, p)
		if err != nil {
			return o, err
		}
		if !moved {
			o.AtEnd = true
			break
		}
		o.Steps++
	}
	if o.Steps == 0 {
		return o, m.stuck(p)
	}
	return o, nil
}

// show makes sure that the locator's target is in the picture.
func show(ctx context.Context, env *commands.Env, aim *commands.Aim) error {
	if aim.Node == nil || env.Device.Elements == nil {
		return nil
	}
	n, err := env.Device.Elements.ScrollIntoView(ctx, aim.Node.ID)
	if err != nil {
		return err
	}
	if !n.InViewport {
		return commands.Failf(commands.TargetHidden, "%s cannot be scrolled into view", aim.Label())
	}
	return nil
}

// until scrolls step by step and looks after each.
func until(ctx context.Context, env *commands.Env, m *mover, p Params, o Outcome) (Outcome, error) {
	var last check.Evidence
	holds := func() (bool, error) {
		var err error
		last, err = env.Conditions.Holds(ctx, p.Until)
		o.Reason = last.Reason
		if o.Reason == "" {
			o.Reason = p.Until
		}
		return last.Answer == check.Holds, err
	}
	if ok, err := holds(); ok || err != nil {
		return o, err
	}
	found, steps, err := m.gallop(ctx, p, holds)
	if found || err != nil {
		o.Steps = steps
		return o, err
	}
	for deadline := time.Now().Add(limit); ; {
		if ok, err := holds(); ok || err != nil {
			return o, err
		}
		if time.Now().After(deadline) {
			return o, notMet(o, p, fmt.Sprintf("within %.0f s", limit.Seconds()))
		}
		moved, err := m.move(ctx, p)
		if err != nil {
			return o, err
		}
		if moved {
			o.Steps++
			continue
		}
		// The end, unless the list loads more.
		ok, _, err := commands.Poll(ctx, more, 150*time.Millisecond, func() (bool, error) {
			if ok, err := holds(); ok || err != nil {
				return true, err
			}
			moved, err = m.move(ctx, p)
			return moved, err
		})
		if err != nil {
			return o, err
		}
		if !ok && m.fixed && o.Steps == 0 {
			return o, m.stuck(p)
		}
		if !ok {
			return o, notMet(o, p, "up to its end")
		}
		if moved {
			o.Steps++
		}
	}
}

func notMet(o Outcome, p Params, how string) error {
	return commands.Failf(commands.ConditionNotMet, "scrolled %s %s %s (%d steps), not so: %s", o.What, o.Direction, how, o.Steps, p.Until)
}
