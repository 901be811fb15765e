package playwright

import (
	"context"
	"sync"

	"github.com/verdict-run/verdict/drivers/film"
	"github.com/verdict-run/verdict/platform"
)

// reel is the recording under way, nil for none.
type reel struct {
	mu      sync.Mutex
	rec     *film.Recording
	unwatch func()
}

// Start films the screencast into path: .mp4 is H.264, .webm is VP8.
func (s *session) Start(ctx context.Context, path string) error {
	const op = "start video"
	if ctx.Err() != nil {
		return ended(op, ctx)
	}
	if s.isDead() {
		return gone(op, s.cause())
	}
	s.film.mu.Lock()
	defer s.film.mu.Unlock()
	if s.film.rec != nil {
		return permanent(op, "a recording is under way")
	}
	r, err := film.Start(film.Options{FFmpeg: s.eng.cfg.FFmpeg, Path: path, Size: s.size, Codec: "mjpeg"})
	if err != nil {
		return permanent(op, "%w", err)
	}
	s.film.rec = r
	s.film.unwatch = s.cast.watch(func(f platform.Frame) { r.Show(f.Image.Data) })
	return nil
}

// Stop ends the recording and waits for the file.
func (s *session) Stop(ctx context.Context) error {
	const op = "stop video"
	s.film.mu.Lock()
	r := s.film.rec
	s.film.rec = nil
	s.film.mu.Unlock()
	if r == nil {
		return permanent(op, "no recording is under way")
	}
	s.film.unwatch()
	ctx, cancel := within(ctx, writeLimit)
	defer cancel()
	err := r.Stop(ctx)
	switch {
	case ctx.Err() != nil:
		return ended(op, ctx)
	case err != nil:
		return permanent(op, "%w", err)
	}
	return nil
}

// endFilm finishes a recording nobody stopped.
func (s *session) endFilm(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
	defer cancel()
	s.film.mu.Lock()
	on := s.film.rec != nil
	s.film.mu.Unlock()
	if !on {
		return
	}
	if err := s.Stop(ctx); err != nil {
		s.eng.cfg.Logger.Warn("video", "error", err)
	}
}
