package app

import (
	"context"

	"github.com/verdict-run/verdict/testcases"
	"github.com/verdict-run/verdict/tools/ask-user"
)

// asking is who answers the agent's questions.
type asking struct {
	asker func(*testcases.Case) askuser.Asker // nil when nobody does
	close func()
}

func (o Options) asking(context.Context) (asking, error) { return asking{close: func() {}}, nil }
