package app

import (
	"context"
	"fmt"
	"sync"

	"github.com/verdict-run/verdict/internal/ask"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/testcases"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// asking is who answers the agent's questions.
type asking struct {
	asker func(*testcases.Case) askuser.Asker // nil when nobody does
	seen  func(*testcases.Case, platform.Image)
	close func()
}

// screens are the newest pictures of the cases that run, for the page for testers.
type screens struct {
	mu     sync.Mutex
	newest map[string][]byte // by the case's name
}

func (s *screens) see(c *testcases.Case, p platform.Image) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.newest[c.Name] = p.Data
}

func (s *screens) picture(_ context.Context, caseName string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newest[caseName], nil
}

// asking prepares the ways to ask: the terminal, and a page for testers. A
// case with default answers can be asked without either.
func (o Options) asking(ctx context.Context, cases []*testcases.Case) (asking, error) {
	a := asking{close: func() {}}
	var server *ask.Server
	if o.AskListen != "" {
		shown := &screens{newest: map[string][]byte{}}
		cfg := ask.Config{Picture: shown.picture, Log: o.Log}
		for _, c := range cases {
			cfg.Cases = append(cfg.Cases, c.Name)
		}
		var err error
		if server, err = cfg.Listen(ctx, o.AskListen); err != nil {
			return a, err
		}
		a.seen = shown.see
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
		policy := ask.Policy{Timeout: c.Ask.Timeout, Defaults: map[string]string{}, Told: func(said ask.Outcome) {
			o.Log.Info("a question was answered", "case", c.Name, "by", said.By)
		}}
		for _, d := range c.Ask.Defaults {
			policy.Defaults[d.Name] = d.Text()
		}
		switch {
		case server != nil && terminal != nil:
			return ask.WithPolicy(ask.First(server.Asker(c.Name), terminal.Asker(c.Name)), policy)
		case server != nil:
			return ask.WithPolicy(server.Asker(c.Name), policy)
		case terminal != nil:
			return ask.WithPolicy(terminal.Asker(c.Name), policy)
		case len(policy.Defaults) > 0:
			return ask.WithPolicy(nil, policy)
		default:
			return nil
		}
	}
	return a, nil
}
