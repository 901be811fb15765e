package dialog_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/dialog"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func TestADialogIsAnswered(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		kind, args    string
		want          string
		accepted      bool
		text, failure string
	}{
		"accepted":                   {kind: "confirm", args: `{"accept":true}`, want: `Accepted the confirm dialog "Sure?"`, accepted: true},
		"dismissed":                  {kind: "confirm", args: `{"accept":false}`, want: `Dismissed the confirm dialog "Sure?"`},
		"a prompt with a template":   {kind: "prompt", args: `{"accept":true,"text":"{{name}}"}`, want: `Accepted the prompt dialog "Sure?" with "{{name}}"`, accepted: true, text: "Ann"},
		"text for what is no prompt": {kind: "alert", args: `{"accept":true,"text":"x"}`, failure: commands.InvalidArguments},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var accepted bool
			var text string
			b := commandtest.New(t)
			require.NoError(t, b.Env.Memory.Set("name", "Ann"))
			b.With(func(w *fakedevice.World) {
				w.Dialog(tc.kind, "Sure?", func(_ *fakedevice.World, a bool, s string) { accepted, text = a, s })
			})
			out, err := commandtest.Do(t, b, dialog.New(), tc.args)
			if tc.failure != "" {
				commandtest.Failure(t, err, tc.failure)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.want, out)
			require.Equal(t, tc.accepted, accepted)
			require.Equal(t, tc.text, text)
		})
	}
}

func TestWithoutADialogTheLastOneIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := commandtest.New(t)
		_, err := commandtest.Do(t, b, dialog.New(), `{"accept":true}`)
		require.Contains(t, commandtest.Failure(t, err, commands.NoDialog).Hint, "clicked")
		b.With(func(w *fakedevice.World) { w.Dialog("confirm", "Sure?", nil) })
		_, err = commandtest.Do(t, b, dialog.New(), `{"accept":false}`)
		require.NoError(t, err)
		_, err = commandtest.Do(t, b, dialog.New(), `{"accept":true}`)
		require.Contains(t, commandtest.Failure(t, err, commands.NoDialog).Message, `confirm "Sure?", was dismissed`)
	})
}

func TestAcceptMustBeSaid(t *testing.T) {
	t.Parallel()
	_, err := commandtest.Do(t, commandtest.New(t), dialog.New(), `{}`)
	require.ErrorContains(t, err, `"accept" is missing`)
}
