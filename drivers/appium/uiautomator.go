package appium

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// parseAndroid reads a UiAutomator2 source, whose bounds are pixels of the picture.
func parseAndroid(data []byte, g geometry) (*screen.Tree, error) {
	root, err := parseSource(data)
	if err != nil {
		return nil, err
	}
	t := &screen.Tree{Viewport: g.size}
	r := reading{tree: t, seen: map[string]int{}, describe: describeAndroid}
	for _, e := range root.kids {
		r.walk(e, -1, "", true)
	}
	labelFields(t)
	t.Title = firstHeading(t)
	return t, nil
}

// androidRoles by the last part of a class name; subclasses are told by how they end.
var androidRoles = []struct{ class, role string }{
	{"MultiAutoCompleteTextView", "textbox"}, {"AutoCompleteTextView", "textbox"}, {"EditText", "textbox"},
	{"CheckBox", "checkbox"}, {"Switch", "switch"}, {"SwitchCompat", "switch"}, {"ToggleButton", "switch"}, {"RadioButton", "radio"},
	{"RadioGroup", "radiogroup"}, {"CheckedTextView", "option"}, {"ImageButton", "button"}, {"Button", "button"}, {"Chip", "button"},
	{"Spinner", "combobox"}, {"SeekBar", "slider"}, {"RatingBar", "slider"}, {"ProgressBar", "progressbar"}, {"ImageView", "img"}, {"Image", "img"},
	{"RecyclerView", "list"}, {"ListView", "list"}, {"GridView", "list"}, {"TabWidget", "tablist"}, {"TabLayout", "tablist"}, {"ActionBar$Tab", "tab"},
	{"TabView", "tab"}, {"Toolbar", "banner"}, {"WebView", "document"}, {"DatePicker", "group"}, {"TimePicker", "group"}, {"TextView", "text"}, {"AlertDialog", "dialog"},
}

func androidRole(class string) string {
	last := class[strings.LastIndexByte(class, '.')+1:]
	for _, r := range androidRoles {
		if strings.HasSuffix(last, r.class) {
			return r.role
		}
	}
	return ""
}

func describeAndroid(e *element, n *screen.Node) bool {
	class := e.attrs["class"]
	if class == "" {
		class = e.name
	}
	if e.name == "hierarchy" {
		n.Visible = true
		return false
	}
	n.Tag = class
	n.HTMLID, n.TestID = e.attrs["resource-id"], shortID(e.attrs["resource-id"])
	var x1, y1, x2, y2 float64
	if _, err := fmt.Sscanf(e.attrs["bounds"], "[%f,%f][%f,%f]", &x1, &y1, &x2, &y2); err == nil {
		n.Box = screen.Box{X: x1, Y: y1, W: max(x2-x1, 0), H: max(y2-y1, 0)}
	}
	n.Visible = e.attrs["displayed"] != "false" && !n.Box.Empty()
	n.Role = androidRole(class)
	password := e.is("password")
	n.Editable = n.Role == "textbox"
	n.Clickable = e.is("clickable") || e.is("long-clickable") && n.Role != "text"
	n.Scrollable = e.is("scrollable")
	n.State = screen.State{Disabled: e.attrs["enabled"] == "false", Checkable: e.is("checkable"), Checked: e.is("checked"),
		Selected: e.is("selected"), Focused: e.is("focused")}
	text, desc, hint := clip(e.attrs["text"], screen.TextLength), clip(e.attrs["content-desc"], screen.NameLength), clip(e.attrs["hint"], screen.NameLength)
	if n.Editable {
		androidField(n, e, text, desc, hint, password)
		return true
	}
	n.OwnText = text
	switch {
	case desc != "":
		n.Name, n.NameFrom, n.Label = desc, screen.FromAriaLabel, desc
	case text != "":
		n.Name, n.NameFrom = clip(text, screen.NameLength), screen.FromText
	}
	n.Picture = n.Role == "img"
	n.Type = map[string]string{"switch": "checkbox", "checkbox": "checkbox", "radio": "radio"}[n.Role]
	switch {
	case n.Role == "combobox":
		n.Value = text
	case n.Role == "img" && n.Clickable:
		n.Role = "button"
	case n.Role == "text" && e.is("heading"):
		n.Role, n.Level = "heading", 1
	case n.Role == "" && e.is("checkable"):
		n.Role = "checkbox"
	case (n.Role == "" || n.Role == "text") && n.Clickable:
		n.Role = "clickable"
		if desc != "" && strings.HasSuffix(class, "View") {
			n.Role = "button" // how toolkits that draw by themselves expose theirs
		}
	case n.Role == "" && n.Name != "":
		n.Role = "text"
		n.OwnText = n.Name
	case n.Role == "" && n.Scrollable:
		n.Role = "region"
	}
	return n.Role != "" && (n.Role != "text" || n.Name != "")
}

func androidField(n *screen.Node, e *element, text, desc, hint string, password bool) {
	if e.is("showing-hint") || text == hint {
		hint, text = clip(firstOf(hint, text), screen.NameLength), ""
	}
	n.Placeholder, n.Label, n.Value = hint, desc, text
	switch {
	case desc != "":
		n.Name, n.NameFrom = desc, screen.FromAriaLabel
	case hint != "":
		n.Name, n.NameFrom = hint, screen.FromPlaceholder
	}
	if password {
		n.Role, n.Type, n.Value = "password", "password", ""
	}
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// shortID is a resource id without its package: "com.example:id/login" is "login".
func shortID(id string) string { return id[strings.LastIndexByte(id, '/')+1:] }

// firstHeading is what a screen is called: its first heading, or the first text of its bar.
func firstHeading(t *screen.Tree) string {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Visible && n.Role == "heading" {
			return n.Name
		}
		if n.Visible && n.Role == "banner" {
			if n.Name != "" {
				return n.Name
			}
			for j := i + 1; j < len(t.Nodes) && t.Within(j, i); j++ {
				if t.Nodes[j].Role == "text" {
					return t.Nodes[j].Name
				}
			}
		}
	}
	return ""
}
