package agent

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // drivers may answer JPEG
	"image/png"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// paintOver covers every box of the picture that shows a secret. Pictures
// without one, the usual case, are not even decoded.
func (r *run) paintOver(p platform.Image, t *screen.Tree) platform.Image {
	boxes := r.secretBoxes(t)
	if len(boxes) == 0 || len(p.Data) == 0 {
		return p
	}
	src, _, err := image.Decode(bytes.NewReader(p.Data))
	if err != nil {
		return platform.Image{} // better no picture than one with a secret
	}
	out := image.NewRGBA(src.Bounds())
	draw.Draw(out, out.Bounds(), src, src.Bounds().Min, draw.Src)
	for _, b := range boxes {
		area := image.Rect(int(b.X)-1, int(b.Y)-1, int(b.X+b.W)+2, int(b.Y+b.H)+2)
		draw.Draw(out, area, image.NewUniform(color.RGBA{60, 60, 70, 255}), image.Point{}, draw.Src)
	}
	var buf bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&buf, out); err != nil {
		return platform.Image{}
	}
	return platform.Image{Data: buf.Bytes(), MIME: "image/png", Size: p.Size}
}

// secretBoxes are the boxes of the smallest nodes that show a secret's value.
func (r *run) secretBoxes(t *screen.Tree) []screen.Box {
	if t == nil {
		return nil
	}
	shows := func(n *screen.Node) bool {
		return r.Memory.Mask(n.Text) != n.Text || r.Memory.Mask(n.OwnText) != n.OwnText || r.Memory.MaskField(n.Value) != n.Value || n.Value == "" && r.Memory.Mask(n.Placeholder) != n.Placeholder
	}
	covered := make([]bool, len(t.Nodes))
	var boxes []screen.Box
	for i := len(t.Nodes) - 1; i >= 0; i-- { // children come after their parents
		n := &t.Nodes[i]
		if p := n.Parent; covered[i] && p >= 0 {
			covered[p] = true
		}
		if !n.Visible || !n.InViewport || !shows(n) {
			continue
		}
		own := r.Memory.Mask(n.OwnText) != n.OwnText || r.Memory.MaskField(n.Value) != n.Value
		if covered[i] && !own {
			continue
		}
		boxes = append(boxes, n.Box)
		covered[i] = true
		if n.Parent >= 0 {
			covered[n.Parent] = true
		}
	}
	return boxes
}
