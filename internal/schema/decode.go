package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"
)

// Invalid says what is wrong with a model's arguments, in words it can act on.
type Invalid struct{ Problems []string }

func (e *Invalid) Error() string { return "invalid arguments: " + strings.Join(e.Problems, "; ") }

// newValidator names fields as the model knows them.
func newValidator() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	return v
}

// Decode reads a model's arguments into P and checks them. Numbers and
// booleans sent as text are taken as what they say; unknown fields, missing
// ones and values out of bounds are an *Invalid.
func Decode[P any](raw json.RawMessage) (P, error) {
	var p P
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = json.RawMessage("{}")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return p, &Invalid{[]string{"the arguments are not one JSON object: " + err.Error()}}
	}
	fixed, err := json.Marshal(coerce(fields, reflect.TypeFor[P]()))
	if err != nil {
		return p, &Invalid{[]string{err.Error()}}
	}
	dec := json.NewDecoder(bytes.NewReader(fixed))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return p, &Invalid{[]string{explain(err, reflect.TypeFor[P]())}}
	}
	return p, Validate(p)
}

// Validate checks the validate tags of p; what is wrong is an *Invalid.
func Validate(p any) error {
	var bad validator.ValidationErrors
	err := newValidator().Struct(p)
	if err == nil {
		return nil
	}
	if !errors.As(err, &bad) {
		return fmt.Errorf("validating %T: %w", p, err)
	}
	inv := &Invalid{}
	for _, f := range bad {
		inv.Problems = append(inv.Problems, problem(f))
	}
	return inv
}

func problem(f validator.FieldError) string {
	_, rest, _ := strings.Cut(f.Namespace(), ".")
	name := known(rest)
	many := ""
	switch f.Kind() {
	case reflect.String:
		many = " characters"
	case reflect.Slice, reflect.Array:
		many = " entries"
	}
	switch f.Tag() {
	case "required", "required_without":
		return fmt.Sprintf("%q is missing", name)
	case "oneof":
		return fmt.Sprintf("%q must be one of %s, not %q", name, strings.Join(strings.Fields(f.Param()), ", "), fmt.Sprint(f.Value()))
	case "min", "gte":
		if many != "" {
			return fmt.Sprintf("%q must have at least %s%s", name, f.Param(), many)
		}
		return fmt.Sprintf("%q must be at least %s", name, f.Param())
	case "max", "lte":
		if many != "" {
			return fmt.Sprintf("%q must have at most %s%s", name, f.Param(), many)
		}
		return fmt.Sprintf("%q must be at most %s", name, f.Param())
	case "len":
		return fmt.Sprintf("%q must have exactly %s%s", name, f.Param(), many)
	default:
		return fmt.Sprintf("%q breaks the rule %s %s", name, f.Tag(), f.Param())
	}
}

// known is a path in the model's own names: the Go names of embedded structs
// go. Keys are snake_case, so that these are the ones with a capital.
func known(path string) string {
	parts := strings.Split(path, ".")
	parts = slices.DeleteFunc(parts, func(p string) bool { return p != "" && p[0] >= 'A' && p[0] <= 'Z' })
	return strings.Join(parts, ".")
}

func explain(err error, t reflect.Type) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Sprintf("%q must be %s, not %s", known(wrong.Field), plain(wrong.Type), wrong.Value)
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Sprintf("there is no field %s; the fields are %s", name, strings.Join(fieldNames(t), ", "))
	}
	return err.Error()
}

func plain(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	default:
		return "a number"
	}
}

func fieldNames(t reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// coerce repairs what models often send: numbers and booleans as text, one
// value where a list is wanted, null for an absent field.
func coerce(fields map[string]json.RawMessage, t reflect.Type) map[string]json.RawMessage {
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		raw, ok := fields[name]
		if f.Anonymous || !ok {
			continue
		}
		if string(raw) == "null" {
			delete(fields, name)
			continue
		}
		fields[name] = coerceOne(raw, f.Type)
	}
	return fields
}

func coerceOne(raw json.RawMessage, t reflect.Type) json.RawMessage {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var text string
	isText := json.Unmarshal(raw, &text) == nil
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Float64:
		if n, err := strconv.ParseFloat(strings.TrimSpace(text), 64); isText && err == nil {
			return json.RawMessage(strconv.FormatFloat(n, 'f', -1, 64))
		}
		if n, err := strconv.ParseFloat(string(raw), 64); err == nil && t.Kind() != reflect.Float64 && n == float64(int64(n)) {
			return json.RawMessage(strconv.FormatInt(int64(n), 10)) // 3.0 is 3
		}
	case reflect.Bool:
		if b, err := strconv.ParseBool(strings.ToLower(text)); isText && err == nil {
			return json.RawMessage(strconv.FormatBool(b))
		}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Float64 {
			if p := point(raw, text); p != nil {
				return p
			}
		}
		if isText && strings.HasPrefix(strings.TrimSpace(text), "[") {
			return json.RawMessage(text) // a list sent as text
		}
		if first := bytes.TrimSpace(raw); len(first) > 0 && first[0] != '[' {
			return slices.Concat(json.RawMessage("["), raw, json.RawMessage("]"))
		}
	case reflect.String:
		if first := bytes.TrimSpace(raw); !isText && len(first) > 0 && (first[0] == '-' || first[0] >= '0' && first[0] <= '9') {
			return json.RawMessage(strconv.Quote(string(first))) // 42 where "42" is meant
		}
	}
	return raw
}

// point reads the other ways models write a point: {"x":1,"y":2} and "1, 2".
func point(raw json.RawMessage, text string) json.RawMessage {
	var xy struct{ X, Y *json.Number }
	if json.Unmarshal(raw, &xy) == nil && xy.X != nil && xy.Y != nil {
		return json.RawMessage("[" + xy.X.String() + "," + xy.Y.String() + "]")
	}
	x, y, ok := strings.Cut(strings.Trim(strings.TrimSpace(text), "()[]"), ",")
	if !ok {
		return nil
	}
	a, errA := strconv.ParseFloat(strings.TrimSpace(x), 64)
	b, errB := strconv.ParseFloat(strings.TrimSpace(y), 64)
	list, err := json.Marshal([]float64{a, b})
	if errA != nil || errB != nil || err != nil {
		return nil
	}
	return list
}
