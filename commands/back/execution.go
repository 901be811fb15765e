package back

import (
	"context"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

// Execute goes one step.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	d := platform.Backward
	if p.Direction == "forward" {
		d = platform.Forward
	}
	if err := env.Device.Navigation.Back(ctx, d); err != nil {
		return Outcome{}, err
	}
	o := Outcome{Direction: string(d)}
	if now, err := env.Device.Navigation.CurrentURL(ctx); err == nil {
		o.URL = now
	}
	return o, nil
}
