package check

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// stateNames maps what people say to a state and whether it is the opposite of it.
var stateNames = map[string]struct {
	name    string
	negated bool
}{
	"enabled": {"disabled", true}, "active": {"disabled", true}, "clickable": {"disabled", true}, "usable": {"disabled", true}, "available": {"disabled", true},
	"disabled": {"disabled", false}, "inactive": {"disabled", false}, "greyed out": {"disabled", false}, "grayed out": {"disabled", false}, "not clickable": {"disabled", false}, "unavailable": {"disabled", false},
	"checked": {"checked", false}, "ticked": {"checked", false}, "on": {"checked", false}, "switched on": {"checked", false}, "turned on": {"checked", false}, "selected": {"selected", false}, "chosen": {"selected", false}, "highlighted": {"selected", false}, "current": {"selected", false},
	"unchecked": {"checked", true}, "unticked": {"checked", true}, "off": {"checked", true}, "switched off": {"checked", true}, "turned off": {"checked", true}, "unselected": {"selected", true}, "deselected": {"selected", true},
	"focused": {"focused", false}, "focussed": {"focused", false}, "in focus": {"focused", false},
	"empty": {"empty", false}, "blank": {"empty", false}, "cleared": {"empty", false}, "filled": {"empty", true}, "filled in": {"empty", true},
	"required": {"required", false}, "mandatory": {"required", false}, "optional": {"required", true},
	"readonly": {"readonly", false}, "read-only": {"readonly", false}, "read only": {"readonly", false}, "editable": {"readonly", true}, "writable": {"readonly", true},
	"expanded": {"expanded", false}, "open": {"expanded", false}, "opened": {"expanded", false}, "unfolded": {"expanded", false},
	"collapsed": {"expanded", true}, "closed": {"expanded", true}, "folded": {"expanded", true},
	"invalid": {"invalid", false}, "valid": {"invalid", true}, "pressed": {"pressed", false}, "unpressed": {"pressed", true},
	"busy": {"busy", false}, "loading": {"busy", false}, "visible": {"visible", false}, "displayed": {"visible", false}, "hidden": {"visible", true}, "invisible": {"visible", true},
}

// state: the subject is disabled, checked and so on.
func state(f Form, w World) verdict {
	name := strings.ToLower(strings.Join(strings.Fields(f.Value), " "))
	s, ok := stateNames[name]
	if !ok {
		return unsure(fmt.Sprintf("%q is no state code can read", f.Value))
	}
	var v verdict
	if s.name == "visible" {
		v = visible(f, w)
	} else {
		n, i, failed := ground(f.Subject, w)
		if n == nil {
			return failed
		}
		v = has(s.name, n, i, w.Tree, s.negated != f.Negated)
		v = v.at(n, "").sides(name, v.Actual)
	}
	if s.negated {
		switch v.Answer {
		case Holds:
			v.Answer = DoesNotHold
		case DoesNotHold:
			if !v.missing {
				v.Answer = Holds
			}
		}
	}
	return v
}

// has answers whether a node is in a state; denied says that the statement wants it not to be.
func has(name string, n *screen.Node, i int, t *screen.Tree, denied bool) verdict {
	who, s := screen.Describe(n), n.State
	tell := func(is bool, yes, no string) verdict {
		word := no
		if is {
			word = yes
		}
		v := either(is, "%s is %s", who, word)
		v.Actual = word
		return v
	}
	cannot := func(what string) verdict { return unsure(who + " has no such state: it " + what) }
	switch name {
	case "disabled":
		if !s.Disabled && !screen.IsControl(n) && !n.Clickable {
			return cannot("is no control")
		}
		return tell(s.Disabled, "disabled", "enabled")
	case "checked", "selected", "pressed":
		return marked(name, n, denied, tell, cannot)
	case "focused":
		return focused(i, t, tell)
	case "empty":
		return blank(n, i, t, tell)
	case "required":
		if !screen.IsField(n) && !screen.IsCheckable(n) && !s.Required {
			return cannot("is no field")
		}
		return tell(s.Required, "required", "not required")
	case "readonly":
		if !screen.IsField(n) {
			return cannot("is no field")
		}
		if denied && s.Disabled {
			return tell(true, "disabled, so it cannot be edited", "")
		}
		return tell(s.ReadOnly, "read-only", "editable")
	case "expanded":
		if !s.Expandable && !s.Expanded {
			return cannot("cannot be expanded")
		}
		return tell(s.Expanded, "expanded", "collapsed")
	case "invalid":
		if !screen.IsField(n) && !screen.IsCheckable(n) && !s.Invalid {
			return cannot("is no field")
		}
		if !s.Invalid && denied { // nothing is marked: the page may not have looked yet, which is what valid means to a person
			return tell(false, "", "not marked as invalid")
		}
		return tell(s.Invalid, "invalid", "not marked as invalid")
	case "busy":
		return tell(s.Busy, "busy", "not busy")
	}
	return unsure("there is no state " + name)
}

// marked reads checked, selected and pressed, which stand for each other where a control has only one of them.
func marked(name string, n *screen.Node, denied bool, tell func(bool, string, string) verdict, cannot func(string) verdict) verdict {
	s := n.State
	if s.Mixed {
		if denied {
			return unsure(screen.Describe(n) + " is partly checked")
		}
		return tell(false, "", "partly "+name)
	}
	switch {
	case name == "checked" && screen.IsCheckable(n), name == "selected" && screen.IsCheckable(n):
		return tell(s.Checked, name, "not "+name)
	case name == "pressed" && (s.Pressable || s.Pressed):
		return tell(s.Pressed, name, "not "+name)
	case s.Selectable || s.Selected:
		return tell(s.Selected, name, "not "+name)
	case s.Pressable || s.Pressed:
		return tell(s.Pressed, name, "not "+name)
	}
	return cannot("cannot be " + name)
}

// focused: the focus is on the node or inside it.
func focused(i int, t *screen.Tree, tell func(bool, string, string) verdict) verdict {
	at := -1
	for k := range t.Nodes {
		if t.Nodes[k].State.Focused {
			at = k
		}
	}
	v := tell(at >= 0 && t.Within(at, i), "focused", "not focused")
	if v.Answer == DoesNotHold && at >= 0 {
		v.Reason += ", the focus is on " + screen.Describe(&t.Nodes[at])
	}
	return v
}

// blank: a field without a value, a list without items, anything else without text.
func blank(n *screen.Node, i int, t *screen.Tree, tell func(bool, string, string) verdict) verdict {
	switch {
	case n.Role == "password" || n.Type == "password":
		return unsure("the value of " + screen.Describe(n) + " is not read, as it is a password")
	case screen.IsField(n):
		v := tell(n.Value == "", "empty", fmt.Sprintf("not empty, its value is %q", cut(n.Value)))
		return v
	case n.Role == "list" || n.Role == "table" || n.Role == "grid" || n.Role == "listbox":
		items := len(t.Items(i))
		return tell(items == 0, "empty", fmt.Sprintf("not empty, it has %d", items))
	}
	text := strings.TrimSpace(n.Text)
	return tell(text == "", "empty", fmt.Sprintf("not empty, it shows %q", cut(text)))
}
