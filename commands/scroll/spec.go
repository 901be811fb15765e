package scroll

import (
	"fmt"

	"github.com/verdict-run/verdict/commands"
)

// Params are what a model fills in. The target is optional here, so commands.Target is not embedded.
type Params struct {
	Target    string    `json:"target,omitempty" validate:"max=300"`
	Number    int       `json:"number,omitempty" validate:"omitempty,min=1"`
	Point     []float64 `json:"point,omitempty" validate:"omitempty,len=2"`
	Direction string    `json:"direction,omitempty" validate:"omitempty,oneof=up down left right top bottom"`
	Pixels    int       `json:"pixels,omitempty" validate:"omitempty,min=1,max=100000"`
	Until     string    `json:"until,omitempty" jsonschema:"as: \"Row 80\" is visible" validate:"max=300"`
}

func (p Params) target() (commands.Target, bool) {
	t := commands.Target{Target: p.Target, Number: p.Number, Point: p.Point}
	if t.Target == "" && (t.Number > 0 || len(t.Point) > 0) {
		t.Target = "the part to scroll"
	}
	return t, t.Target != ""
}

// Outcome is what came of it.
type Outcome struct {
	What      string // "the page", `list "Parts"`
	To        bool   // it was brought into view
	Direction string
	Steps     int
	AtEnd     bool   // it did not move any further
	Reason    string // why the condition holds, "" without one
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	switch {
	case o.To:
		return o.What + " is in view"
	case o.Reason != "" && o.Steps == 0:
		return "it holds without scrolling: " + o.Reason
	case o.Reason != "":
		return fmt.Sprintf("scrolled %s %s in %d steps until it held: %s", o.What, o.Direction, o.Steps, o.Reason)
	case o.AtEnd && o.Steps == 0:
		return fmt.Sprintf("%s did not move: it is at its end (%s)", o.What, o.Direction)
	case o.AtEnd:
		return fmt.Sprintf("scrolled %s to its end (%s)", o.What, o.Direction)
	default:
		return fmt.Sprintf("scrolled %s %s", o.What, o.Direction)
	}
}
