package agent

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/verdict-run/verdict/commands"
)

// StepAttempt is one command tried: a GeneratedStep or a FailedStep.
//
//sumtype:decl
type StepAttempt interface {
	isStepAttempt()
	// Base is what both kinds share.
	Base() *AttemptBase
}

// AttemptBase is what every attempt records.
type AttemptBase struct {
	N        int    `json:"n"`    // 1-based among the attempts of the run
	Turn     int    `json:"turn"` // decider turn it came from, 1-based
	Command  string `json:"command"`
	Sentence int    `json:"sentence,omitempty"` // the numbered sentence it serves, 0 for none
	// Params are the arguments as given, templates unresolved; what is not JSON is kept as a JSON string.
	Params json.RawMessage `json:"params,omitempty"`
	// Instruction is the step in plain words.
	Instruction string `json:"instruction"`
	Icon        string `json:"icon,omitempty"`
	Badge       string `json:"badge,omitempty"`
	// Passive says the command cannot change the application's state.
	Passive bool `json:"passive,omitempty"`

	Targets []commands.Located `json:"targets,omitempty"`
	// Before and After are artifact names of the pictures; "" when none was taken.
	Before string   `json:"before,omitempty"`
	After  string   `json:"after,omitempty"`
	URL    string   `json:"url,omitempty"` // before the step
	Effect string   `json:"effect,omitempty"`
	Notes  []string `json:"notes,omitempty"`
	// Pins are the targets as a replay knows them again; of a key press what had the focus.
	Pins []Pin `json:"pins,omitempty"`
	// Brought is what the step brought that a replay looks for again; nil for nothing.
	Brought *Brought `json:"brought,omitempty"`
	// Replay says how a step of a recorded run went this time; nil for any other step.
	Replay  *Recall       `json:"replay,omitempty"`
	Faults  []string      `json:"faults,omitempty"` // console errors and failed requests it brought
	Started time.Time     `json:"started"`
	Took    time.Duration `json:"took_ns"`
	Usage   []RoleUsage   `json:"usage,omitempty"` // model calls of the turn, on its first attempt
}

// GeneratedStep is an attempt that succeeded.
type GeneratedStep struct {
	AttemptBase
	Outcome string `json:"outcome"`
	// Reformatted says the page rewrote a typed value without changing what it says.
	Reformatted bool `json:"reformatted,omitempty"`
}

// FailedStep is an attempt that did not.
type FailedStep struct {
	AttemptBase
	// RawInput is what the decider sent, whatever it was.
	RawInput  string `json:"raw_input,omitempty"`
	Error     string `json:"error"`
	ErrorName string `json:"error_name"`
	Hint      string `json:"hint,omitempty"`
}

func (*GeneratedStep) isStepAttempt() {}
func (*FailedStep) isStepAttempt()    {}

// Base is the shared part.
func (s *GeneratedStep) Base() *AttemptBase { return &s.AttemptBase }

// Base is the shared part.
func (s *FailedStep) Base() *AttemptBase { return &s.AttemptBase }

// AttemptJSON carries a StepAttempt over the wire with its status.
type AttemptJSON struct{ Attempt StepAttempt }

type wireSuccess struct {
	Status string `json:"status"`
	*GeneratedStep
}

type wireFailure struct {
	Status string `json:"status"`
	*FailedStep
}

// MarshalJSON writes {"status":"success",…} or {"status":"failed",…}.
func (a AttemptJSON) MarshalJSON() ([]byte, error) {
	switch s := a.Attempt.(type) {
	case *GeneratedStep:
		return json.Marshal(wireSuccess{"success", s})
	case *FailedStep:
		return json.Marshal(wireFailure{"failed", s})
	}
	return nil, fmt.Errorf("step attempt of type %T", a.Attempt)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (a *AttemptJSON) UnmarshalJSON(data []byte) error {
	var head struct {
		Status string `json:"status"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("reading a step attempt: %w", err)
	}
	switch head.Status {
	case "success":
		s := &GeneratedStep{}
		a.Attempt = s
		return json.Unmarshal(data, s)
	case "failed":
		s := &FailedStep{}
		a.Attempt = s
		return json.Unmarshal(data, s)
	default:
		return fmt.Errorf("step attempt with status %q; success or failed is known", head.Status)
	}
}
