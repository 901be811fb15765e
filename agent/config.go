package agent

import (
	"log/slog"
	"time"

	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/tools/ask-user"
)

// Limits bound a run; a zero is no limit but for Turns and Time, which have defaults.
type Limits struct {
	Turns   int           // decider turns, 50
	Time    time.Duration // 10 minutes, time spent asking a person excepted
	Tokens  int           // in and out, all roles
	CostUSD float64
}

// Config is one run of one case.
type Config struct {
	Name string
	Body string
	// StartURL is opened before the first turn; "" on devices without navigation.
	StartURL string

	Device   *platform.Device
	Decider  Decider
	Commands *commands.Registry
	Memory   *memory.Store

	// What follows may be nil: then code does without it.
	Classifier  Classifier
	Judge       Judge
	SecondJudge Judge // must agree with Judge
	Grounder    Grounder
	Reader      PictureReader
	Asker       askuser.Asker

	Limits Limits
	// Purse is what the runs of a suite may cost together, on top of Limits; nil bounds nothing.
	Purse *Purse
	// Price is the cost of one call in USD; ok is false when the model has none.
	Price func(model string, u model.Usage) (usd float64, ok bool)
	// Prefix is the part of every prompt that never changes, for the conversation file.
	Prefix func(*State) []model.Message

	// AllowURL refuses an address with the reason; nil allows all.
	AllowURL func(url string) error
	// UploadDirs are the folders uploads may come from.
	UploadDirs []string

	// Baselines are the pictures that "looks like" compares with; nil compares none.
	Baselines BaselineStore
	// Pictures keeps the pictures of the run; nil keeps none.
	Pictures PictureStore
	// Progress hears of everything as it happens; it must not block. Nil is deaf.
	Progress func(Event)
	Log      *slog.Logger

	// LocateTimeout bounds the search for a target (5 s), CheckTimeout the
	// polling of a check (5 s), NegativeHold how long an absence must last (500 ms).
	LocateTimeout, CheckTimeout, NegativeHold time.Duration
}

// PictureStore keeps a picture under a name and answers the name to refer to it by.
type PictureStore interface {
	Put(name string, picture platform.Image) (ref string, err error)
}

// Event is one thing that happened in a run.
type Event struct {
	Kind    EventKind
	Turn    int
	Attempt StepAttempt // of StepDone
	Check   *Check      // of CheckDone
	Text    string      // of Remark, Asking
}

// EventKind says what happened.
type EventKind string

// The kinds of an Event.
const (
	Opened    EventKind = "opened"     // the start page was opened
	TurnStart EventKind = "turn_start" // the decider is asked
	StepDone  EventKind = "step_done"
	CheckDone EventKind = "check_done"
	Asking    EventKind = "asking" // a person is asked
	Answered  EventKind = "answered"
	Remark    EventKind = "remark" // a warning of the loop or the budget
)

func (c Config) withDefaults() Config {
	if c.Limits.Turns <= 0 {
		c.Limits.Turns = 50
	}
	if c.Limits.Time <= 0 {
		c.Limits.Time = 10 * time.Minute
	}
	if c.LocateTimeout <= 0 {
		c.LocateTimeout = 5 * time.Second
	}
	if c.CheckTimeout <= 0 {
		c.CheckTimeout = 5 * time.Second
	}
	if c.NegativeHold <= 0 {
		c.NegativeHold = 500 * time.Millisecond
	}
	if c.Memory == nil {
		c.Memory = memory.New()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Progress == nil {
		c.Progress = func(Event) {}
	}
	return c
}
