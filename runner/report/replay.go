package report

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent"
)

// Replay is what a recorded run did for one try.
type Replay struct {
	File string `json:"file"`
	On   string `json:"on"` // the kind of device: "web desktop"
	// Used says that a record was repeated.
	Used bool `json:"used,omitempty"`
	// Exact, Healed and Missed count recorded steps: taken on the very control, on one that had changed, or not taken.
	Exact  int `json:"exact,omitempty"`
	Healed int `json:"healed,omitempty"`
	Missed int `json:"missed,omitempty"`
	// Asked counts the turns that were decided anew.
	Asked int `json:"asked,omitempty"`
	// Changed are the sentences that are new or were changed since the run was recorded.
	Changed []int `json:"changed,omitempty"`
	// Written says that this run was recorded.
	Written bool `json:"written,omitempty"`
}

// Count counts the repeated steps of a result.
func (r *Replay) Count(result *agent.ExecutionResult) {
	for _, a := range result.Attempts {
		switch c := a.Attempt.Base().Replay; {
		case c == nil:
		case c.How == agent.Missed:
			r.Missed++
		case c.Healed():
			r.Healed++
		default:
			r.Exact++
		}
	}
}

// Line says it in a few words: "replayed 8 steps, 1 healed", "" when there is nothing to say.
func (r *Replay) Line() string {
	if r == nil {
		return ""
	}
	var parts []string
	if n := r.Exact + r.Healed; r.Used && (n > 0 || r.Missed > 0) {
		noun := "steps"
		if n == 1 {
			noun = "step"
		}
		parts = append(parts, fmt.Sprintf("replayed %d %s", n, noun))
	}
	for _, p := range []struct {
		n    int
		word string
	}{{r.Healed, "healed"}, {r.Missed, "missed"}, {r.Asked, "asked anew"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	if n := len(r.Changed); n == 1 {
		parts = append(parts, fmt.Sprintf("sentence %d is new or was changed", r.Changed[0]))
	} else if n > 1 {
		parts = append(parts, fmt.Sprintf("%d sentences are new or were changed", n))
	}
	if r.Written {
		parts = append(parts, "recorded")
	}
	return strings.Join(parts, ", ")
}
