package playwright

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// Screenshot is a PNG of the viewport, one pixel a CSS pixel.
//
// PNG and not JPEG: masking, diffing and cropping need exact pixels, and with
// optimizeForSpeed over the DevTools protocol it is also the fastest format
// (20 to 24 ms against 34 for JPEG q80 on the study's machine).
func (s *session) Screenshot(ctx context.Context) (platform.Image, error) {
	const op = "screenshot"
	inner, cancel := within(ctx, s.eng.cfg.pictureLimit)
	defer cancel()
	return call(inner, s, op, reads, func(ctx context.Context) (platform.Image, error) {
		t, err := s.active(op)
		if err != nil {
			return platform.Image{}, err
		}
		data, err := s.capture(ctx, t)
		if err != nil {
			return platform.Image{}, err
		}
		size, err := pngSize(data)
		t.learn(size)
		return platform.Image{Data: data, MIME: "image/png", Size: size}, err
	})
}

// capture takes the fast way where there is one, and tries again until ctx ends
// while documents take over from each other: a picture asked of one that is just
// left fails or never comes.
func (s *session) capture(ctx context.Context, t *tab) ([]byte, error) {
	for s.eng.cfg.Browser == "chromium" && s.plain {
		data, err := s.tryCapture(ctx, t)
		if err == nil || isGone(err) || ctx.Err() != nil {
			return data, err
		}
		s.eng.cfg.Logger.Debug("fast screenshot failed", "error", err)
		if !isLeaving(err) && !errors.Is(err, context.DeadlineExceeded) {
			break
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return nil, err
		}
	}
	return t.page.Screenshot(pw.PageScreenshotOptions{
		Type: pw.ScreenshotTypePng, Scale: pw.ScreenshotScaleCss, Caret: pw.ScreenshotCaretInitial, Timeout: limit(ctx),
	})
}

// tryCapture is one try, which is left behind when it takes too long.
func (s *session) tryCapture(ctx context.Context, t *tab) ([]byte, error) {
	type picture struct {
		data []byte
		err  error
	}
	ctx, cancel := within(ctx, s.eng.cfg.pictureTry)
	defer cancel()
	got := make(chan picture, 1)
	if !s.background(func() {
		data, err := s.fastCapture(t)
		got <- picture{data, err}
	}) {
		return nil, errClosed
	}
	select {
	case p := <-got:
		return p.data, p.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (s *session) fastCapture(t *tab) ([]byte, error) {
	cdp, err := s.devtools(t)
	if err != nil {
		return nil, err
	}
	v, err := cdp.Send("Page.captureScreenshot", map[string]any{"format": "png", "optimizeForSpeed": true})
	if err != nil {
		return nil, err
	}
	answer, _ := v.(map[string]any)
	text, _ := answer["data"].(string)
	if text == "" {
		return nil, errors.New("the browser sent no picture")
	}
	return base64.StdEncoding.DecodeString(text)
}

// Resolution is the viewport's size, which every picture has. A popup's may
// have changed since it was last seen, so its page is asked.
func (s *session) Resolution(ctx context.Context) (screen.Size, error) {
	const op = "resolution"
	_, t, _ := s.tabs.snapshot()
	touching := apart
	if t != nil && t.opener != nil {
		touching = reads
	}
	return call(ctx, s, op, touching, func(context.Context) (screen.Size, error) {
		if touching == apart {
			return s.size, nil
		}
		w, ok, err := asked[wireZoom](t.page.MainFrame(), "zoom")
		if err == nil && ok {
			t.learn(screen.Size{W: int(math.Round(w.W * w.Zoom)), H: int(math.Round(w.H * w.Zoom))})
		}
		return t.picture(), err
	})
}

// pngSize reads the size from the header (PNG, section 11.2.2).
func pngSize(b []byte) (screen.Size, error) {
	if len(b) < 24 || string(b[12:16]) != "IHDR" {
		return screen.Size{}, errors.New("the browser sent no PNG")
	}
	return screen.Size{W: int(binary.BigEndian.Uint32(b[16:])), H: int(binary.BigEndian.Uint32(b[20:]))}, nil
}
