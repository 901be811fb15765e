package screen

// affordance says how well a node can take a verb: 0 not at all, 1 as it is meant.
// within says that something clickable stands around it.
func affordance(v Verb, n *Node, within bool) float64 {
	rank := interactive(n)
	switch v {
	case VerbType:
		return typeable(n)
	case VerbSelect:
		return selectable(n)
	case VerbToggle:
		return toggleable(n)
	case VerbUpload:
		switch {
		case n.Role == "file" || n.Type == "file":
			return 1
		case rank > 0 && !field(n):
			return .9
		}
		return 0
	case VerbDrag:
		if n.Draggable {
			return 1
		}
		return .93
	case VerbScroll:
		if n.Scrollable {
			return 1
		}
		return .9
	case VerbClick:
		switch {
		case rank == 2 && field(n):
			return .97
		case rank > 0:
			return 1
		case within:
			return .95
		}
		return .6 // nothing says that a click does anything here
	case VerbHover:
		if rank > 0 {
			return 1
		}
		return .95
	}
	switch { // assert, read, drop: anything, controls before the text that names them
	case rank == 2:
		return 1
	case rank == 1, !textual(n):
		return .98
	}
	return .96
}

func typeable(n *Node) float64 {
	switch {
	case checkable(n) || n.Role == "file" || n.Tag == "select":
		return 0
	case n.Editable:
		return 1
	case n.Role == "combobox" || n.Role == "slider" || n.Role == "color":
		return .8
	case field(n):
		return .97 // a date input and the like; a read-only field is told apart by its state
	}
	return 0
}

func selectable(n *Node) float64 {
	switch {
	case n.Tag == "select", n.Role == "combobox", n.Role == "listbox":
		return 1
	case n.Role == "radiogroup", n.Role == "menu":
		return .93
	case n.State.Expandable:
		return .93
	case n.Role == "option", n.Role == "radio", n.Role == "tab", n.Role == "menuitem", n.Role == "menuitemradio":
		return .85
	case n.Editable:
		return .85
	case interactive(n) > 0:
		return .75
	}
	return 0
}

func toggleable(n *Node) float64 {
	switch {
	case checkable(n):
		return 1
	case n.State.Pressable:
		return .97
	case n.State.Selectable || n.Role == "option":
		return .9
	}
	return 0
}

// unusable says why a verb cannot be done on a node as it stands, "" when it can.
func unusable(v Verb, n *Node) string {
	switch {
	case v == VerbAssert || v == VerbRead || v == VerbHover || v == VerbScroll || v == VerbDrop:
		return ""
	case n.State.Disabled:
		return "disabled"
	case n.State.ReadOnly && (v == VerbType || v == VerbSelect):
		return "read-only"
	}
	return ""
}
