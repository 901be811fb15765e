package press

import (
	"context"
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/commands"
)

// Execute reads all chords before it presses the first one.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	var o Outcome
	for _, k := range p.Keys {
		c, near := Chord(k)
		if c == "" {
			f := commands.Failf(commands.InvalidArguments, "there is no key %q", k).WithHint("text is entered with type")
			if len(near) > 0 {
				f.Hint = "did you mean " + strings.Join(near, " or ") + "?"
			}
			return o, f
		}
		o.Chords = append(o.Chords, c)
	}
	for i, c := range o.Chords {
		if err := env.Device.Keyboard.Press(ctx, c); err != nil {
			return o, fmt.Errorf("pressing %s (%d of %d): %w", c, i+1, len(o.Chords), err)
		}
	}
	return o, nil
}
