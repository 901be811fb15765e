package press_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/press"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func TestChords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Enter": "Enter", "return": "Enter", "Esc": "Escape", "Ctrl+A": "Control+a", "ctrl + shift + t": "Control+Shift+T", "Control+A": "Control+a",
		"Cmd+K": "Meta+k", "⌘K": "Meta+k", "Option+Left": "Alt+ArrowLeft", "down": "ArrowDown", "Arrow Down": "ArrowDown", "arrow-down": "ArrowDown", "Page Up": "PageUp",
		"Space": "Space", "a": "a", "A": "A", "+": "+", "Control++": "Control++", "Ctrl+-": "Control+-", "Ctrl-A": "Control+a", "-": "-", "F5": "F5", "Shift+Tab": "Shift+Tab",
		"Mod+S": "ControlOrMeta+s", "Control": "Control", "Enter key": "Enter", "ä": "ä", "Ctrl+Ctrl+A": "Control+a",
		"": "", "Entr": "", "hello": "", "Hyper+A": "", "Ctrl+Foo": "",
	} {
		got, _ := press.Chord(text)
		require.Equal(t, want, got, text)
	}
}

func TestAnUnknownKeyIsNamedBeforeAnythingIsPressed(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.Field("f", "City"))
	_, err := commandtest.Do(t, b, press.New(), `{"keys":["Tab","Entr"]}`)
	f := commandtest.Failure(t, err, commands.InvalidArguments)
	require.Contains(t, f.Hint, "Enter")
	require.NotContains(t, strings.Join(b.Calls(), "\n"), "Press")
}

func TestKeysArePressedInOrder(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.Field("f", "City"))
	out, err := commandtest.Do(t, b, press.New(), `{"keys":"Tab"}`)
	require.NoError(t, err)
	require.Equal(t, "Pressed Tab", out)
	out, err = commandtest.Do(t, b, press.New(), `{"keys":["Ctrl+A","Delete"]}`)
	require.NoError(t, err)
	require.Equal(t, "Pressed Control+a, Delete", out)
	require.Contains(t, strings.Join(b.Calls(), "\n"), "Press Control+a\nPress Delete")
}

func FuzzChord(f *testing.F) {
	for _, s := range []string{"Ctrl+A", "++", "+", "⌘", "⌘+", "-", "Ctrl--", " "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		chord, near := press.Chord(text)
		if chord == "" && len(near) > 3 {
			t.Fatal(near)
		}
		if chord != "" {
			again, _ := press.Chord(chord)
			require.Equal(t, chord, again, text)
		}
	})
}
