package appium

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/tebeka/selenium"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

const (
	tapTime     = 60 * time.Millisecond
	betweenTaps = 100 * time.Millisecond
	swipeTime   = 400 * time.Millisecond
	// restTime before the finger leaves keeps a scroll from running on.
	restTime = 250 * time.Millisecond
	// grabTime is how long Android and iOS want a finger to rest before it drags.
	grabTime = 700 * time.Millisecond
	// longestSwipe bounds a scroll, as a part of the picture; what is further is done in several.
	longestSwipe = .6
	maxSwipes    = 12
)

// finger performs one gesture. A gesture that failed midway lets go.
func (s *session) finger(ctx context.Context, actions ...selenium.PointerAction) error {
	defer s.acted()
	return s.natively(ctx, func() error {
		s.wd.StorePointerActions("finger1", selenium.TouchPointer, actions...)
		if err := s.wd.PerformActions(); err != nil {
			_ = s.wd.ReleaseActions() // the error that counts is the gesture's
			return err
		}
		return nil
	})
}

func (s *session) moveTo(p screen.Point, d time.Duration) selenium.PointerAction {
	x, y := s.place.unit(p)
	return selenium.PointerMoveAction(d, selenium.Point{X: x, Y: y}, selenium.FromViewport)
}

func down() selenium.PointerAction { return selenium.PointerDownAction(selenium.LeftButton) }
func up() selenium.PointerAction   { return selenium.PointerUpAction(selenium.LeftButton) }

// Click taps; Count 2 is a double tap and Hold a long press. A finger has neither other buttons nor modifiers.
func (s *session) Click(ctx context.Context, p screen.Point, o platform.ClickOptions) error {
	const op = "tap"
	return s.do(ctx, op, func(ctx context.Context) error {
		if o.Button != "" && o.Button != "left" {
			return unsupported(op, "a finger has no "+o.Button+" button; a long press may open the menu")
		}
		if len(o.Modifiers) > 0 {
			return unsupported(op, "a finger holds no keys")
		}
		if err := s.within(ctx, op, p); err != nil {
			return err
		}
		hold := max(o.Hold, tapTime)
		actions := []selenium.PointerAction{s.moveTo(p, 0)}
		for n := range max(o.Count, 1) {
			if n > 0 {
				actions = append(actions, selenium.PointerPauseAction(betweenTaps))
			}
			actions = append(actions, down(), selenium.PointerPauseAction(hold), up())
		}
		return s.finger(ctx, actions...)
	})
}

// Hover is what no finger can do. A server would answer a mouse move with success and do nothing.
func (s *session) Hover(context.Context, screen.Point) error {
	return unsupported("hover", "a touch screen has no pointer that hovers")
}

// Scroll moves the content under p by dx, dy pixels: in a page to the pixel, elsewhere by swipes, whose way the application may shorten.
func (s *session) Scroll(ctx context.Context, p screen.Point, dx, dy float64) error {
	const op = "scroll"
	return s.do(ctx, op, func(ctx context.Context) error {
		if err := s.within(ctx, op, p); err != nil {
			return err
		}
		if s.web() {
			_, err := s.scrollAt(ctx, p, dx, dy)
			return err
		}
		return s.swipes(ctx, p, dx, dy)
	})
}

// swipes moves the content under p by dx, dy pixels in as many swipes as it takes.
func (s *session) swipes(ctx context.Context, p screen.Point, dx, dy float64) error {
	w, h := float64(s.place.size.W), float64(s.place.size.H)
	for range maxSwipes {
		stepX := math.Max(-w*longestSwipe, math.Min(w*longestSwipe, dx))
		stepY := math.Max(-h*longestSwipe, math.Min(h*longestSwipe, dy))
		if math.Abs(stepX) < 1 && math.Abs(stepY) < 1 {
			return nil
		}
		from, to := span(p.X, stepX, w), span(p.Y, stepY, h)
		a, b := screen.Point{X: from[0], Y: to[0]}, screen.Point{X: from[1], Y: to[1]}
		if err := s.finger(ctx, s.moveTo(a, 0), down(), s.moveTo(b, swipeTime), selenium.PointerPauseAction(restTime), up()); err != nil {
			return err
		}
		dx, dy = dx-stepX, dy-stepY
	}
	return nil
}

// span places a finger's way against the content's within a length, clear of the
// edges, where systems have gestures of their own.
func span(at, step, length float64) [2]float64 {
	edge := length * .08
	from := at
	if end := from - step; end < edge {
		from += edge - end
	} else if end > length-edge {
		from -= end - (length - edge)
	}
	from = math.Max(edge, math.Min(length-edge, from))
	if step == 0 {
		from = at
	}
	return [2]float64{from, math.Max(0, math.Min(length-1, from-step))}
}

// Drag rests on from until the system takes it as a grab, moves in steps and lets go at to.
func (s *session) Drag(ctx context.Context, from, to screen.Point) error {
	const op = "drag"
	return s.do(ctx, op, func(ctx context.Context) error {
		if err := s.within(ctx, op, from, to); err != nil {
			return err
		}
		actions := []selenium.PointerAction{s.moveTo(from, 0), down(), selenium.PointerPauseAction(grabTime)}
		const steps = 10
		for n := 1; n <= steps; n++ {
			part := float64(n) / steps
			actions = append(actions, s.moveTo(screen.Point{X: from.X + (to.X-from.X)*part, Y: from.Y + (to.Y-from.Y)*part}, 50*time.Millisecond))
		}
		actions = append(actions, selenium.PointerPauseAction(restTime), up())
		if err := s.finger(ctx, actions...); err != nil {
			return fmt.Errorf("from %g,%g to %g,%g: %w", from.X, from.Y, to.X, to.Y, err)
		}
		return nil
	})
}
