package commands

import (
	"context"
	"fmt"
	"slices"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// ByKey clicks a control with its key when all that keeps the pointer from it is a bar. covered is why the pointer could
// not; it is the answer again when the keyboard is no way either. What was done is a warning, for the bar may be a fault.
func (e *Env) ByKey(ctx context.Context, a *Aim, covered error) error {
	key := keyOf(a.Node)
	if a.strip == "" || key == "" || e.Device.Focus == nil {
		return covered
	}
	err := e.Device.Focus.PressOn(ctx, a.Node.ID, key)
	if platform.ClassOf(err) == platform.Permanent {
		e.Note(fmt.Sprintf("tried %s instead: %v", key, err))
		return covered
	}
	if err != nil {
		return err
	}
	e.retouch(a.Located)
	e.Warn(fmt.Sprintf("pressed %s instead, as %s lay over it: nobody can click it there", key, a.strip))
	return nil
}

// keyOf is the key that clicks a native control, "" for everything else: only of these the browser itself makes a click
// of the key, where a role alone may have a handler for the pointer and none for keys.
func keyOf(n *screen.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Tag == "button", n.Tag == "summary", n.Tag == "a" && n.Href != "":
		return "Enter"
	case n.Tag == "input" && slices.Contains([]string{"checkbox", "radio"}, n.Type):
		return "Space"
	case n.Tag == "input" && slices.Contains([]string{"button", "submit", "reset", "image"}, n.Type):
		return "Enter"
	}
	return ""
}
