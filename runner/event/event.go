// Package event is what a suite run tells while it runs.
package event

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// Event is one line of events.jsonl.
type Event struct {
	Time time.Time `json:"time"`
	// Kind is suite_started, case_started, opened, turn_start, step_done,
	// check_done, asking, answered, remark, case_done or suite_done.
	Kind string `json:"kind"`
	Case string `json:"case,omitempty"` // its name
	ID   string `json:"id,omitempty"`   // of the case
	Try  int    `json:"try,omitempty"`
	Turn int    `json:"turn,omitempty"`
	Text string `json:"text,omitempty"`
	// Data is the step, the check or the verdict.
	Data any `json:"data,omitempty"`
}

// Sink hears of events, from several goroutines.
type Sink interface{ Emit(Event) }

// Log writes events as JSON lines. What cannot be written is counted and the
// first error kept for Close; a run is never held up by its log.
type Log struct {
	mu      sync.Mutex
	w       io.Writer
	failed  error
	dropped int
}

// NewLog writes to w.
func NewLog(w io.Writer) *Log { return &Log{w: w} }

// Emit writes one line.
func (l *Log) Emit(e Event) {
	line, err := json.Marshal(e)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		_, err = l.w.Write(append(line, '\n'))
	}
	if err != nil {
		l.dropped++
		if l.failed == nil {
			l.failed = err
		}
	}
}

// Err is the first error and how many events were lost with it, nil when none was.
func (l *Log) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed == nil {
		return nil
	}
	return fmt.Errorf("%d events were not written: %w", l.dropped, l.failed)
}

// Sinks hands each event to all.
type Sinks []Sink

// Emit tells every sink.
func (s Sinks) Emit(e Event) {
	for _, one := range s {
		one.Emit(e)
	}
}
