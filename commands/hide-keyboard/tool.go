// Package hidekeyboard hides a phone's on-screen keyboard.
package hidekeyboard

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
	return commands.Spec{Name: "hide-keyboard", Title: "Hide keyboard", Description: strings.TrimSpace(description), Icon: "⌨", Badge: "keyboard",
		Available: func(d *platform.Device) bool { return d.ScreenKeyboard != nil }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(Params) string { return "Hide the on-screen keyboard" }
