package platformtest

import (
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

func testPressOn(r *rig) {
	r.open("controls.html")
	if r.d.Focus == nil {
		r.Skip("the device cannot reach an element with the keyboard")
	}
	button := r.node("button", "Press me")
	require.NoError(r, r.d.Focus.PressOn(r.Context(), button.ID, "Enter"))
	r.wantOut("pressed 1")
	require.True(r, r.node("button", "Press me").State.Focused)
	agree := r.node("checkbox", "Agree")
	require.NoError(r, r.d.Focus.PressOn(r.Context(), agree.ID, "Space"))
	require.True(r, r.node("checkbox", "Agree").State.Checked)
	r.wantClass(platform.Permanent, r.d.Focus.PressOn(r.Context(), r.node("heading", "Controls").ID, "Enter"))
	r.wantClass(platform.Permanent, r.d.Focus.PressOn(r.Context(), "nowhere", "Enter"))
	r.wantOut("pressed 1")
	require.NoError(r, r.d.Focus.PressOn(r.Context(), r.node("link", "Second page").ID, "Enter"))
	r.settle()
	r.node("heading", "Second page")
}
