package ask

import (
	"context"
	"errors"
	"fmt"
	"time"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// DefaultTimeout is how long a question waits when a Policy does not say.
const DefaultTimeout = 10 * time.Minute

// Outcome is how a set of questions was answered.
type Outcome struct {
	Answers []askuser.Answer
	// By is "terminal", what a tester calls himself, "" when not known, or "default".
	By string
	// Default: the answers are the case's own, no person gave them.
	Default bool
}

// Policy says what happens when nobody answers.
type Policy struct {
	Timeout  time.Duration     // DefaultTimeout when 0
	Defaults map[string]string // answers by question id; used only if they answer all questions
	// Told, if set, is called with what is handed to the agent, to record who said it.
	Told func(Outcome)
}

// Unanswered says that nobody answered and the case has no default: the case is blocked.
type Unanswered struct {
	// After is how long was waited; 0 when there was nobody to ask.
	After time.Duration
	// Without are the ids of the questions that have no default answer.
	Without []string
	// Err is why nobody could be asked, nil after a time-out.
	Err error
}

func (u *Unanswered) Error() string {
	switch {
	case u.After > 0:
		return fmt.Sprintf("nobody answered within %s, and `ask: {defaults: …}` of the case has no answer for %q", u.After, u.Without)
	case u.Err != nil:
		return fmt.Sprintf("nobody could be asked, and `ask: {defaults: …}` of the case has no answer for %q: %v", u.Without, u.Err)
	default:
		return fmt.Sprintf("there is nobody to ask, and `ask: {defaults: …}` of the case has no answer for %q", u.Without)
	}
}

// Unwrap is Err.
func (u *Unanswered) Unwrap() error { return u.Err }

// timeUp is the cause with which a policy ends a question.
type timeUp struct{ defaults bool }

func (*timeUp) Error() string { return "the time for an answer is over" }

// beaten is the cause with which First ends a question that was answered elsewhere.
type beaten struct{ winner Outcome }

func (*beaten) Error() string { return errBeaten.Error() }
func (*beaten) Unwrap() error { return errBeaten }

var (
	errBeaten = errors.New("the question was answered elsewhere")
	// ErrClosed is why a question ends when the server does.
	ErrClosed = errors.New("the page for testers has been closed")
)

// teller is an Asker of this package. Before it accepts an answer it must claim
// it, and drop it when the claim fails: so one answer wins among several askers.
type teller interface {
	tell(ctx context.Context, questions []askuser.Question, claim func() bool) (Outcome, error)
}

func always() bool { return true }

// put asks any Asker.
func put(ctx context.Context, a askuser.Asker, questions []askuser.Question, claim func() bool) (Outcome, error) {
	if t, ok := a.(teller); ok {
		return t.tell(ctx, questions, claim)
	}
	answers, err := a.Ask(ctx, questions)
	if err != nil {
		return Outcome{}, err
	}
	if !claim() {
		return Outcome{}, errBeaten
	}
	return Outcome{Answers: answers}, nil
}

// WithPolicy bounds the time an asker may take and falls back on the case's
// default answers, after the time-out or when asking fails. With a nil asker
// there is nobody to wait for. Without defaults the error is an *Unanswered.
func WithPolicy(asker askuser.Asker, p Policy) askuser.Asker {
	if p.Timeout <= 0 {
		p.Timeout = DefaultTimeout
	}
	return policed{asker, p}
}

type policed struct {
	asker askuser.Asker
	Policy
}

func (p policed) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	out, err := p.tell(ctx, questions, always)
	return out.Answers, err
}

func (p policed) tell(ctx context.Context, questions []askuser.Question, claim func() bool) (Outcome, error) {
	defaults, without := p.defaults(questions)
	unanswered := &Unanswered{Without: without}
	if p.asker != nil {
		asking, cancel := context.WithTimeoutCause(ctx, p.Timeout, &timeUp{defaults: len(without) == 0})
		defer cancel()
		out, err := put(asking, p.asker, questions, claim)
		switch {
		case err == nil:
			return p.told(out), nil
		case ctx.Err() != nil:
			return Outcome{}, context.Cause(ctx)
		case asking.Err() != nil:
			unanswered.After = p.Timeout
		case errors.Is(err, errBeaten):
			return Outcome{}, err
		default:
			unanswered.Err = err
		}
	}
	if len(without) > 0 {
		return Outcome{}, unanswered
	}
	if !claim() {
		return Outcome{}, errBeaten
	}
	return p.told(Outcome{Answers: defaults, By: "default", Default: true}), nil
}

func (p policed) told(o Outcome) Outcome {
	if p.Told != nil {
		p.Told(o)
	}
	return o
}

// defaults are the case's own answers, and the ids of the questions without one.
func (p policed) defaults(questions []askuser.Question) (answers []askuser.Answer, without []string) {
	for _, q := range questions {
		text, ok := p.Defaults[q.ID]
		if !ok {
			without = append(without, q.ID)
			continue
		}
		if o, ok := option(q, text); ok {
			text = o // as the question writes it
		}
		answers = append(answers, askuser.Answer{ID: q.ID, Text: text})
	}
	return answers, without
}
