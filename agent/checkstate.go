package agent

import "github.com/verdict-run/verdict/agent/check"

// CheckStatus is where a check stands.
type CheckStatus string

// The states of a check.
const (
	Open      CheckStatus = "open"
	Proven    CheckStatus = "proven"
	Disproven CheckStatus = "disproven" // a due disproof stands
	Undecided CheckStatus = "undecided" // looked at, could not be told
)

// Check is one thing the case says must hold.
type Check struct {
	N         int         `json:"n"`         // equal to the number of its sentence
	Statement string      `json:"statement"` // as written
	Form      *check.Form `json:"form,omitempty"`
	Negative  bool        `json:"negative,omitempty"`
	Status    CheckStatus `json:"status"`
	// Evidence is the last word; History everything that was found.
	Evidence *check.Evidence `json:"evidence,omitempty"`
	// After counts the attempts recorded when the evidence was taken.
	After   int           `json:"after_attempt"`
	History []CheckMoment `json:"history,omitempty"`
	Picture string        `json:"picture,omitempty"` // artifact name
}

// CheckMoment is one evaluation of a check.
type CheckMoment struct {
	After    int            `json:"after_attempt"`
	Due      bool           `json:"due"` // all actions written before it were done
	Evidence check.Evidence `json:"evidence"`
}
