package screen

import "strings"

// kindWords maps the nouns people use to the kinds fits knows.
var kindWords = map[string]string{
	"field": "textbox", "box": "textbox", "input": "textbox", "text field": "textbox", "text box": "textbox", "input field": "textbox",
	"dropdown": "combobox", "drop-down": "combobox", "select": "combobox", "listbox": "combobox", "picker": "combobox",
	"toggle": "switch", "text area": "textarea", "popup": "dialog", "pop-up": "dialog", "modal": "dialog", "alertdialog": "dialog",
	"item": "item", "listitem": "item", "entry": "item", "result": "item", "img": "image", "picture": "image", "photo": "image",
	"gridcell": "cell", "rowheader": "cell", "column": "columnheader", "header": "heading", "headline": "heading", "title": "heading",
	"message": "message", "alert": "message", "error": "message", "notification": "message", "toast": "message", "status": "message", "banner": "message", "warning": "message",
	"label": "text", "paragraph": "text", "region": "section", "area": "section", "panel": "section", "form": "section", "group": "section",
	"fieldset": "section", "tabpanel": "section", "navbar": "navigation", "nav": "navigation", "sidebar": "section", "option": "option",
	"choice": "option", "spinner": "progressbar", "loader": "progressbar", "loading indicator": "progressbar", "progress bar": "progressbar",
	"tile": "card", "article": "card", "frame": "iframe", "radio button": "radio", "check box": "checkbox", "grid": "table", "hyperlink": "link",
	"buttons": "button", "links": "link", "rows": "row", "items": "item",
}

// normalKind is the kind behind a noun or role.
func normalKind(kind string) string {
	kind = strings.ToLower(strings.TrimSpace(kind))
	if k, ok := kindWords[kind]; ok {
		return k
	}
	return kind
}

const (
	kindExact = 1.08
	kindNear  = .95
	kindWrong = .5
)

// kindFits says, for each kind, how well each role fits; roles not listed are the wrong kind.
var kindFits = map[string]map[string]float64{
	"button":        {"button": kindExact, "link": kindNear, "clickable": 1, "menuitem": .92, "tab": .92, "switch": .92, "file": .97, "combobox": .9, "radio": .9, "checkbox": .88, "option": .88},
	"link":          {"link": kindExact, "clickable": .97, "button": kindNear, "menuitem": .93, "tab": .93, "treeitem": .92},
	"textbox":       {"textbox": kindExact, "searchbox": 1.07, "password": 1.07, "spinbutton": 1.05, "date": 1.05, "time": 1.05, "datetime-local": 1.05, "month": 1.05, "week": 1.05, "color": 1, "combobox": .92, "file": .92, "slider": .88},
	"searchbox":     {"searchbox": kindExact, "textbox": 1, "combobox": kindNear},
	"password":      {"password": kindExact, "textbox": .92},
	"spinbutton":    {"spinbutton": kindExact, "textbox": kindNear},
	"textarea":      {"textbox": .92},
	"checkbox":      {"checkbox": kindExact, "switch": 1, "menuitemcheckbox": 1, "radio": .88, "option": .88},
	"radio":         {"radio": kindExact, "menuitemradio": 1, "option": .92, "checkbox": .88, "tab": .85},
	"switch":        {"switch": kindExact, "checkbox": 1, "menuitemcheckbox": .95},
	"combobox":      {"combobox": kindExact, "listbox": 1.02, "textbox": .8, "menu": .9},
	"slider":        {"slider": kindExact, "spinbutton": .9},
	"date":          {"date": kindExact, "textbox": 1, "datetime-local": 1, "combobox": .9, "button": .9},
	"file":          {"file": kindExact, "button": kindNear},
	"tab":           {"tab": kindExact, "link": .93, "button": .93, "clickable": .93},
	"image":         {"img": kindExact, "image": kindExact, "figure": 1},
	"icon":          {"img": kindExact, "image": kindExact, "button": 1, "link": 1, "clickable": 1},
	"menu":          {"menu": kindExact, "menubar": 1.02, "navigation": 1, "listbox": .95, "button": .95, "menuitem": .97, "link": .9, "combobox": .9},
	"menuitem":      {"menuitem": kindExact, "menuitemcheckbox": 1.05, "menuitemradio": 1.05, "option": .97, "link": kindNear, "button": .93, "listitem": .93},
	"item":          {"listitem": kindExact, "menuitem": 1.05, "option": 1.05, "treeitem": 1.05, "article": 1, "row": .97, "link": kindNear, "button": .92, "clickable": kindNear},
	"option":        {"option": kindExact, "radio": .97, "menuitemradio": 1, "menuitem": .97, "listitem": kindNear, "treeitem": .97, "clickable": kindNear, "checkbox": .9},
	"row":           {"row": kindExact, "listitem": .97, "article": kindNear, "treeitem": kindNear},
	"cell":          {"cell": kindExact, "gridcell": kindExact, "rowheader": 1.05, "columnheader": .95},
	"columnheader":  {"columnheader": kindExact, "cell": .7},
	"heading":       {"heading": kindExact},
	"dialog":        {"dialog": kindExact, "alertdialog": kindExact},
	"message":       {"alert": kindExact, "status": 1.06, "log": 1, "alertdialog": .95},
	"section":       {"region": kindExact, "section": kindExact, "form": 1.05, "group": 1.03, "tabpanel": 1.03, "article": 1, "search": 1, "main": 1, "complementary": 1, "banner": 1, "contentinfo": 1, "navigation": 1, "dialog": .95, "list": .9, "table": .9, "heading": .9},
	"navigation":    {"navigation": kindExact, "menu": 1, "menubar": 1, "banner": .9},
	"table":         {"table": kindExact, "grid": kindExact, "treegrid": 1},
	"list":          {"list": kindExact, "listbox": 1, "menu": .9, "feed": 1, "tree": .95},
	"tree":          {"tree": kindExact, "treegrid": 1},
	"card":          {"article": kindExact, "listitem": 1, "group": 1, "clickable": .95, "link": .9, "region": .95},
	"iframe":        {"iframe": kindExact},
	"progressbar":   {"progressbar": kindExact, "status": .9},
	"page":          {"main": kindExact, "document": kindExact},
	"main":          {"main": kindExact},
	"banner":        {"banner": kindExact},
	"complementary": {"complementary": kindExact, "navigation": .95},
	"footer":        {"contentinfo": kindExact},
	"toolbar":       {"toolbar": kindExact, "group": .95},
	"canvas":        {"canvas": kindExact, "img": .95},
}

// kindFit says how well a node answers a kind that normalKind gave.
func kindFit(kind string, n *Node) float64 {
	if kind == "" {
		return 1
	}
	fits, known := kindFits[kind]
	fit := fits[n.Role]
	switch kind {
	case "textbox":
		if n.Role == "textbox" && n.Tag == "textarea" {
			fit = .97 // another kind than a one-line field (refusal rule 4)
		}
		if n.Role == "combobox" && n.Editable {
			fit = 1
		}
	case "textarea":
		if n.Tag == "textarea" {
			fit = kindExact
		} else if n.Editable && n.Tag != "input" {
			fit = 1
		}
	case "combobox":
		if fit == 0 && n.State.Expandable {
			fit = 1
		}
	case "switch", "checkbox":
		if fit == 0 && n.State.Pressable {
			fit = .97
		}
	case "image", "icon":
		if fit < 1.02 && n.Picture {
			fit = 1.02
		}
	case "text":
		fit = textFit(n)
	case "message":
		if fit == 0 && textual(n) {
			fit = kindNear
		}
	case "page", "canvas", "footer":
		if n.Tag == kind {
			fit = kindExact
		}
	case "progressbar":
		if n.State.Busy {
			fit = max(fit, .95)
		}
	case "columnheader":
		if n.Tag == "th" {
			fit = kindExact
		}
	}
	if fit > 0 {
		return fit
	}
	if !known && kind != "text" {
		if n.Role == kind || n.Tag == kind {
			return kindExact
		}
		if hasWord(n.Class, kind) || hasWord(n.TestID, kind) {
			return 1
		}
		return .9
	}
	return kindWrong
}

func textFit(n *Node) float64 {
	switch {
	case n.Role == "text", n.Tag == "label":
		return kindExact
	case textual(n):
		return 1.04
	}
	return .97
}

// textual reports a node that only shows text.
func textual(n *Node) bool {
	switch n.Role {
	case "text", "paragraph", "heading", "label", "caption", "legend", "strong", "emphasis", "code", "time", "term", "definition", "blockquote", "note", "alert", "status", "generic", "":
		return !n.Editable
	}
	return false
}

// fieldRole reports a node that holds a value of its own.
func field(n *Node) bool {
	switch n.Role {
	case "textbox", "searchbox", "password", "spinbutton", "combobox", "listbox", "slider", "date", "time", "datetime-local", "month", "week", "color", "file":
		return n.Tag != "button"
	}
	return n.Editable || n.Tag == "select" || n.Tag == "textarea" || n.Tag == "input" && !buttonInput(n) && !checkable(n)
}

func buttonInput(n *Node) bool {
	return n.Role == "button" || n.Type == "submit" || n.Type == "button" || n.Type == "reset" || n.Type == "image"
}

func checkable(n *Node) bool {
	switch n.Role {
	case "checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio":
		return true
	}
	return n.State.Checkable
}

// interactive ranks what a person can act on: 2 for a real control, 1 for something with a handler only.
func interactive(n *Node) int {
	switch n.Role {
	case "button", "link", "tab", "menuitem", "option", "treeitem":
		return 2
	}
	switch {
	case field(n) || checkable(n):
		return 2
	case n.Clickable:
		return 1
	}
	return 0
}

func hasWord(identifier, word string) bool {
	if len(identifier) < len(word) {
		return false
	}
	for _, w := range strings.Fields(identifierWords(identifier)) {
		if w == word || stem(w) == stem(word) {
			return true
		}
	}
	return false
}
