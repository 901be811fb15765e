package drag_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/drag"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func TestOneElementIsDraggedToAnother(t *testing.T) {
	t.Parallel()
	dropped := ""
	bin := fakedevice.El("bin", "region", "Bin")
	bin.OnDrop = func(_ *fakedevice.World, from string) { dropped = from }
	b := commandtest.New(t, fakedevice.El("card", "listitem", "Card"), bin)
	out, err := commandtest.Do(t, b, drag.New(), `{"target":"Card","to":"Bin"}`)
	require.NoError(t, err)
	require.Equal(t, `Dragged listitem "Card" to region "Bin"`, out)
	require.Equal(t, "card", dropped)
	require.Len(t, b.Env.Located, 3, "both ends, and the first as it stood when it was gripped")
}

func TestAnElementIsNotDraggedToItself(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.El("card", "listitem", "Card"))
	_, err := commandtest.Do(t, b, drag.New(), `{"target":"Card","to":"card"}`)
	commandtest.Failure(t, err, commands.InvalidArguments)
}

func TestBothEndsMustBeInThePicture(t *testing.T) {
	t.Parallel()
	far := fakedevice.El("bin", "region", "Bin")
	far.Box = screen.Box{X: 10, Y: 5000, W: 50, H: 50}
	b := commandtest.New(t, fakedevice.El("card", "listitem", "Card"), far)
	_, err := commandtest.Do(t, b, drag.New(), `{"target":"Card","to":"Bin"}`)
	commandtest.Failure(t, err, commands.TargetHidden)
}

func TestAPointWillDoAsTheEnd(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.El("card", "listitem", "Card"))
	_, err := commandtest.Do(t, b, drag.New(), `{"target":"Card","to":"the right","to_point":[700,300]}`)
	require.NoError(t, err)
	require.Contains(t, b.Calls()[len(b.Calls())-1], "to 700,300")
}
