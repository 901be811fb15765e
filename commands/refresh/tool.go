// Package refresh loads the page again.
package refresh

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
	return commands.Spec{Name: "refresh", Title: "Reload", Description: strings.TrimSpace(description), Icon: "🔄", Badge: "reload",
		Available: func(d *platform.Device) bool { return d.Navigation != nil && !d.Addressless }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(Params) string { return "Reload the page" }
