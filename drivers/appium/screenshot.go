package appium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/png" // WebDriver pictures are PNG
	"math"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// geometry relates the picture to the units the server counts in: pixels on
// Android, points on iOS, CSS pixels in web pages.
type geometry struct {
	size  screen.Size // of the picture
	scale float64     // pixels a unit
	// at is where the page begins whose places are counted from its corner, in units; 0,0 elsewhere.
	at screen.Point
}

// unit is a point of the picture in the server's units, rounded.
func (g geometry) unit(p screen.Point) (x, y int) {
	return int(math.Round(p.X / g.scale)), int(math.Round(p.Y / g.scale))
}

// Screenshot is what the device shows.
func (s *session) Screenshot(ctx context.Context) (platform.Image, error) {
	return call(ctx, s, "screenshot", s.picture)
}

// picture takes a screenshot and measures again when its size is a new one, as after a rotation.
func (s *session) picture(ctx context.Context) (platform.Image, error) {
	data, err := s.wd.Screenshot()
	if err != nil {
		return platform.Image{}, err
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return platform.Image{}, fmt.Errorf("the screenshot cannot be read: %w", err)
	}
	size := screen.Size{W: c.Width, H: c.Height}
	if size != s.place.size || s.place.scale == 0 {
		if err := s.measure(ctx, size); err != nil {
			return platform.Image{}, err
		}
	}
	return platform.Image{Data: data, MIME: "image/png", Size: size}, nil
}

var errUnmeasured = errors.New("the size of the screen cannot be measured")

// measure finds the scale from the width alone: heights differ by bars that the window does not count.
func (s *session) measure(ctx context.Context, size screen.Size) error {
	if s.onIOS() {
		return s.measureIOS(ctx, size)
	}
	width := float64(size.W)
	if s.web() {
		v, err := s.script(ctx, "return innerWidth * (window.visualViewport ? visualViewport.scale : 1)")
		if err != nil {
			return err
		}
		width, _ = v.(float64)
	}
	if width < 1 || size.W < 1 {
		return errUnmeasured
	}
	s.place = geometry{size: size, scale: float64(size.W) / width}
	return nil
}

// Resolution is the size of the picture Screenshot returns, as measured last.
func (s *session) Resolution(ctx context.Context) (screen.Size, error) {
	return call(ctx, s, "resolution", func(ctx context.Context) (screen.Size, error) {
		if s.place.scale == 0 {
			if _, err := s.picture(ctx); err != nil {
				return screen.Size{}, err
			}
		}
		return s.place.size, nil
	})
}

// within refuses points that are not in the picture.
func (s *session) within(ctx context.Context, op string, points ...screen.Point) error {
	if s.place.scale == 0 {
		if _, err := s.picture(ctx); err != nil {
			return err
		}
	}
	for _, p := range points {
		if p.X < 0 || p.Y < 0 || p.X >= float64(s.place.size.W) || p.Y >= float64(s.place.size.H) {
			return permanent(op, "%g,%g lies outside of the picture of %dx%d", p.X, p.Y, s.place.size.W, s.place.size.H)
		}
	}
	return nil
}
