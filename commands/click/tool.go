// Package click clicks at an element, or brings a check box, switch or section into a state.
package click

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/commands"
)

//go:embed description.md
var description string

// Command is the command.
type Command struct{}

// New makes the command.
func New() Command { return Command{} }

// Spec is what the command says of itself.
func (Command) Spec() commands.Spec {
	return commands.Spec{Name: "click", Title: "Click", Description: strings.TrimSpace(description), Icon: "👆", Badge: "click"}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	if p.State != "" {
		return fmt.Sprintf("Turn %s %s", p.State, commands.Quote(p.Target))
	}
	return fmt.Sprintf("%s %s", p.verb(), commands.Quote(p.Target))
}
