package app

import (
	"sync"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/event"
	"github.com/verdict-run/verdict/runner/report/text"
)

// live prints events as they happen, one line a step.
type live struct {
	*text.Live
	mu      sync.Mutex
	started map[string]time.Time
}

func (o Options) live() event.Sink {
	return &live{Live: text.NewLive(o.progress(), text.LiveOptions{Color: o.Color && !o.JSON, Width: o.Width, Workers: o.Workers}), started: map[string]time.Time{}}
}

// Emit hands on what is worth a line.
func (l *live) Emit(e event.Event) {
	switch data := e.Data.(type) {
	case agent.AttemptJSON:
		l.Step(e.Case, data.Attempt)
	case agent.Check:
		l.CheckDone(e.Case, data)
	}
	switch e.Kind {
	case "case_started":
		l.since(e.ID, e.Time)
		l.CaseStarted(e.Case, e.Try)
	case "asking", "remark":
		l.Remark(e.Case, e.Text)
	case "case_done":
		verdict := agent.Verdict("")
		if m, ok := e.Data.(map[string]any); ok {
			verdict, _ = m["verdict"].(agent.Verdict)
		}
		l.CaseDone(e.Case, verdict, e.Text, l.since(e.ID, e.Time))
	}
}

// since is the time since a case was last seen here.
func (l *live) since(id string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	took := now.Sub(l.started[id])
	l.started[id] = now
	return took
}
