package agent

import (
	"time"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/model"
)

// FinishReason is the classic field: how the loop ended.
type FinishReason string

// The finish reasons.
const (
	FinishSuccess  FinishReason = "success" // a finish was accepted
	FinishMaxSteps FinishReason = "max_steps"
	FinishError    FinishReason = "error"
)

// ExecutionResult is one run of one case.
type ExecutionResult struct {
	Verdict Verdict `json:"verdict"`
	// Reason says the verdict in one plain sentence.
	Reason string `json:"reason"`
	// Sentence is the number of the sentence the reason is about, 0 for none.
	Sentence     int          `json:"sentence,omitempty"`
	Success      bool         `json:"success"` // Verdict == passed
	FinishReason FinishReason `json:"finish_reason"`
	Reasoning    string       `json:"reasoning,omitempty"` // the decider's own last words
	Loop         bool         `json:"loop,omitempty"`

	Sentences      []language.Sentence `json:"sentences"`
	Attempts       []AttemptJSON       `json:"attempts"`
	GeneratedSteps []AttemptJSON       `json:"generated_steps"`
	Checks         []Check             `json:"checks"`
	Memory         map[string]string   `json:"memory"` // secrets as ***

	// FinalScreenshot is the artifact name of the last picture; FinalPicture its bytes, absent in the lean form.
	FinalScreenshot string `json:"final_screenshot,omitempty"`
	FinalPicture    []byte `json:"final_picture,omitempty"`

	Conversation []Exchange      `json:"conversation,omitempty"`
	Prefix       []model.Message `json:"prefix,omitempty"` // the part of every prompt that never changes

	Decider  string        `json:"decider"`
	Turns    int           `json:"turns"`
	Usage    []UsageSum    `json:"usage"`              // by role and model
	CostUSD  *float64      `json:"cost_usd,omitempty"` // nil when any used model has no price
	Warnings []string      `json:"warnings,omitempty"`
	Faults   []string      `json:"faults,omitempty"` // console errors and failed requests of the run
	Started  time.Time     `json:"started"`
	Took     time.Duration `json:"took_ns"`
	// Asked is the time spent waiting for a person, not counted against the timeout.
	Asked   time.Duration `json:"asked_ns,omitempty"`
	Timings Timings       `json:"timings"`
}

// Timings say where the time of a run went.
type Timings struct {
	Model   time.Duration `json:"model_ns"`
	Stable  time.Duration `json:"stable_ns"`  // waiting until the screen was stable
	Observe time.Duration `json:"observe_ns"` // screenshots and trees
	Execute time.Duration `json:"execute_ns"`
	Waits   time.Duration `json:"waits_ns"` // wait commands and polling checks
}

// UsageSum is what one model used in one role.
type UsageSum struct {
	Role    string      `json:"role"`
	Model   string      `json:"model"`
	Calls   int         `json:"calls"`
	Usage   model.Usage `json:"usage"`
	CostUSD *float64    `json:"cost_usd,omitempty"`
}

// Lean is the result without pictures and conversation, only artifact names.
func (r ExecutionResult) Lean() ExecutionResult {
	r.FinalPicture = nil
	r.Conversation = nil
	r.Prefix = nil
	return r
}
