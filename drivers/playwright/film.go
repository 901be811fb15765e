package playwright

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/verdict-run/verdict/platform"
)

const filmRate = 10 // frames a second

// film is the recording under way, nil for none.
type film struct {
	mu  sync.Mutex
	rec *recording
}

// recording feeds the newest frame of the screencast to ffmpeg at a steady rate.
type recording struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	unwatch func()
	stop    chan struct{}
	done    chan error
	stderr  bytes.Buffer

	mu   sync.Mutex
	last []byte
}

// Start films into path: .mp4 is H.264, .webm is VP8.
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
	codec := []string{"-c:v", "libx264", "-preset", "ultrafast", "-crf", "28", "-pix_fmt", "yuv420p", "-movflags", "+faststart"}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".mp4":
	case ".webm":
		codec = []string{"-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M"}
	default:
		return permanent(op, "%s: a video's name ends in .mp4 or .webm", path)
	}
	w, h := s.size.W/2*2, s.size.H/2*2 // both codecs want even sizes
	args := append([]string{"-loglevel", "error", "-y", "-f", "image2pipe", "-framerate", fmt.Sprint(filmRate), "-c:v", "mjpeg", "-i", "pipe:0", "-vf",
		fmt.Sprintf("scale=%d:%d:force_original_aspect_ratio=decrease,pad=%d:%d:(ow-iw)/2:(oh-ih)/2", w, h, w, h), "-threads", "1"}, codec...)
	r := &recording{cmd: exec.Command(s.eng.cfg.FFmpeg, append(args, path)...), stop: make(chan struct{}), done: make(chan error, 1)}
	r.cmd.Stderr = &r.stderr
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return permanent(op, "%w", err)
	}
	if err := r.cmd.Start(); err != nil {
		return permanent(op, "starting ffmpeg, which films runs: %w", err)
	}
	r.in = in
	r.unwatch = s.cast.watch(func(f platform.Frame) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.last = f.Image.Data
	})
	s.work.Go(r.feed)
	s.film.rec = r
	return nil
}

// feed owns ffmpeg until it has ended.
func (r *recording) feed() {
	tick := time.NewTicker(time.Second / filmRate)
	defer tick.Stop()
	var broken error
	write := func() {
		r.mu.Lock()
		frame := r.last
		r.mu.Unlock()
		if frame != nil && broken == nil {
			_, broken = r.in.Write(frame)
		}
	}
	for {
		select {
		case <-tick.C:
			write()
		case <-r.stop:
			write() // so that the shortest recording has a picture
			err := errors.Join(broken, r.in.Close(), r.cmd.Wait())
			if err != nil {
				err = fmt.Errorf("ffmpeg: %w: %s", err, strings.TrimSpace(r.stderr.String()))
			}
			r.done <- err
			return
		}
	}
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
	r.unwatch()
	close(r.stop)
	ctx, cancel := within(ctx, writeLimit)
	defer cancel()
	select {
	case err := <-r.done:
		if err != nil {
			return permanent(op, "%w", err)
		}
		return nil
	case <-ctx.Done():
		_ = r.cmd.Process.Kill() // it may have ended by itself
		return ended(op, ctx)
	}
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
