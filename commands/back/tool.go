// Package back goes one step in the browser's history.
package back

import (
	_ "embed"
	"strings"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

//go:embed description.md
var description string

// Command is the command.
type Command struct{}

// New makes the command.
func New() Command { return Command{} }

// Spec is what the command says of itself.
func (Command) Spec() commands.Spec {
	return commands.Spec{Name: "back", Title: "Go back", Description: strings.TrimSpace(description), Icon: "↩️", Badge: "back",
		Available: func(d *platform.Device) bool { return d.Navigation != nil }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	if p.Direction == "forward" {
		return "Go forward in the history"
	}
	return "Go back in the history"
}
