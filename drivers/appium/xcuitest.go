package appium

import (
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// parseIOS reads an XCUITest source, whose frames are points.
func parseIOS(data []byte, g geometry) (*screen.Tree, error) {
	root, err := parseSource(data)
	if err != nil {
		return nil, err
	}
	t := &screen.Tree{Viewport: g.size}
	r := reading{tree: t, seen: map[string]int{}, describe: func(e *element, n *screen.Node) bool { return describeIOS(e, n, g.scale) }}
	for _, e := range root.kids {
		r.walk(e, -1, "", true)
	}
	labelFields(t)
	t.Title = firstHeading(t)
	return t, nil
}

// iosRoles by the type without its prefix.
var iosRoles = map[string]string{
	"Button": "button", "TextField": "textbox", "SearchField": "textbox", "TextView": "textbox", "SecureTextField": "password", "Switch": "switch", "Toggle": "switch",
	"CheckBox": "checkbox", "RadioButton": "radio", "StaticText": "text", "Image": "img", "Icon": "button", "Link": "link", "Cell": "listitem", "Table": "list",
	"CollectionView": "list", "Slider": "slider", "Stepper": "group", "Picker": "group", "PickerWheel": "combobox", "DatePicker": "group", "PopUpButton": "combobox", "TabBar": "tablist",
	"Tab": "tab", "SegmentedControl": "tablist", "NavigationBar": "banner", "Toolbar": "toolbar", "Alert": "alertdialog", "Sheet": "dialog", "ProgressIndicator": "progressbar",
	"ActivityIndicator": "progressbar", "Keyboard": "keyboard", "Key": "button", "WebView": "document", "MenuItem": "menuitem", "Menu": "menu", "ScrollView": "region",
}

func describeIOS(e *element, n *screen.Node, scale float64) bool {
	kind := strings.TrimPrefix(firstOf(e.attrs["type"], e.name), "XCUIElementType")
	num := func(key string) float64 {
		v, _ := strconv.ParseFloat(e.attrs[key], 64) // absent is 0
		return v
	}
	n.Tag = "XCUIElementType" + kind
	n.Box = screen.Box{X: num("x") * scale, Y: num("y") * scale, W: max(num("width"), 0) * scale, H: max(num("height"), 0) * scale}
	n.Visible = e.attrs["visible"] != "false" && !n.Box.Empty()
	n.Role = iosRoles[kind]
	label, name, value := clip(e.attrs["label"], screen.NameLength), clip(e.attrs["name"], screen.NameLength), clip(e.attrs["value"], screen.TextLength)
	if name != label { // an accessibility identifier
		n.HTMLID, n.TestID = name, name
	}
	n.State = screen.State{Disabled: e.attrs["enabled"] == "false", Selected: e.is("selected"), Focused: e.is("focused") || e.is("hasFocus")}
	hint := clip(e.attrs["placeholderValue"], screen.NameLength)
	if label != "" {
		n.Name, n.NameFrom, n.Label = label, screen.FromAriaLabel, label
	}
	switch n.Role {
	case "textbox", "password":
		iosField(n, hint, value)
		return true
	case "switch", "checkbox", "radio":
		n.Type = map[string]string{"switch": "checkbox", "checkbox": "checkbox", "radio": "radio"}[n.Role]
		n.State.Checkable, n.State.Checked, n.Clickable = true, value == "1" || value == "true", true
	case "slider", "combobox":
		n.Value, n.Clickable = value, true
	case "button", "link", "tab", "menuitem", "listitem":
		n.Clickable = n.Role != "listitem" || e.is("accessible")
	case "text":
		n.OwnText = clip(firstOf(label, value), screen.TextLength)
		n.Name, n.NameFrom = clip(n.OwnText, screen.NameLength), screen.FromText
		if strings.Contains(e.attrs["traits"], "Header") {
			n.Role, n.Level = "heading", 1
		}
	case "img":
		n.Picture = true
		n.Alt = label
	case "list", "region":
		n.Scrollable = true
	case "alertdialog", "dialog":
		n.State.Modal = true
	case "banner":
		if n.Name == "" {
			n.Name, n.NameFrom = name, screen.FromAriaLabel
		}
	case "":
		if kind == "Other" && e.is("accessible") && label != "" {
			n.Role, n.Clickable = "clickable", true
			return true
		}
		return false
	}
	return n.Role != "text" || n.Name != ""
}

func iosField(n *screen.Node, hint, value string) {
	n.Editable, n.Clickable, n.Placeholder = true, true, hint
	if n.Name == "" && hint != "" {
		n.Name, n.NameFrom = hint, screen.FromPlaceholder
	}
	if value != hint {
		n.Value = value
	}
	if n.Role == "password" {
		n.Type, n.Value = "password", ""
	}
}
