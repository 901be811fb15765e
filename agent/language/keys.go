package language

import "strings"

// keyNames maps what people write to the names on the wire.
var keyNames = map[string]string{
	"enter": "Enter", "return": "Enter", "escape": "Escape", "esc": "Escape", "tab": "Tab", "space": "Space", "spacebar": "Space", "backspace": "Backspace",
	"delete": "Delete", "del": "Delete", "home": "Home", "end": "End", "insert": "Insert", "pageup": "PageUp", "pagedown": "PageDown", "pgup": "PageUp", "pgdn": "PageDown",
	"arrowup": "ArrowUp", "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft", "arrowright": "ArrowRight",
	"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
	"f1": "F1", "f2": "F2", "f3": "F3", "f4": "F4", "f5": "F5", "f6": "F6", "f7": "F7", "f8": "F8", "f9": "F9", "f10": "F10", "f11": "F11", "f12": "F12",
}

var modifierNames = map[string]string{"ctrl": "Control", "control": "Control", "ctl": "Control", "shift": "Shift", "alt": "Alt", "option": "Alt", "cmd": "Meta", "command": "Meta", "meta": "Meta", "win": "Meta", "super": "Meta"}

// modifiers reads "Shift", "Ctrl+Shift".
func modifiers(text string) ([]string, bool) {
	var out []string
	for _, part := range strings.Split(text, "+") {
		name, ok := modifierNames[strings.ToLower(strings.TrimSpace(part))]
		if !ok {
			return nil, false
		}
		out = append(out, name)
	}
	return out, true
}

// chord reads "Ctrl+K" as "Control+K"; a key alone must have a name.
func chord(text string) (string, bool) {
	sep := "+"
	if !strings.Contains(text, "+") && strings.Contains(text, "-") {
		if _, ok := modifierNames[strings.ToLower(strings.SplitN(text, "-", 2)[0])]; ok {
			sep = "-"
		}
	}
	parts := strings.Split(text, sep)
	if len(parts) > 4 {
		return "", false
	}
	var out []string
	for i, part := range parts {
		low := strings.ToLower(strings.TrimSpace(part))
		if i < len(parts)-1 {
			name, ok := modifierNames[low]
			if !ok {
				return "", false
			}
			out = append(out, name)
			continue
		}
		name, ok := keyNames[low]
		switch {
		case ok:
		case len(parts) > 1 && len([]rune(low)) == 1:
			name = strings.TrimSpace(part)
			if len(name) == 1 {
				name = strings.ToUpper(name)
			}
		case len(parts) == 1 && modifierNames[low] != "" && low != "option" && low != "command":
			name = modifierNames[low]
		default:
			return "", false
		}
		out = append(out, name)
	}
	return strings.Join(out, "+"), true
}

// keys reads a key chord at the start of tokens and returns its number of words.
// A quoted name counts only where it can be no caption: before "key", as `code`, or for Enter, Escape and Tab.
func keys(tokens []token) (string, int) {
	i := 0
	if len(tokens) > 1 && tokens[0].is("the", "a") {
		i = 1
	}
	if i >= len(tokens) {
		return "", 0
	}
	named := func(n int) bool {
		return n < len(tokens) && tokens[n].is("key", "keys") || n+1 < len(tokens) && tokens[n].is("keyboard") && tokens[n+1].is("shortcut") || n < len(tokens) && tokens[n].is("shortcut")
	}
	size := func(n int) int {
		for named(n) {
			if tokens[n].is("keyboard") {
				n++
			}
			n++
		}
		return n
	}
	t := tokens[i]
	if t.is("key") && len(tokens) == i+2 {
		if c, ok := chord(tokens[i+1].text); ok {
			return c, i + 2
		}
	}
	if t.kind == quoted {
		c, ok := chord(t.text)
		if !ok && named(i+1) && len([]rune(t.text)) == 1 {
			return t.text, size(i + 1)
		}
		if ok && (named(i+1) || t.code || strings.Contains(c, "+") || (c == "Enter" || c == "Escape" || c == "Tab") && (i+1 == len(tokens) || tokens[i+1].is("in", "on"))) {
			return c, size(i + 1)
		}
		return "", 0
	}
	if t.kind != word {
		return "", 0
	}
	// Two words: "Arrow Down", "down arrow", "Page Up", "Space bar", "Ctrl + A".
	if i+1 < len(tokens) && tokens[i+1].kind == word {
		a, b := t.low, tokens[i+1].low
		if a == "arrow" || b == "arrow" || a == "page" || a == "space" && b == "bar" {
			pair := a + b
			if b == "arrow" {
				pair = b + a
			}
			if pair == "spacebar" {
				return "Space", size(i + 2)
			}
			if name, ok := keyNames[pair]; ok {
				return name, size(i + 2)
			}
		}
		if _, ok := modifierNames[a]; ok && b == "+" {
			joined, n := a, i+1
			for n+1 < len(tokens) && tokens[n].text == "+" && tokens[n+1].kind == word {
				joined += "+" + tokens[n+1].text
				n += 2
			}
			if c, ok := chord(joined); ok {
				return c, size(n)
			}
		}
	}
	if c, ok := chord(t.text); ok {
		switch t.low {
		case "up", "down", "left", "right", "option", "command", "return", "home", "end", "insert", "space", "super", "win", "delete", "del":
			// These are captions, too ("Press Home").
			if !named(i+1) && (i+1 != len(tokens) || i == 1) {
				return "", 0
			}
			if (t.low == "up" || t.low == "down" || t.low == "left" || t.low == "right") && !named(i+1) && !t.capital() {
				return "", 0
			}
		}
		if i+1 < len(tokens) && tokens[i+1].is("button") {
			return "", 0
		}
		return c, size(i + 1)
	}
	if len([]rune(t.text)) == 1 && named(i+1) {
		return t.text, size(i + 1)
	}
	return "", 0
}
