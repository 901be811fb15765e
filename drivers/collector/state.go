package collector

import (
	"fmt"
	"time"
)

// State is the answer of quiet in js/20-quiet.js: what moves in a document, or has just moved. Times are in milliseconds.
type State struct {
	Complete   bool     `json:"complete"`
	Changed    float64  `json:"changed"` // since the last mutation that is no ticker's
	Moved      float64  `json:"moved"`   // since a control last moved
	Animations int      `json:"animations"`
	Busy       string   `json:"busy"`
	Pictures   int      `json:"pictures"`
	Icons      []string `json:"icons"` // addresses of the document's icons, on which nothing of it depends
}

// boxesStill is for how long the controls must stand still: an animation's slowest frames are less far apart.
const boxesStill = 60 * time.Millisecond

// Still is how long nothing has changed and no control has moved.
func (s *State) Still() time.Duration { return milliseconds(min(s.Changed, s.Moved)) }

// Unrest says what moves or has moved within the quiet time, "" for nothing; left is
// how long it takes to be quiet if nothing else happens, 0 if that is not known.
func (s *State) Unrest(quiet time.Duration) (why string, left time.Duration) {
	since, standing := milliseconds(s.Changed), milliseconds(s.Moved)
	switch {
	case !s.Complete:
		return "the document is being loaded", 0
	case s.Animations > 0:
		return fmt.Sprintf("%d animations are running", s.Animations), 0
	case s.Busy != "":
		return "busy: " + s.Busy, 0
	case s.Pictures > 0:
		return fmt.Sprintf("%d pictures are being loaded", s.Pictures), 0
	case since < quiet:
		return "the page has just changed", quiet - since
	case standing < boxesStill:
		return "controls are moving", boxesStill - standing
	}
	return "", 0
}

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
