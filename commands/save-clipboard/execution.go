package saveclipboard

import (
	"context"
	"time"

	"github.com/verdict-run/verdict/commands"
)

// Execute reads the clipboard; a copy may take the page a moment.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	if err := env.Storable(p.Variable); err != nil {
		return Outcome{}, err
	}
	var text string
	_, _, err := commands.Poll(ctx, env.Limit(2*time.Second), 100*time.Millisecond, func() (bool, error) {
		var err error
		text, err = env.Device.Clipboard.Read(ctx)
		return text != "", err
	})
	if err != nil {
		return Outcome{}, err
	}
	if text == "" {
		return Outcome{}, commands.Failf(commands.NothingRead, "the clipboard is empty").WithHint("let the page copy something first")
	}
	shown, err := env.Store(p.Variable, text)
	return Outcome{p.Variable, shown}, err
}
