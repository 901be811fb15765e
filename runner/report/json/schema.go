package json

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/runner/report"
)

// Schema is the JSON schema (2020-12) of results.json; docs/results.schema.json is its copy.
func Schema() (*jsonschema.Schema, error) {
	types := map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {Description: "any JSON value"},
		reflect.TypeFor[[]byte]():          {Type: "string", ContentEncoding: "base64"},
		reflect.TypeFor[agent.Verdict]():   {Type: "string", Enum: verdicts()},
		// A run that never started has no memory.
		reflect.TypeFor[map[string]string](): {Types: []string{"null", "object"}, AdditionalProperties: &jsonschema.Schema{Type: "string"}},
		// These two hold each other: both stand below $defs.
		reflect.TypeFor[screen.Query](): {Type: "object", Ref: "#/$defs/query"},
		// A sealed interface; its kinds are told apart by status.
		reflect.TypeFor[agent.AttemptJSON](): {Type: "object", Ref: "#/$defs/attempt"},
	}
	options := &jsonschema.ForOptions{TypeSchemas: types}
	root, err := jsonschema.For[report.Suite](options)
	if err != nil {
		return nil, fmt.Errorf("making the schema of results.json: %w", err)
	}
	success, err := attempt[agent.GeneratedStep]("success", options)
	if err != nil {
		return nil, err
	}
	failed, err := attempt[agent.FailedStep]("failed", options)
	if err != nil {
		return nil, err
	}
	query, err := query(types)
	if err != nil {
		return nil, err
	}
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.Title = "results.json of verdict"
	root.Description = "One suite run. Keys that end in _ns are durations in nanoseconds; boxes and points are in pixels of their picture; names of pictures are relative to the folder of their try."
	root.Defs = map[string]*jsonschema.Schema{"attempt": {OneOf: []*jsonschema.Schema{success, failed}}, "query": query}
	root.Properties["schema"].Const = jsonschema.Ptr[any](report.SchemaVersion)
	return root, nil
}

func verdicts() []any {
	var all []any
	for _, v := range agent.Verdicts() {
		all = append(all, string(v))
	}
	return all
}

// attempt is one kind of step with its status.
func attempt[T any](status string, o *jsonschema.ForOptions) (*jsonschema.Schema, error) {
	s, err := jsonschema.For[T](o)
	if err != nil {
		return nil, fmt.Errorf("making the schema of a step: %w", err)
	}
	s.Properties["status"] = &jsonschema.Schema{Type: "string", Const: jsonschema.Ptr[any](status)}
	s.Required = append([]string{"status"}, s.Required...)
	s.PropertyOrder = append([]string{"status"}, s.PropertyOrder...)
	return s, nil
}

// query is a description of an element, which may stand in relation to others.
func query(types map[reflect.Type]*jsonschema.Schema) (*jsonschema.Schema, error) {
	relation, err := jsonschema.For[screen.Relation](&jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		return nil, fmt.Errorf("making the schema of a relation: %w", err)
	}
	s, err := jsonschema.For[screen.Query](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[screen.Relation](): relation}})
	if err != nil {
		return nil, fmt.Errorf("making the schema of a query: %w", err)
	}
	return s, nil
}
