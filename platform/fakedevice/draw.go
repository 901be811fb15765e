package fakedevice

import (
	"bytes"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/png"

	"github.com/verdict-run/verdict/agent/screen"
)

// draw paints the tree as a PNG: a grey box for each element and one mark for
// each character, so that two pages that read differently look different.
func draw(t *screen.Tree) []byte {
	img := image.NewPaletted(image.Rect(0, 0, t.Viewport.W, t.Viewport.H), color.Palette{
		color.White, color.Gray{0xdd}, color.RGBA{0x20, 0x50, 0xb0, 0xff}, color.Black, color.RGBA{0x30, 0xa0, 0x40, 0xff},
	})
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.InViewport {
			continue
		}
		r := image.Rect(int(n.Box.X), int(n.Box.Y), int(n.Box.X+n.Box.W), int(n.Box.Y+n.Box.H))
		fill, ink := uint8(1), uint8(3)
		switch {
		case n.State.Checked:
			fill = 4
		case n.Role == "button" || n.Role == "link":
			fill, ink = 2, 0
		case n.Role == "text" || n.Role == "heading":
			fill = 0
		}
		stddraw.Draw(img, r, image.NewUniform(img.Palette[fill]), image.Point{}, stddraw.Src)
		text := n.Text
		if text == "" {
			text = n.Name
		}
		write(img, r, text+" "+n.Value, ink)
	}
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&b, img); err != nil {
		panic(err) // a buffer takes everything and the palette is fixed
	}
	return b.Bytes()
}

// write marks each character by the bits of its code: 3 columns of 8 pixels.
func write(img *image.Paletted, r image.Rectangle, text string, ink uint8) {
	x := r.Min.X + 4
	for _, c := range text {
		for bit := range 24 {
			if c>>bit&1 == 1 {
				p := image.Pt(x+bit/8, r.Min.Y+4+bit%8)
				if p.In(r) && p.In(img.Rect) {
					img.SetColorIndex(p.X, p.Y, ink)
				}
			}
		}
		x += 5
	}
}
