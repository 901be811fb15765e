package commands

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/verdict-run/verdict/internal/schema"
	"github.com/verdict-run/verdict/platform"
)

// Erased is a command without its types, as a registry holds it.
type Erased interface {
	Spec() Spec
	Schema() *jsonschema.Schema
	// Decode reads and checks a model's arguments; what is wrong is a *schema.Invalid.
	Decode(raw json.RawMessage) (params any, err error)
	Instruction(params any) string
	// Execute does what every command shares: it refuses while a native dialog
	// is open, turns device errors a model can act on into a *Failure, and masks
	// secrets in outcome, notes and failure. Gone and Transient device errors come back as they are.
	Execute(ctx context.Context, env *Env, params any) (Outcome, error)
}

// Erase makes a registry entry of a command. It fails when P has no JSON schema.
func Erase[P any, O Outcome](c Command[P, O]) (Erased, error) {
	s, err := schema.For[P]()
	if err != nil {
		return nil, fmt.Errorf("command %s: %w", c.Spec().Name, err)
	}
	return erased[P, O]{c, s}, nil
}

type erased[P any, O Outcome] struct {
	command Command[P, O]
	schema  *jsonschema.Schema
}

func (e erased[P, O]) Spec() Spec                 { return e.command.Spec() }
func (e erased[P, O]) Schema() *jsonschema.Schema { return e.schema }

func (e erased[P, O]) Decode(raw json.RawMessage) (any, error) { return schema.Decode[P](raw) }

func (e erased[P, O]) Instruction(params any) string {
	p, ok := params.(P)
	if !ok {
		return e.command.Spec().Title
	}
	return e.command.Instruction(p)
}

func (e erased[P, O]) Execute(ctx context.Context, env *Env, params any) (Outcome, error) {
	p, ok := params.(P)
	if !ok {
		return nil, fmt.Errorf("command %s got parameters of type %T", e.command.Spec().Name, params)
	}
	if !e.command.Spec().DuringDialog {
		if err := env.Ready(ctx); err != nil {
			return nil, env.explain(err)
		}
	}
	o, err := e.command.Execute(ctx, env, p)
	env.maskNotes()
	if err != nil {
		return nil, env.explain(err)
	}
	return env.masked(o), nil
}

// Registry is the commands in the order they are shown to a model.
type Registry struct {
	entries []Erased
	byName  map[string]Erased
}

// NewRegistry takes the commands in their order; a name given twice is an error.
func NewRegistry(entries ...Erased) (*Registry, error) {
	r := &Registry{byName: make(map[string]Erased, len(entries))}
	for _, e := range entries {
		name := e.Spec().Name
		if _, twice := r.byName[name]; twice {
			return nil, fmt.Errorf("command %q is registered twice", name)
		}
		r.byName[name] = e
		r.entries = append(r.entries, e)
	}
	return r, nil
}

// Lookup is the command of that name.
func (r *Registry) Lookup(name string) (Erased, bool) {
	e, ok := r.byName[name]
	return e, ok
}

// All are the commands in order.
func (r *Registry) All() []Erased { return r.entries }

// For are the commands a device can do, in order.
func (r *Registry) For(d *platform.Device) []Erased {
	var can []Erased
	for _, e := range r.entries {
		if a := e.Spec().Available; a == nil || a(d) {
			can = append(can, e)
		}
	}
	return can
}

// Instruction renders a recorded step for people; a command nobody knows is "Unknown command".
func (r *Registry) Instruction(name string, raw json.RawMessage) string {
	e, ok := r.Lookup(name)
	if !ok {
		return "Unknown command"
	}
	p, err := e.Decode(raw)
	if err != nil {
		return e.Spec().Title
	}
	return e.Instruction(p)
}
