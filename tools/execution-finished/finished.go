// Package executionfinished lets a model say that it is done.
package executionfinished

import (
	"context"
	_ "embed"
	"strings"

	"github.com/verdict-run/verdict/tools"
)

//go:embed description.md
var description string

// Params are what a model fills in.
type Params struct {
	Success   *bool  `json:"success" validate:"required"`
	Reasoning string `json:"reasoning" validate:"required,max=2000"`
}

// Finish takes the end of a run; its text says whether that was accepted or what is still open.
type Finish func(ctx context.Context, success bool, reasoning string) (string, error)

// New makes the tool.
func New(finish Finish) (tools.Tool, error) {
	return tools.New("execution-finished", strings.TrimSpace(description), func(ctx context.Context, p Params) (string, error) {
		return finish(ctx, *p.Success, p.Reasoning)
	})
}
