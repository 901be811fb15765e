package selectoption

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/commands"
)

// Params are what a model fills in: options to choose, or a text to mark.
type Params struct {
	commands.Subject
	Options []string `json:"options,omitempty" validate:"required_without=Text,max=50,dive,max=300"`
	Text    string   `json:"text,omitempty" validate:"max=2000"`
}

// Outcome is what came of it.
type Outcome struct {
	Label   string
	Options []string // as the page spells them
	Marked  bool     // a text was marked, not an option chosen
	Already bool     // it was chosen before
	Unread  bool     // a menu item: there is nothing to read back
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	what := quoted(o.Options)
	switch {
	case o.Marked:
		return fmt.Sprintf("Marked %s in %s", what, o.Label)
	case o.Already:
		return fmt.Sprintf("%s had %s chosen already", o.Label, what)
	case o.Unread:
		return fmt.Sprintf("Chose %s in %s (a menu item, nothing to read back)", what, o.Label)
	default:
		return fmt.Sprintf("Selected %s in %s", what, o.Label)
	}
}

func quoted(texts []string) string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = fmt.Sprintf("%q", t)
	}
	return strings.Join(out, ", ")
}
