package dim

import "fmt"

// Params are what a model fills in. The schema it is shown and the check of
// what it sends are both made from these tags.
type Params struct {
	Direction string `json:"direction" validate:"required,oneof=up down"`
	Steps     int    `json:"steps,omitempty" jsonschema:"1 when absent" validate:"omitempty,min=1,max=9"`
}

// Outcome is what came of it.
type Outcome struct {
	Direction string
	Steps     int
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string { return fmt.Sprintf("Dimmed %s by %d", o.Direction, o.Steps) }
