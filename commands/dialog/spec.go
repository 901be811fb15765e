package dialog

import "fmt"

// Params are what a model fills in.
type Params struct {
	Accept *bool   `json:"accept" validate:"required"`
	Text   *string `json:"text,omitempty" validate:"omitempty,max=2000"`
}

// Outcome is what came of it.
type Outcome struct {
	Kind, Message string
	Accepted      bool
	Text          string // the template as given
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	did := "Dismissed"
	if o.Accepted {
		did = "Accepted"
	}
	line := fmt.Sprintf("%s the %s dialog %q", did, o.Kind, o.Message)
	if o.Text != "" {
		line += fmt.Sprintf(" with %q", o.Text)
	}
	return line
}
