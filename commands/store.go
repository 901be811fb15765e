package commands

import "github.com/verdict-run/verdict/memory"

// Storable says no to a name nothing can be stored under: one that cannot be
// written as {{name}}, and that of a secret, which a page must not replace.
func (e *Env) Storable(variable string) error {
	if !memory.ValidName(variable) {
		return Failf(InvalidArguments, "%q cannot be a variable name", variable).WithHint("letters, digits and _, a letter first")
	}
	if e.Memory.IsSecret(variable) {
		return Failf(NotAllowed, "{{%s}} is a secret and cannot be replaced", variable).WithHint("choose another name")
	}
	return nil
}

// Store keeps a value under a name and answers how it may be shown.
func (e *Env) Store(variable, value string) (shown string, err error) {
	if err := e.Memory.Set(variable, value); err != nil {
		return "", Failf(InvalidArguments, "%v", err)
	}
	return e.Memory.MaskField(value), nil
}
