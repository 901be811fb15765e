// Package lamp is an example of a platform: one lamp with a switch and a dimmer.
package lamp

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// size is of the picture; every coordinate is a pixel of it.
var size = screen.Size{W: 160, H: 120}

// Lamp is the device under test and the drivers to it.
type Lamp struct {
	mu         sync.Mutex
	on         bool
	brightness int // 0 to 9
}

// Install makes a new lamp for a case: Lamp itself is the platform.Installer.
func (*Lamp) Install(context.Context, platform.Spec) (*platform.Device, error) {
	l := &Lamp{brightness: 5}
	return &platform.Device{
		Name: "lamp", Screen: l, Mouse: l, Keyboard: keys{l}, App: l,
		// A lamp has no elements, addresses or tabs: what stays nil is not offered to a model.
		Close: func(context.Context) error { return nil },
	}, nil
}

// Close ends nothing, as the lamp needs no process.
func (*Lamp) Close(context.Context) error { return nil }

// Resolution is the size of the picture.
func (*Lamp) Resolution(context.Context) (screen.Size, error) { return size, nil }

// Screenshot shows the bulb as bright as it is.
func (l *Lamp) Screenshot(context.Context) (platform.Image, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	shade := color.Gray{Y: 20}
	if l.on {
		shade.Y = uint8(75 + 20*l.brightness)
	}
	img := image.NewGray(image.Rect(0, 0, size.W, size.H))
	draw.Draw(img, img.Rect, image.NewUniform(shade), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return platform.Image{}, &platform.Error{Op: "screenshot", Class: platform.Permanent, Err: err}
	}
	return platform.Image{Data: b.Bytes(), MIME: "image/png", Size: size}, nil
}

// Click anywhere is a click on the switch.
func (l *Lamp) Click(context.Context, screen.Point, platform.ClickOptions) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.on = !l.on
	return nil
}

// WaitUntilStable is true at once: a lamp does not load.
func (*Lamp) WaitUntilStable(context.Context, platform.StableOptions) (platform.Stability, error) {
	return platform.Stability{Stable: true}, nil
}

// Hover does nothing.
func (*Lamp) Hover(context.Context, screen.Point) error { return nil }

// Scroll is not possible.
func (*Lamp) Scroll(context.Context, screen.Point, float64, float64) error { return cannot("scroll") }

// Drag is not possible.
func (*Lamp) Drag(context.Context, screen.Point, screen.Point) error { return cannot("drag") }

// keys are the dimmer's two keys. Their methods are those of platform.KeyboardDriver.
type keys struct{ lamp *Lamp }

func (k keys) Press(_ context.Context, chord string) error {
	k.lamp.mu.Lock()
	defer k.lamp.mu.Unlock()
	switch chord {
	case "+":
		k.lamp.brightness = min(9, k.lamp.brightness+1)
	case "-":
		k.lamp.brightness = max(0, k.lamp.brightness-1)
	default:
		return cannot("press " + chord)
	}
	return nil
}

func (keys) Type(context.Context, string) error { return cannot("type") }
func (keys) SelectAll(context.Context) error    { return cannot("select all") }
func (keys) Clear(context.Context) error        { return cannot("clear") }

// cannot is the error for what a device does not do; a model is told so and nothing is retried.
func cannot(op string) error {
	return &platform.Error{Op: op, Class: platform.Unsupported, Err: errors.New("a lamp cannot do that")}
}
