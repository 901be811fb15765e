package playwright

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

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
	inner, cancel := context.WithTimeoutCause(ctx, screenshotLimit, fmt.Errorf("no picture within %v: %w", screenshotLimit, context.DeadlineExceeded))
	defer cancel()
	return call(inner, s, op, reads, func(context.Context) (platform.Image, error) {
		t, err := s.active(op)
		if err != nil {
			return platform.Image{}, err
		}
		data, err := s.capture(t)
		if err != nil {
			return platform.Image{}, err
		}
		size, err := pngSize(data)
		t.learn(size)
		return platform.Image{Data: data, MIME: "image/png", Size: size}, err
	})
}

func (s *session) capture(t *tab) ([]byte, error) {
	if s.eng.cfg.Browser == "chromium" && s.plain {
		data, err := s.fastCapture(t)
		if err == nil || isGone(err) {
			return data, err
		}
		s.eng.cfg.Logger.Debug("fast screenshot failed", "error", err)
	}
	return t.page.Screenshot(pw.PageScreenshotOptions{
		Type: pw.ScreenshotTypePng, Scale: pw.ScreenshotScaleCss, Caret: pw.ScreenshotCaretInitial,
		Timeout: pw.Float(float64(screenshotLimit.Milliseconds())),
	})
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
