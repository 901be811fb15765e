// Package press presses keys and shortcuts.
package press

import (
	_ "embed"
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
	return commands.Spec{Name: "press", Title: "Press keys", Description: strings.TrimSpace(description), Icon: "⎆", Badge: "keys"}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string { return "Press " + strings.Join(p.Keys, ", ") }
