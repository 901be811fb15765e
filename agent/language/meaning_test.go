package language_test

import (
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
)

// sameMeaning compares labels with steps where one thing can be written in two
// ways: "A after B" for "B before A", two clicks for a click twice.
func sameMeaning(want []labelledStep, steps []language.Step) bool {
	for _, list := range [][]language.Step{steps, unrolled(steps)} {
		if len(list) != len(want) {
			continue
		}
		got := asLabels(list)
		if len(got) != len(want) {
			continue
		}
		for i := range got {
			got[i] = inWordsOf(want[i], got[i], list[i])
			if i > 0 && got[i].Command == "type" && want[i].Target == "" && (got[i-1].Command == "clear" || got[i-1].Command == "click") && got[i].Target == got[i-1].Target {
				got[i].Target = "" // what has the focus is the field of the step before
			}
		}
		if agree(want, got) {
			return true
		}
	}
	return false
}

// unrolled writes a repeated step as so many steps.
func unrolled(steps []language.Step) []language.Step {
	var out []language.Step
	for _, s := range steps {
		for range max(s.Repeat, 1) {
			once := s
			once.Repeat = 0
			out = append(out, once)
		}
	}
	return out
}

// stateWords are other words for the states of a form.
var stateWords = map[string]string{"read-only": "readonly", "on": "checked", "off": "checked", "ticked": "checked", "unchecked": "checked", "active": "selected", "mandatory": "required",
	"blank": "empty", "focus": "focused", "has focus": "focused", "greyed out": "disabled", "inactive": "disabled", "clickable": "enabled"}

func inWordsOf(want, got labelledStep, step language.Step) labelledStep {
	if got.Command != want.Command {
		return got
	}
	form := step.Form
	switch {
	case got.Command == "scroll" && step.Pixels > 0 && want.Value == strconv.Itoa(step.Pixels):
		got.Value = want.Value
	case form == nil:
	case form.Kind == check.Order && form.Subject == nil && want.Direction == "after":
		got.Target, got.Value, got.Direction = got.Value, got.Target, "after"
	case form.Kind == check.Order && form.Name == "" && form.Subject != nil && !strings.Contains(form.Value, "|") && want.Direction == got.Direction:
		got.Value = "" // sorted, by no column
		got.Target = plural(want, got)
	case form.Kind == check.Order:
		got.Target = plural(want, got)
	case form.Kind == check.State && stateWords[strings.ToLower(want.Value)] == form.Value:
		got.Value = want.Value
	case form.Kind == check.Count && form.Subject != nil && !form.Subject.Quoted && same(want.Target, form.Subject.Full):
		got.Target = want.Target // the noun as written
	case form.Kind == check.Cell && form.Negated && want.Form == "no-text":
		got.Form = "no-text"
	case form.Kind == check.Options && want.Form == "options":
		got.Value = strings.Join(form.Values, "|")
	}
	return got
}

// plural takes "rows" for what has no name but the kind row.
func plural(want, got labelledStep) string {
	if got.Target == "" && strings.TrimSuffix(strings.ToLower(want.Target), "s") == got.Kind {
		return want.Target
	}
	return got.Target
}
