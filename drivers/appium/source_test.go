package appium_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

const androidSource = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy index="0" rotation="0" width="300" height="600">
 <android.widget.FrameLayout class="android.widget.FrameLayout" bounds="[0,0][300,600]" enabled="true" displayed="true">
  <android.widget.TextView class="android.widget.TextView" text="Email" bounds="[10,20][100,40]" enabled="true" displayed="true"/>
  <android.widget.EditText class="android.widget.EditText" text="ann@example.org" resource-id="com.shop:id/mail" bounds="[10,50][290,90]" enabled="true" clickable="true" focused="true" displayed="true"/>
  <android.widget.EditText class="android.widget.EditText" text="Password" hint="Password" password="true" bounds="[10,100][290,140]" enabled="true" clickable="true" displayed="true"/>
  <android.widget.EditText class="android.widget.EditText" text="s3cret" hint="Pin" password="true" bounds="[10,150][290,190]" enabled="true" clickable="true" displayed="true"/>
  <android.widget.CheckBox class="android.widget.CheckBox" text="Remember" checkable="true" checked="true" clickable="true" bounds="[10,200][290,240]" enabled="true" displayed="true"/>
  <android.view.ViewGroup class="android.view.ViewGroup" clickable="true" bounds="[10,250][290,290]" enabled="true" displayed="true">
   <android.widget.TextView class="android.widget.TextView" text="Orders" bounds="[20,255][200,285]" enabled="true" displayed="true"/>
  </android.view.ViewGroup>
  <android.widget.Button class="android.widget.Button" text="Log in" clickable="true" bounds="[10,300][290,340]" enabled="false" displayed="true"/>
  <android.widget.ImageView class="android.widget.ImageView" content-desc="Cart" clickable="true" bounds="[10,350][40,380]" enabled="true" displayed="true"/>
 </android.widget.FrameLayout>
</hierarchy>`

const iosSource = `<AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Shop" label="Shop" enabled="true" visible="true" x="0" y="0" width="100" height="200">
 <XCUIElementTypeNavigationBar type="XCUIElementTypeNavigationBar" name="Log in" enabled="true" visible="true" x="0" y="0" width="100" height="20"/>
 <XCUIElementTypeTextField type="XCUIElementTypeTextField" value="Email" placeholderValue="Email" enabled="true" visible="true" x="10" y="30" width="80" height="10"/>
 <XCUIElementTypeSecureTextField type="XCUIElementTypeSecureTextField" value="s3cret" label="Password" enabled="true" visible="true" x="10" y="50" width="80" height="10"/>
 <XCUIElementTypeSwitch type="XCUIElementTypeSwitch" label="Remember" value="1" enabled="true" visible="true" x="10" y="70" width="80" height="10"/>
 <XCUIElementTypeButton type="XCUIElementTypeButton" label="Log in" enabled="true" visible="true" x="10" y="90" width="80" height="10"/>
</XCUIElementTypeApplication></AppiumAUT>`

// line is what a test says of a node.
type line struct {
	Role, Name, Value string
	Box               screen.Box
}

func lines(t *screen.Tree) []line {
	var out []line
	for _, n := range t.Nodes {
		out = append(out, line{n.Role, n.Name, n.Value, n.Box})
	}
	return out
}

func TestTheSourceOfAnAndroidPhone(t *testing.T) {
	t.Parallel()
	s := phone()
	s.source = androidSource
	d, err := install(t, s, platform.Spec{Platform: "android"})
	require.NoError(t, err)
	tree, err := d.Elements.Elements(t.Context())
	require.NoError(t, err)
	box := func(x, y, w, h float64) screen.Box { return screen.Box{X: x, Y: y, W: w, H: h} }
	require.Empty(t, cmp.Diff([]line{
		{"text", "Email", "", box(10, 20, 90, 20)},
		{"textbox", "", "ann@example.org", box(10, 50, 280, 40)},
		{"password", "Password", "", box(10, 100, 280, 40)},
		{"password", "Pin", "", box(10, 150, 280, 40)},
		{"checkbox", "Remember", "", box(10, 200, 280, 40)},
		{"clickable", "Orders", "", box(10, 250, 280, 40)},
		{"text", "Orders", "", box(20, 255, 180, 30)},
		{"button", "Log in", "", box(10, 300, 280, 40)},
		{"button", "Cart", "", box(10, 350, 30, 30)},
	}, lines(tree)))
	require.Equal(t, "Email", tree.Nodes[1].VisualLabel)
	require.True(t, tree.Nodes[1].State.Focused)
	require.True(t, tree.Nodes[4].State.Checked)
	require.True(t, tree.Nodes[7].State.Disabled)
	for _, n := range tree.Nodes {
		require.NotContains(t, n.Text+n.OwnText+n.Name+n.Value, "s3cret")
	}
	again, err := d.Elements.Element(t.Context(), tree.Nodes[7].ID)
	require.NoError(t, err)
	require.Equal(t, "Log in", again.Name)
	_, err = d.Elements.Element(t.Context(), "snonesuch")
	require.Equal(t, platform.Permanent, platform.ClassOf(err))
	hit, err := d.Elements.HitTest(t.Context(), tree.Nodes[5].ID, screen.Point{X: 100, Y: 270})
	require.NoError(t, err)
	require.True(t, hit.OK, "the text lies in what is tapped")
	hit, err = d.Elements.HitTest(t.Context(), tree.Nodes[7].ID, screen.Point{X: 100, Y: 270})
	require.NoError(t, err)
	require.Equal(t, platform.Hit{By: `text "Orders"`}, hit)
}

func TestTheSourceOfAnIPhone(t *testing.T) {
	t.Parallel()
	s := phone()
	s.source = iosSource
	d, err := install(t, s, platform.Spec{Platform: "ios"})
	require.NoError(t, err)
	tree, err := d.Elements.Elements(t.Context())
	require.NoError(t, err)
	box := func(x, y, w, h float64) screen.Box { return screen.Box{X: x, Y: y, W: w, H: h} }
	require.Empty(t, cmp.Diff([]line{
		{"banner", "Log in", "", box(0, 0, 300, 60)},
		{"textbox", "Email", "", box(30, 90, 240, 30)},
		{"password", "Password", "", box(30, 150, 240, 30)},
		{"switch", "Remember", "", box(30, 210, 240, 30)},
		{"button", "Log in", "", box(30, 270, 240, 30)},
	}, lines(tree)))
	require.Equal(t, "Log in", tree.Title)
	require.True(t, tree.Nodes[3].State.Checked)
}
