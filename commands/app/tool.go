// Package app starts and stops applications of a phone.
package app

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
	return commands.Spec{Name: "app", Title: "App", Description: strings.TrimSpace(description), Icon: "📱", Badge: "app",
		Available: func(d *platform.Device) bool { return d.Apps != nil }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	if p.Action == "open-link" {
		return fmt.Sprintf("Open %q in the app", p.App)
	}
	return fmt.Sprintf("%s%s app %q", strings.ToUpper(p.Action[:min(1, len(p.Action))]), p.Action[min(1, len(p.Action)):], p.App)
}
