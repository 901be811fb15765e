package typetext

import (
	"fmt"

	"github.com/verdict-run/verdict/commands"
)

// Params are what a model fills in.
type Params struct {
	commands.Subject
	Text string `json:"text" jsonschema:"may hold {{name}} of a stored value; empty clears" validate:"max=20000"`
	// Overwrite is true when absent.
	Overwrite *bool `json:"overwrite,omitempty"`
	Submit    bool  `json:"submit,omitempty"`
}

func (p Params) appends() bool { return p.Overwrite != nil && !*p.Overwrite }

// Outcome is what came of it.
type Outcome struct {
	Label string
	Text  string // the template as given: what it stands for may be secret
	// Shows is how the page wrote a value it reformatted, "" when it did not.
	Shows    string
	Appended bool
	// Unread says that the value could not be read back.
	Unread    bool
	Submitted bool
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	line := fmt.Sprintf("Typed %q into %s", o.Text, o.Label)
	switch {
	case o.Text == "":
		line = "Cleared " + o.Label
	case o.Appended:
		line = fmt.Sprintf("Appended %q to %s", o.Text, o.Label)
	}
	if o.Shows != "" {
		line += fmt.Sprintf(", it shows %q", o.Shows)
	}
	if o.Unread {
		line += " (not read back)"
	}
	if o.Submitted {
		line += " and pressed Enter"
	}
	return line
}
