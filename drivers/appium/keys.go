package appium

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/tebeka/selenium"
)

// pageKeys are the W3C codes of named keys.
var pageKeys = map[string]string{
	"Enter": selenium.EnterKey, "Tab": selenium.TabKey, "Escape": selenium.EscapeKey, "Backspace": selenium.BackspaceKey, "Delete": selenium.DeleteKey,
	"Insert": selenium.InsertKey, "Home": selenium.HomeKey, "End": selenium.EndKey, "PageUp": selenium.PageUpKey, "PageDown": selenium.PageDownKey,
	"ArrowUp": selenium.UpArrowKey, "ArrowDown": selenium.DownArrowKey, "ArrowLeft": selenium.LeftArrowKey, "ArrowRight": selenium.RightArrowKey, "Space": " ",
	"Control": selenium.ControlKey, "ControlOrMeta": selenium.ControlKey, "Alt": selenium.AltKey, "Shift": selenium.ShiftKey, "Meta": selenium.MetaKey,
}

// androidKeys are the codes of android.view.KeyEvent.
var androidKeys = map[string]int{
	"Back": 4, "GoHome": 3, "AppSwitch": 187, "Search": 84,
	"Enter": 66, "Tab": 61, "Escape": 111, "Backspace": 67, "Delete": 112, "Insert": 124, "Home": 122, "End": 123, "PageUp": 92, "PageDown": 93,
	"ArrowUp": 19, "ArrowDown": 20, "ArrowLeft": 21, "ArrowRight": 22, "Space": 62, "ContextMenu": 82,
}

// androidMeta are the bits of KeyEvent's meta state.
var androidMeta = map[string]int{"Shift": 1, "Alt": 2, "Control": 0x1000, "ControlOrMeta": 0x1000, "Meta": 0x10000}

// Press sends one chord of UI Events names; "Back" is Android's own.
func (s *session) Press(ctx context.Context, chord string) error {
	const op = "press"
	return s.do(ctx, op, func(ctx context.Context) error {
		defer s.acted()
		return s.key(ctx, op, chord)
	})
}

func (s *session) key(ctx context.Context, op, chord string) error {
	parts := strings.Split(chord, "+")
	if strings.HasSuffix(chord, "+") { // the key is the plus sign itself
		parts = append(strings.Split(strings.TrimSuffix(strings.TrimSuffix(chord, "+"), "+"), "+"), "+")
		if chord == "+" {
			parts = []string{"+"}
		}
	}
	mods, name := parts[:len(parts)-1], parts[len(parts)-1]
	switch {
	case s.web():
		return s.keyInPage(op, mods, name)
	case s.kind == android:
		return s.androidKey(ctx, op, mods, name)
	}
	return s.iosKey(ctx, op, mods, name)
}

func (s *session) keyInPage(op string, mods []string, name string) error {
	var before, after []selenium.KeyAction
	for _, m := range mods {
		code, ok := pageKeys[m]
		if !ok {
			return permanent(op, "%q is no modifier", m)
		}
		before = append(before, selenium.KeyDownAction(code))
		after = append([]selenium.KeyAction{selenium.KeyUpAction(code)}, after...)
	}
	code, ok := pageKeys[name]
	switch {
	case ok:
	case len([]rune(name)) == 1:
		code = name
		if len(mods) > 0 && !strings.Contains(strings.Join(mods, " "), "Shift") {
			code = strings.ToLower(name)
		}
	default:
		return permanent(op, "%q is no key", name)
	}
	return s.press(append(append(before, selenium.KeyDownAction(code), selenium.KeyUpAction(code)), after...)...)
}

func (s *session) androidKey(ctx context.Context, op string, mods []string, name string) error {
	meta := 0
	for _, m := range mods {
		bit, ok := androidMeta[m]
		if !ok {
			return permanent(op, "%q is no modifier", m)
		}
		meta |= bit
	}
	code, ok := androidKeys[name]
	if r := []rune(strings.ToLower(name)); !ok && len(r) == 1 {
		switch c := r[0]; {
		case c >= 'a' && c <= 'z':
			code, ok = 29+int(c-'a'), true
		case c >= '0' && c <= '9':
			code, ok = 7+int(c-'0'), true
		}
	}
	if !ok {
		return unsupported(op, "Android has no key "+name)
	}
	args := map[string]any{"keycode": code}
	if meta != 0 {
		args["metastate"] = meta
	}
	return s.mobile(ctx, "pressKey", args, nil)
}

// iosKey: an iPhone's keyboard has no keys to speak of; Enter and Backspace are characters.
func (s *session) iosKey(ctx context.Context, op string, mods []string, name string) error {
	text := map[string]string{"Enter": "\n", "Backspace": "\b", "Tab": "\t", "Space": " "}[name]
	if len([]rune(name)) == 1 {
		text = name
	}
	switch {
	case name == "GoHome":
		return s.mobile(ctx, "pressButton", map[string]any{"name": "home"}, nil)
	case text == "" || len(mods) > 0:
		return unsupported(op, "iOS has no key "+name)
	}
	id, err := s.focused(ctx)
	if err != nil {
		return err
	}
	if id == "" {
		return permanent(op, "no field has the focus: tap the field first")
	}
	return s.raw(ctx, http.MethodPost, "/element/"+url.PathEscape(id)+"/value", map[string]any{"text": text}, nil)
}

// HideKeyboard hides the on-screen keyboard; none there is fine.
func (s *session) HideKeyboard(ctx context.Context) error {
	const op = "hide keyboard"
	return s.do(ctx, op, func(ctx context.Context) error {
		if !s.keyboardShown(ctx) {
			return nil
		}
		if err := s.hideKeyboard(ctx); err != nil {
			return err
		}
		if s.keyboardShown(ctx) {
			return permanent(op, "the keyboard stays; tap outside of the field, or press its Done key")
		}
		return nil
	})
}

func (s *session) hideKeyboard(ctx context.Context) error {
	defer s.acted()
	return s.mobile(ctx, "hideKeyboard", nil, nil)
}

// keyboardShown is false when the server cannot tell.
func (s *session) keyboardShown(ctx context.Context) bool {
	shown := false
	if err := s.mobile(ctx, "isKeyboardShown", nil, &shown); err != nil {
		return false
	}
	return shown
}
