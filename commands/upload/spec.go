package upload

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/commands"
)

// Params are what a model fills in.
type Params struct {
	commands.Subject
	Files []string `json:"files" validate:"required,min=1,max=20,dive,required,max=500"`
}

// Outcome is what came of it.
type Outcome struct {
	Label string
	Files []string
}

// Outcome is one line for people and models.
func (o Outcome) Outcome() string {
	return fmt.Sprintf("Uploaded %s at %s", strings.Join(o.Files, ", "), o.Label)
}
