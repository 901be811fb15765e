// Package dialog answers a native dialog.
package dialog

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
	return commands.Spec{Name: "dialog", Title: "Answer dialog", Description: strings.TrimSpace(description), Icon: "💬", Badge: "dialog", DuringDialog: true,
		Available: func(d *platform.Device) bool { return d.Dialogs != nil }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	switch {
	case p.Accept == nil || !*p.Accept:
		return "Dismiss the dialog"
	case p.Text != nil:
		return fmt.Sprintf("Answer the dialog with %q", *p.Text)
	default:
		return "Accept the dialog"
	}
}
