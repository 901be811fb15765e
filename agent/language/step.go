// Package language is the builtin model's English: it splits a case into sentences and reads literal instructions.
package language

import (
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// Kind says what a sentence is for.
type Kind string

// The kinds of a sentence.
const (
	Action  Kind = "action"
	Check   Kind = "check"
	Context Kind = "context"
	Unclear Kind = "unclear" // the parser could not decide
)

// Sentence is one numbered unit of a case: a whole sentence, or one clause of a
// sentence that asks for several things.
type Sentence struct {
	N    int    `json:"n"`    // 1-based, in the order of the body
	Text string `json:"text"` // as written, list marker removed
	Line int    `json:"line"` // 1-based line of the body
	Kind Kind   `json:"kind"`
	// Optional marks an action under a condition ("if it appears").
	Optional bool `json:"optional,omitempty"`
	// CheckWord says the sentence has a word such as check, verify, should: it
	// stays an open check whatever a model calls it.
	CheckWord bool `json:"check_word,omitempty"`
	// Step is what the parser read; nil when it refused.
	Step *Step `json:"step,omitempty"`
	// Refusal says why the parser refused; nil when it did not.
	Refusal *Refusal `json:"refusal,omitempty"`
}

// Step is one literal instruction.
type Step struct {
	// Command is a name on the wire (click, type, press, select, hover, drag,
	// scroll, navigate, back, refresh, dialog, upload, switch-tab, read,
	// save-clipboard, wait, assert) or one of the builtin language's own: check,
	// uncheck, clear.
	Command string `json:"command"`
	// Target is nil where the sentence names none: "and type X" goes to what has
	// the focus, "press Enter" to the page. Of a scroll it is the element to bring
	// into view, or the container when Direction, Pixels or Form is set.
	Target *screen.Query `json:"target,omitempty"`
	// Phrase is the target as written, to be shown and to be handed on as a description.
	Phrase   string        `json:"phrase,omitempty"`
	To       *screen.Query `json:"to,omitempty"` // of a drag
	ToPhrase string        `json:"to_phrase,omitempty"`
	// Value is the text typed, the key chord ("Control+A"), the address or page
	// name ("login"; "home" is the first page), the file, the dialog's text, the tab ("new", "next", "previous",
	// "last", a number from 1, a title, or "close"), the literal a read stores.
	// Of a wait it is the seconds; with a Form they are its time-out, and with
	// neither the wait is for the page to be ready. Of a drag without To it is a number (a slider).
	Value  string   `json:"value,omitempty"`
	Values []string `json:"values,omitempty"` // options of a select
	// TextRange marks a select of text in Target: the texts in Values, all of it when there are none.
	TextRange bool `json:"text_range,omitempty"`
	// Variable is the name a read stores under.
	Variable string `json:"variable,omitempty"`
	// Pattern is what a read looks for in the text of Target or of the page (RE2):
	// its first group, or the whole match.
	Pattern string `json:"pattern,omitempty"`
	Button  string `json:"button,omitempty"` // left when empty
	// Count is how often to click (2 for a double click); Repeat is "3 times".
	Count     int      `json:"count,omitempty"`
	Repeat    int      `json:"repeat,omitempty"`
	HoldMS    int      `json:"hold_ms,omitempty"`
	Modifiers []string `json:"modifiers,omitempty"`
	Direction string   `json:"direction,omitempty"` // up, down, left, right, top, bottom; back, forward
	Pixels    int      `json:"pixels,omitempty"`
	Accept    bool     `json:"accept,omitempty"` // of a dialog
	Append    bool     `json:"append,omitempty"` // type without clearing first
	Submit    bool     `json:"submit,omitempty"`
	// Form is the statement of an assert, of "wait until" and of "scroll until".
	Form *check.Form `json:"form,omitempty"`
	// If is the condition under which the step is done. Where the sentence is not
	// Optional ("When X appears, ...") it is to be waited for.
	If *check.Form `json:"if,omitempty"`
	// Until repeats the step until the statement holds, with a cap.
	Until *check.Form `json:"until,omitempty"`
}

// Refusal says why a sentence cannot be executed literally and how to rewrite it.
type Refusal struct {
	Reason string `json:"reason"`
	Hint   string `json:"hint"`
}

// Error makes a Refusal an error.
func (r *Refusal) Error() string { return r.Reason }
