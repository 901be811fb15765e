package saveclipboard

import "fmt"

// Params are what a model fills in.
type Params struct {
	Variable string `json:"variable" validate:"required,max=100"`
}

// Outcome is what came of it.
type Outcome struct {
	Variable string
	Shown    string // the value, masked
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	return fmt.Sprintf("{{%s}} is %q, from the clipboard", o.Variable, o.Shown)
}
