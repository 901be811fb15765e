// Package selectoption chooses options of native and custom lists and reads them back.
package selectoption

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
	return commands.Spec{Name: "select", Title: "Select", Description: strings.TrimSpace(description), Icon: "☰", Badge: "select",
		Available: func(d *platform.Device) bool { return d.Elements != nil }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	if p.Text != "" {
		return fmt.Sprintf("Mark %q in %s", p.Text, commands.Quote(p.Target))
	}
	return fmt.Sprintf("Select %s in %s", quoted(p.Options), commands.Quote(p.Target))
}
