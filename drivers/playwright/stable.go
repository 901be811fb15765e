package playwright

import (
	"context"
	"time"

	"github.com/verdict-run/verdict/platform"
)

const (
	defaultQuiet = 150 * time.Millisecond
	defaultCap   = 5 * time.Second
	pollEvery    = 25 * time.Millisecond
	// watchedFrames bounds how many frames of a page are asked.
	watchedFrames = 12
)

// WaitUntilStable waits until nothing moves any more: the document is complete,
// no request is awaited, nothing was done or changed for the quiet time, no
// control moves, no animation that ends is running and nothing says it is busy.
// Quiet is counted from the last action, not from this call. A picture is taken
// while the quiet time passes, and handed out when nothing changed after it was begun.
func (s *session) WaitUntilStable(ctx context.Context, o platform.StableOptions) (platform.Stability, error) {
	const op = "wait until stable"
	if o.Quiet <= 0 {
		o.Quiet = defaultQuiet
	}
	if o.Limit <= 0 {
		o.Limit = defaultCap
	}
	start, early := time.Now(), shot{tries: earlyPictures}
	if !o.Picture {
		early.tries = 0
	}
	inner, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	reason := "the page does not answer"
	for {
		if d, _ := s.dialogs.watch(); d != nil {
			return platform.Stability{Waited: time.Since(start), Reason: "a native " + d.Kind + " dialog is open"}, nil
		}
		u, err := s.unrest(inner, op, o.Quiet)
		switch {
		case ctx.Err() != nil:
			return platform.Stability{}, ended(op, ctx)
		case err != nil && platform.ClassOf(err) == platform.Gone:
			return platform.Stability{}, err
		case err != nil && platform.ClassOf(err) == platform.Permanent:
			return platform.Stability{}, err
		case err == nil && u.why == "":
			return platform.Stability{Stable: true, Waited: time.Since(start), Picture: early.of(u)}, nil
		case err == nil:
			reason = u.why
		case inner.Err() == nil:
			reason = "the page is being loaded"
		}
		wait := pollEvery
		if u.left > 0 {
			wait = min(u.left+time.Millisecond, defaultQuiet) // it cannot be over before, though a dialog may open
		}
		if u.left >= pollEvery && early.tries > 0 && early.of(u).Data == nil {
			if wait = drawn - time.Since(u.changed); wait <= 0 {
				s.takeEarly(inner, &early, u.tab)
				continue
			}
		}
		if pause(inner, wait) != nil && ctx.Err() == nil {
			return platform.Stability{Waited: time.Since(start), Reason: reason}, nil
		}
	}
}

// shot is a picture taken while a page seems to come to rest.
type shot struct {
	picture platform.Image
	tab     *tab
	begun   time.Time
	tries   int // that are left
}

const (
	// earlyPictures is how many pictures a wait takes at most: of a page that moves on and on they are wasted.
	earlyPictures = 2
	// drawn is how long after the last change a picture is worth taking: the browser decodes large pictures of a page meanwhile.
	drawn = 40 * time.Millisecond
)

// of is the picture if nothing changed after it was begun, nor did another tab become the active one; else none.
func (p *shot) of(u unrest) platform.Image {
	if u.tab == p.tab && u.changed.Before(p.begun) {
		return p.picture
	}
	return platform.Image{}
}

// takeEarly takes a picture; one that cannot be had now is for whoever needs it to ask for.
func (s *session) takeEarly(ctx context.Context, p *shot, t *tab) {
	p.tries--
	p.tab, p.begun = t, time.Now()
	p.picture, _ = s.Screenshot(ctx)
}
