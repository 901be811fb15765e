package app

import (
	"context"
	"fmt"

	"github.com/verdict-run/verdict/internal/ask"
	"github.com/verdict-run/verdict/testcases"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// asking is who answers the agent's questions.
type asking struct {
	asker func(*testcases.Case) askuser.Asker // nil when nobody does
	close func()
}

// asking prepares the ways to ask: the terminal, and a page for testers. A
// case with default answers can be asked without either.
func (o Options) asking(ctx context.Context) (asking, error) {
	a := asking{close: func() {}}
	var server *ask.Server
	if o.AskListen != "" {
		var err error
		if server, err = ask.Listen(ctx, o.AskListen); err != nil {
			return a, err
		}
		a.close = func() {
			if err := server.Close(); err != nil {
				o.Log.Warn("the page for testers did not end cleanly", "error", err)
			}
		}
		fmt.Fprintf(o.progress(), "verdict: testers answer questions at %s\n", server.URL())
	}
	var terminal *ask.Terminal
	if o.AskInput != nil {
		terminal = ask.NewTerminal(o.AskInput, o.progress())
	}
	a.asker = func(c *testcases.Case) askuser.Asker {
		policy := ask.Policy{Timeout: c.Ask.Timeout, Defaults: map[string]string{}}
		for _, d := range c.Ask.Defaults {
			policy.Defaults[d.Name] = d.Text()
		}
		switch {
		case server != nil && terminal != nil:
			return ask.WithPolicy(ask.First(server.Asker(c.Name), terminal), policy)
		case server != nil:
			return ask.WithPolicy(server.Asker(c.Name), policy)
		case terminal != nil:
			return ask.WithPolicy(terminal, policy)
		case len(policy.Defaults) > 0:
			return ask.WithPolicy(nil, policy)
		default:
			return nil
		}
	}
	return a, nil
}
