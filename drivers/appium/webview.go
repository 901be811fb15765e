package appium

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/verdict-run/verdict/agent/screen"
)

// onIOS says that the units are those of iOS: the picture is of the whole device also where the commands go to a page.
func (s *session) onIOS() bool {
	return s.kind == ios || s.kind == browser && s.wire.alwaysMatch["platformName"] == "iOS"
}

// natively runs work outside of the page. Inside of one iOS tells no place on the screen, and a gesture may count from
// the page's corner or from the screen's.
func (s *session) natively(ctx context.Context, work func() error) (err error) {
	if !s.onIOS() || !s.web() {
		return work()
	}
	page := s.context
	if page == "" {
		if err := s.raw(ctx, http.MethodGet, "/context", nil, &page); err != nil {
			return err
		}
	}
	if err := s.toContext(ctx, nativeApp); err != nil {
		return err
	}
	defer func() {
		if back := s.toContext(context.WithoutCancel(ctx), page); back != nil {
			s.die(fmt.Errorf("the phone did not go back to the page: %w", back)) // nobody could say where the next command goes
			err = errors.Join(err, back)
		}
	}()
	return work()
}

func (s *session) toContext(ctx context.Context, name string) error {
	return s.raw(ctx, http.MethodPost, "/context", map[string]any{"name": name}, nil)
}

// rect is of a window or an element, in points.
type rect struct{ X, Y, Width, Height float64 }

// measureIOS finds how many pixels a point has, and where on the screen the page begins.
func (s *session) measureIOS(ctx context.Context, size screen.Size) error {
	return s.natively(ctx, func() error {
		var window rect
		if err := s.raw(ctx, http.MethodGet, "/window/rect", nil, &window); err != nil {
			return err
		}
		if window.Width < 1 || size.W < 1 {
			return errUnmeasured
		}
		place := geometry{size: size, scale: float64(size.W) / window.Width}
		if s.web() {
			view, err := s.webView(ctx)
			if err != nil {
				return err
			}
			place.at = screen.Point{X: view.X, Y: view.Y}
		}
		s.place = place
		return nil
	})
}

// webView is the largest web view on the screen.
func (s *session) webView(ctx context.Context) (rect, error) {
	var found []map[string]string
	if err := s.raw(ctx, http.MethodPost, "/elements", map[string]any{"using": "class name", "value": "XCUIElementTypeWebView"}, &found); err != nil {
		return rect{}, err
	}
	var largest rect
	for _, one := range found {
		for _, id := range one {
			var r rect
			if err := s.raw(ctx, http.MethodGet, "/element/"+id+"/rect", nil, &r); err != nil {
				return rect{}, err
			}
			if r.Width*r.Height > largest.Width*largest.Height {
				largest = r
			}
		}
	}
	if largest.Width < 1 {
		return rect{}, errors.New("no web view is on the screen")
	}
	return largest, nil
}
