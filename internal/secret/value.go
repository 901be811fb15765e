// Package secret keeps values that must never be printed.
package secret

import (
	"fmt"
	"io"
	"log/slog"
)

// Mark is what is shown instead of a secret value.
const Mark = "***"

// Value is a text that fmt, json, yaml and slog never print. It holds a
// pointer, because fmt prints an unexported string field without calling its
// methods: a plain string inside another struct would leak under %v.
type Value struct{ text *string }

// New wraps text.
func New(text string) Value { return Value{&text} }

// Reveal is the text itself. Call it where the text is used, never earlier.
func (v Value) Reveal() string {
	if v.text == nil {
		return ""
	}
	return *v.text
}

// Empty reports whether there is no text.
func (v Value) Empty() bool { return v.Reveal() == "" }

// Equal compares the texts.
func (v Value) Equal(o Value) bool { return v.Reveal() == o.Reveal() }

// String is the mark.
func (Value) String() string { return Mark }

// GoString is the mark.
func (Value) GoString() string { return Mark }

// Format prints the mark under every verb.
func (Value) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, Mark) }

// MarshalJSON is the mark.
func (Value) MarshalJSON() ([]byte, error) { return []byte(`"` + Mark + `"`), nil }

// MarshalText is the mark.
func (Value) MarshalText() ([]byte, error) { return []byte(Mark), nil }

// MarshalYAML is the mark.
func (Value) MarshalYAML() (any, error) { return Mark, nil }

// LogValue is the mark.
func (Value) LogValue() slog.Value { return slog.StringValue(Mark) }
