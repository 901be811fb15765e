package selectoption

import (
	"context"
	"regexp"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

var numberAtEnd = regexp.MustCompile(`^(.*?)(\d{1,9})$`)

// jump goes straight to where a numbered option ("Part 3777") should be, when
// those in view are in order and evenly apart. What is not found that way is searched for from where the list stood.
func (l *list) jump(ctx context.Context, want string) (*screen.Node, error) {
	q := numberAtEnd.FindStringSubmatch(commands.Fold(want))
	if q == nil {
		return nil, nil
	}
	number, _ := strconv.Atoi(q[2])
	gone, at := 0.0, ""
	for range 8 {
		rows := commands.Rows{Prefix: q[1]}
		for _, n := range l.options() {
			rows.Add(n)
			at = n.ID
		}
		y, ok := rows.At(number)
		if !ok {
			break
		}
		dy := y - l.frame(at).Center().Y
		moved, err := l.env.Device.Elements.ScrollBy(ctx, at, 0, dy)
		if platform.ClassOf(err) == platform.Permanent {
			break // the list was drawn anew under us
		}
		if err != nil {
			return nil, err
		}
		gone += dy
		if err := commands.Pause(ctx, 2*every); err != nil {
			return nil, err
		}
		if option, err := l.look(ctx, want); option != nil || err != nil || !moved {
			return option, err
		}
	}
	if options := l.options(); gone != 0 && len(options) > 0 {
		if _, err := l.env.Device.Elements.ScrollBy(ctx, options[0].ID, 0, -gone); err != nil && platform.ClassOf(err) != platform.Permanent {
			return nil, err
		}
		return l.look(ctx, want)
	}
	return nil, nil
}

// scroll turns a long list over, down and then from its top, as virtual lists hold only what they show.
func (l *list) scroll(ctx context.Context, want string) (*screen.Node, error) {
	if option, err := l.jump(ctx, want); option != nil || err != nil {
		return option, err
	}
	for _, down := range []float64{1, -1} {
		deadline := time.Now().Add(scrolling)
		for {
			if time.Now().After(deadline) {
				l.unended = true
				break
			}
			options := l.options()
			if len(options) == 0 {
				return nil, nil
			}
			moved, err := l.env.Device.Elements.ScrollBy(ctx, options[0].ID, 0, down*l.page(options[0]))
			if platform.ClassOf(err) == platform.Permanent {
				moved, err = false, nil // the list was drawn anew under us
			}
			if err != nil {
				return nil, err
			}
			if !moved {
				option, more, err := l.more(ctx, want)
				if option != nil || err != nil {
					return option, err
				}
				if down < 0 || !more {
					break
				}
				continue
			}
			if err := commands.Pause(ctx, 30*time.Millisecond); err != nil {
				return nil, err
			}
			if option, err := l.look(ctx, want); option != nil || err != nil {
				return option, err
			}
		}
	}
	return nil, nil
}

// scrolling bounds how long a list is scrolled one way; a list may go on for ever.
const scrolling = 10 * time.Second

// more waits at the end of a list for rows that only come when it is reached.
func (l *list) more(ctx context.Context, want string) (option *screen.Node, more bool, err error) {
	before := len(l.seen)
	_, _, err = commands.Poll(ctx, l.env.Limit(600*time.Millisecond), every, func() (bool, error) {
		option, err = l.look(ctx, want)
		more = len(l.seen) > before
		return option != nil || more, err
	})
	return option, more, err
}

// page is four fifths of the height of the list an option lies in.
func (l *list) page(option *screen.Node) float64 { return 0.8 * l.frame(option.ID).H }

// frame is the box of the list an option lies in.
func (l *list) frame(option string) screen.Box {
	if at := l.tree.ByID(option); at >= 0 {
		for _, up := range l.tree.Ancestors(at) {
			if n := &l.tree.Nodes[up]; n.Scrollable && n.Box.H > 0 {
				return n.Box
			}
		}
	}
	return screen.Box{X: l.aim.Box.X, Y: l.aim.Box.Y, W: 200, H: 200}
}

// field is where one types to search the list: the control, or a field that came with the list.
func (l *list) field() *screen.Node {
	if l.aim.Node.Editable {
		return l.aim.Node
	}
	for i := range l.tree.Nodes {
		if n := &l.tree.Nodes[i]; n.Editable && n.Visible && l.opened && !l.before[n.ID] {
			return n
		}
	}
	return nil
}

// search types the option's text where the list can be searched.
func (l *list) search(ctx context.Context, want string) (*screen.Node, error) {
	f := l.field()
	if f == nil {
		return nil, nil
	}
	if now, err := l.env.Device.Elements.Element(ctx, f.ID); err != nil {
		return nil, err
	} else if !now.State.Focused {
		a := l.at(f, l.tree)
		p, err := l.reach(ctx, a)
		if err != nil {
			return nil, err
		}
		if err := l.env.Device.Mouse.Click(ctx, p, platform.ClickOptions{}); err != nil {
			return nil, err
		}
	}
	if err := l.env.Device.Keyboard.SelectAll(ctx); err != nil {
		return nil, err
	}
	if err := l.env.Device.Keyboard.Type(ctx, want); err != nil {
		return nil, err
	}
	l.env.Note("typed into the list's field to find the option")
	var option *screen.Node
	_, _, err := commands.Poll(ctx, l.env.Limit(5*time.Second), every, func() (bool, error) {
		var err error
		option, err = l.look(ctx, want)
		return option != nil, err
	})
	return option, err
}

func (c *choice) reach(ctx context.Context, a *commands.Aim) (screen.Point, error) {
	c.env.Touch(a.Located)
	return c.env.Reach(ctx, a)
}

// take clicks the option and reads the choice back; unread says that there was nothing to read.
func (l *list) take(ctx context.Context, option *screen.Node) (unread bool, err error) {
	a := l.at(option, l.tree)
	at, err := l.reach(ctx, a)
	if err != nil {
		return false, err
	}
	if err := l.env.Device.Mouse.Click(ctx, at, platform.ClickOptions{}); err != nil {
		return false, err
	}
	text, id := caption(option), a.Node.ID
	var now string
	ok, _, err := commands.Poll(ctx, l.env.Limit(2*time.Second), every, func() (bool, error) {
		var kept bool
		kept, unread, now, err = l.kept(ctx, id, text, option.Role)
		return kept, err
	})
	if platform.ClassOf(err) == platform.Blocked {
		l.env.Note("a native dialog opened; the choice could not be read back")
		return true, nil
	}
	if err != nil || ok {
		return unread, err
	}
	if now == "" {
		now = "nothing"
	}
	return false, commands.Failf(commands.ValueNotKept, "%s shows %s after %q was clicked", l.label, l.env.Mask(now), text)
}

// kept reads whether the choice is shown: by the option's own state, in the
// control, or beside it. A menu that has gone after its item was clicked has nothing to show.
func (l *list) kept(ctx context.Context, optionID, text, role string) (kept, unread bool, now string, err error) {
	t, err := l.env.Device.Elements.Elements(ctx)
	if err != nil {
		return false, false, "", err
	}
	control, option := t.ByID(l.aim.Node.ID), t.ByID(optionID)
	there := option >= 0 && t.Nodes[option].Visible
	if there && (t.Nodes[option].State.Selected || t.Nodes[option].State.Checked) {
		return true, false, "", nil
	}
	if control < 0 {
		return !there, true, "", nil // the page has gone on
	}
	c := &t.Nodes[control]
	now = shown(c)
	inside := there && t.Within(option, control)
	typed := there && c.Editable // what was typed to find the option shows already; the choice closes the list
	if !inside && !typed && (holds(c.Value, text) || holds(c.Text, text) || holds(c.Name, text)) {
		if len(l.want) == 1 { // with several a control may come to show their number
			l.env.WatchValue(commands.Watch{NodeID: c.ID, Label: l.label, Want: text, Part: true})
		}
		return true, false, now, nil
	}
	if there {
		return false, false, now, nil
	}
	up := t.Ancestors(control)
	for _, a := range up[:min(2, len(up))] { // chips stand beside the control
		if holds(t.Nodes[a].Text, text) && !holds(l.around[t.Nodes[a].ID], text) {
			return true, false, now, nil
		}
	}
	isMenu := role != "option" && c.Role != "combobox" && c.Role != "listbox"
	return isMenu, isMenu, now, nil
}

// wordAt reports whether a text ends (or begins) with a letter or digit.
func wordAt(s string, end bool) bool {
	r, _ := utf8.DecodeRuneInString(s)
	if end {
		r, _ = utf8.DecodeLastRuneInString(s)
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
