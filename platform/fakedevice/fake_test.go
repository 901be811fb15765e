package fakedevice_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func node(t *testing.T, d *platform.Device, id string) screen.Node {
	t.Helper()
	n, err := d.Elements.Element(t.Context(), id)
	require.NoError(t, err)
	return n
}

func click(t *testing.T, d *platform.Device, id string) {
	t.Helper()
	require.NoError(t, d.Mouse.Click(t.Context(), node(t, d, id).Box.Center(), platform.ClickOptions{}))
}

func fill(t *testing.T, d *platform.Device, id, text string) {
	t.Helper()
	click(t, d, id)
	require.NoError(t, d.Keyboard.Clear(t.Context()))
	require.NoError(t, d.Keyboard.Type(t.Context(), text))
}

func TestTheLoginSiteCanBePlayed(t *testing.T) {
	t.Parallel()
	d := fakedevice.New(fakedevice.LoginSite()).Device()
	require.False(t, node(t, d, "error").Visible)
	before, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)

	fill(t, d, "user", "locked_out_user")
	fill(t, d, "password", "secret_sauce")
	require.Empty(t, node(t, d, "password").Value, "a password never stands in the tree")
	click(t, d, "login")
	require.Equal(t, "Sorry, this user has been locked out", node(t, d, "error").Text)
	after, err := d.Screen.Screenshot(t.Context())
	require.NoError(t, err)
	require.NotEqual(t, before.Data, after.Data)

	fill(t, d, "user", "standard_user")
	require.NoError(t, d.Keyboard.Press(t.Context(), "Enter"))
	url, err := d.Navigation.CurrentURL(t.Context())
	require.NoError(t, err)
	require.Equal(t, fakedevice.AccountURL, url)
	require.Equal(t, "Welcome back, standard_user", node(t, d, "greeting").Text)
}

func TestInjectedFailuresDelaysAndClose(t *testing.T) {
	t.Parallel()
	f := fakedevice.New(fakedevice.LoginSite())
	d := f.Device()
	want := &platform.Error{Op: "screenshot", Class: platform.Transient, Err: errors.New("once")}
	f.FailNext("Screenshot", want)
	_, err := d.Screen.Screenshot(t.Context())
	require.ErrorIs(t, err, want)
	_, err = d.Screen.Screenshot(t.Context())
	require.NoError(t, err)

	f.Delay("Elements", time.Hour)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err = d.Elements.Elements(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)

	require.NoError(t, d.Close(t.Context()))
	require.Equal(t, platform.Gone, platform.ClassOf(d.Mouse.Hover(t.Context(), screen.Point{})))
}

func TestADialogBlocksUntilItIsAnswered(t *testing.T) {
	t.Parallel()
	accepted := false
	f := fakedevice.New(fakedevice.LoginSite())
	d := f.Device()
	f.With(func(w *fakedevice.World) {
		w.El("login").OnClick = func(w *fakedevice.World) {
			w.Dialog("confirm", "Sure?", func(_ *fakedevice.World, ok bool, _ string) { accepted = ok })
		}
	})
	click(t, d, "login")
	_, err := d.Screen.Screenshot(t.Context())
	require.Equal(t, platform.Blocked, platform.ClassOf(err))
	open, err := d.Dialogs.Pending(t.Context())
	require.NoError(t, err)
	require.Equal(t, "Sure?", open.Message)
	require.NoError(t, d.Dialogs.Answer(t.Context(), true, ""))
	require.True(t, accepted)
	require.Equal(t, "accepted", d.Dialogs.Dialogs()[0].Answer)
}
