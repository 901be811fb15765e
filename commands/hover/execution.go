package hover

import (
	"context"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// Execute moves the pointer once nothing is in the way; a disabled element may well explain itself on hover.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	aim, err := env.Find(ctx, p.Subject, screen.VerbHover)
	if err != nil {
		return Outcome{}, err
	}
	at, err := env.Reach(ctx, aim)
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{aim.Label()}, env.Device.Mouse.Hover(ctx, at)
}
