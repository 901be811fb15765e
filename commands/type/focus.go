package typetext

import (
	"context"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// focus clicks the target unless it has the focus, and makes sure that the
// keys will go to it, to a field inside it, or to the editor around it.
func (e *entry) focus(ctx context.Context) error {
	if n := e.inner(); n != nil {
		e.aim.Node, e.aim.Box, e.aim.Point = n, n.Box, n.Box.Center()
	}
	n, err := e.env.Element(ctx, e.aim)
	if err != nil {
		return err
	}
	if n.State.Focused {
		e.field = n
		return nil
	}
	at, err := e.env.Reach(ctx, e.aim)
	if err != nil {
		return err
	}
	if err := e.env.Device.Mouse.Click(ctx, at, platform.ClickOptions{}); err != nil {
		return err
	}
	other := ""
	ok, _, err := commands.Poll(ctx, e.env.Limit(time.Second), 50*time.Millisecond, func() (bool, error) {
		n, err := e.env.Element(ctx, e.aim)
		if err != nil {
			return false, err
		}
		if n.State.Focused {
			e.field = n
			return true, nil
		}
		e.field, other, err = e.focused(ctx)
		return e.field != nil, err
	})
	if err != nil {
		return err
	}
	if !ok {
		if other == "" {
			other = "nothing"
		}
		return commands.Failf(commands.FocusNotTaken, "%s did not take the focus after a click, %s has it", e.aim.Label(), other).
			WithHint("point at the field itself")
	}
	return nil
}

// inner is the only editable element inside a target that takes no text itself.
func (e *entry) inner() *screen.Node {
	t := e.aim.Tree
	if t == nil || e.aim.Node.Editable {
		return nil
	}
	at := t.ByID(e.aim.Node.ID)
	if at < 0 {
		return nil
	}
	var only *screen.Node
	for i := at + 1; i < len(t.Nodes); i++ {
		if n := &t.Nodes[i]; n.Editable && n.Visible && t.Within(i, at) {
			if only != nil {
				return nil
			}
			only = n
		}
	}
	return only
}

// focused is the field that has the focus if it belongs to the target, else the name of what has it.
func (e *entry) focused(ctx context.Context) (*screen.Node, string, error) {
	t, err := e.env.Device.Elements.Elements(ctx)
	if err != nil {
		return nil, "", err
	}
	at, has := t.ByID(e.aim.Node.ID), -1
	for i := range t.Nodes {
		if t.Nodes[i].State.Focused {
			has = i // the last one is the deepest: a frame's node may be focused too
		}
	}
	if has < 0 {
		return nil, "", nil
	}
	n := &t.Nodes[has]
	label := commands.Located{Node: n}.Label()
	if at < 0 {
		return nil, label, nil
	}
	inside := t.Within(has, at)
	around := n.Editable && t.Within(at, has)
	labelled := n.Editable && e.aim.Node.Tag == "label" && commands.Fold(n.Label) == commands.Fold(e.aim.Node.Text)
	if n.Editable && (inside || around || labelled) {
		e.aim.Tree = t
		return n, "", nil
	}
	return nil, label, nil
}
