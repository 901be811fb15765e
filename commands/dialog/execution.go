package dialog

import (
	"context"
	"time"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// Execute answers the open dialog, or one that opens within a moment.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	var d *platform.Dialog
	_, _, err := commands.Poll(ctx, env.Limit(2*time.Second), 100*time.Millisecond, func() (bool, error) {
		var err error
		d, err = env.Device.Dialogs.Pending(ctx)
		return d != nil, err
	})
	if err != nil {
		return Outcome{}, err
	}
	if d == nil {
		return Outcome{}, none(env.Device.Dialogs.Dialogs())
	}
	o := Outcome{Kind: d.Kind, Message: d.Message, Accepted: *p.Accept}
	text := d.Default // a person who just accepts a prompt keeps what stands in it
	if p.Text != nil {
		if d.Kind != "prompt" {
			return o, commands.Failf(commands.InvalidArguments, "the %s dialog %q takes no text", d.Kind, d.Message)
		}
		if text, err = env.Resolve(*p.Text); err != nil {
			return o, err
		}
		o.Text = *p.Text
	}
	return o, env.Device.Dialogs.Answer(ctx, *p.Accept, text)
}

// none says what became of the last one, which policy may have answered.
func none(all []platform.Dialog) error {
	f := commands.Failf(commands.NoDialog, "no native dialog is open").WithHint("a dialog drawn by the page is clicked")
	if n := len(all); n > 0 && all[n-1].Answer != "" {
		last := all[n-1]
		f = commands.Failf(commands.NoDialog, "no native dialog is open; the last one, %s %q, was %s", last.Kind, last.Message, last.Answer)
	}
	return f
}
