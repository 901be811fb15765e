package language

import "strings"

// kinds maps the nouns of controls to the kind a query carries.
var kinds = map[string]string{
	"button": "button", "btn": "button", "link": "link", "hyperlink": "link", "tab": "tab",
	"checkbox": "checkbox", "check box": "checkbox", "check-box": "checkbox", "tickbox": "checkbox",
	"radio": "radio", "radio button": "radio", "radio option": "radio", "radiobutton": "radio",
	"dropdown": "combobox", "drop-down": "combobox", "drop down": "combobox", "select box": "combobox", "combobox": "combobox",
	"combo box": "combobox", "dropdown list": "combobox", "drop-down list": "combobox", "dropdown menu": "combobox",
	"drop-down menu": "combobox", "select": "combobox", "select field": "combobox", "dropdown box": "combobox", "dropdown field": "combobox",
	"selector": "combobox", "combo": "combobox", "select list": "combobox", "select menu": "combobox", "pulldown": "combobox",
	"field": "textbox", "box": "textbox", "input": "textbox", "textbox": "textbox", "text box": "textbox", "text field": "textbox",
	"textfield": "textbox", "input field": "textbox", "input box": "textbox", "entry field": "textbox", "text input": "textbox",
	"textarea": "textarea", "text area": "textarea", "text editor": "textarea", "switch": "switch", "toggle": "switch", "toggle switch": "switch", "slider": "slider",
	"icon": "icon", "image": "image", "picture": "image", "img": "image", "photo": "image",
	"menu": "menu", "menu item": "menuitem", "menu entry": "menuitem", "menu option": "menuitem", "menuitem": "menuitem",
	"option": "option", "row": "row", "table row": "row", "cell": "cell", "table cell": "cell",
	"column": "column", "column header": "column", "column heading": "column", "table header": "column",
	"heading": "heading", "headline": "heading", "dialog": "dialog", "dialog box": "dialog", "dialogue": "dialog", "modal": "dialog", "modal dialog": "dialog",
	"modal window": "dialog", "popup": "dialog", "pop-up": "dialog", "popup window": "dialog",
	"section": "section", "panel": "section", "region": "section", "fieldset": "section",
	"table": "table", "grid": "table", "list": "list", "listbox": "list", "list box": "list",
	"item": "listitem", "list item": "listitem", "listitem": "listitem", "list entry": "listitem", "form": "form",
	"accordion": "section", "radio group": "radiogroup", "radiogroup": "radiogroup",
}

// uiWords are kind words also when Capitalised ("Login Button"); captions end in
// the others ("Add Item" is no item).
var uiWords = set("button", "link", "checkbox", "field", "icon", "dropdown", "textbox", "textarea", "combobox", "slider", "radio")

// singular folds the plural of a kind word.
func singular(w string) string {
	switch {
	case strings.HasSuffix(w, "boxes"):
		return strings.TrimSuffix(w, "es")
	case strings.HasSuffix(w, "switches"):
		return strings.TrimSuffix(w, "es")
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}

// kindBefore reads the kind that ends before end (exclusive) and returns it with its number of words.
func kindBefore(tokens []token, end int) (string, int) {
	if end >= 2 && tokens[end-1].kind == word && tokens[end-2].kind == word {
		if k, ok := kindOf(tokens[end-2].low + " " + tokens[end-1].low); ok && small(tokens[end-2], tokens[end-1]) {
			return k, 2
		}
	}
	if end >= 1 && tokens[end-1].kind == word {
		if k, ok := kindOf(tokens[end-1].low); ok && small(tokens[end-1]) {
			return k, 1
		}
	}
	return "", 0
}

// kindAfter reads the kind that starts at start.
func kindAfter(tokens []token, start int) (string, int) {
	if start+1 < len(tokens) && tokens[start].kind == word && tokens[start+1].kind == word {
		if k, ok := kindOf(tokens[start].low + " " + tokens[start+1].low); ok && small(tokens[start], tokens[start+1]) {
			return k, 2
		}
	}
	if start < len(tokens) && tokens[start].kind == word {
		if k, ok := kindOf(tokens[start].low); ok && small(tokens[start]) {
			return k, 1
		}
	}
	return "", 0
}

func kindOf(w string) (string, bool) {
	if k, ok := kinds[w]; ok {
		return k, true
	}
	k, ok := kinds[singular(w)]
	return k, ok
}

// small says that the kind word is written small, or is one no caption ends in.
func small(tokens ...token) bool {
	for _, t := range tokens {
		if t.capital() && !uiWords[singular(t.low)] {
			return false
		}
	}
	return true
}

// toggles are the kinds which can be checked.
func toggles(kind string) bool { return kind == "checkbox" || kind == "switch" || kind == "radio" }
