package click_test

import (
	"context"
	"errors"
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

func TestAClickReachesTheButton(t *testing.T) {
	t.Parallel()
	clicks := 0
	b := commandtest.New(t, fakedevice.Button("save", "Save", func(*fakedevice.World) { clicks++ }))
	out, err := commandtest.Do(t, b, click.New(), `{"target":"Save"}`)
	require.NoError(t, err)
	require.Equal(t, `Clicked button "Save"`, out)
	require.Equal(t, 1, clicks)
	require.Len(t, b.Env.Located, 1)
	require.Equal(t, "save", b.Env.Located[0].Node.ID)
}

func TestWhatStaysInTheWayIsNamed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		clicks := 0
		cover := fakedevice.El("cookies", "dialog", "Cookies")
		cover.Box = screen.Box{W: 1280, H: 800}
		b := commandtest.New(t, fakedevice.Button("save", "Save", func(*fakedevice.World) { clicks++ }), cover)
		_, err := commandtest.Do(t, b, click.New(), `{"target":"Save"}`)
		f := commandtest.Failure(t, err, commands.Covered)
		require.Contains(t, f.Message, `dialog "Cookies" is in the way`)
		require.Zero(t, clicks)
	})
}

func TestACoverThatGoesIsWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		clicks := 0
		cover := fakedevice.El("overlay", "status", "Loading")
		cover.Box = screen.Box{W: 1280, H: 800}
		b := commandtest.New(t, fakedevice.Button("save", "Save", func(*fakedevice.World) { clicks++ }), cover)
		b.Env.Device.Elements = &goingCover{Fake: b.Fake, left: 30}
		_, err := commandtest.Do(t, b, click.New(), `{"target":"Save"}`)
		require.NoError(t, err)
		require.Equal(t, 1, clicks)
		require.Regexp(t, `waited \d\.\d s for status "Loading" to go`, b.Env.Notes[0])
	})
}

// goingCover hides the overlay after so many hit tests.
type goingCover struct {
	*fakedevice.Fake
	left int
}

func (g *goingCover) HitTest(ctx context.Context, id string, p screen.Point) (platform.Hit, error) {
	if g.left--; g.left == 0 {
		g.With(func(w *fakedevice.World) { w.Hide("overlay") })
	}
	return g.Fake.HitTest(ctx, id, p)
}

func TestAFreeCornerWillDo(t *testing.T) {
	t.Parallel()
	clicks := 0
	button := fakedevice.Button("save", "Save", func(*fakedevice.World) { clicks++ })
	button.Box = screen.Box{X: 100, Y: 100, W: 200, H: 40}
	badge := fakedevice.El("badge", "status", "New")
	badge.Box = screen.Box{X: 180, Y: 110, W: 40, H: 20}
	b := commandtest.New(t, button, badge)
	_, err := commandtest.Do(t, b, click.New(), `{"target":"Save"}`)
	require.NoError(t, err)
	require.Equal(t, 1, clicks)
}

func TestADisabledButtonIsNotClicked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		button := fakedevice.Button("save", "Save", nil)
		button.State.Disabled = true
		b := commandtest.New(t, button)
		_, err := commandtest.Do(t, b, click.New(), `{"target":"Save"}`)
		commandtest.Failure(t, err, commands.TargetDisabled)
		require.NotContains(t, b.Calls(), "Click")
	})
}

func TestAButtonThatBecomesEnabledIsClicked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		button := fakedevice.Button("save", "Save", nil)
		button.State.Disabled = true
		b := commandtest.New(t, button)
		reads := 0
		b.Env.Device.Elements = &onRead{b.Fake, func() {
			if reads++; reads == 3 {
				b.With(func(w *fakedevice.World) { w.El("save").State.Disabled = false })
			}
		}}
		_, err := commandtest.Do(t, b, click.New(), `{"target":"Save"}`)
		require.NoError(t, err)
		require.Contains(t, b.Env.Notes[0], "to be enabled")
	})
}

type onRead struct {
	*fakedevice.Fake
	before func()
}

func (o *onRead) Element(ctx context.Context, id string) (screen.Node, error) {
	o.before()
	return o.Fake.Element(ctx, id)
}

func TestStates(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		checked, stuck bool
		args           string
		want, failure  string
		now            bool
	}{
		"a box is ticked and read back":        {args: `{"target":"Terms","state":"on"}`, want: `Clicked checkbox "Terms", it is now checked`, now: true},
		"a ticked box is left alone":           {checked: true, args: `{"target":"Terms","state":"on"}`, want: `checkbox "Terms" was already checked, nothing was clicked`, now: true},
		"a ticked box is unticked":             {checked: true, args: `{"target":"Terms","state":"off"}`, want: `Clicked checkbox "Terms", it is now not checked`},
		"a box that takes no tick is reported": {stuck: true, args: `{"target":"Terms","state":"on"}`, failure: commands.StateNotChanged},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				box := fakedevice.Checkbox("terms", "Terms")
				box.State.Checked = tc.checked
				if tc.stuck {
					box.OnClick = func(w *fakedevice.World) { w.El("terms").State.Checked = false }
				}
				b := commandtest.New(t, box)
				out, err := commandtest.Do(t, b, click.New(), tc.args)
				if tc.failure != "" {
					commandtest.Failure(t, err, tc.failure)
					return
				}
				require.NoError(t, err)
				require.Equal(t, tc.want, out)
				b.With(func(w *fakedevice.World) { require.Equal(t, tc.now, w.El("terms").State.Checked) })
			})
		})
	}
}

func TestAPlainButtonHasNoState(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.Button("save", "Save", nil))
	_, err := commandtest.Do(t, b, click.New(), `{"target":"Save","state":"on"}`)
	commandtest.Failure(t, err, commands.InvalidArguments)
}

func TestAHiddenRadioIsClickedByItsLabel(t *testing.T) {
	t.Parallel()
	radio := fakedevice.El("r", "radio", "Express")
	radio.Label, radio.State.Checkable, radio.HTMLName = "Express", true, "ship"
	radio.Box = screen.Box{X: 10, Y: 10, W: 1, H: 1}
	cover := fakedevice.El("c", "clickable", "card")
	cover.Box = screen.Box{W: 300, H: 100}
	label := fakedevice.El("l", "text", "Express")
	label.Tag, label.Box = "label", screen.Box{X: 10, Y: 40, W: 80, H: 20}
	label.OnClick = func(w *fakedevice.World) { w.El("r").State.Checked = true }
	b := commandtest.New(t, radio, cover, label)
	out, err := commandtest.Do(t, b, click.New(), `{"target":"Express","state":"on"}`)
	require.NoError(t, err)
	require.Equal(t, `Clicked radio "Express", it is now checked`, out)
	require.Contains(t, b.Env.Notes[0], "label")
}

func TestAnOpenDialogComesFirst(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.Button("save", "Save", nil))
	b.With(func(w *fakedevice.World) { w.Dialog("confirm", "Sure?", nil) })
	_, err := commandtest.Do(t, b, click.New(), `{"target":"Save"}`)
	f := commandtest.Failure(t, err, commands.DialogOpen)
	require.Contains(t, f.Error(), `"Sure?"`)
}

func TestTheTemplateOfATargetIsResolvedAndStaysInTheReport(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.Button("save", "Save 4711", nil))
	require.NoError(t, b.Env.Memory.Set("order", "4711"))
	_, err := commandtest.Do(t, b, click.New(), `{"target":"Save {{order}}"}`)
	require.NoError(t, err)
	require.Equal(t, "Save {{order}}", b.Env.Located[0].Description)
	_, err = commandtest.Do(t, b, click.New(), `{"target":"Save {{ordre}}"}`)
	require.Contains(t, commandtest.Failure(t, err, commands.UnknownVariable).Message, "order")
}

func TestDeviceErrors(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		class platform.Class
		want  string // "" : comes back as it is
	}{
		"a refusal is not allowed":       {platform.Refused, commands.NotAllowed},
		"unsupported is said":            {platform.Unsupported, commands.UnsupportedCommand},
		"permanent is a device error":    {platform.Permanent, commands.DeviceError},
		"blocked is an open dialog":      {platform.Blocked, commands.DialogOpen},
		"transient is the loop's matter": {platform.Transient, ""},
		"gone is the loop's matter":      {platform.Gone, ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := commandtest.New(t, fakedevice.Button("save", "Save", nil))
			b.FailNext("Click", &platform.Error{Op: "click", Class: tc.class, Err: context.DeadlineExceeded})
			_, err := commandtest.Do(t, b, click.New(), `{"target":"Save"}`)
			if tc.want == "" {
				require.Equal(t, tc.class, platform.ClassOf(err))
				return
			}
			commandtest.Failure(t, err, tc.want)
		})
	}
}

func TestInstruction(t *testing.T) {
	t.Parallel()
	e, err := commands.Erase(click.New())
	require.NoError(t, err)
	for args, want := range map[string]string{
		`{"target":"Sign In"}`:                                         `Click "Sign In"`,
		`{"target":"Row","count":2}`:                                   `Double-click "Row"`,
		`{"target":"Row","button":"right"}`:                            `Right-click "Row"`,
		`{"target":"Row","hold_ms":800}`:                               `Press and hold "Row"`,
		`{"target":"Row","modifiers":["Shift"]}`:                       `Shift+click "Row"`,
		`{"target":"Terms","state":"on"}`:                              `Turn on "Terms"`,
		`{"target":"Row","number":"7","point":null,"modifiers":"Alt"}`: `Alt+click "Row"`,
	} {
		p, err := e.Decode([]byte(args))
		require.NoError(t, err, args)
		require.Equal(t, want, e.Instruction(p))
	}
}

func TestArgumentsThatMakeNoSenseAreNamed(t *testing.T) {
	t.Parallel()
	e, err := commands.Erase(click.New())
	require.NoError(t, err)
	for args, want := range map[string]string{
		`{}`:                               `"target" is missing`,
		`{"target":"A","button":"up"}`:     `"button" must be one of left, right, middle, not "up"`,
		`{"target":"A","count":9}`:         `"count" must be at most 3`,
		`{"target":"A","colour":"red"}`:    `there is no field "colour"; the fields are target`,
		`{"target":"A","point":[1]}`:       `"point"`,
		`{"target":"A","modifiers":["x"]}`: `"modifiers[0]" must be one of`,
	} {
		_, err := e.Decode([]byte(args))
		require.ErrorContains(t, err, want, args)
	}
}

func TestABoxThatLeavesThePageIsTicked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		box := fakedevice.Checkbox("all", "Show all")
		box.OnClick = func(w *fakedevice.World) { w.Goto("https://shop.example/all") }
		b := commandtest.New(t, box)
		out, err := commandtest.Do(t, b, click.New(), `{"target":"Show all","state":"on"}`)
		require.NoError(t, err)
		require.Equal(t, `Clicked checkbox "Show all"`, out)
		require.Contains(t, b.Env.Notes, commands.WentOn)
	})
}

// finger cannot hover.
type finger struct{ platform.MouseDriver }

func (finger) Hover(context.Context, screen.Point) error {
	return &platform.Error{Op: "hover", Class: platform.Unsupported, Err: errors.New("a touch screen has no pointer that hovers")}
}

func TestAFingerTapsWithoutComingNearFirst(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t, fakedevice.Button("go", "Go", nil))
	b.Env.Device.Mouse, b.Env.Device.Touch = finger{b.Env.Device.Mouse}, true
	out, err := commandtest.Do(t, b, click.New(), `{"target":"Go"}`)
	require.NoError(t, err)
	require.Equal(t, `Clicked button "Go"`, out)
}
