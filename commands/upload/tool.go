// Package upload gives files to a file chooser.
package upload

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
	return commands.Spec{Name: "upload", Title: "Upload", Description: strings.TrimSpace(description), Icon: "📎", Badge: "upload",
		Available: func(d *platform.Device) bool { return d.Uploads != nil && d.Elements != nil }}
}

// Instruction tells in plain words what p asks for.
func (Command) Instruction(p Params) string {
	return fmt.Sprintf("Upload %s at %s", strings.Join(p.Files, ", "), commands.Quote(p.Target))
}
