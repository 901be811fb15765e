package appium

import (
	"context"
	"encoding/base64"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/verdict-run/verdict/platform"
)

// frameEvery is how often a live picture is taken: each costs the session some 0.1 to 0.5 s.
const frameEvery = time.Second

// Frames are screenshots, taken between the commands of the run. A command under way is not waited for.
func (s *session) Frames(ctx context.Context) (<-chan platform.Frame, error) {
	if err := s.alive(); err != nil {
		return nil, err
	}
	out := make(chan platform.Frame, 1)
	s.work.Go(func() {
		defer close(out)
		tick := time.NewTicker(frameEvery)
		defer tick.Stop()
		for {
			if len(s.free) > 0 {
				if img, err := s.Screenshot(ctx); err == nil {
					select {
					case <-out: // the reader is slow; it misses one
					default:
					}
					out <- platform.Frame{Image: img, Time: time.Now()}
				}
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			case <-s.gone:
				return
			}
		}
	})
	return out, nil
}

// film is a recording under way.
type film struct {
	mu   sync.Mutex
	path string
}

// filmLimit is how long a phone records at most.
const filmLimit = 30 * time.Minute

// Start films with the device's own recorder into an MP4 file; a plain browser has none.
func (s *session) Start(ctx context.Context, path string) error {
	const op = "start the film"
	if s.kind == browser {
		return unsupported(op, "a browser behind Appium has no recorder")
	}
	s.film.mu.Lock()
	defer s.film.mu.Unlock()
	if s.film.path != "" {
		return permanent(op, "a film is running already")
	}
	err := s.do(ctx, op, func(ctx context.Context) error {
		options := map[string]any{"timeLimit": int(filmLimit / time.Second), "forceRestart": true}
		if s.kind == ios {
			options["videoType"] = "mpeg4"
		}
		return s.raw(ctx, http.MethodPost, "/appium/start_recording_screen", map[string]any{"options": options}, nil)
	})
	if err == nil {
		s.film.path = path
	}
	return err
}

// Stop ends the film and writes it; without one it does nothing.
func (s *session) Stop(ctx context.Context) error {
	const op = "stop the film"
	s.film.mu.Lock()
	defer s.film.mu.Unlock()
	path := s.film.path
	if path == "" {
		return nil
	}
	s.film.path = ""
	return s.do(ctx, op, func(ctx context.Context) error {
		var coded string
		if err := s.raw(ctx, http.MethodPost, "/appium/stop_recording_screen", nil, &coded); err != nil {
			return err
		}
		data, err := base64.StdEncoding.DecodeString(coded)
		if err != nil || len(data) == 0 {
			return permanent(op, "the device gave no film")
		}
		return os.WriteFile(path, data, 0o600)
	})
}
