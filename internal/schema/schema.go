// Package schema makes JSON schemas from parameter structs and reads a model's arguments against them.
package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// For is the JSON schema of P. Descriptions come from the jsonschema tags,
// limits from the validate tags, so that what the model is told and what is
// checked cannot disagree. Null is never offered: an absent field says the same.
func For[P any]() (*jsonschema.Schema, error) {
	s, err := jsonschema.For[P](nil)
	if err != nil {
		return nil, fmt.Errorf("schema of %T: %w", *new(P), err)
	}
	if err := limit(s, reflect.TypeFor[P]()); err != nil {
		return nil, fmt.Errorf("schema of %T: %w", *new(P), err)
	}
	return s, nil
}

// limit copies the validate tags of t's fields into s and drops null from types.
func limit(s *jsonschema.Schema, t reflect.Type) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	notNull(s)
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return limit(s.Items, t.Elem())
	case reflect.Struct:
	default:
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := s.Properties[name]
		if f.Anonymous || p == nil {
			continue
		}
		if err := limit(p, f.Type); err != nil {
			return err
		}
		if err := applyRules(p, f.Tag.Get("validate")); err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
	}
	return nil
}

func notNull(s *jsonschema.Schema) {
	kept := s.Types[:0:0]
	for _, t := range s.Types {
		if t != "null" {
			kept = append(kept, t)
		}
	}
	if len(kept) == 1 {
		s.Type, s.Types = kept[0], nil
	}
}

// applyRules copies the rules of one validate tag that JSON schema can say.
func applyRules(s *jsonschema.Schema, tag string) error {
	for _, rule := range strings.Split(tag, ",") {
		name, arg, _ := strings.Cut(rule, "=")
		switch name {
		case "dive":
			return nil // what follows is about the elements
		case "oneof":
			for _, v := range strings.Fields(arg) {
				s.Enum = append(s.Enum, v)
			}
		case "min", "max", "len", "gte", "lte":
			n, err := strconv.Atoi(arg)
			if err != nil {
				return fmt.Errorf("rule %q: %w", rule, err)
			}
			bound(s, name, n)
		}
	}
	return nil
}

func bound(s *jsonschema.Schema, rule string, n int) {
	low, high := rule == "min" || rule == "gte" || rule == "len", rule == "max" || rule == "lte" || rule == "len"
	f := float64(n)
	switch s.Type {
	case "string":
		if low {
			s.MinLength = &n
		}
		if high {
			s.MaxLength = &n
		}
	case "array":
		if low {
			s.MinItems = &n
		}
		if high {
			s.MaxItems = &n
		}
	default:
		if low {
			s.Minimum = &f
		}
		if high {
			s.Maximum = &f
		}
	}
}

// Compact is the schema as one line of JSON, fields in the order of the struct.
func Compact(s *jsonschema.Schema) (json.RawMessage, error) {
	b, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encoding schema: %w", err)
	}
	return b, nil
}
