package selectoption

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// custom chooses in a list that is no native select: it opens the list, finds
// the option (scrolling, then typing for it), clicks it and reads the choice back.
func (c *choice) custom(ctx context.Context) (Outcome, error) {
	o := Outcome{Label: c.label, Already: true}
	l := &list{choice: c, before: map[string]bool{}}
	for _, w := range c.want {
		if c.aim.Node.Role == "combobox" && !c.aim.Node.Editable && commands.Fold(shown(c.aim.Node)) == commands.Fold(w) {
			o.Options = append(o.Options, w)
			continue
		}
		if err := l.open(ctx); err != nil {
			return o, err
		}
		option, err := l.find(ctx, w)
		if err != nil {
			return o, err
		}
		o.Options = append(o.Options, caption(&option))
		if option.State.Selected || option.State.Checked {
			l.close(ctx)
			continue
		}
		o.Already = false
		if o.Unread, err = l.take(ctx, &option); err != nil {
			return o, err
		}
	}
	return o, nil
}

// list is an opened list and what was seen of it.
type list struct {
	*choice
	before map[string]bool   // ids that were visible before it was opened
	around map[string]string // texts of what the control stands in, before it was opened
	tree   *screen.Tree      // the last look
	opened bool
	seen   []string // captions of options, in the order they came
	// unended says that scrolling was given up before the list ended.
	unended bool
}

func isList(n *screen.Node) bool {
	return slices.Contains([]string{"listbox", "menu", "menubar", "tree", "list", "tablist", "grid", "group", "radiogroup", "toolbar"}, n.Role)
}

// open clicks the control unless its options are there already.
func (l *list) open(ctx context.Context) error {
	n, err := l.env.Element(ctx, l.aim)
	if err != nil {
		return err
	}
	if l.tree, err = l.env.Device.Elements.Elements(ctx); err != nil {
		return err
	}
	if l.opened && len(l.options()) > 0 {
		return nil
	}
	if isList(n) || n.State.Expandable && n.State.Expanded {
		return nil
	}
	l.before = map[string]bool{}
	for i := range l.tree.Nodes {
		if l.tree.Nodes[i].Visible {
			l.before[l.tree.Nodes[i].ID] = true
		}
	}
	l.around = map[string]string{}
	if at := l.tree.ByID(n.ID); at >= 0 {
		for _, up := range l.tree.Ancestors(at) {
			l.around[l.tree.Nodes[up].ID] = l.tree.Nodes[up].Text
		}
	}
	at, err := l.env.Reach(ctx, l.aim)
	if err != nil {
		return err
	}
	l.opened = true
	return l.env.Device.Mouse.Click(ctx, at, platform.ClickOptions{})
}

// close puts an opened list away again; the page may already have done so.
func (l *list) close(ctx context.Context) {
	if l.opened {
		_ = l.env.Device.Keyboard.Press(ctx, "Escape")
		l.opened = false
	}
}

// find looks for the option: as the list stands, after scrolling it, after typing for it.
func (l *list) find(ctx context.Context, want string) (screen.Node, error) {
	var option *screen.Node
	count, since := -1, time.Now()
	_, _, err := commands.Poll(ctx, l.env.Limit(3*time.Second), every, func() (bool, error) {
		var err error
		if option, err = l.look(ctx, want); err != nil || option != nil {
			return true, err
		}
		if n := len(l.options()); n != count {
			count, since = n, time.Now()
		}
		quiet := 400 * time.Millisecond
		if l.field() != nil {
			quiet = 700 * time.Millisecond
		}
		settled := count > 0 || l.field() != nil
		return settled && time.Since(since) > quiet, nil
	})
	if err == nil && option == nil {
		option, err = l.scroll(ctx, want)
	}
	if err == nil && option == nil {
		option, err = l.search(ctx, want)
	}
	if err != nil {
		return screen.Node{}, err
	}
	if option == nil {
		l.close(ctx)
		f := l.notFound(want, l.seen)
		if l.unended {
			f = f.WithHint(fmt.Sprintf("the list had not ended after %s of scrolling, with %d options seen; narrow it down first, for example by typing", scrolling, len(l.seen)))
		}
		return screen.Node{}, f
	}
	if option.State.Disabled {
		l.close(ctx)
		return screen.Node{}, commands.Failf(commands.TargetDisabled, "the option %q of %s is disabled", caption(option), l.label)
	}
	return *option, nil
}

// look reads the page and answers the best element that is the option.
func (l *list) look(ctx context.Context, want string) (*screen.Node, error) {
	var err error
	if l.tree, err = l.env.Device.Elements.Elements(ctx); err != nil {
		return nil, err
	}
	var best *screen.Node
	rank := 0
	near := func(n *screen.Node) float64 { return gap(n.Box, l.aim.Box) }
	for _, n := range l.options() {
		if text := caption(n); !slices.Contains(l.seen, text) && strength(n) >= 3 {
			l.seen = append(l.seen, text)
		}
		if !called(n, want) {
			continue
		}
		if r := strength(n); best == nil || r > rank || r == rank && near(n) < near(best) {
			best, rank = n, r
		}
	}
	return best, nil
}

// options are the elements that may be options: by their role when they lie in
// the list or came with it, any others only when they came with it.
func (l *list) options() []*screen.Node {
	at := l.tree.ByID(l.aim.Node.ID)
	var found []*screen.Node
	for i := range l.tree.Nodes {
		n := &l.tree.Nodes[i]
		r := strength(n)
		if !n.Visible || r == 0 || i == at || at >= 0 && l.tree.Within(at, i) {
			continue
		}
		inside := at >= 0 && l.tree.Within(i, at)
		came := l.opened && !l.before[n.ID]
		if came || r >= 3 && inside || r >= 4 && !l.opened {
			found = append(found, n)
		}
	}
	return found
}

// strength says how much an element looks like an option, 0 for not at all.
func strength(n *screen.Node) int {
	switch n.Role {
	case "option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem":
		return 4
	case "listitem", "radio", "checkbox", "tab", "row", "gridcell":
		return 3
	case "link", "button", "clickable":
		return 2
	case "text", "cell":
		return 1
	}
	return 0
}

func called(n *screen.Node, want string) bool {
	w := commands.Fold(want)
	return commands.Fold(n.Name) == w || commands.Fold(n.Text) == w || commands.Fold(n.OwnText) == w && n.OwnText != ""
}

func gap(a, b screen.Box) float64 {
	dx, dy := a.Center().X-b.Center().X, a.Center().Y-b.Center().Y
	return dx*dx + dy*dy
}

// shown is what the control itself shows.
func shown(n *screen.Node) string {
	if n.Value != "" {
		return n.Value
	}
	return n.Text
}

// holds reports whether a text holds another that ends at word borders.
func holds(text, part string) bool {
	t, p := " "+commands.Fold(text)+" ", commands.Fold(part)
	for at := 0; p != ""; {
		i := strings.Index(t[at:], p)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(p)
		if !wordAt(t[:from], true) && !wordAt(t[to:], false) {
			return true
		}
		at = from + 1
	}
	return false
}
