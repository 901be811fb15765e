// Package memory holds what a run knows by name: seeded and extracted values, templates over them, secrets among them.
package memory

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/verdict-run/verdict/internal/secret"
)

// Store maps names to values. It is safe for concurrent use; the zero value is
// not usable, call New.
type Store struct {
	mu      sync.RWMutex
	entries map[string]Entry
	// hidden are all secret values the run has had, replaced ones too: an old password must not show either.
	hidden []hidden
	forms  []form
	codes  map[string]*TOTP // names whose value is made when it is asked for
}

// Entry is one named value.
type Entry struct {
	Name   string
	Value  secret.Value
	Secret bool
}

// Name is what Names lists.
type Name struct {
	Name   string `json:"name"`
	Secret bool   `json:"secret,omitempty"`
}

// String marks a secret: "password (secret)".
func (n Name) String() string {
	if n.Secret {
		return n.Name + " (secret)"
	}
	return n.Name
}

// New is an empty store.
func New() *Store { return &Store{entries: map[string]Entry{}, codes: map[string]*TOTP{}} }

// Set stores a value. It is secret when the name says so (SecretName) or when
// what stood there was secret. A name that cannot be written as {{name}} is an error.
func (s *Store) Set(name, value string) error { return s.set(name, value, SecretName(name)) }

// SetSecret stores a value that is never shown.
func (s *Store) SetSecret(name, value string) error { return s.set(name, value, true) }

func (s *Store) set(name, value string, isSecret bool) error {
	if !ValidName(name) {
		return fmt.Errorf("%q cannot be a variable name: it starts with a letter; letters, digits, _ - . may follow", cut(name))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	isSecret = isSecret || s.entries[name].Secret
	delete(s.codes, name)
	s.entries[name] = Entry{name, secret.New(value), isSecret}
	if isSecret {
		s.hide(name, value)
	}
	return nil
}

// Hide masks a value under a label without storing it: for secrets that are no
// variables, as the password of HTTP authentication. A label that is no name is shown as "secret".
func (s *Store) Hide(label, value string) {
	if !ValidName(label) {
		label = "secret"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hide(label, value)
}

// Get is the value under a name; of one made by SetTOTP the code of this moment.
func (s *Store) Get(name string) (string, bool) {
	if code, ok := s.code(name); ok {
		return code, true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	e, ok := s.entries[name]
	return e.Value.Reveal(), ok
}

// IsSecret reports whether the value under a name is secret.
func (s *Store) IsSecret(name string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.entries[name].Secret
}

// Names are all names, sorted, secrets marked.
func (s *Store) Names() []Name {
	var names []Name
	for _, e := range s.Snapshot() {
		names = append(names, Name{e.Name, e.Secret})
	}
	return names
}

// Snapshot is a copy of all entries, sorted by name.
func (s *Store) Snapshot() []Entry {
	s.mu.RLock()
	defer s.mu.RUnlock()
	entries := make([]Entry, 0, len(s.entries))
	for _, e := range s.entries {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return entries
}

// Masked are all values as they may be shown: secrets as "***", secrets inside other values as their {{name}}.
func (s *Store) Masked() map[string]string {
	out := map[string]string{}
	for _, e := range s.Snapshot() {
		if e.Secret {
			out[e.Name] = secret.Mark
		} else {
			out[e.Name] = s.MaskField(e.Value.Reveal())
		}
	}
	return out
}

// Resolve puts values in the place of {{name}}. Values are not resolved again.
// Errors are *UnknownError and *SyntaxError; they never hold a value.
func (s *Store) Resolve(template string) (string, error) {
	parts, err := split(template)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, p := range parts {
		if !p.name {
			out.WriteString(p.text)
			continue
		}
		value, ok := s.Get(p.text)
		if !ok {
			return "", s.unknown(p.text)
		}
		out.WriteString(value)
	}
	return out.String(), nil
}

func (s *Store) unknown(name string) error {
	e := &UnknownError{Name: name}
	for _, n := range s.Names() {
		e.Known = append(e.Known, n.Name)
	}
	e.Nearest = Nearest(name, e.Known)
	return e
}

// SecretsIn reports whether a template names a secret.
func (s *Store) SecretsIn(template string) bool {
	return slices.ContainsFunc(Uses(template), s.IsSecret)
}
