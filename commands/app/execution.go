package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"github.com/verdict-run/verdict/commands"
)

// Execute does the action.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	name, err := env.Resolve(p.App)
	if err != nil {
		return Outcome{}, err
	}
	apps := env.Device.Apps
	o := Outcome(p)
	switch p.Action {
	case "launch":
		return o, apps.Launch(ctx, name)
	case "activate":
		return o, apps.Activate(ctx, name)
	case "terminate":
		return o, apps.Terminate(ctx, name)
	}
	if err := allowed(env, name); err != nil {
		return o, commands.Failf(commands.NotAllowed, "%s may not be opened: %v", name, err)
	}
	return o, apps.DeepLink(ctx, name)
}

// allowed holds web links to the allowed origins; an application's own scheme
// goes to that application, what reads local files is refused.
func allowed(env *commands.Env, link string) error {
	u, err := url.Parse(link)
	switch {
	case err != nil:
		return err
	case u.Scheme == "":
		return errors.New("it is no link")
	case slices.Contains([]string{"file", "content", "javascript", "data", "intent"}, u.Scheme):
		return fmt.Errorf("links of the scheme %s are refused", u.Scheme)
	case (u.Scheme == "http" || u.Scheme == "https") && env.AllowURL != nil:
		return env.AllowURL(link)
	}
	return nil
}
