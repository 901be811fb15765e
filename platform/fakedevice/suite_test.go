package fakedevice_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/platform/fakedevice"
	"github.com/verdict-run/verdict/platform/platformtest"
)

const site = "http://fake.test"

func TestTheFakePassesTheProtocolPartOfTheSuite(t *testing.T) {
	t.Parallel()
	platformtest.Run(t, func(_ *testing.T, spec platform.Spec) *platform.Device {
		return fakedevice.New(fakedevice.Config{
			Pages: map[string]func() *fakedevice.Page{
				site + "/controls.html": controls,
				site + "/second.html":   second,
			},
			ArtifactDir: spec.ArtifactDir,
		}).Device()
	}, platformtest.Pages{URL: site, Lacks: []platformtest.Ability{
		platformtest.Points, platformtest.Layout, platformtest.Frames, platformtest.Scale, platformtest.Closing,
	}})
}

func second() *fakedevice.Page {
	return &fakedevice.Page{Title: "Second", Elements: []*fakedevice.Element{
		fakedevice.Heading("title", "Second page"), fakedevice.Text("out", "second"),
	}}
}

// controls plays pages/controls.html of the suite.
func controls() *fakedevice.Page {
	say := func(w *fakedevice.World, text string) { w.SetText("out", text) }
	presses := 0
	name := fakedevice.Field("name", "Name")
	name.OnInput = func(w *fakedevice.World, v string) { say(w, "name is "+v) }
	name.OnEnter = func(w *fakedevice.World) { say(w, "submitted "+w.Value("name")) }
	colour := fakedevice.Select("colour", "Colour", "Red", "Green", "Black")
	colour.Options[2].Disabled = true
	colour.OnInput = func(w *fakedevice.World, v string) { say(w, "colour is "+v) }
	toppings := fakedevice.Select("toppings", "Toppings", "Ham", "Olives", "Corn")
	toppings.Role, toppings.State.Multiple = "listbox", true
	toppings.OnInput = func(w *fakedevice.World, v string) { say(w, "toppings are "+strings.ReplaceAll(v, ", ", " ")) }
	day := fakedevice.Field("day", "Day")
	day.Role, day.Type = "date", "date"
	day.OnInput = func(w *fakedevice.World, v string) { say(w, "day is "+v) }
	hover := fakedevice.Button("hover", "Hover me", nil)
	hover.OnHover = func(w *fakedevice.World) { say(w, "hovered") }
	card := fakedevice.El("card", "text", "Card")
	card.Draggable = true
	basket := fakedevice.El("basket", "region", "Basket")
	basket.OnDrop = func(w *fakedevice.World, from string) { say(w, "dropped "+from) }
	covered := fakedevice.Button("covered", "Covered", nil)
	covered.Box = screen.Box{X: 900, Y: 40, W: 120, H: 40}
	shade := fakedevice.El("shade", "generic", "shade")
	shade.Box = screen.Box{X: 880, Y: 20, W: 200, H: 100}
	file := fakedevice.Field("file", "File")
	file.Role, file.Type, file.Editable = "file", "file", false
	file.OnFiles = func(w *fakedevice.World, files []string) { say(w, "file "+filepath.Base(files[0])) }
	download := fakedevice.Link("download", "Download report", "")
	download.OnClick = func(w *fakedevice.World) { w.Download("report.txt", "all is well\n") }
	newTab := fakedevice.Link("tab", "New tab", "")
	newTab.OnClick = func(w *fakedevice.World) { w.OpenTab(site + "/second.html") }
	far := fakedevice.Button("far", "Far away", func(w *fakedevice.World) { say(w, "far pressed") })
	far.Box = screen.Box{X: 24, Y: 3000, W: 120, H: 32}
	page := &fakedevice.Page{Title: "Controls", Elements: []*fakedevice.Element{
		fakedevice.Heading("title", "Controls"),
		fakedevice.Text("out", ""),
		fakedevice.Button("press", "Press me", func(w *fakedevice.World) { presses++; say(w, "pressed "+strconv.Itoa(presses)) }),
		fakedevice.Button("later", "Later", func(w *fakedevice.World) { w.Later(func(w *fakedevice.World) { say(w, "late") }) }),
		fakedevice.Button("hidden", "Ghost", nil).Hide(),
		name, fakedevice.Password("secret", "Secret"), fakedevice.Checkbox("agree", "Agree"), colour, toppings, day, hover, card, basket,
		fakedevice.Button("copy", "Copy code", func(w *fakedevice.World) { w.Copy("CODE-42") }),
		file, download,
	}}
	// The second column.
	column := []*fakedevice.Element{
		fakedevice.Button("fail", "Fail", func(w *fakedevice.World) {
			w.Fault(platform.Fault{Kind: "console", Text: "something broke"})
			w.Request("GET", "/missing.json", 404)
			say(w, "failed")
		}),
		fakedevice.Button("ask", "Ask", func(w *fakedevice.World) {
			w.Dialog("confirm", "Delete it?", func(w *fakedevice.World, ok bool, _ string) {
				say(w, map[bool]string{true: "confirmed", false: "refused"}[ok])
			})
		}),
		fakedevice.Button("prompt", "Prompt", func(w *fakedevice.World) {
			w.Dialog("prompt", "Your name?", func(w *fakedevice.World, _ bool, text string) { say(w, "answer "+text) })
		}),
		fakedevice.Link("next", "Second page", site+"/second.html"), newTab,
	}
	for i, e := range column {
		e.Box = screen.Box{X: 500, Y: 200 + float64(i)*50, W: 120, H: 32}
	}
	page.Elements = slices.Concat(page.Elements, column, []*fakedevice.Element{covered, shade, far})
	return page
}
