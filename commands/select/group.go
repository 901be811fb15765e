package selectoption

import (
	"context"
	"slices"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// members are the check boxes, radios or switches of a group, or the target
// itself with its twins when it is one; none when the target is something else.
func (c *choice) members() []screen.Node {
	t := c.aim.Tree
	at := -1
	if t != nil {
		at = t.ByID(c.aim.Node.ID)
	}
	if at < 0 {
		return nil
	}
	self := &t.Nodes[at]
	var members []screen.Node
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.State.Checkable || n.Role != "radio" && n.Role != "checkbox" && n.Role != "switch" {
			continue
		}
		twin := self.Role == "radio" && n.Role == "radio" && n.HTMLName == self.HTMLName && n.Parent == self.Parent
		if i == at || i > at && t.Within(i, at) && isGroup(self) || twin || sameName(self, n) {
			members = append(members, *n)
		}
	}
	return members
}

func sameName(a, b *screen.Node) bool {
	return a.Role == "radio" && b.Role == "radio" && a.HTMLName != "" && a.HTMLName == b.HTMLName && a.Frame == b.Frame
}

// isGroup excludes lists that open: their options may well hold check boxes.
func isGroup(n *screen.Node) bool {
	return !n.State.Expandable && n.Role != "combobox" && n.Role != "listbox" && n.Role != "menu"
}

// group ticks the members of these names; a group of check boxes gets no other ticks removed.
func (c *choice) group(ctx context.Context) (Outcome, error) {
	members := c.members()
	o := Outcome{Label: c.label, Already: true}
	for _, w := range c.want {
		i := slices.IndexFunc(members, func(n screen.Node) bool { return commands.Fold(caption(&n)) == commands.Fold(w) })
		if i < 0 {
			i = slices.IndexFunc(members, func(n screen.Node) bool { return n.Value != "" && n.Value == w })
		}
		if i < 0 {
			var have []string
			for _, m := range members {
				have = append(have, caption(&m))
			}
			return o, c.notFound(w, have)
		}
		m := &members[i]
		o.Options = append(o.Options, caption(m))
		if m.State.Checked {
			continue
		}
		o.Already = false
		if err := c.tick(ctx, m); err != nil {
			return o, err
		}
	}
	return o, nil
}

func (c *choice) tick(ctx context.Context, m *screen.Node) error {
	a := c.at(m, c.aim.Tree)
	if m.State.Disabled {
		return commands.Failf(commands.TargetDisabled, "%s is disabled", a.Label())
	}
	at, err := c.reach(ctx, a)
	if err != nil {
		return err
	}
	before := c.env.ReadBack(ctx, a)
	if err := c.env.Device.Mouse.Click(ctx, at, platform.ClickOptions{}); err != nil {
		return err
	}
	left := false
	ok, _, err := commands.Poll(ctx, c.env.Limit(time.Second), every, func() (bool, error) {
		var n *screen.Node
		n, left, err = before.Again(ctx)
		if left {
			c.env.Note(commands.WentOn)
		}
		return left || err == nil && n.State.Checked, err
	})
	if err == nil && !ok {
		return commands.Failf(commands.ValueNotKept, "%s was clicked and is still not checked", a.Label())
	}
	if err == nil && !left {
		c.env.WatchValue(commands.Watch{NodeID: a.Node.ID, Label: a.Label(), State: "on"})
	}
	return err
}

// at is a node of the page as something to click.
func (c *choice) at(n *screen.Node, t *screen.Tree) *commands.Aim {
	l := commands.Located{Description: caption(n), Node: n, Box: n.Box, Point: n.Box.Center(), By: "tree", Tree: t, Index: t.ByID(n.ID)}
	return &commands.Aim{Located: l, Target: commands.Target{Target: caption(n)}, Verb: screen.VerbClick}
}

// caption is what a person reads as the name of an option.
func caption(n *screen.Node) string {
	for _, s := range []string{n.Name, n.Label, n.Text, n.VisualLabel} {
		if s != "" {
			return s
		}
	}
	return n.Value
}
