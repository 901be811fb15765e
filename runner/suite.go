// Package runner runs cases: one after another or several at once, with retries, into a report.
package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/runner/event"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/testcases"
	"github.com/verdict-run/verdict/tools/ask-user"
)

// Brain is what decides in one run. Only Decider is required.
type Brain struct {
	Decider            agent.Decider
	Classifier         agent.Classifier
	Judge, SecondJudge agent.Judge
	Grounder           agent.Grounder
	Reader             agent.PictureReader
	Price              func(model string, u model.Usage) (usd float64, ok bool)
	Prefix             func(*agent.State) []model.Message
}

// Config is one suite run.
type Config struct {
	Cases     []*testcases.Case
	Installer platform.Installer
	Commands  *commands.Registry
	// Brain makes the decider of one run.
	Brain func(*platform.Device, *memory.Store) (Brain, error)
	// Asker is who answers a case's questions; nil when nobody does.
	Asker func(*testcases.Case) askuser.Asker
	// Seen is told of each picture of a case's screen, secrets painted over, from that case's goroutine; may be nil.
	Seen func(*testcases.Case, platform.Image)

	Workers int // cases at once, 1
	Retries int // further tries of a case that was not passed
	// Limits override those of the cases where they are set.
	Limits agent.Limits
	// Purse is what all cases together may cost; nil bounds nothing. Once it is spent no further case is started.
	Purse        *agent.Purse
	Video, Trace bool
	// UpdateBaselines stores the pictures that "looks like" would compare with.
	UpdateBaselines bool
	// Replays says what recorded runs are used for; the zero value uses none.
	Replays Replays

	Dir    *artifact.Dir
	Events event.Sink // beside events.jsonl; may be nil
	Log    *slog.Logger

	// Head is copied into the report: who decides and why, versions.
	Head report.Suite
}

// StartError says that nothing could start: the model's service refuses the key or knows no such model.
type StartError struct{ Err error }

func (e *StartError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *StartError) Unwrap() error { return e.Err }

type suite struct {
	Config
	cancel  context.CancelCauseFunc
	records sync.Mutex // held while a record is written, as data rows share one
}

// Run runs the cases and writes results. The report is complete for what was
// run also when ctx ends. A *StartError means that no case could be run;
// another error that the machine (the disk) gave up.
func Run(ctx context.Context, cfg Config) (*report.Suite, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	events, err := os.Create(filepath.Join(cfg.Dir.Path, "events.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("making the event log: %w", err)
	}
	eventLog := event.NewLog(events)
	sinks := event.Sinks{eventLog}
	if cfg.Events != nil {
		sinks = append(sinks, cfg.Events)
	}
	cfg.Events = sinks
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &suite{Config: cfg, cancel: cancel}
	out := cfg.Head
	out.Schema, out.ID, out.Dir, out.Started = report.SchemaVersion, cfg.Dir.ID, cfg.Dir.Path, time.Now()
	out.Workers, out.Retries = max(1, cfg.Workers), cfg.Retries
	s.Events.Emit(event.Event{Time: out.Started, Kind: "suite_started", Text: fmt.Sprintf("%d cases", len(cfg.Cases))})
	out.Cases, err = s.all(ctx)
	out.Took = time.Since(out.Started)
	out.ExitCode = ExitCode(out.Cases)
	var start *StartError
	if errors.As(context.Cause(ctx), &start) {
		err = errors.Join(start, err)
		out.ExitCode = 2
	}
	s.Events.Emit(event.Event{Time: time.Now(), Kind: "suite_done", Data: map[string]int{"exit_code": out.ExitCode}})
	return &out, errors.Join(err, eventLog.Err(), events.Close())
}

// all runs the cases, up to Workers at once; the report keeps their order.
func (s *suite) all(ctx context.Context) ([]report.Case, error) {
	done := make([]*report.Case, len(s.Cases))
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(max(1, s.Workers))
	for i, c := range s.Cases {
		group.Go(func() error {
			if ctx.Err() != nil {
				return nil // not started: the report says so
			}
			if why := s.Purse.Spent(); why != "" {
				mu.Lock()
				defer mu.Unlock()
				done[i] = unstarted(c, agent.Facts{OverBudget: why + "; this case was not started"})
				return nil
			}
			r, err := s.one(ctx, c)
			mu.Lock()
			defer mu.Unlock()
			done[i] = r
			return err
		})
	}
	err := group.Wait()
	out := make([]report.Case, 0, len(done))
	for i, r := range done {
		if r == nil {
			r = unstarted(s.Cases[i], agent.Facts{Cancelled: "the suite was cancelled before this case was started"})
		}
		out = append(out, *r)
	}
	return out, err
}

// one runs a case until it passes or its retries are used up.
func (s *suite) one(ctx context.Context, c *testcases.Case) (*report.Case, error) {
	out := head(c)
	for n := 1; ; n++ {
		s.Events.Emit(event.Event{Time: time.Now(), Kind: "case_started", Case: c.Name, ID: c.ID, Try: n})
		t, err := s.try(ctx, c, n)
		if err != nil {
			t.Result = gaveUp(ctx, err.Error(), time.Now())
		}
		out.Tries = append(out.Tries, t)
		out.Verdict = t.Result.Verdict
		s.Events.Emit(event.Event{Time: time.Now(), Kind: "case_done", Case: c.Name, ID: c.ID, Try: n, Text: t.Result.Reason, Data: map[string]any{"verdict": t.Result.Verdict}})
		if err != nil {
			return &out, fmt.Errorf("case %s: %w", c.ID, err)
		}
		if out.Verdict == agent.Passed {
			out.Flaky = n > 1
			return &out, nil
		}
		if n > s.Retries || ctx.Err() != nil {
			return &out, nil
		}
	}
}

func head(c *testcases.Case) report.Case {
	return report.Case{ID: c.ID, Name: c.Name, File: cmp.Or(c.Shown, c.Path), Tags: c.Tags, URL: c.URL}
}

// unstarted is a case the suite ended before.
func unstarted(c *testcases.Case, why agent.Facts) *report.Case {
	r := head(c)
	verdict, reason := agent.Decide(why)
	r.Verdict = verdict
	r.Tries = []report.Try{{N: 1, Result: agent.ExecutionResult{Verdict: verdict, Reason: reason, FinishReason: agent.FinishError}}}
	return &r
}

// cannotStart ends the whole suite: no later case would fare better.
func (s *suite) cannotStart(err error) { s.cancel(&StartError{err}) }

// gate watches the first answer of a decider: a refused key or an unknown model ends the suite with exit 2.
type gate struct {
	agent.Decider
	report func(error)
}

// Quick is the decider's own, when it has one.
func (g *gate) Quick(attempts []agent.StepAttempt) bool {
	q, ok := g.Decider.(agent.Quick)
	return ok && q.Quick(attempts)
}

func (g *gate) Next(ctx context.Context, o *agent.Observation, s *agent.State) (*agent.Decision, error) {
	d, err := g.Decider.Next(ctx, o, s)
	if c := model.ClassOf(err); len(s.Attempts) == 0 && (c == model.Auth || c == model.NoModel) {
		g.report(err)
	}
	return d, err
}

// ExitCode is the suite's: 130 on cancel, else the first present of 1, 4, 5, 3, 0.
func ExitCode(cases []report.Case) int {
	present := map[int]bool{}
	for _, c := range cases {
		present[c.Verdict.ExitCode()] = true
	}
	for _, code := range []int{130, 1, 4, 5, 3} {
		if present[code] {
			return code
		}
	}
	return 0
}
