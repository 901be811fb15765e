package assert

import (
	"context"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/commands"
)

// Execute asks for proof. One check that does not hold fails the step, as does one that cannot be told.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	proofs, err := env.Prover.Prove(ctx, p.Checks, p.Statement)
	if err != nil {
		return Outcome{}, err
	}
	if len(proofs) == 0 {
		return Outcome{}, commands.Failf(commands.CheckCannotTell, "no check of the case is about that").WithHint("name its number")
	}
	var against, open []string
	for _, pr := range proofs {
		switch pr.Evidence.Answer {
		case check.Holds:
		case check.DoesNotHold:
			against = append(against, lineOf(pr))
		case check.CannotTell:
			open = append(open, lineOf(pr))
		default:
			open = append(open, lineOf(pr))
		}
	}
	switch {
	case len(against) > 0:
		return Outcome{}, commands.Failf(commands.CheckDoesNotHold, "%s", strings.Join(append(against, open...), "\n"))
	case len(open) > 0:
		return Outcome{}, commands.Failf(commands.CheckCannotTell, "%s", strings.Join(open, "\n"))
	}
	return Outcome{Proofs: proofs}, nil
}
