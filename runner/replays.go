package runner

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/runner/replay"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/testcases"
)

// ReplayMode says what a recorded run is used for.
type ReplayMode string

// The modes of a replay.
const (
	ReplayOff  ReplayMode = "off"  // nothing is read or written; the zero value too
	ReplayAuto ReplayMode = "auto" // what is recorded is repeated, the decider does the rest
	ReplayOnly ReplayMode = "only" // what is not recorded blocks the case; no model is called
)

// Replays says how a suite uses recorded runs.
type Replays struct {
	Mode ReplayMode
	// Dir holds the records; "" is beside each case.
	Dir string
	// Write says that a pass of a case without a record is recorded; Update that any pass is.
	Write, Update bool
	// Offline carries out what needs no decision: waits.
	Offline agent.Decider
}

// DeviceClass is the kind of device a record belongs to: platform, and for the web how wide the viewport is.
func DeviceClass(platformName string, width int) string {
	if platformName != testcases.Web {
		return platformName
	}
	switch {
	case width <= 600:
		return "web phone"
	case width <= 1024:
		return "web tablet"
	}
	return "web desktop"
}

// recorded is what one try knows of its record.
type recorded struct {
	path, on string
	section  *replay.Section // nil when there is none
	lacking  string          // why there is none
	broken   bool            // there is a file, and it cannot be read
	decider  *replay.Decider
}

// recall reads the record of a case for this device; nil when replays are off.
func (s *suite) recall(ctx context.Context, c *testcases.Case, d *platform.Device) (*recorded, error) {
	if s.Replays.Mode == "" || s.Replays.Mode == ReplayOff {
		return nil, nil
	}
	size, err := d.Screen.Resolution(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking for the size of the screen: %w", err)
	}
	r := &recorded{path: s.Replays.Path(c), on: DeviceClass(c.Platform, size.W)}
	file, err := replay.Load(r.path)
	r.section = file.Section(r.on)
	switch {
	case errors.Is(err, replay.ErrNone):
		r.lacking = "nothing is recorded for this case (" + r.path + ")"
	case err != nil:
		r.lacking, r.broken = err.Error(), true
		s.Log.Warn("a recorded run cannot be used", "case", c.ID, "error", err)
	case r.section == nil:
		r.lacking = fmt.Sprintf("nothing is recorded for this case on %s (%s)", r.on, r.path)
	}
	return r, nil
}

// Path is where the record of a case lies.
func (r Replays) Path(c *testcases.Case) string {
	if r.Dir == "" {
		return replay.PathFor(c.Path, "")
	}
	name := c.Shown
	if name == "" {
		name = c.Path
	}
	if filepath.IsAbs(name) || strings.HasPrefix(filepath.Clean(name), "..") {
		name = filepath.Base(name)
	}
	return replay.PathFor(filepath.Join(r.Dir, name), "")
}

// repeat puts the record before the decider. With ReplayOnly nothing else decides.
func (s *suite) repeat(b *Brain, r *recorded, store *memory.Store) {
	if r == nil {
		return
	}
	inner := b.Decider
	if s.Replays.Mode == ReplayOnly {
		*b = Brain{Price: b.Price, Prefix: b.Prefix}
		inner = nil
	}
	switch {
	case s.Replays.Mode == ReplayOnly && r.section == nil:
		b.Decider = replay.Nothing(r.lacking)
		return
	case r.section == nil, s.Replays.Update && s.Replays.Mode != ReplayOnly:
		return // all of it is to be decided
	}
	r.decider = replay.New(r.section, inner, s.Replays.Offline, store)
	b.Decider, b.Classifier = r.decider, replay.Kinds{Section: r.section, Inner: b.Classifier}
}

// learn records a pass where that is wanted, and says what the record did for this try.
func (s *suite) learn(c *testcases.Case, r *recorded, result *agent.ExecutionResult, store *memory.Store) *report.Replay {
	if r == nil {
		return nil
	}
	out := &report.Replay{File: r.path, On: r.on}
	if r.decider != nil {
		out.Used, out.Asked = true, r.decider.Asked()
		out.Changed = r.decider.Changed()
		out.Count(result)
	}
	wanted := s.Replays.Update || s.Replays.Write && r.section == nil && !r.broken && s.Replays.Mode == ReplayAuto
	if result.Verdict != agent.Passed || !wanted {
		return out
	}
	if err := s.store(c, r, result, store); err != nil {
		s.Log.Warn("the run could not be recorded", "case", c.ID, "error", err)
		return out
	}
	out.Written = true
	return out
}

func (s *suite) store(c *testcases.Case, r *recorded, result *agent.ExecutionResult, store *memory.Store) error {
	s.records.Lock()
	defer s.records.Unlock()
	file, err := replay.Load(r.path)
	if err != nil {
		file = &replay.File{}
	}
	if file.Section(r.on) != nil && !s.Replays.Update {
		return nil // another row was first
	}
	file.Put(replay.Record(r.on, result, c.URL, store.Snapshot()))
	_, err = file.Save(r.path)
	return err
}
