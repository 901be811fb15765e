// Package hover moves the pointer onto an element.
package hover

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
	return commands.Spec{Name: "hover", Title: "Hover", Description: strings.TrimSpace(description), Icon: "🖱️", Badge: "hover", Passive: true,
		Available: func(d *platform.Device) bool { return !d.Touch }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	return fmt.Sprintf("Hover over %s", commands.Quote(p.Target))
}
