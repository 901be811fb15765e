package selectoption_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	selectoption "github.com/verdict-run/verdict/commands/select"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func TestANativeSelect(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		multiple         bool
		args             string
		want, value      string
		failure, message string
	}{
		"by text, case apart":       {args: `{"target":"Size","options":["large"]}`, want: `Selected "Large" in combobox "Size"`, value: "Large"},
		"what is chosen already":    {args: `{"target":"Size","options":["Small"]}`, want: `combobox "Size" had "Small" chosen already`, value: "Small"},
		"several of a multiple one": {multiple: true, args: `{"target":"Size","options":["Large","Small"]}`, want: `Selected "Small", "Large" in combobox "Size"`, value: "Small, Large"},
		"several of a single one":   {args: `{"target":"Size","options":["Large","Small"]}`, failure: commands.InvalidArguments, message: "takes one option only"},
		"one that is not there":     {args: `{"target":"Size","options":["Huge"]}`, failure: commands.OptionNotFound, message: "there are: Small, Medium, Large"},
		"neither options nor text":  {args: `{"target":"Size"}`, message: `"options" is missing`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := fakedevice.Select("size", "Size", "Small", "Medium", "Large")
				s.State.Multiple = tc.multiple
				b := commandtest.New(t, s)
				out, err := commandtest.Do(t, b, selectoption.New(), tc.args)
				if tc.message != "" {
					require.ErrorContains(t, err, tc.message)
					if tc.failure != "" {
						commandtest.Failure(t, err, tc.failure)
					}
					return
				}
				require.NoError(t, err)
				require.Equal(t, tc.want, out)
				b.With(func(w *fakedevice.World) { require.Equal(t, tc.value, w.Value("size")) })
			})
		})
	}
}

func TestASelectThatTurnsBackFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := fakedevice.Select("size", "Size", "Small", "Large")
		s.OnInput = func(w *fakedevice.World, _ string) {
			e := w.El("size")
			e.Value, e.Options[0].Selected, e.Options[1].Selected = "Small", true, false
		}
		b := commandtest.New(t, s)
		_, err := commandtest.Do(t, b, selectoption.New(), `{"target":"Size","options":["Large"]}`)
		require.Contains(t, commandtest.Failure(t, err, commands.ValueNotKept).Message, `shows "Small"`)
	})
}

func TestAGroupOfRadios(t *testing.T) {
	t.Parallel()
	group := fakedevice.El("g", "radiogroup", "Shipping")
	group.Box = screen.Box{X: 0, Y: 0, W: 5, H: 5}
	radio := func(id, name string) *fakedevice.Element {
		r := fakedevice.Checkbox(id, name)
		r.Role, r.HTMLName, r.Parent = "radio", "ship", 0
		return r
	}
	b := commandtest.New(t, group, radio("s", "Standard"), radio("e", "Express"))
	out, err := commandtest.Do(t, b, selectoption.New(), `{"target":"Shipping","options":["Express"]}`)
	require.NoError(t, err)
	require.Equal(t, `Selected "Express" in radiogroup "Shipping"`, out)
	b.With(func(w *fakedevice.World) { require.True(t, w.El("e").State.Checked) })
	_, err = commandtest.Do(t, b, selectoption.New(), `{"target":"Shipping","options":["Pigeon"]}`)
	require.Contains(t, commandtest.Failure(t, err, commands.OptionNotFound).Hint, "Standard, Express")
}

// dropdown is a button that opens a list; shows says whether it takes over the choice.
func dropdown(role string, shows bool, names ...string) []*fakedevice.Element {
	control := fakedevice.El("c", role, "City")
	control.Tag, control.Clickable, control.State.Expandable = "div", true, true
	elements := []*fakedevice.Element{control}
	show := func(w *fakedevice.World, open bool) {
		w.El("c").State.Expanded = open
		for i := range names {
			w.El(fmt.Sprint(i)).Hidden = !open
		}
	}
	control.OnClick = func(w *fakedevice.World) { show(w, !w.El("c").State.Expanded) }
	for i, n := range names {
		o := fakedevice.El(fmt.Sprint(i), "option", n).Hide()
		o.Clickable = true
		o.OnClick = func(w *fakedevice.World) {
			if shows {
				w.El("c").Value = n
			}
			show(w, false)
		}
		elements = append(elements, o)
	}
	return elements
}

func TestACustomList(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		shows   bool
		args    string
		want    string
		failure string
		hint    string
	}{
		"an option is clicked and shown":    {shows: true, args: `{"target":"City","options":["lisbon"]}`, want: `Selected "Lisbon" in combobox "City"`},
		"a list that does not take it over": {args: `{"target":"City","options":["Lisbon"]}`, failure: commands.ValueNotKept},
		"an option that is not there":       {shows: true, args: `{"target":"City","options":["Oslo"]}`, failure: commands.OptionNotFound, hint: "there are: Porto, Lisbon"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := commandtest.New(t, dropdown("combobox", tc.shows, "Porto", "Lisbon")...)
				out, err := commandtest.Do(t, b, selectoption.New(), tc.args)
				if tc.failure != "" {
					f := commandtest.Failure(t, err, tc.failure)
					require.Contains(t, f.Hint, tc.hint)
					return
				}
				require.NoError(t, err)
				require.Equal(t, tc.want, out)
				require.Equal(t, "1", b.Env.Located[1].Node.ID, "the option is on record too")
			})
		})
	}
}

func TestAMenuHasNothingToReadBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		elements := dropdown("button", false, "Rename", "Delete")
		for _, e := range elements[1:] {
			e.Role = "menuitem"
		}
		b := commandtest.New(t, elements...)
		out, err := commandtest.Do(t, b, selectoption.New(), `{"target":"City","options":["Delete"]}`)
		require.NoError(t, err)
		require.Contains(t, out, "a menu item, nothing to read back")
	})
}

// window is a virtual list: of all names it holds those of one window only.
type window struct {
	*fakedevice.Fake
	names []string
	top   int
}

func (v *window) ScrollBy(_ context.Context, _ string, _, dy float64) (bool, error) {
	was := v.top
	v.top = min(max(0, v.top+int(dy/32)), len(v.names)-5)
	v.With(func(w *fakedevice.World) {
		for i := range 5 {
			name := v.names[v.top+i]
			e := w.El(fmt.Sprint(i))
			e.Name, e.Text = name, name
			e.OnClick = func(w *fakedevice.World) { w.El("c").Value = name; e.State.Selected = true }
		}
	})
	return v.top != was, nil
}

func TestAVirtualListIsScrolled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var names []string
		for i := range 200 {
			names = append(names, fmt.Sprintf("Part %d", i))
		}
		b := commandtest.New(t, dropdown("combobox", true, names[:5]...)...)
		b.Env.Device.Elements = &window{Fake: b.Fake, names: names}
		out, err := commandtest.Do(t, b, selectoption.New(), `{"target":"City","options":["Part 177"]}`)
		require.NoError(t, err)
		require.Equal(t, `Selected "Part 177" in combobox "City"`, out)
	})
}

func TestATypeaheadIsTypedInto(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		input := fakedevice.Field("c", "City")
		input.Role = "combobox"
		option := fakedevice.El("o", "option", "Lisbon").Hide()
		option.Clickable = true
		option.OnClick = func(w *fakedevice.World) { w.El("c").Value = "Lisbon, Portugal"; w.Hide("o") }
		input.OnInput = func(w *fakedevice.World, v string) {
			if strings.HasPrefix(v, "Lis") {
				w.Show("o")
			}
		}
		b := commandtest.New(t, input, option)
		out, err := commandtest.Do(t, b, selectoption.New(), `{"target":"City","options":["Lisbon"]}`)
		require.NoError(t, err)
		require.Equal(t, `Selected "Lisbon" in combobox "City"`, out)
		require.True(t, slices.Contains(b.Calls(), "Type 6 characters"))
	})
}

func TestATextIsMarked(t *testing.T) {
	t.Parallel()
	f := fakedevice.Field("f", "Note")
	f.Value = "see you tomorrow"
	b := commandtest.New(t, f)
	out, err := commandtest.Do(t, b, selectoption.New(), `{"target":"Note","text":"tomorrow"}`)
	require.NoError(t, err)
	require.Equal(t, `Marked "tomorrow" in textbox "Note"`, out)
	_, err = commandtest.Do(t, b, selectoption.New(), `{"target":"Note","text":"today"}`)
	commandtest.Failure(t, err, commands.DeviceError)
}

func TestASelectThatLeavesThePageIsDone(t *testing.T) {
	t.Parallel()
	const there = "https://shop.example/de"
	for name, next := range map[string]*fakedevice.Element{
		"nothing like it is there":   fakedevice.Text("hello", "Willkommen"),
		"one that starts anew there": fakedevice.Select("size", "Language", "Choose", "German"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				s := fakedevice.Select("lang", "Language", "English", "German")
				s.OnInput = func(w *fakedevice.World, _ string) { w.Goto(there) }
				f := fakedevice.New(fakedevice.Config{Start: commandtest.URL, Pages: map[string]func() *fakedevice.Page{
					commandtest.URL: func() *fakedevice.Page { return &fakedevice.Page{Elements: []*fakedevice.Element{s}} },
					there:           func() *fakedevice.Page { return &fakedevice.Page{Elements: []*fakedevice.Element{next}} },
				}})
				b := commandtest.New(t)
				b.Fake, b.Env.Device, b.Env.Locator = f, f.Device(), commandtest.Locator{Device: f.Device()}
				out, err := commandtest.Do(t, b, selectoption.New(), `{"target":"Language","options":["German"]}`)
				require.NoError(t, err)
				require.Equal(t, `Selected "German" in combobox "Language"`, out)
				require.Empty(t, b.Env.Watches, "there is nothing to read again")
				require.Contains(t, strings.Join(b.Env.Notes, "; "), "went on to another address")
				require.Less(t, time.Since(start), time.Second)
			})
		})
	}
}

// leaving goes on to another page when the element has been read a number of times.
type leaving struct {
	platform.ElementDriver
	reads int
	leave func()
}

func (l *leaving) Element(ctx context.Context, id string) (screen.Node, error) {
	n, err := l.ElementDriver.Element(ctx, id)
	if l.reads--; l.reads == 0 {
		l.leave()
	}
	return n, err
}

// TestASelectWhosePageLeavesBetweenTwoLooks: however late the page goes on, what it shows then is not read as the choice.
func TestASelectWhosePageLeavesBetweenTwoLooks(t *testing.T) {
	t.Parallel()
	const there = "https://shop.example/de"
	for reads := 1; reads <= 3; reads++ {
		t.Run(fmt.Sprintf("after %d", reads), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := fakedevice.New(fakedevice.Config{Start: commandtest.URL, Pages: map[string]func() *fakedevice.Page{
					commandtest.URL: func() *fakedevice.Page {
						s := fakedevice.Select("lang", "Language", "English", "German")
						s.OnInput = func(*fakedevice.World, string) { s.Options[1].Selected = false } // or it were read as done before the page goes
						return &fakedevice.Page{Elements: []*fakedevice.Element{s}}
					},
					there: func() *fakedevice.Page {
						return &fakedevice.Page{Elements: []*fakedevice.Element{fakedevice.Select("language", "Language", "English", "German")}}
					},
				}})
				b := commandtest.New(t)
				d := f.Device()
				b.Fake, b.Env.Device, b.Env.Locator = f, d, commandtest.Locator{Device: d}
				d.Elements = &leaving{ElementDriver: d.Elements, reads: reads + 1, leave: func() {
					require.NoError(t, d.Navigation.Navigate(t.Context(), there))
				}}
				out, err := commandtest.Do(t, b, selectoption.New(), `{"target":"Language","options":["German"]}`)
				require.NoError(t, err)
				require.Equal(t, `Selected "German" in combobox "Language"`, out)
				require.Empty(t, b.Env.Watches)
				require.Contains(t, b.Env.Notes, commands.WentOn)
			})
		})
	}
}

func TestARadioThatLeavesThePageIsDone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		german := fakedevice.Checkbox("de", "German")
		german.Role, german.HTMLName = "radio", "lang"
		german.OnClick = func(w *fakedevice.World) { w.Goto("https://shop.example/de") }
		b := commandtest.New(t, german)
		out, err := commandtest.Do(t, b, selectoption.New(), `{"target":"German","options":["German"]}`)
		require.NoError(t, err)
		require.Contains(t, out, `Selected "German"`)
		require.Contains(t, strings.Join(b.Env.Notes, "; "), "went on to another address")
	})
}

func TestASelectThatVanishesIsNotFound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := fakedevice.Select("size", "Size", "Small", "Large")
		b := commandtest.New(t, s)
		s.OnInput = func(w *fakedevice.World, _ string) { w.Page().Elements = nil }
		_, err := commandtest.Do(t, b, selectoption.New(), `{"target":"Size","options":["Large"]}`)
		commandtest.Failure(t, err, commands.TargetNotFound)
	})
}

func TestABrowserThatIsGoneAfterAChoiceIsNoSuccess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := fakedevice.Select("size", "Size", "Small", "Large")
		b := commandtest.New(t, s)
		dead := &platform.Error{Op: "element", Class: platform.Gone, Err: errors.New("the browser was closed or crashed")}
		device := *b.Env.Device
		device.Elements = dies{b.Env.Device.Elements, &s.Value, dead}
		b.Env.Device = &device
		_, err := commandtest.Do(t, b, selectoption.New(), `{"target":"Size","options":["Large"]}`)
		require.Equal(t, platform.Gone, platform.ClassOf(err))
	})
}

// dies reads no element any more once a value was chosen.
type dies struct {
	platform.ElementDriver
	value *string
	err   error
}

func (d dies) Element(ctx context.Context, id string) (screen.Node, error) {
	if *d.value == "Large" {
		return screen.Node{}, d.err
	}
	return d.ElementDriver.Element(ctx, id)
}
