package check

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strconv"

	"github.com/verdict-run/verdict/agent/screen"
)

// ErrNoBaseline says that no picture is stored under a name yet.
var ErrNoBaseline = errors.New("no picture is stored under that name")

// Pictures are the two sides of a Looks form, secrets painted over in both.
type Pictures interface {
	// Now is the screen as it is.
	Now() (image.Image, error)
	// Baseline is the stored picture; ErrNoBaseline when there is none.
	Baseline(name string) (image.Image, error)
	// Store keeps a picture as the new baseline; false when that is not asked for.
	Store(name string, p image.Image) (bool, error)
}

// pictured: the page, or the subject's box on it, is the stored picture Name, but for Number percent of the pixels. What
// Except names is not compared. A picture stored just now proves nothing: there was nothing to compare it with.
func pictured(f Form, w World) verdict {
	if w.Pictures == nil {
		return unsure("pictures are not compared here")
	}
	now, err := w.Pictures.Now()
	if err != nil {
		return unsure("the screen could not be seen: " + err.Error())
	}
	area := now.Bounds()
	if f.Subject != nil {
		n, _, failed := ground(f.Subject, w)
		if n == nil {
			return failed
		}
		if area = pixels(n.Box).Intersect(area); area.Empty() {
			return unsure(screen.Describe(n) + " is not in view")
		}
	}
	var masks []image.Rectangle
	for i := range f.Except {
		n, _, failed := ground(&f.Except[i], w)
		if n == nil {
			failed.Answer = CannotTell
			return failed
		}
		masks = append(masks, pixels(n.Box))
	}
	part := crop(now, area)
	if stored, err := w.Pictures.Store(f.Name, part); err != nil {
		return unsure("the picture could not be stored: " + err.Error())
	} else if stored {
		return unsure(fmt.Sprintf("the picture %q was stored as it is now; the next run compares with it", f.Name))
	}
	base, err := w.Pictures.Baseline(f.Name)
	if errors.Is(err, ErrNoBaseline) {
		return unsure(fmt.Sprintf("no picture is stored as %q: run once with --update-baselines", f.Name))
	}
	if err != nil {
		return unsure("the stored picture cannot be read: " + err.Error())
	}
	if a, b := part.Bounds().Size(), base.Bounds().Size(); a != b {
		return no("the picture is %dx%d pixels, the stored one %dx%d", a.X, a.Y, b.X, b.Y).sides(size(b), size(a))
	}
	for i := range masks {
		masks[i] = masks[i].Sub(area.Min)
	}
	different, box := difference(part, base, masks)
	share := 100 * float64(different) / float64(area.Dx()*area.Dy())
	v := either(share <= f.Number, "%d pixels (%.3f %%) differ from the stored picture %q", different, share, f.Name)
	v = v.sides("at most "+figure(f.Number)+" %", strconv.FormatFloat(share, 'f', 3, 64)+" %")
	if different > 0 {
		box = box.Add(area.Min)
		v.Boxes = append(v.Boxes, screen.Box{X: float64(box.Min.X), Y: float64(box.Min.Y), W: float64(box.Dx()), H: float64(box.Dy())})
	}
	return v
}

func size(p image.Point) string { return fmt.Sprintf("%dx%d", p.X, p.Y) }

func pixels(b screen.Box) image.Rectangle {
	return image.Rect(int(b.X), int(b.Y), int(b.X+b.W+.999), int(b.Y+b.H+.999))
}

// crop is a part of a picture, with its corner at the origin.
func crop(p image.Image, area image.Rectangle) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: area.Size()})
	draw.Draw(out, out.Rect, p, area.Min, draw.Src)
	return out
}

// difference counts the pixels of two pictures of one size that differ, and the box around them. A pixel that has a
// like one beside it in the other picture, as smoothed edges have, does not count.
func difference(a *image.RGBA, base image.Image, masks []image.Rectangle) (count int, box image.Rectangle) {
	b := crop(base, base.Bounds())
	for y := range a.Rect.Dy() {
	row:
		for x := range a.Rect.Dx() {
			p, q := a.RGBAAt(x, y), b.RGBAAt(x, y)
			if p == q || alike(p, q) || beside(b, x, y, p) && beside(a, x, y, q) {
				continue
			}
			for _, m := range masks {
				if (image.Point{X: x, Y: y}).In(m) {
					continue row
				}
			}
			count++
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return count, box
}

// beside reports a pixel like c around x, y.
func beside(p *image.RGBA, x, y int, c color.RGBA) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if at := (image.Point{X: x + dx, Y: y + dy}); at.In(p.Rect) && alike(p.RGBAAt(at.X, at.Y), c) {
				return true
			}
		}
	}
	return false
}

// alike forgives what eyes do not see: 24 of 255 in each channel.
func alike(a, b color.RGBA) bool {
	const most = 24
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= most }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B)
}
