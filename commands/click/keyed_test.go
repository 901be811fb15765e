package click_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/click"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

// under puts a bar over a control and clicks the control.
func under(t *testing.T, control *fakedevice.Element, change func(b *commandtest.Bench, bar *fakedevice.Element), args string) (*commandtest.Bench, string, error) {
	t.Helper()
	bar := fakedevice.El("bar", "region", "Cookies")
	bar.Box, bar.Bar = screen.Box{W: 1280, H: 300}, true
	b := commandtest.New(t, control, bar)
	if change != nil {
		change(b, bar)
	}
	out, err := commandtest.Do(t, b, click.New(), args)
	return b, out, err
}

func TestAControlUnderABarIsClickedByKeyAndThatIsAWarning(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		clicks := 0
		b, out, err := under(t, fakedevice.Button("save", "Save", func(*fakedevice.World) { clicks++ }), nil, `{"target":"Save"}`)
		require.NoError(t, err)
		require.Equal(t, 1, clicks)
		require.Equal(t, `Clicked button "Save"`, out)
		require.Contains(t, b.Calls(), "PressOn save Enter")
		want := []string{`pressed Enter instead, as region "Cookies" lay over it: nobody can click it there`}
		require.Equal(t, want, b.Env.Warnings)
		require.Subset(t, b.Env.Notes, want)
	})
}

func TestABoxUnderABarIsTickedBySpaceAndReadBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, out, err := under(t, fakedevice.Checkbox("terms", "Terms"), nil, `{"target":"Terms","state":"on"}`)
		require.NoError(t, err)
		require.Equal(t, `Clicked checkbox "Terms", it is now checked`, out)
		require.Contains(t, b.Calls(), "PressOn terms Space")
	})
}

func TestWhereTheKeyboardIsNoWay(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		control func(e *fakedevice.Element)
		change  func(b *commandtest.Bench, bar *fakedevice.Element)
		args    string
	}{
		"the cover is no bar":        {change: func(_ *commandtest.Bench, bar *fakedevice.Element) { bar.Bar = false }},
		"the device has no such way": {change: func(b *commandtest.Bench, _ *fakedevice.Element) { b.Env.Device.Focus = nil }},
		"no native control":          {control: func(e *fakedevice.Element) { e.Tag = "div" }},
		"the focus goes elsewhere": {control: func(e *fakedevice.Element) {
			e.OnFocus = func(w *fakedevice.World) { w.El("bar").State.Focused, w.El("save").State.Focused = true, false }
		}},
		"a second thing that is no bar too": {change: func(b *commandtest.Bench, _ *fakedevice.Element) { b.Env.Device.Elements = &mixed{Fake: b.Fake} }},
		"a double click":                    {args: `{"target":"Save","count":2}`},
		"a right click":                     {args: `{"target":"Save","button":"right"}`},
		"a long press":                      {args: `{"target":"Save","hold_ms":500}`},
		"a click with a modifier":           {args: `{"target":"Save","modifiers":["Shift"]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				clicks := 0
				button := fakedevice.Button("save", "Save", func(*fakedevice.World) { clicks++ })
				if tc.control != nil {
					tc.control(button)
				}
				args := tc.args
				if args == "" {
					args = `{"target":"Save"}`
				}
				b, _, err := under(t, button, tc.change, args)
				require.Contains(t, commandtest.Failure(t, err, commands.Covered).Message, "is in the way")
				require.Zero(t, clicks)
				require.Empty(t, b.Env.Warnings)
			})
		})
	}
}

// mixed says of every second point that what lies over it is no bar.
type mixed struct {
	*fakedevice.Fake
	n int
}

func (m *mixed) HitTest(ctx context.Context, id string, p screen.Point) (platform.Hit, error) {
	h, err := m.Fake.HitTest(ctx, id, p)
	m.n++
	h.Strip = h.Strip && m.n%2 == 0
	return h, err
}

func TestWhatMovesAwayFromThePointerIsNotClicked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		clicks, side := 0, 0.0
		button := fakedevice.Button("win", "Claim prize", func(*fakedevice.World) { clicks++ })
		button.Box = screen.Box{X: 100, Y: 100, W: 200, H: 40}
		b := commandtest.New(t, button)
		b.Env.Device.Mouse = &chased{Fake: b.Fake, flee: func() { side = 400 - side }}
		b.Env.Device.Elements = &fleeing{Fake: b.Fake, at: func() float64 { return 100 + side }}
		_, err := commandtest.Do(t, b, click.New(), `{"target":"Claim prize"}`)
		f := commandtest.Failure(t, err, commands.Covered)
		require.Equal(t, `button "Claim prize" moves away when the pointer comes near`, f.Message)
		require.Zero(t, clicks)
		require.Equal(t, []string{"it moved when it was pointed at"}, b.Env.Notes, "said once")
		require.NotContains(t, b.Calls(), "PressOn win Enter", "the keyboard is no way around it")
	})
}

// chased moves the target at each hover.
type chased struct {
	*fakedevice.Fake
	flee func()
}

func (c *chased) Hover(ctx context.Context, p screen.Point) error {
	c.flee()
	return c.Fake.Hover(ctx, p)
}

// fleeing shows the target at another place.
type fleeing struct {
	*fakedevice.Fake
	at func() float64
}

func (f *fleeing) Element(ctx context.Context, id string) (screen.Node, error) {
	n, err := f.Fake.Element(ctx, id)
	n.Box.X = f.at()
	return n, err
}

func (f *fleeing) HitTest(context.Context, string, screen.Point) (platform.Hit, error) {
	return platform.Hit{OK: true}, nil
}
