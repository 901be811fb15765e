// Package app puts the program together: it alone names the implementations.
package app

import (
	"fmt"

	"github.com/verdict-run/verdict/commands"
	appcommand "github.com/verdict-run/verdict/commands/app"
	"github.com/verdict-run/verdict/commands/assert"
	"github.com/verdict-run/verdict/commands/back"
	"github.com/verdict-run/verdict/commands/click"
	"github.com/verdict-run/verdict/commands/dialog"
	"github.com/verdict-run/verdict/commands/drag"
	hidekeyboard "github.com/verdict-run/verdict/commands/hide-keyboard"
	"github.com/verdict-run/verdict/commands/hover"
	"github.com/verdict-run/verdict/commands/navigate"
	"github.com/verdict-run/verdict/commands/press"
	"github.com/verdict-run/verdict/commands/read"
	"github.com/verdict-run/verdict/commands/refresh"
	saveclipboard "github.com/verdict-run/verdict/commands/save-clipboard"
	"github.com/verdict-run/verdict/commands/scroll"
	selectoption "github.com/verdict-run/verdict/commands/select"
	switchtab "github.com/verdict-run/verdict/commands/switch-tab"
	typetext "github.com/verdict-run/verdict/commands/type"
	"github.com/verdict-run/verdict/commands/upload"
)

// Commands are all commands, in the order a model and the docs show them.
func Commands() (*commands.Registry, error) {
	var all []commands.Erased
	var failed error
	add := func(e commands.Erased, err error) {
		if err != nil && failed == nil {
			failed = err
		}
		all = append(all, e)
	}
	add(commands.Erase(click.New()))
	add(commands.Erase(typetext.New()))
	add(commands.Erase(press.New()))
	add(commands.Erase(selectoption.New()))
	add(commands.Erase(hover.New()))
	add(commands.Erase(drag.New()))
	add(commands.Erase(scroll.New()))
	add(commands.Erase(navigate.New()))
	add(commands.Erase(back.New()))
	add(commands.Erase(refresh.New()))
	add(commands.Erase(dialog.New()))
	add(commands.Erase(upload.New()))
	add(commands.Erase(switchtab.New()))
	add(commands.Erase(read.New()))
	add(commands.Erase(saveclipboard.New()))
	add(commands.Erase(assert.New()))
	add(commands.Erase(appcommand.New()))
	add(commands.Erase(hidekeyboard.New()))
	if failed != nil {
		return nil, fmt.Errorf("building the registry: %w", failed)
	}
	return commands.NewRegistry(all...)
}
