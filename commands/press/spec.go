package press

import "strings"

// Params are what a model fills in.
type Params struct {
	Keys []string `json:"keys" validate:"required,min=1,max=20,dive,required,max=40"`
}

// Outcome is what came of it.
type Outcome struct {
	Chords []string // as the device got them
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string { return "Pressed " + strings.Join(o.Chords, ", ") }
