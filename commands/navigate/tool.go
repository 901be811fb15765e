// Package navigate opens an address.
package navigate

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
	return commands.Spec{Name: "navigate", Title: "Open address", Description: strings.TrimSpace(description), Icon: "🧭", Badge: "open", Available: hasNavigation}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string { return fmt.Sprintf("Open %q", p.URL) }
