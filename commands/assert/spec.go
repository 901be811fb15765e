package assert

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/commands"
)

// Params are what a model fills in: the numbers, or a statement that says which check is meant.
type Params struct {
	Checks    []int  `json:"checks,omitempty" validate:"required_without=Statement,max=50,dive,min=1"`
	Statement string `json:"statement,omitempty" validate:"max=500"`
}

// Outcome is what was found; all of it holds.
type Outcome struct {
	Proofs []commands.Proof
}

// Outcome is one line a check.
func (o Outcome) Outcome() string {
	lines := make([]string, len(o.Proofs))
	for i, p := range o.Proofs {
		lines[i] = lineOf(p)
	}
	return strings.Join(lines, "\n")
}

func lineOf(p commands.Proof) string {
	line := fmt.Sprintf("check %d %s", p.Check, p.Evidence.Answer)
	if p.Check == 0 {
		line = "it " + string(p.Evidence.Answer)
	}
	if p.Evidence.Reason != "" {
		line += ": " + p.Evidence.Reason
	}
	if p.Evidence.Weak {
		line += " (by the picture alone)"
	}
	return line
}

func numbers(checks []int) string {
	words := make([]string, len(checks))
	for i, n := range checks {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ", ")
}
