package back

// Params are what a model fills in.
type Params struct {
	Direction string `json:"direction,omitempty" validate:"omitempty,oneof=back forward"`
}

// Outcome is what came of it.
type Outcome struct{ Direction, URL string }

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	line := "Went " + o.Direction
	if o.URL != "" {
		line += " to " + o.URL
	}
	return line
}
