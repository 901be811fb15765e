package hidekeyboard

import (
	"context"

	"github.com/verdict-run/verdict/commands"
)

// Execute hides it.
func (Command) Execute(ctx context.Context, env *commands.Env, _ Params) (Outcome, error) {
	return Outcome{}, env.Device.ScreenKeyboard.HideKeyboard(ctx)
}
