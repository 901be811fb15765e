// Package scroll moves the page or a container inside it.
package scroll

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
	return commands.Spec{Name: "scroll", Title: "Scroll", Description: strings.TrimSpace(description), Icon: "↕️", Badge: "scroll", Passive: true}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	line := "Scroll"
	if p.Direction != "" {
		line += " " + p.Direction
	}
	if p.Pixels > 0 {
		line += fmt.Sprintf(" by %d pixels", p.Pixels)
	}
	switch {
	case p.Target != "" && p.Direction == "" && p.Until == "":
		line += fmt.Sprintf(" to %s", commands.Quote(p.Target))
	case p.Target != "":
		line += fmt.Sprintf(" in %s", commands.Quote(p.Target))
	}
	if p.Until != "" {
		line += " until " + p.Until
	}
	return line
}
