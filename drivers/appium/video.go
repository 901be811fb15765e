package appium

import (
	"context"
	"encoding/base64"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/verdict-run/verdict/drivers/film"
	"github.com/verdict-run/verdict/platform"
)

// reel is a recording under way: the device's own, or one of live pictures.
type reel struct {
	mu    sync.Mutex
	path  string // of the device's own; "" is none
	rec   *film.Recording
	leave context.CancelFunc // ends the live pictures of rec
}

// filmLimit is how long a phone records at most.
const filmLimit = 30 * time.Minute

// Start films with the device's own recorder into an MP4 file. A browser has none, nor have some devices: their live pictures
// are made into one with ffmpeg.
func (s *session) Start(ctx context.Context, path string) error {
	const op = "start the film"
	s.film.mu.Lock()
	defer s.film.mu.Unlock()
	if s.film.path != "" || s.film.rec != nil {
		return permanent(op, "a film is running already")
	}
	if s.kind == browser {
		return s.filmPictures(ctx, op, path)
	}
	err := s.do(ctx, op, func(ctx context.Context) error {
		options := map[string]any{"timeLimit": int(filmLimit / time.Second), "forceRestart": true}
		if s.kind == ios {
			options["videoType"] = "mpeg4"
		}
		return s.raw(ctx, http.MethodPost, "/appium/start_recording_screen", map[string]any{"options": options}, nil)
	})
	switch {
	case platform.ClassOf(err) == platform.Unsupported:
		return s.filmPictures(ctx, op, path)
	case err == nil:
		s.film.path = path
	}
	return err
}

// filmPictures makes the live pictures into a film.
func (s *session) filmPictures(ctx context.Context, op, path string) error {
	size, err := s.Resolution(ctx)
	if err != nil {
		return err
	}
	live, leave := context.WithCancel(context.WithoutCancel(ctx))
	frames, err := s.Frames(live)
	if err != nil {
		leave()
		return err
	}
	rec, err := film.Start(film.Options{FFmpeg: s.in.cfg.FFmpeg, Path: path, Size: size, Codec: "png"})
	if err != nil {
		leave()
		return permanent(op, "%w", err)
	}
	s.film.rec, s.film.leave = rec, leave
	s.work.Go(func() {
		for f := range frames {
			rec.Show(f.Image.Data)
		}
	})
	return nil
}

// Stop ends the film and writes it; without one it does nothing.
func (s *session) Stop(ctx context.Context) error {
	const op = "stop the film"
	s.film.mu.Lock()
	defer s.film.mu.Unlock()
	path, rec := s.film.path, s.film.rec
	s.film.path, s.film.rec = "", nil
	switch {
	case rec != nil:
		s.film.leave()
		if err := rec.Stop(ctx); err != nil {
			return permanent(op, "%w", err)
		}
		return nil
	case path == "":
		return nil
	}
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
