package hidekeyboard_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands/commandtest"
	hidekeyboard "github.com/verdict-run/verdict/commands/hide-keyboard"
)

type spyKeyboard struct{ hidden int }

func (s *spyKeyboard) HideKeyboard(context.Context) error { s.hidden++; return nil }

func TestTheKeyboardIsHidden(t *testing.T) {
	t.Parallel()
	b, spy := commandtest.New(t), &spyKeyboard{}
	b.Env.Device.ScreenKeyboard = spy
	out, err := commandtest.Do(t, b, hidekeyboard.New(), ``)
	require.NoError(t, err)
	require.Equal(t, "Hid the keyboard", out)
	require.Equal(t, 1, spy.hidden)
}
