package check_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

// gallery has a screen and one baseline, "home".
type gallery struct {
	now, home image.Image
	update    bool
	saved     image.Image
}

func (g *gallery) Now() (image.Image, error) { return g.now, nil }

func (g *gallery) Baseline(name string) (image.Image, error) {
	if name != "home" || g.home == nil {
		return nil, check.ErrNoBaseline
	}
	return g.home, nil
}

func (g *gallery) Store(_ string, p image.Image) (bool, error) {
	if g.update {
		g.saved = p
	}
	return g.update, nil
}

// canvas is a white picture with black rectangles.
func canvas(w, h int, black ...image.Rectangle) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(p, p.Rect, image.White, image.Point{}, draw.Src)
	for _, r := range black {
		draw.Draw(p, r, image.Black, image.Point{}, draw.Src)
	}
	return p
}

func TestPicturesAreCompared(t *testing.T) {
	t.Parallel()
	block := image.Rect(20, 20, 60, 40)
	base := canvas(200, 100, block)
	faint := canvas(200, 100, block)
	faint.Set(150, 50, color.RGBA{240, 240, 240, 255})
	tree := screentest.Parse("region \"Clock\" box=100,0,50,50\n  text \"12:00\" box=100,0,50,50\nregion \"Summary\" box=0,0,80,60\n  text \"Total\" box=0,0,80,60")
	clock := *el("section", "Clock")
	form := func(change func(*check.Form)) check.Form {
		f := check.Form{Kind: check.Looks, Name: "home", Quoted: true}
		if change != nil {
			change(&f)
		}
		return f
	}
	for name, c := range map[string]struct {
		now  image.Image
		f    check.Form
		want check.Answer
	}{
		"the same":                            {canvas(200, 100, block), form(nil), yes},
		"what no eye sees":                    {faint, form(nil), yes},
		"an edge smoothed otherwise":          {canvas(200, 100, image.Rect(21, 20, 61, 40)), form(nil), yes},
		"a dot":                               {canvas(200, 100, block, image.Rect(150, 50, 153, 53)), form(nil), no},
		"a dot within what is allowed":        {canvas(200, 100, block, image.Rect(150, 50, 153, 53)), form(func(f *check.Form) { f.Number = 1 }), yes},
		"moved":                               {canvas(200, 100, image.Rect(30, 20, 70, 40)), form(nil), no},
		"gone":                                {canvas(200, 100), form(nil), no},
		"another size":                        {canvas(200, 101, block), form(nil), no},
		"a change where it is left out":       {canvas(200, 100, block, image.Rect(110, 10, 120, 20)), form(func(f *check.Form) { f.Except = []screen.Query{clock} }), yes},
		"a change beside what is left out":    {canvas(200, 100, block, image.Rect(110, 60, 120, 70)), form(func(f *check.Form) { f.Except = []screen.Query{clock} }), no},
		"what is left out is not there":       {canvas(200, 100, block), form(func(f *check.Form) { f.Except = []screen.Query{*el("section", "Nobody")} }), idk},
		"no baseline":                         {canvas(200, 100, block), form(func(f *check.Form) { f.Name = "cart" }), idk},
		"it must not look so and it does not": {canvas(200, 100), not(form(nil)), yes},
		"it must not look so and it does":     {canvas(200, 100, block), not(form(nil)), no},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := check.Evaluate(c.f, check.World{Tree: tree, Pictures: &gallery{now: c.now, home: base}})
			require.Equal(t, c.want, got.Answer, got.Reason)
		})
	}
	t.Run("one thing on the page", func(t *testing.T) {
		t.Parallel()
		f := form(func(f *check.Form) { f.Subject = el("section", "Summary") })
		got := check.Evaluate(f, check.World{Tree: tree, Pictures: &gallery{now: canvas(200, 100, block, image.Rect(150, 50, 160, 60)), home: canvas(80, 60, block)}})
		require.Equal(t, yes, got.Answer, got.Reason)
		got = check.Evaluate(f, check.World{Tree: tree, Pictures: &gallery{now: canvas(200, 100), home: canvas(80, 60, block)}})
		require.Equal(t, no, got.Answer, got.Reason)
		require.Equal(t, []screen.Box{{X: 20, Y: 20, W: 40, H: 20}}, got.Boxes)
	})
	t.Run("a picture that was stored proves nothing", func(t *testing.T) {
		t.Parallel()
		g := &gallery{now: canvas(200, 100, block), update: true}
		got := check.Evaluate(form(nil), check.World{Tree: tree, Pictures: g})
		require.Equal(t, idk, got.Answer)
		require.Contains(t, got.Reason, "the next run compares with it")
		require.NotNil(t, g.saved)
	})
	require.True(t, check.Negative(not(form(nil))))
}
