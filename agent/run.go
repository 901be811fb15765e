package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/tools"
)

// run is one case under way. One goroutine owns it.
type run struct {
	Config
	sentences []language.Sentence
	literals  []string // texts that checks of the case quote
	checks    []Check
	attempts  []StepAttempt
	ledger    ledger
	slept     map[int]time.Duration // how long was waited for a sentence that asks for so many seconds
	tools     []tools.Tool

	facts  Facts
	ended  bool
	about  int // the sentence the reason is about
	finish FinishReason
	loop   bool
	words  string // the decider's last words

	budget   *budget
	purse    *Purse // of this case
	progress stall
	seen     sightings
	last     *Observation // the newest one
	shown    *Observation // the one the decider saw last
	pictured *Observation // the newest one with a picture
	pending  *step        // the last attempt, whose effect shows at the next observation
	watches  []watch
	messages []string
	malform  int              // malformed replies in a row
	refused  bool             // a finish was refused once
	faults   int              // cursor into the device's faults
	faulted  []platform.Fault // all of the run, masked

	turn         int
	conversation []Exchange
	usage        []RoleUsage
	fresh        []RoleUsage // of this turn, not yet on an attempt
	warnings     []string
	stored       map[string]bool // baselines of this run, by name
	timings      Timings
	started      time.Time
}

// Run executes one case once. How the case ended is in the result; an error
// means that the run could not be made at all (a broken Config).
func Run(ctx context.Context, cfg Config) (*ExecutionResult, error) {
	if cfg.Device == nil || cfg.Decider == nil || cfg.Commands == nil {
		return nil, errors.New("a run needs a device, a decider and commands")
	}
	r := &run{Config: cfg.withDefaults(), started: time.Now()}
	r.ledger.held, r.ledger.amiss, r.slept = map[int]int{}, map[int]bool{}, map[int]time.Duration{}
	var stop func()
	ctx, r.budget, stop = newBudget(ctx, r.Limits)
	defer stop()
	r.purse = newPurse("", r.Limits.Tokens, r.Limits.CostUSD)
	if err := r.buildTools(); err != nil {
		return nil, err
	}
	r.guarded(func() {
		r.read(ctx)
		r.open(ctx)
		r.cycle(ctx)
	})
	r.close()
	return r.result(ctx), nil
}

// guarded ends the run when what it calls panics: what was done so far is reported, and the device can be closed. Whatever had
// been claimed by then, nobody knows what the panic left out.
func (r *run) guarded(do func()) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		why := r.Memory.Mask(fmt.Sprint(p))
		r.Log.Error("a run panicked", "panic", why, "stack", r.Memory.Mask(string(debug.Stack())))
		r.ended = false
		r.end(func(f *Facts) { f.Infra = "Verdict itself failed, which is a bug: " + why + "; the log has more" })
	}()
	do()
}

// end stops the run and sets a fact, unless it has ended already.
func (r *run) end(set func(*Facts)) {
	if r.ended {
		return
	}
	r.ended = true
	set(&r.facts)
}

// stopped ends the run when err means that it cannot go on, and reports whether it has ended.
func (r *run) stopped(ctx context.Context, err error) bool {
	if r.ended || err == nil {
		return r.ended
	}
	if ctx.Err() != nil {
		r.cut(ctx)
		return true
	}
	r.end(func(f *Facts) { f.Infra = r.Memory.Mask(err.Error()) })
	return true
}

// cut ends the run for the cause its context was ended by.
func (r *run) cut(ctx context.Context) {
	cause := context.Cause(ctx)
	if errors.Is(cause, errTimeout) {
		r.end(func(f *Facts) {
			f.OverBudget = fmt.Sprintf("the case took longer than its timeout of %s", r.Limits.Time)
		})
		return
	}
	r.end(func(f *Facts) { f.Cancelled = "the run was cancelled" })
}

// open brings the device to the start page.
func (r *run) open(ctx context.Context) {
	if r.ended || r.StartURL == "" || r.Device.Navigation == nil {
		return
	}
	err := r.retryTransient(ctx, func() error { return r.Device.Navigation.Navigate(ctx, r.StartURL) })
	if r.dialogOpen(ctx) {
		err = nil // the page is there, its alert waits for an answer
	}
	if err != nil && ctx.Err() == nil {
		r.end(func(f *Facts) { f.Infra = fmt.Sprintf("%s did not answer: %s", r.StartURL, r.Memory.Mask(err.Error())) })
		return
	}
	if !r.stopped(ctx, err) {
		r.Progress(Event{Kind: Opened, Text: r.Memory.Mask(r.StartURL)})
	}
}

func (r *run) dialogOpen(ctx context.Context) bool {
	if r.Device.Dialogs == nil {
		return false
	}
	d, err := r.Device.Dialogs.Pending(ctx)
	return err == nil && d != nil
}

// state is what the decider is told.
func (r *run) state(ctx context.Context, o *Observation) *State {
	s := &State{
		Name: r.Name, Body: r.Body, Sentences: r.sentences, Checks: slices.Clone(r.checks), Attempts: slices.Clone(r.attempts),
		Done: maps.Clone(r.done()), Conditions: r.conditions(ctx, o), Messages: r.messages,
		Commands: r.Commands.For(r.Device), TurnsLeft: r.Limits.Turns - r.turn, TimeLeft: r.budget.left(),
	}
	for _, t := range r.tools {
		s.Tools = append(s.Tools, t.Definition())
	}
	return s
}

// env is what a command works with.
func (r *run) env(o *Observation, replayed *pins) *commands.Env {
	base := r.StartURL
	var tree *screen.Tree
	if o != nil {
		tree = o.Tree
		if tree != nil && tree.URL != "" {
			base = tree.URL
		}
	}
	return &commands.Env{
		Device: r.Device, Tree: tree, Locator: locator{r, o, replayed}, Prover: prover{r, o}, Conditions: prover{r, o}, Reader: reader{r, o},
		Memory: r.Memory, Log: r.Log, BaseURL: base, AllowURL: r.AllowURL, UploadDirs: r.UploadDirs, Timeout: r.LocateTimeout,
	}
}

// remark tells the decider something at its next turn.
func (r *run) remark(format string, args ...any) {
	r.messages = append(r.messages, r.Memory.Mask(fmt.Sprintf(format, args...)))
}

// warn is a remark for people too.
func (r *run) warn(text string) {
	text = r.Memory.Mask(text)
	r.warnings = append(r.warnings, text)
	r.Progress(Event{Kind: Remark, Turn: r.turn, Text: text})
}
