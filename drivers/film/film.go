// Package film makes videos of live pictures with ffmpeg.
package film

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

	"github.com/verdict-run/verdict/agent/screen"
)

const rate = 10 // pictures a second of the film

// Options say what is filmed into which file.
type Options struct {
	FFmpeg string      // the program; "" is ffmpeg of PATH
	Path   string      // .mp4 becomes H.264, .webm VP8
	Size   screen.Size // of the film, in pixels; odd sizes lose one
	Codec  string      // of the pictures, in ffmpeg's words: mjpeg or png
}

// Recording feeds the newest picture to ffmpeg at a steady rate, so that a film takes as long as what it shows.
type Recording struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stop   chan struct{}
	done   chan error
	stderr bytes.Buffer

	mu   sync.Mutex
	last []byte
}

// Start starts ffmpeg. The caller must end the recording with Stop.
func Start(o Options) (*Recording, error) {
	codec := []string{"-c:v", "libx264", "-preset", "ultrafast", "-crf", "28", "-pix_fmt", "yuv420p", "-movflags", "+faststart"}
	switch strings.ToLower(filepath.Ext(o.Path)) {
	case ".mp4":
	case ".webm":
		codec = []string{"-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M"}
	default:
		return nil, fmt.Errorf("%s: a video's name ends in .mp4 or .webm", o.Path)
	}
	program := o.FFmpeg
	if program == "" {
		program = "ffmpeg"
	}
	w, h := o.Size.W/2*2, o.Size.H/2*2 // both codecs want even sizes
	args := append([]string{"-loglevel", "error", "-y", "-f", "image2pipe", "-framerate", fmt.Sprint(rate), "-c:v", o.Codec, "-i", "pipe:0", "-vf",
		fmt.Sprintf("scale=%d:%d:force_original_aspect_ratio=decrease,pad=%d:%d:(ow-iw)/2:(oh-ih)/2", w, h, w, h), "-threads", "1"}, codec...)
	r := &Recording{cmd: exec.Command(program, append(args, o.Path)...), stop: make(chan struct{}), done: make(chan error, 1)}
	r.cmd.Stderr = &r.stderr
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := r.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting ffmpeg, which films runs: %w", err)
	}
	r.in = in
	go r.feed()
	return r, nil
}

// Show makes a picture the newest one. It may be called from any goroutine.
func (r *Recording) Show(picture []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = picture
}

// feed owns ffmpeg until it has ended.
func (r *Recording) feed() {
	tick := time.NewTicker(time.Second / rate)
	defer tick.Stop()
	var broken error
	write := func() {
		r.mu.Lock()
		picture := r.last
		r.mu.Unlock()
		if picture != nil && broken == nil {
			_, broken = r.in.Write(picture)
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

// Stop ends the recording and waits for the file, or for ctx, with which ffmpeg is killed. It may be called once.
func (r *Recording) Stop(ctx context.Context) error {
	close(r.stop)
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		_ = r.cmd.Process.Kill() // it may have ended by itself
		<-r.done
		return context.Cause(ctx)
	}
}
