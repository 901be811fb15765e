package appium

import (
	"context"
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
