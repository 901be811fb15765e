package hover

import "github.com/verdict-run/verdict/commands"

// Params are what a model fills in.
type Params struct {
	commands.Subject
}

// Outcome is what came of it.
type Outcome struct{ Label string }

// Outcome is one line for people and models.
func (o Outcome) Outcome() string { return "The pointer is on " + o.Label }
