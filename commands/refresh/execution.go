package refresh

import (
	"context"

	"github.com/verdict-run/verdict/commands"
)

// Execute loads the page again.
func (Command) Execute(ctx context.Context, env *commands.Env, _ Params) (Outcome, error) {
	return Outcome{}, env.Device.Navigation.Refresh(ctx)
}
