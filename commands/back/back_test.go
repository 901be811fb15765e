package back_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/back"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func TestTheHistoryIsWalked(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t)
	b.With(func(w *fakedevice.World) { w.Goto("https://shop.example/two") })
	out, err := commandtest.Do(t, b, back.New(), `{}`)
	require.NoError(t, err)
	require.Equal(t, "Went back to "+commandtest.URL, out)
	out, err = commandtest.Do(t, b, back.New(), `{"direction":"forward"}`)
	require.NoError(t, err)
	require.Equal(t, "Went forward to https://shop.example/two", out)
	_, err = commandtest.Do(t, b, back.New(), `{"direction":"forward"}`)
	commandtest.Failure(t, err, commands.DeviceError)
}
