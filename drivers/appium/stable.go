package appium

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/collector"
	"github.com/verdict-run/verdict/platform"
)

const (
	lookEvery    = 150 * time.Millisecond
	defaultLimit = 8 * time.Second // a phone's animations take long, and so do its pictures
	// maxChanged is which part of the pixels may differ in two pictures that count as equal.
	maxChanged = .005
	// statusBar is the part of a phone's picture, from the top, in which clock and signal change.
	statusBar = .035
	// sameColour is how far a channel may be off: pictures of some devices are lossy.
	sameColour = 8
)

// WaitUntilStable looks until two pictures in a row are the same but for the
// status bar and a blinking caret. In a page, which must be quiet too, no picture is needed.
// Quiet is counted from the last action at the earliest: what it sets off may take a moment to begin.
func (s *session) WaitUntilStable(ctx context.Context, o platform.StableOptions) (platform.Stability, error) {
	const op = "wait until stable"
	if o.Quiet <= 0 {
		o.Quiet = lookEvery
	}
	if o.Limit <= 0 {
		o.Limit = defaultLimit
	}
	start := time.Now()
	var last platform.Image
	for {
		reason, err := call(ctx, s, op, func(ctx context.Context) (string, error) {
			if time.Since(s.lastAct) < o.Quiet {
				return "something was just done", nil
			}
			if s.web() {
				return s.pageUnrest(ctx, o.Quiet)
			}
			now, err := s.picture(ctx)
			if err != nil {
				return "", err
			}
			before := last
			last = now
			if before.Data == nil {
				return "the screen was looked at only once", nil
			}
			if bytes.Equal(before.Data, now.Data) || s.alike(before, now) {
				return "", nil
			}
			return "the picture still changes", nil
		})
		switch class := platform.ClassOf(err); {
		case class == platform.Blocked:
			return platform.Stability{Waited: time.Since(start), Reason: "a native dialog is open"}, nil
		case ctx.Err() != nil, class == platform.Gone:
			return platform.Stability{}, err
		case err != nil:
			reason = "the screen cannot be read: " + err.Error()
		case reason == "":
			return platform.Stability{Stable: true, Waited: time.Since(start), Picture: last}, nil
		}
		left := o.Limit - time.Since(start)
		if left <= 0 {
			return platform.Stability{Waited: time.Since(start), Reason: reason}, nil
		}
		step := o.Quiet
		if s.kind == browser {
			step = 25 * time.Millisecond
		}
		if err := pause(ctx, min(step, left)); err != nil {
			return platform.Stability{}, &platform.Error{Op: op, Class: platform.Transient, Err: err}
		}
	}
}

// pause waits, or ends with the context.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// pageUnrest is what the page says still moves, "" for nothing.
func (s *session) pageUnrest(ctx context.Context, quiet time.Duration) (string, error) {
	if err := s.follow(ctx); err != nil {
		return "", err
	}
	state, err := asked[collector.State](ctx, s, "quiet")
	if err != nil {
		return "", err
	}
	why, _ := state.Unrest(quiet)
	return why, nil
}

// alike compares two pictures without the status bar and the surroundings of the caret.
func (s *session) alike(a, b platform.Image) bool {
	if a.Size != b.Size {
		return false
	}
	top := 0
	if s.kind != browser {
		top = int(float64(a.Size.H) * statusBar)
	}
	var caret screen.Box
	if t := s.source.tree; t != nil {
		for i := range t.Nodes {
			if n := &t.Nodes[i]; n.State.Focused && n.Editable {
				caret = n.Box
			}
		}
	}
	x, err := pixels(a)
	if err != nil {
		return false
	}
	y, err := pixels(b)
	if err != nil {
		return false
	}
	return changed(x, y, top, caret) < maxChanged
}

func pixels(i platform.Image) (*image.NRGBA, error) {
	p, err := png.Decode(bytes.NewReader(i.Data))
	if err != nil {
		return nil, err
	}
	if n, ok := p.(*image.NRGBA); ok {
		return n, nil
	}
	n := image.NewNRGBA(image.Rectangle{Max: p.Bounds().Size()})
	draw.Draw(n, n.Bounds(), p, p.Bounds().Min, draw.Src)
	return n, nil
}

// changed is the part of the pixels below top that differ, where what changed in
// the caret's field is left out only when it is a thin line: typed text is a change.
func changed(a, b *image.NRGBA, top int, field screen.Box) float64 {
	size := a.Bounds().Size()
	differ, inField := 0, image.Rectangle{}
	fieldRect := image.Rect(int(field.X), int(field.Y), int(field.X+field.W), int(field.Y+field.H))
	fieldDiffer := 0
	for y := top; y < size.Y; y++ {
		ra, rb := a.Pix[y*a.Stride:y*a.Stride+size.X*4], b.Pix[y*b.Stride:y*b.Stride+size.X*4]
		if bytes.Equal(ra, rb) {
			continue
		}
		for x := 0; x < size.X; x++ {
			if near(ra[x*4:x*4+3], rb[x*4:x*4+3]) {
				continue
			}
			if (image.Point{X: x, Y: y}).In(fieldRect) {
				fieldDiffer++
				inField = inField.Union(image.Rect(x, y, x+1, y+1))
				continue
			}
			differ++
		}
	}
	if inField.Dx() > max(size.X/100, 3) {
		differ += fieldDiffer
	}
	total := size.X * max(size.Y-top, 1)
	return float64(differ) / float64(total)
}

func near(a, b []byte) bool {
	for i := range a {
		d := int(a[i]) - int(b[i])
		if d > sameColour || d < -sameColour {
			return false
		}
	}
	return true
}
