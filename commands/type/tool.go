// Package typetext puts text into a field and reads it back.
package typetext

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
	return commands.Spec{Name: "type", Title: "Type", Description: strings.TrimSpace(description), Icon: "⌨️", Badge: "type"}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	line := fmt.Sprintf("Type %q into %s", p.Text, commands.Quote(p.Target))
	switch {
	case p.appends():
		line = fmt.Sprintf("Append %q to %s", p.Text, commands.Quote(p.Target))
	case p.Text == "":
		line = fmt.Sprintf("Clear %s", commands.Quote(p.Target))
	}
	if p.Submit {
		line += " and press Enter"
	}
	return line
}
