// Package switchtab makes another tab active or closes one.
package switchtab

import (
	_ "embed"
	"fmt"
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
	return commands.Spec{Name: "switch-tab", Title: "Switch tab", Description: strings.TrimSpace(description), Icon: "🗂️", Badge: "tab",
		Available: func(d *platform.Device) bool { return d.Tabs != nil }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	if p.Close {
		return fmt.Sprintf("Close the tab %q", p.Which)
	}
	return fmt.Sprintf("Switch to the tab %q", p.Which)
}
