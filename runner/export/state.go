package export

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
)

// assertion is how Playwright asks for a state, and whether it is to be denied.
type assertion struct {
	is  string
	not bool
}

// states are the words for states; what no assertion asks for is an attribute, as "name=value".
var states = map[string]assertion{
	"enabled": {"enabled", false}, "active": {"enabled", false}, "clickable": {"enabled", false}, "available": {"enabled", false},
	"disabled": {"enabled", true}, "inactive": {"enabled", true}, "greyed out": {"enabled", true}, "not clickable": {"enabled", true}, "unavailable": {"enabled", true},
	"checked": {"checked", false}, "ticked": {"checked", false}, "on": {"checked", false}, "switched on": {"checked", false}, "turned on": {"checked", false},
	"unchecked": {"checked", true}, "unticked": {"checked", true}, "off": {"checked", true}, "switched off": {"checked", true}, "turned off": {"checked", true},
	"focused": {"focused", false}, "in focus": {"focused", false},
	"empty": {"empty", false}, "blank": {"empty", false}, "cleared": {"empty", false}, "filled": {"empty", true}, "filled in": {"empty", true},
	"editable": {"editable", false}, "readonly": {"editable", true}, "read-only": {"editable", true}, "read only": {"editable", true},
	"visible": {"visible", false}, "displayed": {"visible", false}, "hidden": {"visible", true}, "invisible": {"visible", true},
	"expanded": {"aria-expanded", false}, "open": {"aria-expanded", false}, "opened": {"aria-expanded", false},
	"collapsed": {"aria-expanded", true}, "closed": {"aria-expanded", true},
	"selected": {"aria-selected", false}, "unselected": {"aria-selected", true}, "deselected": {"aria-selected", true},
	"pressed": {"aria-pressed", false}, "unpressed": {"aria-pressed", true}, "busy": {"aria-busy", false},
	"required": {"required", false}, "mandatory": {"required", false}, "optional": {"required", true},
	"invalid": {"invalid", false}, "valid": {"invalid", true},
}

func (b *builder) state(f check.Form) []Action {
	word := strings.ToLower(strings.Join(strings.Fields(f.Value), " "))
	if f.Kind == check.Focus {
		word = "focused"
	}
	s, ok := states[word]
	if !ok {
		return []Action{Unsupported{fmt.Sprintf("no assertion asks whether something is %q", f.Value)}}
	}
	l, why := b.subject(f.Subject)
	if why != "" {
		return []Action{Unsupported{why}}
	}
	not := s.not != f.Negated
	switch {
	case s.is == "visible" && not:
		return []Action{Absent{l}}
	case s.is == "visible":
		return []Action{Expect{On: l.plus(Find{By: ByVisible}), Is: "visible"}}
	case strings.HasPrefix(s.is, "aria-"):
		return []Action{Expect{On: l, Is: "attribute", Name: s.is, Pattern: Pattern{Whole, "true"}, Not: not}}
	}
	return []Action{Expect{On: l, Is: s.is, Not: not}}
}
