package playwright

import (
	"context"
	"sync"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

// cast shares the one screencast a page can have between those who watch, and
// moves it along when another tab becomes active.
type cast struct {
	s *session

	mu       sync.Mutex
	watchers map[int]func(platform.Frame)
	next     int
	running  bool
	wake     chan struct{}
}

// watch calls see for every frame until the returned function is called.
func (c *cast) watch(see func(platform.Frame)) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.watchers == nil {
		c.watchers, c.wake = map[int]func(platform.Frame){}, make(chan struct{}, 1)
	}
	id := c.next
	c.next++
	c.watchers[id] = see
	if !c.running {
		c.running = true
		if !c.s.background(c.run) {
			c.running = false
		}
	}
	c.poke()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.watchers, id)
		c.poke()
	}
}

func (c *cast) poke() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// run keeps the screencast on the active tab for as long as somebody watches.
func (c *cast) run() {
	var page pw.Page
	var sc pw.Screencast
	end := func() {
		if sc != nil {
			_ = sc.Stop() // its page may have been closed
		}
		page, sc = nil, nil
	}
	for {
		_, active, changed := c.s.tabs.snapshot()
		c.mu.Lock()
		if len(c.watchers) == 0 || c.s.isDead() {
			c.running = false
			c.mu.Unlock()
			if !c.s.isDead() {
				end()
			}
			return
		}
		c.mu.Unlock()
		if active != nil && active.page != page {
			end()
			if started, err := c.start(active.page); err == nil {
				page, sc = active.page, started
			} else {
				c.s.eng.cfg.Logger.Debug("screencast did not start", "error", err)
			}
		}
		select {
		case <-changed:
		case <-c.wake:
		case <-c.s.gone:
		}
	}
}

func (c *cast) start(page pw.Page) (pw.Screencast, error) {
	sc, err := page.Screencast()
	if err != nil {
		return nil, err
	}
	return sc, sc.Start(pw.ScreencastStartOptions{
		Size: &pw.Size{Width: c.s.size.W, Height: c.s.size.H}, Quality: new(70),
		OnFrame: func(f pw.OnFrame) {
			defer c.s.guard()
			c.show(platform.Frame{Image: platform.Image{Data: f.Data, MIME: "image/jpeg", Size: c.s.size}, Time: time.Now()})
		},
	})
}

func (c *cast) show(f platform.Frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, see := range c.watchers {
		see(f)
	}
}

// stop lets the screencast go; the watchers see nothing more.
func (c *cast) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.watchers)
	if c.wake != nil {
		c.poke()
	}
}

// Frames streams JPEG pictures until ctx or the session ends. The browser
// sends one when the page changes; a slow reader gets the newest.
func (s *session) Frames(ctx context.Context) (<-chan platform.Frame, error) {
	if err := ctx.Err(); err != nil {
		return nil, ended("stream", ctx)
	}
	if s.isDead() {
		return nil, gone("stream", s.cause())
	}
	out := make(chan platform.Frame, 1)
	var mu sync.Mutex
	closed := false
	unwatch := s.cast.watch(func(f platform.Frame) {
		mu.Lock()
		defer mu.Unlock()
		if closed {
			return
		}
		select {
		case <-out: // the reader is slow; it misses this one
		default:
		}
		out <- f
	})
	s.work.Go(func() {
		select {
		case <-ctx.Done():
		case <-s.gone:
		}
		unwatch()
		mu.Lock()
		defer mu.Unlock()
		closed = true
		close(out)
	})
	return out, nil
}
