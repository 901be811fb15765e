package typetext

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// settle is how long a page may take to bring a typed value into its form.
const settle = 300 * time.Millisecond

// readBack compares what stands in the field now with what was typed.
func (e *entry) readBack(ctx context.Context, want, old string) error {
	if e.field.Role == "password" || e.field.Type == "password" {
		e.unread = true // drivers never hand out a password's value
		return nil
	}
	var got string
	ok, _, err := commands.Poll(ctx, settle, 50*time.Millisecond, func() (bool, error) {
		n, err := e.env.Device.Elements.Element(ctx, e.field.ID)
		if err != nil {
			return false, err
		}
		got = value(&n)
		same, reformatted := commands.SameValue(want, got)
		if !same && completes(&n, want, got) {
			same, reformatted = true, true
		}
		if same && reformatted {
			e.shows = e.env.Mask(got)
		}
		e.kept = got
		return same, nil
	})
	if err != nil {
		return err
	}
	if ok {
		if e.shows != "" {
			if e.secret {
				e.shows = ""
			}
			e.env.Note(commands.Reformatted)
		}
		return nil
	}
	spread, err := e.spread(ctx, want)
	if err != nil || spread {
		return err
	}
	return e.notKept(want, got, old)
}

// completes says that a combo box completed what was typed.
func completes(n *screen.Node, want, got string) bool {
	return n.Role == "combobox" && want != "" && strings.HasPrefix(commands.Fold(got), commands.Fold(want))
}

// spread says that a row of one-character boxes took the text, a character each.
func (e *entry) spread(ctx context.Context, want string) (bool, error) {
	want = strings.Join(strings.Fields(want), "")
	if n := length(want); n < 2 || n > 12 {
		return false, nil
	}
	t, err := e.env.Device.Elements.Elements(ctx)
	if err != nil {
		return false, err
	}
	got := ""
	for i := max(0, t.ByID(e.field.ID)); i < len(t.Nodes) && len(got) < len(want); i++ {
		n := &t.Nodes[i]
		if n.Tag != "input" || !n.Editable || n.Frame != e.field.Frame {
			continue
		}
		if length(n.Value) != 1 {
			break
		}
		got += n.Value
	}
	if !strings.EqualFold(got, want) {
		return false, nil
	}
	e.env.Note(fmt.Sprintf("spread over %d boxes", length(want)))
	e.kept = string([]rune(want)[:1])
	return true, nil
}

func (e *entry) notKept(want, got, old string) error {
	label := e.aim.Label()
	shown := fmt.Sprintf("%q", e.env.Mask(got))
	if e.secret && got != "" {
		shown = fmt.Sprintf("something else (%d characters)", length(got))
	}
	f := func(format string, args ...any) *commands.Failure {
		return commands.Failf(commands.ValueNotKept, format, args...)
	}
	switch {
	case strings.TrimSpace(got) == "":
		return f("%s is empty after typing", label).WithHint("the page did not take the keys; is it the right field?")
	case got == old && want != old:
		return f("%s still shows %s, the text was not taken", label, shown)
	case strings.HasPrefix(want, got):
		return f("%s took only %d of %d characters: %s", label, length(got), length(want), shown)
	case want == "":
		return f("%s still shows %s after clearing", label, shown)
	default:
		return f("%s shows %s instead of the text", label, shown)
	}
}
