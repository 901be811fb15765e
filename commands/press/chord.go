package press

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/verdict-run/verdict/memory"
)

// modifiers by what people call them, in the order a chord lists them.
var modifiers = map[string]string{
	"control": "Control", "ctrl": "Control", "ctl": "Control", "strg": "Control", "⌃": "Control",
	"alt": "Alt", "option": "Alt", "opt": "Alt", "⌥": "Alt",
	"shift": "Shift", "⇧": "Shift",
	"meta": "Meta", "cmd": "Meta", "command": "Meta", "win": "Meta", "windows": "Meta", "super": "Meta", "⌘": "Meta",
	"controlormeta": "ControlOrMeta", "mod": "ControlOrMeta", "cmdorctrl": "ControlOrMeta", "ctrlorcmd": "ControlOrMeta",
}

// keys are named keys by what people call them, lower case and without blanks;
// the names are those of https://www.w3.org/TR/uievents-key/.
var keys = map[string]string{
	"enter": "Enter", "return": "Enter", "↵": "Enter", "esc": "Escape", "escape": "Escape", "tab": "Tab", "space": "Space", "spacebar": "Space",
	"backspace": "Backspace", "delete": "Delete", "del": "Delete", "insert": "Insert", "ins": "Insert",
	"home": "Home", "end": "End", "pageup": "PageUp", "pgup": "PageUp", "pagedown": "PageDown", "pgdn": "PageDown", "pgdown": "PageDown",
	"up": "ArrowUp", "arrowup": "ArrowUp", "uparrow": "ArrowUp", "↑": "ArrowUp", "down": "ArrowDown", "arrowdown": "ArrowDown", "downarrow": "ArrowDown", "↓": "ArrowDown",
	"left": "ArrowLeft", "arrowleft": "ArrowLeft", "leftarrow": "ArrowLeft", "←": "ArrowLeft", "right": "ArrowRight", "arrowright": "ArrowRight", "rightarrow": "ArrowRight", "→": "ArrowRight",
	"capslock": "CapsLock", "numlock": "NumLock", "scrolllock": "ScrollLock", "printscreen": "PrintScreen", "pause": "Pause", "contextmenu": "ContextMenu", "menu": "ContextMenu",
	"plus": "+", "minus": "-", "comma": ",", "period": ".", "dot": ".", "slash": "/",
	"f1": "F1", "f2": "F2", "f3": "F3", "f4": "F4", "f5": "F5", "f6": "F6", "f7": "F7", "f8": "F8", "f9": "F9", "f10": "F10", "f11": "F11", "f12": "F12",
}

// Chord brings a key or shortcut into the names of the UI Events specification:
// "ctrl + A" is Control+a, as a keyboard without Shift gives the small letter.
// What is no key is "", with up to three names that are near.
func Chord(text string) (chord string, near []string) {
	parts := split(strings.TrimSpace(text))
	var mods []string
	for _, p := range parts[:len(parts)-1] {
		m, ok := modifiers[plain(p)]
		if !ok {
			return "", similar(p)
		}
		if !slices.Contains(mods, m) {
			mods = append(mods, m)
		}
	}
	last := parts[len(parts)-1]
	key, ok := keys[plain(last)]
	switch {
	case ok:
	case utf8.RuneCountInString(last) == 1 && last != " ":
		key = last
		if len(mods) > 0 {
			key = strings.ToLower(last)
		}
		if slices.Contains(mods, "Shift") {
			key = strings.ToUpper(last)
		}
	case modifiers[plain(last)] != "":
		key = modifiers[plain(last)]
	default:
		return "", similar(last)
	}
	return strings.Join(append(mods, key), "+"), nil
}

// split cuts at "+" and, where that is how a shortcut is written (Ctrl-A, ⌘A), at "-" or after the sign; a trailing plus is the key itself.
func split(text string) []string {
	if text == "" || utf8.RuneCountInString(text) == 1 {
		return []string{text}
	}
	if rest, ok := strings.CutSuffix(text, "+"); ok {
		return append(split(strings.TrimRight(strings.TrimSuffix(rest, "+"), " ")), "+")
	}
	if first, size := utf8.DecodeRuneInString(text); modifiers[string(first)] != "" && !unicode.IsLetter(first) {
		return append([]string{string(first)}, split(strings.TrimLeft(text[size:], "+ "))...)
	}
	sep := "+"
	if before, _, ok := strings.Cut(text, "-"); ok && !strings.Contains(text, "+") && modifiers[plain(before)] != "" {
		sep = "-"
	}
	var parts []string
	for p := range strings.SplitSeq(text, sep) {
		parts = append(parts, strings.TrimSpace(p))
	}
	return parts
}

func plain(s string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.TrimSuffix(strings.TrimSpace(strings.ToLower(s)), " key")))
}

// similar are up to three key names near a mistyped one.
func similar(word string) []string {
	var names []string
	for _, table := range []map[string]string{keys, modifiers} {
		for alias := range table {
			names = append(names, alias)
		}
	}
	slices.Sort(names)
	var near []string
	for len(near) < 3 {
		n := memory.Nearest(plain(word), names)
		if n == "" {
			break
		}
		name := keys[n]
		if name == "" {
			name = modifiers[n]
		}
		if !slices.Contains(near, name) {
			near = append(near, name)
		}
		names = slices.DeleteFunc(names, func(s string) bool { return s == n })
	}
	return near
}
