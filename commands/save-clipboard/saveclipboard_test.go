package saveclipboard_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	saveclipboard "github.com/verdict-run/verdict/commands/save-clipboard"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func TestTheClipboardIsSaved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := commandtest.New(t)
		_, err := commandtest.Do(t, b, saveclipboard.New(), `{"variable":"link"}`)
		commandtest.Failure(t, err, commands.NothingRead)
		b.With(func(w *fakedevice.World) { w.Copy("https://x.example/42") })
		out, err := commandtest.Do(t, b, saveclipboard.New(), `{"variable":"link"}`)
		require.NoError(t, err)
		require.Equal(t, `{{link}} is "https://x.example/42", from the clipboard`, out)
		got, _ := b.Env.Memory.Get("link")
		require.Equal(t, "https://x.example/42", got)
	})
}
