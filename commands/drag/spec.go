package drag

import (
	"fmt"

	"github.com/verdict-run/verdict/commands"
)

// Params are what a model fills in: the target is dragged to the other one.
type Params struct {
	commands.Subject
	To       string    `json:"to" validate:"required,max=300"`
	ToNumber int       `json:"to_number,omitempty" validate:"omitempty,min=1"`
	ToPoint  []float64 `json:"to_point,omitempty" validate:"omitempty,len=2"`
}

func (p Params) destination() commands.Target {
	return commands.Target{Target: p.To, Number: p.ToNumber, Point: p.ToPoint}
}

// Outcome is what came of it.
type Outcome struct{ From, To string }

// Outcome is one line for people and models.
func (o Outcome) Outcome() string { return fmt.Sprintf("Dragged %s to %s", o.From, o.To) }
