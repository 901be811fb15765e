package typetext

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// formats bring a text into the wire format of a native input
// (https://html.spec.whatwg.org/multipage/input.html). Typing into these
// depends on the browser's language, so they are set instead.
var formats = map[string]func(text string) (string, error){
	"date":           date,
	"time":           clock,
	"datetime-local": dateTime,
	"month":          month,
	"week":           week,
	"color":          color,
	"range":          slider,
}

func native(n *screen.Node) string {
	if n.Tag != "input" {
		return ""
	}
	return n.Type
}

// set gives a native input its value and reads it back.
func (e *entry) set(ctx context.Context, format func(string) (string, error)) error {
	n := e.aim.Node
	if n.State.ReadOnly {
		return commands.Failf(commands.TargetDisabled, "%s is read-only", e.aim.Label())
	}
	e.field = n
	wire := ""
	if e.text != "" {
		var err error
		if wire, err = format(e.text); err != nil {
			if e.secret {
				err = errors.New("the secret is not in a form it takes")
			}
			return commands.Failf(commands.InvalidArguments, "%s: %v", e.aim.Label(), err)
		}
	}
	if err := e.env.Device.Elements.SetValue(ctx, n.ID, wire); err != nil {
		return err
	}
	var got string
	ok, _, err := commands.Poll(ctx, settle, 50*time.Millisecond, func() (bool, error) {
		now, err := e.env.Device.Elements.Element(ctx, n.ID)
		got = now.Value
		return got == wire || sameTime(wire, got), err
	})
	if err != nil {
		return err
	}
	if !ok {
		return e.notKept(wire, got, n.Value)
	}
	e.kept = got
	if got != e.text && !e.secret {
		e.shows = got
		e.env.Note(fmt.Sprintf("set as %s", got))
	}
	return nil
}

// sameTime says that a time differs in the seconds' zeros only: 14:35 and 14:35:00.
func sameTime(a, b string) bool { return a+":00" == b || a == b+":00" }
