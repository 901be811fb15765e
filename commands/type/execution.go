package typetext

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// Execute focuses the field, types once as a person would, and reads the value back at once.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	aim, err := env.Find(ctx, p.Subject, screen.VerbType)
	if err != nil {
		return Outcome{}, err
	}
	text, err := env.Resolve(p.Text)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Label: aim.Label(), Text: p.Text, Appended: p.appends()}
	if err := env.Enabled(ctx, aim); err != nil {
		return o, err
	}
	if aim.Node == nil || env.Device.Elements == nil {
		o.Unread, o.Submitted = true, p.Submit
		return o, blind(ctx, env, aim, p, text)
	}
	e := &entry{env: env, aim: aim, text: text, append: p.appends(), secret: env.HoldsSecret(p.Text)}
	if wire, ok := formats[native(aim.Node)]; ok && !p.appends() {
		err = e.set(ctx, wire)
	} else {
		err = e.type_(ctx)
	}
	if err != nil {
		return o, err
	}
	o.Shows, o.Unread = e.shows, e.unread
	if p.Submit {
		if err := env.Device.Keyboard.Press(ctx, "Enter"); err != nil {
			return o, err
		}
		o.Submitted = true
		return o, nil
	}
	if !e.unread {
		env.WatchValue(commands.Watch{NodeID: e.field.ID, Label: aim.Label(), Want: e.kept, Secret: e.secret})
	}
	return o, nil
}

// blind types where the picture alone says the field is: there is no value to read back.
func blind(ctx context.Context, env *commands.Env, aim *commands.Aim, p Params, text string) error {
	if err := env.Device.Mouse.Click(ctx, aim.Point, platform.ClickOptions{}); err != nil {
		return err
	}
	if err := put(ctx, env, text, p.appends(), false); err != nil {
		return err
	}
	if p.Submit {
		return env.Device.Keyboard.Press(ctx, "Enter")
	}
	return nil
}

// put types into the focused field. Typing over a selection never leaves the
// field empty in between, which number fields answer with a default of their own.
func put(ctx context.Context, env *commands.Env, text string, atEnd, lines bool) error {
	k := env.Device.Keyboard
	switch {
	case atEnd && lines:
		if err := k.Press(ctx, "Control+End"); err != nil {
			return err
		}
	case atEnd:
		if err := k.Press(ctx, "End"); err != nil {
			return err
		}
	default:
		if err := k.SelectAll(ctx); err != nil {
			return err
		}
		if text == "" {
			return k.Clear(ctx)
		}
	}
	if text == "" {
		return nil
	}
	return k.Type(ctx, text)
}

// entry is one text on its way into one field.
type entry struct {
	env    *commands.Env
	aim    *commands.Aim
	text   string
	append bool
	secret bool

	field  *screen.Node // what has the focus: the target or a field inside it
	kept   string       // the value that stands there now
	shows  string       // the same for people, when the page rewrote it
	unread bool
}

func (e *entry) type_(ctx context.Context) error {
	if e.aim.Node.State.ReadOnly {
		return commands.Failf(commands.TargetDisabled, "%s is read-only", e.aim.Label())
	}
	if err := e.focus(ctx); err != nil {
		return err
	}
	if oneLine(e.field) && strings.ContainsAny(strings.TrimRight(e.text, "\r\n"), "\r\n") {
		return commands.Failf(commands.InvalidArguments, "%s takes one line only, the text has several", e.aim.Label())
	}
	if oneLine(e.field) {
		e.text = strings.TrimRight(e.text, "\r\n")
	}
	old := value(e.field)
	if err := put(ctx, e.env, e.text, e.append, !oneLine(e.field)); err != nil {
		return err
	}
	want := e.text
	if e.append {
		want = old + e.text
	}
	return e.readBack(ctx, want, old)
}

func oneLine(n *screen.Node) bool { return n.Tag == "input" }

// value is what stands in a field, editable elements without a value of their own included.
func value(n *screen.Node) string {
	if n.Value == "" && n.Tag != "input" && n.Tag != "textarea" {
		return n.Text
	}
	return n.Value
}

func length(s string) int { return utf8.RuneCountInString(strings.TrimSpace(s)) }
