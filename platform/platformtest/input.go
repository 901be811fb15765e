package platformtest

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // a driver may choose either
	_ "image/png"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

func testPicture(r *rig) {
	r.open("controls.html")
	r.wantPicture()
	require.Equal(r, r.tree().Viewport, r.size())
}

func (r *rig) size() screen.Size {
	r.Helper()
	size, err := r.d.Screen.Resolution(r.Context())
	require.NoError(r, err)
	return size
}

func (r *rig) wantPicture() {
	r.Helper()
	img, err := r.d.Screen.Screenshot(r.Context())
	require.NoError(r, err)
	require.Equal(r, r.size(), img.Size)
	c, kind, err := image.DecodeConfig(bytes.NewReader(img.Data))
	require.NoError(r, err)
	require.Equal(r, img.MIME, "image/"+kind)
	require.Equal(r, img.Size, screen.Size{W: c.Width, H: c.Height})
}

func testScales(r *rig) {
	for _, scale := range []float64{1, 1.5, 2, 3} {
		r.device(platform.Spec{Width: 801, Height: 503, Scale: scale})
		r.visit("points.html")
		r.wantPicture()
		require.Equal(r, screen.Size{W: 801, H: 503}, r.size(), "scale %g", scale)
		require.NoError(r, r.d.Mouse.Click(r.Context(), screen.Point{X: 700, Y: 400}, platform.ClickOptions{}))
		r.wantOut("700,400 button 0")
		require.NoError(r, r.d.Close(r.Context()))
	}
}

func testPoints(r *rig) {
	r.open("points.html")
	for _, p := range []screen.Point{{X: 0, Y: 0}, {X: 321, Y: 123}, {X: 1279, Y: 799}} {
		require.NoError(r, r.d.Mouse.Click(r.Context(), p, platform.ClickOptions{}))
		r.wantOut(fmt.Sprintf("%g,%g button 0", p.X, p.Y))
	}
	require.NoError(r, r.d.Mouse.Click(r.Context(), screen.Point{X: 5, Y: 6}, platform.ClickOptions{Button: "right", Modifiers: []string{"Shift"}}))
	r.wantOut("5,6 button 2 shift")
	require.NoError(r, r.d.Mouse.Click(r.Context(), screen.Point{X: 50, Y: 60}, platform.ClickOptions{Count: 2}))
	r.wantOut("double")
	r.wantClass(platform.Permanent, r.d.Mouse.Click(r.Context(), screen.Point{X: 1280, Y: 10}, platform.ClickOptions{}))
	r.wantClass(platform.Permanent, r.d.Mouse.Click(r.Context(), screen.Point{X: -1, Y: 10}, platform.ClickOptions{}))
}

func testKeyboard(r *rig) {
	r.open("controls.html")
	r.click("textbox", "Name")
	require.NoError(r, r.d.Keyboard.Type(r.Context(), "Zoë 漢字 👩‍👩‍👧 x"))
	r.wantOut("name is Zoë 漢字 👩‍👩‍👧 x")
	require.Equal(r, "Zoë 漢字 👩‍👩‍👧 x", r.node("textbox", "Name").Value)
	require.True(r, r.node("textbox", "Name").State.Focused)
	require.NoError(r, r.d.Keyboard.Clear(r.Context()))
	require.Empty(r, r.node("textbox", "Name").Value)
	require.NoError(r, r.d.Keyboard.Type(r.Context(), "abc"))
	require.NoError(r, r.d.Keyboard.Press(r.Context(), "Backspace"))
	r.wantOut("name is ab")
	require.NoError(r, r.d.Keyboard.SelectAll(r.Context()))
	require.NoError(r, r.d.Keyboard.Type(r.Context(), "new"))
	r.wantOut("name is new")
	require.NoError(r, r.d.Keyboard.Press(r.Context(), "Control+A"))
	require.NoError(r, r.d.Keyboard.Type(r.Context(), "newer"))
	r.wantOut("name is newer")
	require.NoError(r, r.d.Keyboard.Press(r.Context(), "Enter"))
	r.wantOut("submitted newer")
	r.click("password", "Secret")
	require.NoError(r, r.d.Keyboard.Type(r.Context(), "hidden words"))
	require.Empty(r, r.node("password", "Secret").Value, "a password never stands in the tree")
}

func testScrolling(r *rig) {
	r.open("controls.html")
	far := r.node("button", "Far away")
	require.True(r, far.Visible)
	require.False(r, far.InViewport)
	n, err := r.d.Elements.ScrollIntoView(r.Context(), far.ID)
	require.NoError(r, err)
	require.True(r, n.InViewport)
	require.NoError(r, r.d.Mouse.Click(r.Context(), n.Box.Center(), platform.ClickOptions{}))
	r.wantOut("far pressed")

	moved, err := r.d.Elements.ScrollBy(r.Context(), far.ID, 0, -100000)
	require.NoError(r, err)
	require.True(r, moved)
	moved, err = r.d.Elements.ScrollBy(r.Context(), far.ID, 0, -100)
	require.NoError(r, err)
	require.False(r, moved, "it is at the top")

	moved, err = r.d.Elements.ScrollBy(r.Context(), far.ID, 300, 0)
	require.ErrorIs(r, err, platform.ErrNoScroll, "nothing there scrolls sideways")
	r.wantClass(platform.Permanent, err)
	require.False(r, moved)

	before := r.node("heading", "Controls").Box.Y
	require.NoError(r, r.d.Mouse.Scroll(r.Context(), screen.Point{X: 600, Y: 500}, 0, 300))
	r.settle()
	require.InDelta(r, before-300, r.node("heading", "Controls").Box.Y, 1)
}

func testHover(r *rig) {
	r.open("controls.html")
	require.NoError(r, r.d.Mouse.Hover(r.Context(), r.node("button", "Hover me").Box.Center()))
	r.wantOut("hovered")
}

func testDrag(r *rig) {
	r.open("controls.html")
	card, basket := r.byHTMLID("card"), r.byHTMLID("basket")
	require.True(r, card.Draggable)
	require.NoError(r, r.d.Mouse.Drag(r.Context(), card.Box.Center(), basket.Box.Center()))
	r.wantOut("dropped card")
}

func (r *rig) byHTMLID(id string) screen.Node {
	r.Helper()
	for _, n := range r.tree().Nodes {
		if n.HTMLID == id {
			return n
		}
	}
	require.Fail(r, "no element with that id", id)
	return screen.Node{}
}
