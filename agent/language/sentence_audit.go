package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/check"
)

// audit refuses the clauses which say more than their steps.
func (s *sentence) audit() {
	if s.badCond == nil && s.cond != nil {
		s.badCond = newLedger(nil, []*check.Form{s.cond}, nil).audit(s.src, s.condTokens)
	}
	if s.badCond == nil && len(s.scope) > 0 {
		s.badCond = newLedger([]*Step{{Command: "click"}}, nil, s.scope).audit(s.src, s.scopeTokens)
	}
	for i := 0; i < len(s.units); {
		group := i + 1
		for group < len(s.units) && s.units[group].from == s.units[i].from && len(s.units[group].tokens) == len(s.units[i].tokens) {
			group++
		}
		var steps []*Step
		for _, u := range s.units[i:group] {
			if u.step != nil {
				steps = append(steps, u.step)
			}
		}
		bad := s.badCond
		if bad == nil && len(steps) > 0 {
			bad = newLedger(steps, nil, nil).audit(s.src, s.units[i].tokens)
		}
		for k := i; k < group; k++ {
			u := &s.units[k]
			switch {
			case u.step != nil && u.step.Command == "press" && k+1 < len(s.units) && modifierNames[strings.ToLower(u.step.Value)] != "":
				u.step, u.refusal = nil, refuse("a key that is held goes with what is done meanwhile", "write: Click \"A\" while holding Shift, or: Press Shift+Tab")
			case s.placed && u.kind == Check && u.step != nil:
				u.step, u.refusal = nil, refuse("where on the page it is cannot be checked by code", hintText)
			case bad != nil && u.step != nil:
				u.step, u.refusal = nil, bad
			case u.kind == Context && u.refusal == nil && len(s.units) > 1:
				u.kind, u.refusal = Unclear, refuse("a part of the sentence is neither a command nor a check", hintOne)
			}
		}
		i = group
	}
}
