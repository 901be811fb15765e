package app

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/agent/llm"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/openai"
	"github.com/verdict-run/verdict/internal/config"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/runner"
	"github.com/verdict-run/verdict/runner/cost"
)

// Builtin is the name of the offline model.
const Builtin = "builtin"

// DefaultModel is used when a key is there and nobody named a model.
const DefaultModel = "gpt-5.2"

// Choice is the model that decides, and why that one.
type Choice struct {
	Model string
	Why   string
}

// Choose picks the model: the flag, else the configuration, else a key in the
// environment means the default model, else the builtin one.
func Choose(flag string, f config.File, getenv func(string) string) Choice {
	key := keyName(f)
	switch {
	case flag != "":
		return Choice{flag, "--model"}
	case f.Model != "":
		return Choice{f.Model, config.Name}
	case getenv(key) != "":
		return Choice{DefaultModel, key + " is set"}
	default:
		return Choice{Builtin, "no model is set and " + key + " is not in the environment"}
	}
}

func keyName(f config.File) string {
	if f.KeyEnv != "" {
		return f.KeyEnv
	}
	return "OPENAI_API_KEY"
}

// Models is how models are reached.
type Models struct {
	Choice Choice
	File   config.File
	Getenv func(string) string
	// Endpoint overrides the configuration's.
	Endpoint string
	Prices   *cost.Table
	clients  []*openai.Client
}

// Prices are the builtin prices with the user's file over them.
func Prices(path string) (*cost.Table, error) {
	t, err := cost.Default()
	if err != nil || path == "" {
		return t, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading prices: %w", err)
	}
	if err := errors.Join(t.Override(f), f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Brain makes what decides in the runs. The models' clients are made once.
func (m *Models) Brain() (func(*platform.Device, *memory.Store) (runner.Brain, error), error) {
	if m.Choice.Model == Builtin {
		return func(*platform.Device, *memory.Store) (runner.Brain, error) {
			return runner.Brain{Decider: builtin.New()}, nil
		}, nil
	}
	names := map[string]string{"agent": m.Choice.Model}
	for role, name := range m.File.Roles {
		names[role] = name
	}
	made := map[string]model.Client{}
	for role, name := range names {
		if name == Builtin {
			return nil, fmt.Errorf("roles: the builtin model cannot be the %s", role)
		}
		if made[name] != nil {
			continue
		}
		client, err := m.client(name)
		if err != nil {
			return nil, err
		}
		made[name] = client
	}
	role := func(name string) llm.Role {
		return llm.Role{Client: made[names[name]], Vision: llm.Vision(m.File.Vision)}
	}
	return func(d *platform.Device, store *memory.Store) (runner.Brain, error) {
		cfg := llm.Config{Agent: role("agent"), Judge: role("judge"), Grounder: role("grounder"), Reader: role("reader"), Classifier: role("classifier"),
			Device: d.Name, Price: m.Prices.Price, Mask: store.Mask}
		one, err := llm.New(cfg)
		if err != nil {
			return runner.Brain{}, err
		}
		brain := runner.Brain{Decider: one, Classifier: one, Judge: one, Grounder: one, Reader: one, Price: m.Prices.Price, Prefix: one.Prefix}
		if names["second_judge"] != "" {
			cfg.Judge = role("second_judge")
			second, err := llm.New(cfg)
			if err != nil {
				return runner.Brain{}, err
			}
			brain.SecondJudge = agent.Judge(second)
		}
		return brain, nil
	}, nil
}

func (m *Models) client(name string) (model.Client, error) {
	endpoint := m.Endpoint
	if endpoint == "" {
		endpoint = m.File.Endpoint
	}
	key := m.Getenv(keyName(m.File))
	if key == "" && endpoint == "" {
		return nil, fmt.Errorf("the model %s needs a key: set %s, or name an endpoint that needs none (--endpoint), or use --model builtin", name, keyName(m.File))
	}
	c, err := openai.New(openai.Config{Model: name, BaseURL: endpoint, APIKey: key, Organization: m.File.Organization,
		Project: m.File.Project, Headers: m.File.Headers, Timeout: 2 * time.Minute})
	if err != nil {
		return nil, err
	}
	m.clients = append(m.clients, c)
	return model.WithRetry(c, model.RetryConfig{}), nil
}

// Close lets go of the connections.
func (m *Models) Close() {
	for _, c := range m.clients {
		c.Close()
	}
}
