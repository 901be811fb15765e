package export

import (
	"fmt"
	"slices"

	"github.com/verdict-run/verdict/commands/press"
	"github.com/verdict-run/verdict/runner/replay"
)

// onTarget is a command on recorded elements.
func onTarget(s replay.Step, at []Locator) []Action {
	switch s.Do {
	case "click":
		return []Action{click(s, at[0])}
	case "type":
		return typed(s, at[0])
	case "select":
		return selected(s, at)
	case "hover":
		return []Action{Do{On: at[0], Verb: Hover}}
	case "drag":
		if len(at) < 2 {
			return []Action{Unsupported{"the record does not say where to drag to"}}
		}
		return []Action{DragTo{at[0], at[1]}}
	case "upload":
		return []Action{Do{On: at[0], Verb: SetFiles, Texts: texts(list(s.With, "files"))}}
	case "read":
		return []Action{Read{Variable: text(s.With, "variable"), On: &at[0], Pattern: text(s.With, "pattern")}}
	}
	return nil
}

func click(s replay.Step, at Locator) Action {
	d := Do{On: at, Verb: Click, Button: text(s.With, "button"), Modifiers: list(s.With, "modifiers"), HoldMS: number(s.With, "hold_ms")}
	if d.Button == "left" {
		d.Button = ""
	}
	switch n := number(s.With, "count"); {
	case n == 2:
		d.Verb = DoubleTap
	case n > 2:
		d.Count = n
	}
	on := text(s.With, "state")
	switch checkable := slices.Contains([]string{"checkbox", "radio", "switch", "menuitemcheckbox"}, s.Targets[0].Is.Role); {
	case on == "":
	case checkable && on == "on":
		d.Verb = Check
	case checkable:
		d.Verb = Uncheck
	case on == "on":
		d.Verb = TurnOn
	default:
		d.Verb = TurnOff
	}
	return d
}

func typed(s replay.Step, at Locator) []Action {
	what := Text(text(s.With, "text"))
	out := []Action{Do{On: at, Verb: Fill, Texts: []Text{what}}}
	if over, given := s.With["overwrite"].(bool); given && !over {
		out = []Action{Do{On: at, Verb: Press, Texts: []Text{"End"}}, Do{On: at, Verb: TypeOn, Texts: []Text{what}}}
	}
	if submit, _ := s.With["submit"].(bool); submit {
		out = append(out, Do{On: at, Verb: Press, Texts: []Text{"Enter"}})
	}
	return out
}

// selected chooses in a native select by label, in a list of the page's own by clicks.
func selected(s replay.Step, at []Locator) []Action {
	options := list(s.With, "options")
	is := s.Targets[0].Is
	switch {
	case text(s.With, "text") != "" || len(options) == 0:
		return []Action{Unsupported{"marking a text has no counterpart"}}
	case is.Tag == "select":
		return []Action{Do{On: at[0], Verb: SelectText, Texts: texts(options)}}
	}
	var out []Action
	opens := is.Role == "combobox" || is.Role == "button" || is.Role == "textbox"
	for i, option := range options {
		if opens && (i == 0 || len(at) > 1 && is.Role != "listbox") {
			out = append(out, Do{On: at[0], Verb: Click})
		}
		l := Locator{{By: ByRole, Role: "option", Name: Text(option), Exact: true}}
		if i+1 < len(at) {
			l = at[i+1]
		}
		out = append(out, Do{On: l, Verb: Click})
	}
	return out
}

// keys sends the keys to what had the focus, or to the page.
func keys(s replay.Step) []Action {
	var at Locator
	if s.Focus != nil {
		l, why := recorded(*s.Focus, nil)
		if why != "" {
			return []Action{Unsupported{"what had the focus: " + why}}
		}
		at = l
	}
	var out []Action
	for _, k := range list(s.With, "keys") {
		chord, _ := press.Chord(k)
		switch {
		case chord == "":
			return []Action{Unsupported{fmt.Sprintf("there is no key %q", k)}}
		case at == nil:
			out = append(out, Key{Text(chord)})
		default:
			out = append(out, Do{On: at, Verb: Press, Texts: []Text{Text(chord)}})
			at = nil // the focus may have moved on
		}
	}
	return out
}

// stretch is what a scroll without a distance moves by, in pixels.
const stretch = 640

func scroll(s replay.Step, at []Locator) []Action {
	direction, by := text(s.With, "direction"), number(s.With, "pixels")
	if by == 0 {
		by = stretch
	}
	switch {
	case text(s.With, "until") != "":
		return []Action{Unsupported{"scrolling until something holds has no counterpart"}}
	case len(at) > 0 && direction == "":
		return []Action{Do{On: at[0], Verb: ScrollTo}}
	}
	var out []Action
	if len(at) > 0 {
		out = append(out, Do{On: at[0], Verb: Hover}) // the wheel turns under the pointer
	}
	switch direction {
	case "up":
		out = append(out, Wheel{0, -by})
	case "left":
		out = append(out, Wheel{-by, 0})
	case "right":
		out = append(out, Wheel{by, 0})
	case "top", "bottom":
		if len(at) > 0 {
			return []Action{Unsupported{"scrolling a part of the page to its end has no counterpart"}}
		}
		return []Action{ScrollEnd{direction == "bottom"}}
	default:
		out = append(out, Wheel{0, by})
	}
	return out
}
