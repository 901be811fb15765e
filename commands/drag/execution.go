package drag

import (
	"context"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// Execute drags with real pointer steps. Both ends must be in the picture at once.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	from, err := env.Find(ctx, p.Subject, screen.VerbDrag)
	if err != nil {
		return Outcome{}, err
	}
	if err := env.Enabled(ctx, from); err != nil {
		return Outcome{}, err
	}
	to, err := env.Find(ctx, p.destination(), screen.VerbDrop)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{From: from.Label(), To: to.Label()}
	if from.Node != nil && to.Node != nil && from.Node.ID == to.Node.ID {
		return o, commands.Failf(commands.InvalidArguments, "%s cannot be dragged to itself", o.From)
	}
	// Looking for the second may have scrolled the first away: bring it back, then see whether the second is still there.
	env.Touch(from.Located)
	start, err := env.Reach(ctx, from)
	if err != nil {
		return o, err
	}
	end, err := landing(ctx, env, to)
	if err != nil {
		return o, err
	}
	return o, env.Device.Mouse.Drag(ctx, start, end)
}

// landing is where to let go: the point asked for, or the middle of the target as it stands now.
func landing(ctx context.Context, env *commands.Env, to *commands.Aim) (screen.Point, error) {
	if to.Node == nil || env.Device.Elements == nil || len(to.Target.Point) == 2 {
		return to.Point, nil
	}
	n, err := env.Element(ctx, to)
	if err != nil {
		return screen.Point{}, err
	}
	size, err := env.Device.Screen.Resolution(ctx)
	if err != nil {
		return screen.Point{}, err
	}
	seen := n.Box.Intersect(screen.Box{W: float64(size.W), H: float64(size.H)})
	if seen.Empty() {
		return screen.Point{}, commands.Failf(commands.TargetHidden, "%s is out of the picture while the other end is in it", to.Label()).
			WithHint("use keys, or drag in two steps")
	}
	return seen.Center(), nil
}
