package hover_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/hover"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func TestThePointerIsMovedOnADisabledElementToo(t *testing.T) {
	t.Parallel()
	hovered := false
	e := fakedevice.Button("b", "Save", nil)
	e.State.Disabled = true
	e.OnHover = func(*fakedevice.World) { hovered = true }
	out, err := commandtest.Do(t, commandtest.New(t, e), hover.New(), `{"target":"Save"}`)
	require.NoError(t, err)
	require.Equal(t, `The pointer is on button "Save"`, out)
	require.True(t, hovered)
}
