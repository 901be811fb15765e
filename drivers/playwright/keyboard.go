package playwright

import (
	"context"
	"strings"

	pw "github.com/mxschmitt/playwright-go"
)

// keyed is how many characters of one text are sent as key events; the rest of
// a long text is inserted at once, which pages see as one paste-like input.
const keyed = 500

// Type sends text to the focused element.
func (s *session) Type(ctx context.Context, text string) error {
	return s.keys(ctx, "type", func(ctx context.Context, k pw.Keyboard) error {
		left := keyed
		for _, part := range runs(text) {
			if err := ctx.Err(); err != nil {
				return err
			}
			var err error
			switch {
			case !part.keys:
				err = k.InsertText(part.text)
			case len(part.text) <= left:
				left -= len(part.text)
				err = k.Type(part.text)
			default:
				err = k.InsertText(part.text)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

type run struct {
	text string
	keys bool
}

// runs splits text into what has keys of a US keyboard and what has not, so
// that composed characters stay in one piece, and key runs into handy lengths.
func runs(text string) []run {
	var out []run
	for _, r := range strings.ReplaceAll(text, "\r\n", "\n") {
		keys := r >= ' ' && r < 0x7f || r == '\n' || r == '\t'
		if n := len(out); n > 0 && out[n-1].keys == keys && (!keys || len(out[n-1].text) < 50) {
			out[n-1].text += string(r)
			continue
		}
		out = append(out, run{string(r), keys})
	}
	return out
}

// Press sends one chord.
func (s *session) Press(ctx context.Context, chord string) error {
	return s.keys(ctx, "press", func(_ context.Context, k pw.Keyboard) error {
		err := k.Press(chordName(chord))
		if err != nil && strings.Contains(err.Error(), "Unknown key") {
			return permanent("press", "unknown key %q; keys are named like Enter, ArrowDown, Control+A", chord)
		}
		return err
	})
}

// chordName brings a chord into Playwright's form: "ctrl + a" is "Control+a".
func chordName(chord string) string {
	if chord == "+" || chord == " " {
		return map[string]string{"+": "+", " ": "Space"}[chord]
	}
	plus := strings.HasSuffix(chord, "++")
	parts := strings.Split(strings.TrimSuffix(chord, "++"), "+")
	for i, p := range parts {
		parts[i] = keyName(strings.TrimSpace(p))
	}
	if plus {
		parts = append(parts, "+")
	}
	last := len(parts) - 1
	shift := false
	for _, p := range parts[:last] {
		shift = shift || p == "Shift"
	}
	if last > 0 && len(parts[last]) == 1 && !shift {
		// "Control+A" is the A key, not Shift and A.
		parts[last] = strings.ToLower(parts[last])
	}
	return strings.Join(parts, "+")
}

// SelectAll selects everything in the focused field.
func (s *session) SelectAll(ctx context.Context) error {
	return s.keys(ctx, "select all", func(_ context.Context, k pw.Keyboard) error { return k.Press("ControlOrMeta+a") })
}

// Clear empties the focused field.
func (s *session) Clear(ctx context.Context) error {
	return s.keys(ctx, "clear", func(ctx context.Context, k pw.Keyboard) error {
		if err := k.Press("ControlOrMeta+a"); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return k.Press("Delete")
	})
}

func (s *session) keys(ctx context.Context, op string, action func(ctx context.Context, k pw.Keyboard) error) error {
	return do(ctx, s, op, acts, func(ctx context.Context) error {
		t, err := s.active(op)
		if err != nil {
			return err
		}
		return action(ctx, t.page.Keyboard())
	})
}
