package agent

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
)

// buildChecks makes a check of every sentence that states something, and of
// every sentence with a check word that nobody could show to be an action.
func buildChecks(sentences []language.Sentence) []Check {
	var checks []Check
	for _, s := range sentences {
		if s.Kind != language.Check && (!s.CheckWord || s.Step != nil && s.Kind == language.Action) {
			continue
		}
		c := Check{N: s.N, Statement: s.Text, Status: Open}
		if s.Step != nil {
			c.Form = s.Step.Form
		}
		if c.Form != nil {
			c.Negative = check.Negative(*c.Form)
		} else {
			c.Negative = soundsNegative(s.Text)
		}
		checks = append(checks, c)
	}
	return checks
}

// soundsNegative reports that a statement no form covers says that something is absent.
func soundsNegative(text string) bool {
	padded := " " + strings.ToLower(text) + " "
	for _, w := range []string{" no ", " not ", "n't ", " never ", " without ", " none ", " disappear", " gone ", " absent "} {
		if strings.Contains(padded, w) {
			return true
		}
	}
	return false
}

func (r *run) checkOf(n int) *Check {
	for i := range r.checks {
		if r.checks[i].N == n {
			return &r.checks[i]
		}
	}
	return nil
}

// checkAbout is the number of the check a statement repeats, 0 when it is none of the case's.
func (r *run) checkAbout(statement string) int {
	best, score := 0, .8
	for _, c := range r.checks {
		if s := screen.Alike(c.Statement, statement); s > score || s == score && c.Status != Proven {
			best, score = c.N, s
		}
	}
	return best
}

func (r *run) checkNumbers() string {
	var numbers []string
	for _, c := range r.checks {
		numbers = append(numbers, fmt.Sprint(c.N))
	}
	if numbers == nil {
		return "none"
	}
	return strings.Join(numbers, ", ")
}

// trailing reports whether no action of the case is written after sentence n.
func (r *run) trailing(n int) bool {
	for _, s := range r.sentences[min(n, len(r.sentences)):] {
		if required(s) && r.checkOf(s.N) == nil {
			return false
		}
	}
	return true
}
