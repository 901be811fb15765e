// Package saveclipboard stores what the page copied.
package saveclipboard

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
	return commands.Spec{Name: "save-clipboard", Title: "Save clipboard", Description: strings.TrimSpace(description), Icon: "📋", Badge: "clipboard", Passive: true,
		Available: func(d *platform.Device) bool { return d.Clipboard != nil }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	return fmt.Sprintf("Save the clipboard as {{%s}}", p.Variable)
}
