// Package dim is an example of a command: it makes a lamp brighter or darker.
package dim

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
	return commands.Spec{Name: "dim", Title: "Dim", Description: strings.TrimSpace(description), Icon: "💡", Badge: "dim"}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string { return strings.TrimSpace("Dim the lamp " + p.Direction) }
