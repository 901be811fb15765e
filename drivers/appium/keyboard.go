package appium

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/tebeka/selenium"
)

// elementKey is under which W3C sends an element's id.
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

// Type types into what has the focus. On a phone the field is read back: text
// that did not land is typed once more, then it is an error.
func (s *session) Type(ctx context.Context, text string) error {
	const op = "type"
	return s.do(ctx, op, func(ctx context.Context) error {
		defer s.acted()
		if s.web() {
			return s.typeInPage(ctx, text)
		}
		id, err := s.focused(ctx)
		if err != nil {
			return err
		}
		if id == "" {
			return permanent(op, "no field has the focus: tap the field first")
		}
		before := s.fieldText(ctx, id)
		for range 2 {
			if err := s.raw(ctx, http.MethodPost, "/element/"+url.PathEscape(id)+"/value", map[string]any{"text": text}, nil); err != nil {
				return err
			}
			if text == "" || s.secret(ctx, id) || s.fieldText(ctx, id) != before || strings.TrimSpace(text) == "" || before == text {
				return nil
			}
		}
		return permanent(op, "the field still holds %q after typing", clip(before, 60))
	})
}

// typeInPage sends keys for what has one and inserts the rest (emoji, composed text).
func (s *session) typeInPage(ctx context.Context, text string) error {
	for _, run := range runs(text) {
		if run.keys {
			var actions []selenium.KeyAction
			for _, r := range run.text {
				key := string(r)
				switch r {
				case '\n':
					key = selenium.EnterKey
				case '\t':
					key = selenium.TabKey
				}
				actions = append(actions, selenium.KeyDownAction(key), selenium.KeyUpAction(key))
			}
			if err := s.press(actions...); err != nil {
				return err
			}
			continue
		}
		if _, err := s.script(ctx, "return document.execCommand('insertText', false, arguments[0])", run.text); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) press(actions ...selenium.KeyAction) error {
	defer s.acted()
	s.wd.StoreKeyActions("keyboard1", actions...)
	return s.wd.PerformActions()
}

// run is a stretch of text that goes in the same way.
type run struct {
	text string
	keys bool
}

// runs splits text into what has keys and what has none. Whatever is joined to a
// character without a key (a modifier, a joiner) goes along with it.
func runs(text string) []run {
	var out []run
	add := func(r string, keys bool) {
		if n := len(out); n > 0 && out[n-1].keys == keys {
			out[n-1].text += r
			return
		}
		out = append(out, run{r, keys})
	}
	for _, r := range text {
		add(string(r), r < 0x2000 && !unicode.Is(unicode.M, r))
	}
	return out
}

// focused is the element that has the focus, "" for none.
func (s *session) focused(ctx context.Context) (string, error) {
	var found map[string]string
	err := s.raw(ctx, http.MethodGet, "/element/active", nil, &found)
	if e := asServerError(err); e != nil && e.Code == "no such element" {
		return "", nil
	}
	return found[elementKey], err
}

func (s *session) attribute(ctx context.Context, id, name string) string {
	var v *string
	if err := s.raw(ctx, http.MethodGet, "/element/"+url.PathEscape(id)+"/attribute/"+name, nil, &v); err != nil || v == nil {
		return "" // absent, or no text
	}
	return *v
}

// fieldText is what stands in a field; a hint is no text.
func (s *session) fieldText(ctx context.Context, id string) string {
	if s.kind == ios {
		text := s.attribute(ctx, id, "value")
		if text == s.attribute(ctx, id, "placeholderValue") {
			return ""
		}
		return text
	}
	text := s.attribute(ctx, id, "text")
	if text != "" && text == s.attribute(ctx, id, "hint") {
		return ""
	}
	return text
}

// secret says that a field does not show what it holds.
func (s *session) secret(ctx context.Context, id string) bool {
	if s.kind == ios {
		return strings.HasSuffix(s.attribute(ctx, id, "type"), "SecureTextField")
	}
	return s.attribute(ctx, id, "password") == "true"
}

// SelectAll selects what stands in the focused field.
func (s *session) SelectAll(ctx context.Context) error {
	const op = "select all"
	return s.do(ctx, op, func(ctx context.Context) error {
		switch {
		case s.web():
			_, err := s.script(ctx, "const e = document.activeElement; return e && e.select ? (e.select(), true) : document.execCommand('selectAll')")
			return err
		case s.kind == android:
			return s.key(ctx, op, "Control+a")
		}
		return unsupported(op, "XCUITest has no selection; clear the field instead")
	})
}

// Clear empties the focused field and makes sure that it is empty.
func (s *session) Clear(ctx context.Context) error {
	const op = "clear"
	return s.do(ctx, op, func(ctx context.Context) error {
		defer s.acted()
		if s.web() {
			return s.clearInPage(ctx)
		}
		id, err := s.focused(ctx)
		if err != nil {
			return err
		}
		if id == "" {
			return permanent(op, "no field has the focus: tap the field first")
		}
		left := ""
		for range 2 {
			if err := s.raw(ctx, http.MethodPost, "/element/"+url.PathEscape(id)+"/clear", nil, nil); err != nil {
				return err
			}
			if left = s.fieldText(ctx, id); left == "" {
				return nil
			}
		}
		if s.secret(ctx, id) {
			return permanent(op, "the field is not empty after clearing")
		}
		return permanent(op, "the field still holds %q after clearing", clip(left, 60))
	})
}

func (s *session) clearInPage(ctx context.Context) error {
	const empty = "const e = document.activeElement; return e ? ('value' in e ? e.value : e.textContent) : ''"
	if _, err := s.script(ctx, "const e = document.activeElement; if (e && e.select) e.select(); else document.execCommand('selectAll')"); err != nil {
		return err
	}
	if v, err := s.script(ctx, empty); err != nil || v == "" {
		return err
	}
	if err := s.press(selenium.KeyDownAction(selenium.BackspaceKey), selenium.KeyUpAction(selenium.BackspaceKey)); err != nil {
		return err
	}
	v, err := s.script(ctx, empty)
	if err == nil && v != "" {
		return errors.New("the field is not empty after clearing")
	}
	return err
}
