package dim

import (
	"context"

	"github.com/verdict-run/verdict/commands"
)

// Execute presses the lamp's keys. An error of the device is returned as it
// is; what a model could do better is a *commands.Failure.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	key, steps := "+", max(1, p.Steps)
	if p.Direction == "down" {
		key = "-"
	}
	for range steps {
		if err := env.Device.Keyboard.Press(ctx, key); err != nil {
			return Outcome{}, err
		}
	}
	return Outcome{p.Direction, steps}, nil
}
