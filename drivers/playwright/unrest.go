package playwright

import (
	"context"
	"slices"
	"time"

	"github.com/verdict-run/verdict/drivers/collector"
)

// unrest is what keeps a page from being at rest.
type unrest struct {
	why  string        // what still moves, "" for nothing
	left time.Duration // how long it takes to be quiet if nothing else happens, 0 if that is not known
	// changed is never earlier than the last change; it may be later.
	changed time.Time
	tab     *tab // that was asked
}

// note adds a reason; the one that takes longest is told.
func (u *unrest) note(why string, left time.Duration) {
	if why != "" && (u.why == "" || u.left > 0 && (left == 0 || left > u.left)) {
		u.why, u.left = why, left
	}
}

// since adds that something changed that long before now, at the latest.
func (u *unrest) since(still time.Duration, now time.Time) {
	if at := now.Add(-still); at.After(u.changed) {
		u.changed = at
	}
}

// network adds what the page waits for.
func (u *unrest) network(n *network, quiet time.Duration, counts func(string) bool) {
	waiting, idle := n.state(counts)
	u.since(idle, time.Now())
	if waiting != "" {
		u.note("waiting for "+waiting, 0)
	} else if idle < quiet {
		u.note("a request has just ended", quiet-idle)
	}
}

// unrest asks what still moves, or has moved within the quiet time.
func (s *session) unrest(ctx context.Context, op string, quiet time.Duration) (unrest, error) {
	return call(ctx, s, op, reads, func(context.Context) (unrest, error) {
		t, err := s.active(op)
		if err != nil {
			return unrest{}, err
		}
		u := unrest{changed: time.Unix(0, s.lastAct.Load()), tab: t}
		if since := time.Since(u.changed); since < quiet {
			u.note("something was just done", quiet-since)
		}
		u.network(&s.net, quiet, noIcons)
		if u.why != "" && u.left == 0 {
			return u, nil // no need to ask the page
		}
		fs := t.page.Frames()
		if len(fs) > watchedFrames {
			fs = fs[:watchedFrames]
		}
		states := make([]collector.State, len(fs))
		errs := make([]error, len(fs))
		each(len(fs), func(i int) { states[i], _, errs[i] = asked[collector.State](fs[i], "quiet") })
		answered := time.Now()
		for i, f := range fs {
			if errs[i] != nil {
				if f == t.page.MainFrame() {
					return unrest{}, errs[i]
				}
				continue // a frame that went away or hangs
			}
			u.since(states[i].Still(), answered)
			u.note(states[i].Unrest(quiet))
			if f == t.page.MainFrame() {
				u.network(&s.net, quiet, func(address string) bool { return !slices.Contains(states[i].Icons, address) })
			}
		}
		return u, nil
	})
}
