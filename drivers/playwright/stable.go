package playwright

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

const (
	defaultQuiet = 150 * time.Millisecond
	defaultCap   = 5 * time.Second
	pollEvery    = 25 * time.Millisecond
	boxesStill   = 60 * time.Millisecond
	// watchedFrames bounds how many frames of a page are asked.
	watchedFrames = 12
)

// WaitUntilStable waits until nothing moves any more: the document is complete,
// no request is awaited, nothing was done or changed for the quiet time, no
// control moves, no animation that ends is running and nothing says it is busy.
// Quiet is counted from the last action, not from this call.
func (s *session) WaitUntilStable(ctx context.Context, o platform.StableOptions) (platform.Stability, error) {
	const op = "wait until stable"
	if o.Quiet <= 0 {
		o.Quiet = defaultQuiet
	}
	if o.Limit <= 0 {
		o.Limit = defaultCap
	}
	start := time.Now()
	inner, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	reason := "the page does not answer"
	for {
		if d, _ := s.dialogs.watch(); d != nil {
			return platform.Stability{Waited: time.Since(start), Reason: "a native " + d.Kind + " dialog is open"}, nil
		}
		why, left, err := s.unrest(inner, op, o.Quiet)
		switch {
		case ctx.Err() != nil:
			return platform.Stability{}, ended(op, ctx)
		case err != nil && platform.ClassOf(err) == platform.Gone:
			return platform.Stability{}, err
		case err != nil && platform.ClassOf(err) == platform.Permanent:
			return platform.Stability{}, err
		case err == nil && why == "":
			return platform.Stability{Stable: true, Waited: time.Since(start)}, nil
		case err == nil:
			reason = why
		case inner.Err() == nil:
			reason, left = "the page is being loaded", 0
		}
		wait := pollEvery
		if left > 0 {
			wait = min(wait, left+time.Millisecond)
		}
		if pause(inner, wait) != nil && ctx.Err() == nil {
			return platform.Stability{Waited: time.Since(start), Reason: reason}, nil
		}
	}
}

// unrest is what still moves, "" for nothing; left is how long it takes to be quiet if nothing else happens, 0 if that is not known.
func (s *session) unrest(ctx context.Context, op string, quiet time.Duration) (why string, left time.Duration, err error) {
	type answer struct {
		why  string
		left time.Duration
	}
	a, err := call(ctx, s, op, reads, func(ctx context.Context) (answer, error) {
		t, err := s.active(op)
		if err != nil {
			return answer{}, err
		}
		fs := t.page.Frames()
		if len(fs) > watchedFrames {
			fs = fs[:watchedFrames]
		}
		var worst answer
		note := func(why string, left time.Duration) {
			if worst.why == "" || worst.left > 0 && (left == 0 || left > worst.left) {
				worst = answer{why, left}
			}
		}
		if since := time.Since(time.Unix(0, s.lastAct.Load())); since < quiet {
			note("something was just done", quiet-since)
		}
		waiting, idle := s.net.state()
		if waiting != "" {
			note("waiting for "+waiting, 0)
		} else if idle < quiet {
			note("a request has just ended", quiet-idle)
		}
		if worst.why != "" && worst.left == 0 {
			return worst, nil // no need to ask the page
		}
		states := make([]string, len(fs))
		errs := make([]error, len(fs))
		each(len(fs), func(i int) { states[i], _, errs[i] = ask(fs[i], "quiet") })
		for i, f := range fs {
			if errs[i] != nil {
				if f == t.page.MainFrame() {
					return answer{}, errs[i]
				}
				continue // a frame that went away or hangs
			}
			why, left := pageUnrest(states[i], quiet, f)
			if why != "" {
				note(why, left)
			}
		}
		return worst, nil
	})
	return a.why, a.left, err
}

// pageUnrest reads the answer of quiet in drivers/collector/js/20-quiet.js.
func pageUnrest(state string, quiet time.Duration, _ pw.Frame) (string, time.Duration) {
	var parts [6]any
	if err := json.Unmarshal([]byte(state), &parts); err != nil {
		return "the page does not answer", 0
	}
	ms := func(i int) time.Duration {
		f, _ := parts[i].(float64)
		return time.Duration(f * float64(time.Millisecond))
	}
	if ms(0) == 0 {
		return "the document is being loaded", 0
	}
	if n := int(ms(3) / time.Millisecond); n > 0 {
		return fmt.Sprintf("%d animations are running", n), 0
	}
	if busy, _ := parts[4].(string); busy != "" {
		return "busy: " + busy, 0
	}
	if n := int(ms(5) / time.Millisecond); n > 0 {
		return fmt.Sprintf("%d pictures are being loaded", n), 0
	}
	if since := ms(1); since < quiet {
		return "the page has just changed", quiet - since
	}
	if still := ms(2); still < boxesStill {
		return "controls are moving", boxesStill - still
	}
	return "", 0
}
