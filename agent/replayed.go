package agent

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// Quick is implemented by a Decider that repeats what was recorded. Where it
// says so a turn needs the element tree only: nothing waits for the page to
// come to rest and no picture is taken.
type Quick interface {
	Quick(attempts []StepAttempt) bool
}

// Replayed ties a Call to the step of a recorded run that it repeats.
type Replayed struct {
	// Step is the number of the step in the record, 1-based.
	Step int
	// Page is where the step was taken (see PageOf), "" for anywhere.
	Page string
	// Pins are the elements the command pointed at; templates are resolved before they are looked for.
	Pins []Pin
	// Focus says that the first pin is what must have the focus, as for a key press.
	Focus bool
	// Words is how the case itself calls the first target, "" when it does not; they are tried when it cannot be recognised.
	Words string
	// Optional says that the step may be passed over, so that its target is not waited for long.
	Optional bool
	// Brought is what the step brought when it was recorded.
	Brought Brought
}

// Pin is a recorded element: the description it went by and its fingerprint.
type Pin struct {
	Description string             `json:"description" yaml:"description"`
	Fingerprint screen.Fingerprint `json:"fingerprint" yaml:"fingerprint"`
}

// Brought is what a step brought that can be told again another day: no times, no pictures, no requests.
type Brought struct {
	// Page is the page it led to, Document says that a new document was loaded.
	Page     string `json:"page,omitempty" yaml:"page,omitempty"`
	Document bool   `json:"document,omitempty" yaml:"document,omitempty"`
	// Opened is a native dialog's kind (alert, confirm, prompt, beforeunload), "tab" or "download".
	Opened string `json:"opened,omitempty" yaml:"opened,omitempty"`
	// Shows are texts a check quotes that came to be shown; templates stay. The
	// checks prove them anyway, so that only a control under another name is held to them.
	Shows []string `json:"shows,omitempty" yaml:"shows,omitempty"`
}

// None reports that nothing can be told.
func (b Brought) None() bool {
	return b.Page == "" && !b.Document && b.Opened == "" && len(b.Shows) == 0
}

func (b Brought) String() string {
	var parts []string
	if b.Page != "" {
		parts = append(parts, "the page "+b.Page)
	} else if b.Document {
		parts = append(parts, "a new document")
	}
	if b.Opened != "" {
		parts = append(parts, "a "+b.Opened)
	}
	for _, s := range b.Shows {
		parts = append(parts, "the text \""+s+"\"")
	}
	return strings.Join(parts, " and ")
}

// Recall is how a replayed step went.
type Recall struct {
	Step int `json:"step"` // in the record, 1-based
	// How is exact, moved, renamed, words (found by the words of the case), or missed.
	How string `json:"how"`
	// Score is how like the element was, 0 to 1; 0 for a step without a target.
	Score  float64 `json:"score,omitempty"`
	Reason string  `json:"reason,omitempty"`
	Was    string  `json:"was,omitempty"` // the name before and after, when it changed
	Now    string  `json:"now,omitempty"`
	// Missing is what the step did not bring this time, "" when it brought all that was recorded.
	Missing string `json:"missing,omitempty"`
}

// The ways of a Recall beside the grades of screen.Recognition.
const (
	ByWords = "words"
	Missed  = "missed"
)

// String says in words how the step went: "healed: it was called ...", "" for a step that went exactly as recorded.
func (c *Recall) String() string {
	if c == nil {
		return ""
	}
	var parts []string
	switch {
	case c.How == Missed:
		parts = append(parts, "missed: "+c.Reason)
	case c.Healed():
		text := "healed: " + c.Reason
		if c.Was != c.Now && !strings.Contains(c.Reason, c.Now) {
			text += fmt.Sprintf("; it was called %q and is called %q", c.Was, c.Now)
		}
		parts = append(parts, fmt.Sprintf("%s (%.2f alike)", text, min(c.Score, 1)))
	}
	if c.Missing != "" {
		parts = append(parts, "other than recorded: "+c.Missing)
	}
	return strings.Join(parts, "; ")
}

// Healed reports that another element than exactly the recorded one was taken.
func (c *Recall) Healed() bool {
	return c != nil && c.How != string(screen.Exact) && c.How != Missed
}
