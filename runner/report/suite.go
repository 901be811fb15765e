// Package report holds what a suite run leaves behind; its children render it.
package report

import (
	"time"

	"github.com/verdict-run/verdict/agent"
)

// SchemaVersion is the version of results.json; it grows when a reader must know.
const SchemaVersion = 1

// Suite is one suite run: what results.json holds.
type Suite struct {
	Schema   int           `json:"schema"`
	ID       string        `json:"id"` // name of the artifact folder
	Version  string        `json:"verdict_version"`
	Started  time.Time     `json:"started"`
	Took     time.Duration `json:"took_ns"`
	Decider  string        `json:"decider"`        // builtin, or the model's name
	Why      string        `json:"decider_reason"` // why that one: "flag --model", "OPENAI_API_KEY is set", ...
	Device   string        `json:"device,omitempty"`
	Workers  int           `json:"workers"`
	Retries  int           `json:"retries"`
	BaseURL  string        `json:"base_url,omitempty"`
	Cases    []Case        `json:"cases"`
	ExitCode int           `json:"exit_code"`
	// Dir is the artifact folder; not written.
	Dir string `json:"-"`
}

// Case is one case of a suite with all its tries; the last one counts.
type Case struct {
	ID   string   `json:"id"` // also its folder below the suite's
	Name string   `json:"name"`
	File string   `json:"file"` // as given on the command line
	Tags []string `json:"tags,omitempty"`
	URL  string   `json:"url,omitempty"`
	// Verdict of the last try; Flaky says an earlier one ended otherwise and the last one passed.
	Verdict agent.Verdict `json:"verdict"`
	Flaky   bool          `json:"flaky,omitempty"`
	Tries   []Try         `json:"tries"`
}

// Try is one run of a case.
type Try struct {
	N      int                   `json:"n"`
	Result agent.ExecutionResult `json:"result"` // lean
	// Folder holds the try's files, relative to the suite's folder: steps.json,
	// conversation.json, pictures. The picture names in Result are relative to Folder.
	Folder    string   `json:"folder"`
	Video     string   `json:"video,omitempty"`
	Trace     string   `json:"trace,omitempty"`
	Downloads []string `json:"downloads,omitempty"`
	// Replay says what a recorded run did for this one; nil when replays were off.
	Replay *Replay `json:"replay,omitempty"`
}

// Last is the try that counts.
func (c Case) Last() *Try {
	if len(c.Tries) == 0 {
		return nil
	}
	return &c.Tries[len(c.Tries)-1]
}
