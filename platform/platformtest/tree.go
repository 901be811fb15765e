package platformtest

import (
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

func testControls(r *rig) {
	r.open("controls.html")
	tree := r.tree()
	require.Equal(r, "Controls", tree.Title)
	require.Equal(r, r.pages.URL+"/controls.html", tree.URL)
	require.Equal(r, 1, r.node("heading", "Controls").Level)
	button := r.node("button", "Press me")
	require.True(r, button.Visible && button.InViewport && button.Clickable)
	require.False(r, r.node("button", "Ghost").Visible)
	require.Empty(r, r.node("button", "Ghost").Text, "hidden text is not rendered")
	name := r.node("textbox", "Name")
	require.True(r, name.Editable)
	require.Equal(r, screen.FromLabel, name.NameFrom)
	agree := r.node("checkbox", "Agree")
	require.True(r, agree.State.Checkable)
	require.False(r, agree.State.Checked)
	r.click("checkbox", "Agree")
	require.True(r, r.node("checkbox", "Agree").State.Checked)
	colour := r.node("combobox", "Colour")
	require.Equal(r, "Red", colour.Value)
	require.Len(r, colour.Options, 3)
	require.True(r, colour.Options[2].Disabled)
	require.Equal(r, r.pages.URL+"/second.html", r.node("link", "Second page").Href)
	for i, n := range tree.Nodes {
		require.Less(r, n.Parent, i, "a parent stands before its children")
	}
}

func testIDs(r *rig) {
	r.open("controls.html")
	before := r.node("button", "Press me")
	r.click("button", "Press me")
	r.wantOut("pressed 1")
	after := r.node("button", "Press me")
	require.Equal(r, before.ID, after.ID)
	n, err := r.d.Elements.Element(r.Context(), before.ID)
	require.NoError(r, err)
	after.Parent, n.Parent = -1, -1
	require.Equal(r, after, n, "read alone it is the same node")
	r.visit("second.html")
	_, err = r.d.Elements.Element(r.Context(), before.ID)
	r.wantClass(platform.Permanent, err)
}

func testHit(r *rig) {
	r.open("controls.html")
	button, covered := r.node("button", "Press me"), r.node("button", "Covered")
	hit, err := r.d.Elements.HitTest(r.Context(), button.ID, button.Box.Center())
	require.NoError(r, err)
	require.Equal(r, platform.Hit{OK: true}, hit)
	hit, err = r.d.Elements.HitTest(r.Context(), covered.ID, covered.Box.Center())
	require.NoError(r, err)
	require.False(r, hit.OK)
	require.Contains(r, hit.By, "shade")
	hit, err = r.d.Elements.HitTest(r.Context(), button.ID, covered.Box.Center())
	require.NoError(r, err)
	require.False(r, hit.OK)
}

func testTree(r *rig) {
	r.open("tree.html")
	tree := r.tree()
	get := func(role, name string) screen.Node {
		r.Helper()
		n, ok := find(tree, role, name)
		require.True(r, ok, "no %s %q", role, name)
		return n
	}
	get("banner", "")
	get("navigation", "Primary")
	get("main", "")
	require.True(r, get("link", "Home").State.Selected)
	require.False(r, get("link", "Orders").State.Selected)
	get("listitem", "")
	get("table", "Orders")
	require.Equal(r, 2, get("columnheader", "Sum").Column)
	cell := get("cell", "Ana")
	require.Equal(r, 1, cell.Column)
	require.Equal(r, "row", tree.Nodes[cell.Parent].Role)
	require.Equal(r, "x", get("button", "Delete Ana").Text)
	require.Equal(r, screen.FromAriaLabel, get("button", "Delete Ana").NameFrom)

	require.Equal(r, "ten", get("textbox", "First label").Value)
	require.Equal(r, screen.FromPlaceholder, get("textbox", "Search here").NameFrom)
	amount := r.byHTMLID("amount")
	require.Empty(r, amount.Name)
	require.Equal(r, "Amount:", amount.VisualLabel)
	nick := get("textbox", "Nick")
	require.Equal(r, "kes", nick.Value)
	require.True(r, nick.State.Required)

	require.True(r, get("button", "Save").State.Disabled)
	menu := get("button", "Menu").State
	require.True(r, menu.Expandable && !menu.Expanded)
	bold := get("button", "Bold").State
	require.True(r, bold.Pressable && bold.Pressed)
	require.True(r, get("img", "A cat").Picture)
	dialog := get("dialog", "Cookies")
	require.True(r, dialog.State.Modal)
	accept := get("button", "Accept")
	require.True(r, tree.Within(tree.ByID(accept.ID), tree.ByID(dialog.ID)))

	card := r.byHTMLID("pointer")
	require.True(r, card.Clickable)
	require.Equal(r, "clickable", card.Role)
	require.Equal(r, "Card title", card.Text)
	box := r.byHTMLID("box")
	require.True(r, box.Scrollable)

	texts := map[string]screen.Node{}
	for _, n := range tree.Nodes {
		if n.Role == "text" {
			texts[n.Text] = n
		}
		require.NotContains(r, n.Text, "secret", "display:none is not read")
		require.NotContains(r, n.Text, "collapsed", "what no pixel shows is not read")
		require.NotContains(r, n.Text, "inside details")
	}
	require.Contains(r, texts, "Hello big world")
	require.Contains(r, texts, "SHOUT")
	require.True(r, texts["row 1"].InViewport)
	require.True(r, texts["row 2"].Visible)
	require.False(r, texts["row 2"].InViewport, "it is scrolled out of its container")
	require.Contains(r, get("main", "").Text, "Hello big world")
	require.Contains(r, get("main", "").Text, "Nick", "shadow roots are read")
}

func testFrames(r *rig) {
	r.open("frames.html")
	tree := r.tree()
	outer, ok := find(tree, "iframe", "Outer")
	require.True(r, ok)
	inner, ok := find(tree, "iframe", "Inner")
	require.True(r, ok)
	button, ok := find(tree, "button", "Inner button")
	require.True(r, ok)
	require.Equal(r, "0.0", button.Frame)
	require.True(r, tree.Within(tree.ByID(button.ID), tree.ByID(inner.ID)))
	require.True(r, tree.Within(tree.ByID(inner.ID), tree.ByID(outer.ID)))
	require.Greater(r, inner.Box.X, outer.Box.X+7+3, "border and padding are counted")

	alone, err := r.d.Elements.Element(r.Context(), button.ID)
	require.NoError(r, err)
	require.Equal(r, button.Box, alone.Box)
	hit, err := r.d.Elements.HitTest(r.Context(), button.ID, button.Box.Center())
	require.NoError(r, err)
	require.True(r, hit.OK, "in the way: %s", hit.By)
	r.click("button", "Inner button")
	r.wantOut("inner pressed")
	r.click("button", "Shadow button")
	require.Eventually(r, func() bool { return strings.HasPrefix(r.byHTMLID("out").Text, "s") }, pollFor, pollEach)
}
