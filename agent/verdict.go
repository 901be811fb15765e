package agent

// Verdict is how a run ended.
type Verdict string

// The verdicts.
const (
	Cancelled  Verdict = "cancelled"
	Failed     Verdict = "failed"
	Infra      Verdict = "infra"
	OverBudget Verdict = "over_budget"
	Blocked    Verdict = "blocked"
	Passed     Verdict = "passed"
	Unproven   Verdict = "undecided"
)

// Verdicts are all of them, in the order of the table.
func Verdicts() []Verdict {
	return []Verdict{Cancelled, Failed, Infra, OverBudget, Blocked, Passed, Unproven}
}

// ExitCode is the exit code of `verdict run` for one case.
func (v Verdict) ExitCode() int {
	switch v {
	case Passed:
		return 0
	case Failed:
		return 1
	case Blocked, Unproven:
		return 3
	case Infra:
		return 4
	case OverBudget:
		return 5
	case Cancelled:
		return 130
	}
	return 3
}

// Facts are all a verdict depends on. Every text is empty when the fact is not so.
type Facts struct {
	Cancelled  string
	Disproof   string // a due disproof stands
	Infra      string
	OverBudget string
	Blocked    string // loop, max steps, an action not done, refusal, question unanswered
	// Undecided says why something could not be told; it never hides what stands above it.
	Undecided string

	Finished      bool // a finish was accepted
	FinishSuccess bool // ... and it said success
	ActionsDone   bool // every required action has a successful attempt
	Checks        int
	ChecksProven  int
	// OnlyNegatives says that every check is a negative one and none had a proven positive on its page.
	OnlyNegatives bool
}

// Decide is the verdict and its reason: a total function, the first row that matches wins.
func Decide(f Facts) (Verdict, string) {
	switch {
	case f.Cancelled != "":
		return Cancelled, f.Cancelled
	case f.Disproof != "":
		return Failed, f.Disproof
	case f.Infra != "":
		return Infra, f.Infra
	case f.OverBudget != "":
		return OverBudget, f.OverBudget
	case f.Blocked != "":
		return Blocked, f.Blocked
	case !f.ActionsDone:
		return Blocked, "an action of the case was not done"
	case f.Finished && f.FinishSuccess && f.Checks > 0 && f.ChecksProven == f.Checks && !f.OnlyNegatives:
		return Passed, "every action was done and every check was shown to hold"
	case f.Undecided != "":
		return Unproven, f.Undecided
	case f.Checks == 0:
		return Unproven, "the case states no check, so there is nothing to prove"
	case f.ChecksProven < f.Checks:
		return Unproven, "not every check could be decided"
	case f.OnlyNegatives:
		return Unproven, "the case only says what must be absent; without one thing shown to be there the page may simply be empty"
	case f.Finished && !f.FinishSuccess:
		return Unproven, "every check holds, but the agent reported that it did not succeed"
	default:
		return Unproven, "the run ended before it was finished"
	}
}
