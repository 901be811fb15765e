// Package agent runs one test case: it observes, lets a decider pick commands, executes and records them, and ends with a verdict.
package agent

import (
	"context"
	"encoding/json"
	"time"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/tools"
)

// Decider picks what to do next: a language model, the builtin model, a script.
// It keeps no state about where it stands in the case; State says that.
type Decider interface {
	// Name is what reports call it: "builtin", "gpt-5.2".
	Name() string
	// Next answers the calls of one turn. A *model.Error ends the run as
	// infra; any other error that is no context error too.
	Next(ctx context.Context, o *Observation, s *State) (*Decision, error)
}

// Classifier says what a sentence is that the parser could not read.
type Classifier interface {
	// Classify returns a kind for every numbered sentence asked about.
	Classify(ctx context.Context, all []language.Sentence, ask []int) (map[int]language.Kind, []RoleUsage, error)
}

// Judge decides a statement no exact form covers.
type Judge interface {
	// Judge answers from what is seen. It must give a quote or a box; code verifies them.
	Judge(ctx context.Context, statement string, o *Observation) (*Judgement, error)
}

// Judgement is a judge's answer before code has verified it.
type Judgement struct {
	Answer  string      `json:"answer"` // holds, does_not_hold, cannot_tell
	Reason  string      `json:"reason"`
	Quote   string      `json:"quote,omitempty"`   // words on the page
	Box     *screen.Box `json:"box,omitempty"`     // in picture pixels
	Subject string      `json:"subject,omitempty"` // literal text said to be absent
	Usage   []RoleUsage `json:"usage,omitempty"`
}

// Grounder finds a description in the picture when the tree has no answer.
type Grounder interface {
	Ground(ctx context.Context, description string, picture platform.Image) (*screen.Point, []RoleUsage, error)
}

// PictureReader reads out of the picture what the tree does not have.
type PictureReader interface {
	ReadPicture(ctx context.Context, description string, o *Observation) (string, []RoleUsage, error)
}

// Observation is what is seen in one turn.
type Observation struct {
	Turn    int
	Picture platform.Image // masked: secrets are painted over
	Ref     string         // artifact name of the picture
	// Tree is the full element tree, unmasked, for deciders that run here; nil on devices without elements.
	Tree *screen.Tree
	// Items are the numbered elements a model is shown, masked; LeftOut counts the others.
	Items     []screen.Item
	LeftOut   int
	URL       string // masked
	Title     string
	Tabs      []platform.Tab
	Dialog    *platform.Dialog // the open native dialog
	Downloads []platform.Download
	// Faults are the console errors and failed requests since the last observation; FaultsDropped counts those not kept.
	Faults        []platform.Fault
	FaultsDropped int
	Variables     []string // names in memory, secrets marked
	Change        string   // the effect of what was done last, "" at the first observation
	Stable        platform.Stability
	// Status is the HTTP status of the document, 0 when unknown.
	Status int

	masked *screen.Tree // Tree without secrets; the same when it holds none
	taken  time.Time
}

// State is where the run stands. It is derived from the recorded attempts.
type State struct {
	Name      string // of the case
	Body      string
	Sentences []language.Sentence
	Checks    []Check
	Attempts  []StepAttempt
	// Done says which sentences have all the successful attempts they need, by number.
	Done map[int]bool
	// Conditions are the answers, on the screen as it is, to the conditions of
	// sentences that have one ("if it appears"), by number.
	Conditions map[int]check.Answer
	// Messages are remarks for the decider since the last turn: a refused
	// finish, calls that were dropped, a warning of a loop.
	Messages  []string
	Commands  []commands.Erased
	Tools     []tools.Definition
	TurnsLeft int
	TimeLeft  time.Duration
}

// Check is the check of sentence n, nil when it has none.
func (s *State) Check(n int) *Check {
	for i := range s.Checks {
		if s.Checks[i].N == n {
			return &s.Checks[i]
		}
	}
	return nil
}

// Call is one tool call of a decider.
type Call struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
	// Sentence is the numbered sentence it serves; 0 lets code find it.
	Sentence int `json:"sentence,omitempty"`
	// Replay is set when the call repeats a step of a recorded run.
	Replay *Replayed `json:"-"`
}

// Decision is one turn's answer.
type Decision struct {
	Calls []Call
	// Text is what the decider said beside its calls.
	Text  string
	Usage []RoleUsage
	// Refused says that the decider cannot follow a sentence; it ends the run as blocked.
	Refused *Refused
	// Look asks for a full observation before deciding, after a brief one (see Quick). It is no turn.
	Look bool
	// Malformed says what was wrong with a reply that could not be repaired; Raw is the reply.
	Malformed string
	Raw       string
	// Exchange is what went over the wire, pictures by artifact name.
	Exchange *Exchange
}

// Refused is a sentence a decider cannot follow, and how to rewrite it.
type Refused struct {
	Sentence int
	Reason   string
	Hint     string
}

// Exchange is one call of a model as the conversation file keeps it.
type Exchange struct {
	Turn     int             `json:"turn"`
	Role     string          `json:"role"`
	Model    string          `json:"model"`
	Request  []model.Message `json:"request,omitempty"` // only what varies; the prefix is kept once
	Response *model.Response `json:"response,omitempty"`
	Error    string          `json:"error,omitempty"`
}

// RoleUsage is the usage of one model call.
type RoleUsage struct {
	Role    string        `json:"role"` // agent, judge, grounder, reader, classifier
	Model   string        `json:"model"`
	Usage   model.Usage   `json:"usage"`
	CostUSD *float64      `json:"cost_usd,omitempty"` // nil when the model has no price
	Took    time.Duration `json:"took_ns"`
}
