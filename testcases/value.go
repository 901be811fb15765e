package testcases

import (
	"slices"

	"github.com/verdict-run/verdict/internal/secret"
)

// Value is one entry of credentials, variables, ask.defaults or a data row.
// Its content never prints; String does, if it is no secret.
type Value struct {
	Name    string
	Content secret.Value
	// Secret: by its name (memory.SecretName), by the mark {secret: value}, or because it came from a secret-named environment variable.
	Secret bool
	// TOTP: the content is a key that codes are made from when they are needed, {totp: key}.
	TOTP bool
	// FromEnv: some of it came from ${ENV}.
	FromEnv bool
	Line    int
}

// Text is the content.
func (v Value) Text() string { return v.Content.Reveal() }

// String is the content, *** for a secret.
func (v Value) String() string {
	if v.Secret {
		return secret.Mark
	}
	return v.Text()
}

// Values is a map from name to value in the order of the file.
type Values []Value

// Get finds a value by name.
func (v Values) Get(name string) (Value, bool) {
	i := slices.IndexFunc(v, func(e Value) bool { return e.Name == name })
	if i < 0 {
		return Value{}, false
	}
	return v[i], true
}

// with is a copy in which e stands in the place of the value with its name, or at the end.
func (v Values) with(e Value) Values {
	v = slices.Clone(v)
	i := slices.IndexFunc(v, func(o Value) bool { return o.Name == e.Name })
	if i < 0 {
		return append(v, e)
	}
	e.Secret = e.Secret || v[i].Secret
	v[i] = e
	return v
}

// Data is where the rows of a case come from; the zero value is none.
type Data struct {
	File string // a CSV or JSON file, relative to the case's folder
	Rows []Row  // inline rows
}

// Row is one data row.
type Row struct {
	Line   int // of the file it stands in
	Values Values
}
