// Package tools is the contract of a tool that is no command: waiting, asking a person, finishing.
package tools

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/verdict-run/verdict/internal/schema"
)

// Definition is what a model is told of a tool.
type Definition struct {
	Name        string
	Description string
	Schema      *jsonschema.Schema
}

// Tool is one tool without its types. Run answers one line for the model; a
// *schema.Invalid says what is wrong with the arguments.
type Tool interface {
	Definition() Definition
	Run(ctx context.Context, raw json.RawMessage) (string, error)
}

// New makes a tool of a function over its parameters P.
func New[P any](name, description string, run func(context.Context, P) (string, error)) (Tool, error) {
	s, err := schema.For[P]()
	if err != nil {
		return nil, fmt.Errorf("tool %s: %w", name, err)
	}
	return tool[P]{Definition{name, description, s}, run}, nil
}

type tool[P any] struct {
	definition Definition
	run        func(context.Context, P) (string, error)
}

func (t tool[P]) Definition() Definition { return t.definition }

func (t tool[P]) Run(ctx context.Context, raw json.RawMessage) (string, error) {
	p, err := schema.Decode[P](raw)
	if err != nil {
		return "", err
	}
	return t.run(ctx, p)
}
