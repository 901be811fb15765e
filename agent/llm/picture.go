package llm

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"

	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// maxPixels is the largest picture that is decoded for scaling, 64 megapixels.
const maxPixels = 64 << 20

// shot is a picture as it is sent, and the size it had.
type shot struct {
	image model.Image
	sent  screen.Size
	full  screen.Size
}

// newShot scales the picture down to a longer side of maxEdge. One that cannot
// be read is sent as it is: the model may still see it.
func newShot(p platform.Image, maxEdge int) *shot {
	s := &shot{image: model.Image{MIME: p.MIME, Data: p.Data, Width: p.Size.W, Height: p.Size.H}, sent: p.Size, full: p.Size}
	config, format, err := image.DecodeConfig(bytes.NewReader(p.Data))
	if err != nil {
		return s
	}
	s.image.MIME = "image/" + format
	s.sent = screen.Size{W: config.Width, H: config.Height}
	if s.full.W <= 0 || s.full.H <= 0 {
		s.full = s.sent
	}
	edge := max(config.Width, config.Height)
	if maxEdge > 0 && edge > maxEdge && config.Width*config.Height <= maxPixels {
		if data, size, err := scale(p.Data, format, maxEdge); err == nil {
			s.image.Data, s.sent = data, size
		}
	}
	s.image.Width, s.image.Height = s.sent.W, s.sent.H
	return s
}

func scale(data []byte, format string, maxEdge int) ([]byte, screen.Size, error) {
	src, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, screen.Size{}, fmt.Errorf("decoding the picture: %w", err)
	}
	b := src.Bounds()
	f := float64(maxEdge) / float64(max(b.Dx(), b.Dy()))
	size := screen.Size{W: max(1, int(float64(b.Dx())*f+0.5)), H: max(1, int(float64(b.Dy())*f+0.5))}
	dst := image.NewRGBA(image.Rect(0, 0, size.W, size.H))
	draw.CatmullRom.Scale(dst, dst.Bounds(), src, b, draw.Src, nil) // small text stays legible
	var out bytes.Buffer
	if format == "jpeg" {
		err = jpeg.Encode(&out, dst, &jpeg.Options{Quality: 88})
	} else {
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, dst)
	}
	if err != nil {
		return nil, screen.Size{}, fmt.Errorf("encoding the picture: %w", err)
	}
	return out.Bytes(), size, nil
}

// words say in the prompt how large the picture is; "" for none.
func (s *shot) words() string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("Picture: %dx%d pixels.", s.sent.W, s.sent.H)
}
