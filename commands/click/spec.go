package click

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/commands"
)

// Params are what a model fills in.
type Params struct {
	commands.Subject
	Button    string   `json:"button,omitempty" validate:"omitempty,oneof=left right middle"`
	Count     int      `json:"count,omitempty" jsonschema:"2 for a double click" validate:"omitempty,min=1,max=3"`
	Modifiers []string `json:"modifiers,omitempty" validate:"omitempty,max=4,dive,oneof=Alt Control ControlOrMeta Meta Shift"`
	HoldMS    int      `json:"hold_ms,omitempty" jsonschema:"long press" validate:"omitempty,min=1,max=10000"`
	State     string   `json:"state,omitempty" validate:"omitempty,oneof=on off"`
}

// Outcome is what came of it.
type Outcome struct {
	Label string
	How   string // "Clicked", "Double-clicked"
	// State is what the control is now ("checked"), "" when it has none or none was asked for.
	State string
	// Already says that the control was in the wanted state and nothing was clicked.
	Already bool
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	switch {
	case o.Already:
		return fmt.Sprintf("%s was already %s, nothing was clicked", o.Label, o.State)
	case o.State != "":
		return fmt.Sprintf("%s %s, it is now %s", o.How, o.Label, o.State)
	default:
		return o.How + " " + o.Label
	}
}

// verb says the kind of click in one word or two: "Click", "Right-click", "Double-click".
func (p Params) verb() string {
	kind := "Click"
	switch {
	case p.HoldMS > 0:
		kind = "Press and hold"
	case p.Count == 2:
		kind = "Double-click"
	case p.Count == 3:
		kind = "Triple-click"
	case p.Button == "right":
		kind = "Right-click"
	case p.Button == "middle":
		kind = "Middle-click"
	}
	if len(p.Modifiers) > 0 {
		kind = strings.Join(p.Modifiers, "+") + "+" + strings.ToLower(kind[:1]) + kind[1:]
	}
	return kind
}

// past is verb in the past tense.
func (p Params) past() string {
	if p.HoldMS > 0 {
		return "Pressed and held"
	}
	return p.verb() + "ed"
}
