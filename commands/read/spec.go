package read

import "fmt"

// Params are what a model fills in.
type Params struct {
	Description string `json:"description" jsonschema:"what to read, as: the order number" validate:"required,max=300"`
	Variable    string `json:"variable" validate:"required,max=100"`
	Pattern     string `json:"pattern,omitempty" jsonschema:"RE2; its first group, else all of the match" validate:"max=500"`
}

// Outcome is what came of it.
type Outcome struct {
	Variable string
	Shown    string // the value, masked and cut for display
	From     string // where it was read, "" when from the picture
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	line := fmt.Sprintf("{{%s}} is %q", o.Variable, o.Shown)
	if o.From != "" {
		line += ", read from " + o.From
	}
	return line
}
