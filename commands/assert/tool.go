// Package assert proves checks of the case.
package assert

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
	return commands.Spec{Name: "assert", Title: "Check", Description: strings.TrimSpace(description), Icon: "✔️", Badge: "check", Passive: true, DuringDialog: true}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	if p.Statement != "" {
		return fmt.Sprintf("Check that %s", p.Statement)
	}
	return "Check " + numbers(p.Checks)
}
