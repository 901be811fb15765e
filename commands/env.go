package commands

import (
	"context"
	"log/slog"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
)

// Locator finds targets. It polls up to its time-out, scrolls the target into
// view, and answers a *Failure when there is not exactly one.
type Locator interface {
	Locate(ctx context.Context, t Target, v screen.Verb) (Located, error)
}

// Prover decides checks; the agent is one.
type Prover interface {
	// Prove evaluates the numbered checks of the case, or, without numbers, the
	// check the statement is about. It polls up to the time-out.
	Prove(ctx context.Context, checks []int, statement string) ([]Proof, error)
}

// Proof is what was found for one check.
type Proof struct {
	Check    int            `json:"check"`
	Evidence check.Evidence `json:"evidence"`
}

// Conditions evaluates a statement once; commands that repeat until something holds poll it.
type Conditions interface {
	// Holds parses and evaluates a statement such as `"Part 3777" is visible` on the screen as it is now.
	// A statement that is not literal is a *Failure.
	Holds(ctx context.Context, statement string) (check.Evidence, error)
}

// Reader answers what a description reads on the screen: the text of an
// element, a value next to a label, or, with a model, what the picture shows.
type Reader interface {
	Read(ctx context.Context, description string) (text string, from *Located, err error)
}

// Env is all a command works with.
type Env struct {
	Device *platform.Device
	// Tree is the observation the decider saw; nil on a device without elements.
	Tree       *screen.Tree
	Locator    Locator
	Prover     Prover
	Conditions Conditions
	Reader     Reader
	Memory     *memory.Store
	Log        *slog.Logger

	// BaseURL resolves relative addresses: the page's URL or the case's url.
	BaseURL string
	// AllowURL says no, with the reason, to an address outside the allowed origins or of a refused scheme.
	AllowURL func(url string) error
	// UploadDirs are the folders files may be taken from; the first resolves relative names.
	UploadDirs []string
	// Timeout bounds what polls: locating, covers that go away. 5 s by default.
	Timeout time.Duration

	// Located collects what was pointed at, for the report; Watches what must be read again.
	Located []Located
	Watches []Watch
	// Notes are remarks for the report and the model ("reformatted", "clicked after the cover went away").
	Notes []string
	// Warnings are the notes that a person should read even when the run passed.
	Warnings []string
}

// Reformatted is the note on a value the page rewrote without changing what it says.
const Reformatted = "reformatted"

// Watch is a value that must still be there at the next observation.
type Watch struct {
	NodeID string
	Label  string
	Want   string
	Secret bool
	// Part says that what the element shows need only hold Want, as a list does that draws more than its choice.
	Part bool
	// State watches the tick of a check box, radio or switch instead of a value: "on" or "off".
	State string
}

// Touch records what the command acts on.
func (e *Env) Touch(l Located) { e.Located = append(e.Located, l) }

// Note records a remark.
func (e *Env) Note(text string) { e.Notes = append(e.Notes, text) }

// Warn records a remark that may say something about the application.
func (e *Env) Warn(text string) {
	e.Note(text)
	e.Warnings = append(e.Warnings, text)
}

// WatchValue asks for the value of a node to be read again at the next observation.
func (e *Env) WatchValue(w Watch) { e.Watches = append(e.Watches, w) }
