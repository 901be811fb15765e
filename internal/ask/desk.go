// Package ask puts the agent's questions to people: in the terminal, and on a page for testers.
//
// The page is served on loopback behind a token made for one run; it ends with
// the run. Several testers may have it open: the first answer wins, the others
// learn it. Questions live in the desk, not in a connection, so that a lost
// connection loses nothing.
package ask

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// Ticket is one set of questions that waits for its answers.
type Ticket struct {
	ID        int                `json:"id"`
	Case      string             `json:"case"`
	Questions []askuser.Question `json:"questions"`
	Deadline  time.Time          `json:"deadline"`
}

// Closed is how a ticket ended.
type Closed struct {
	ID      int              `json:"id"`
	By      string           `json:"by"` // a tester's name, "default", "time-out", "cancelled"
	Answers []askuser.Answer `json:"answers,omitempty"`
}

type pending struct {
	Ticket
	answered chan Closed // buffered, written once
}

// desk holds the open tickets and tells its listeners what happens.
type desk struct {
	mu        sync.Mutex
	next      int
	open      map[int]*pending
	order     []int
	listeners map[chan any]struct{}
}

func newDesk() *desk {
	return &desk{open: map[int]*pending{}, listeners: map[chan any]struct{}{}}
}

// put opens a ticket and tells it to all.
func (d *desk) put(name string, questions []askuser.Question, deadline time.Time) *pending {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.next++
	p := &pending{Ticket{d.next, name, questions, deadline}, make(chan Closed, 1)}
	d.open[p.ID] = p
	d.order = append(d.order, p.ID)
	d.tell(p.Ticket)
	return p
}

// answer closes a ticket with answers; the first one wins.
func (d *desk) answer(id int, by string, answers []askuser.Answer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.open[id]
	if p == nil {
		return errors.New("this question has been answered already, or its time is over")
	}
	checked, err := check(p.Questions, answers)
	if err != nil {
		return err
	}
	d.close(p, Closed{ID: id, By: by, Answers: checked})
	return nil
}

// expire closes a ticket without a person; it answers false when somebody was quicker.
func (d *desk) expire(id int, by string, answers []askuser.Answer) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.open[id]
	if p == nil {
		return false
	}
	d.close(p, Closed{ID: id, By: by, Answers: answers})
	return true
}

func (d *desk) close(p *pending, c Closed) {
	delete(d.open, p.ID)
	p.answered <- c
	d.tell(c)
}

// check fits answers to questions: each question exactly once, each answer allowed.
func check(questions []askuser.Question, answers []askuser.Answer) ([]askuser.Answer, error) {
	byID := map[string]string{}
	for _, a := range answers {
		byID[a.ID] = a.Text
	}
	var out []askuser.Answer
	for _, q := range questions {
		text, err := accept(q, byID[q.ID])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", q.Question, err)
		}
		out = append(out, askuser.Answer{ID: q.ID, Text: text})
	}
	return out, nil
}

// listen hands over every ticket that is open and all that happens from then
// on. A listener that does not keep up is cut off: its channel is closed.
func (d *desk) listen() (<-chan any, func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	ch := make(chan any, 64+len(d.open))
	for _, id := range d.order {
		if p := d.open[id]; p != nil {
			ch <- p.Ticket
		}
	}
	d.listeners[ch] = struct{}{}
	return ch, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.drop(ch)
	}
}

func (d *desk) drop(ch chan any) {
	if _, ok := d.listeners[ch]; ok {
		delete(d.listeners, ch)
		close(ch)
	}
}

// tell never blocks.
func (d *desk) tell(message any) {
	for ch := range d.listeners {
		select {
		case ch <- message:
		default:
			d.drop(ch)
		}
	}
}

// Policy says what happens when nobody answers.
type Policy struct {
	Timeout  time.Duration     // 10 minutes when 0
	Defaults map[string]string // answers by question id
}

// Unanswered says that nobody answered in time and the case has no default.
type Unanswered struct{ After time.Duration }

func (u *Unanswered) Error() string { return fmt.Sprintf("nobody answered within %s", u.After) }

// defaults are the case's own answers, nil when it does not have all of them.
func (p Policy) defaults(questions []askuser.Question) []askuser.Answer {
	var out []askuser.Answer
	for _, q := range questions {
		text, ok := p.Defaults[q.ID]
		if !ok {
			return nil
		}
		out = append(out, askuser.Answer{ID: q.ID, Text: text})
	}
	return out
}

// WithPolicy bounds the time an asker may take and falls back on the case's
// default answers. asker may be nil: then the defaults are used at once.
func WithPolicy(asker askuser.Asker, p Policy) askuser.Asker { return policed{asker, p} }

type policed struct {
	asker  askuser.Asker
	policy Policy
}

var errTimeout = errors.New("the time for an answer is over")

func (a policed) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	limit := a.policy.Timeout
	if limit <= 0 {
		limit = 10 * time.Minute
	}
	defaults := a.policy.defaults(questions)
	if a.asker == nil {
		if defaults != nil {
			return defaults, nil
		}
		return nil, &Unanswered{}
	}
	asking, cancel := context.WithTimeoutCause(ctx, limit, errTimeout)
	defer cancel()
	answers, err := a.asker.Ask(asking, questions)
	if err == nil || ctx.Err() != nil {
		return answers, err
	}
	if defaults != nil {
		return defaults, nil
	}
	if errors.Is(err, errTimeout) {
		return nil, &Unanswered{limit}
	}
	return nil, err
}

// First asks several at once; the first answer wins, the others are told to stop.
func First(askers ...askuser.Asker) askuser.Asker { return first(askers) }

type first []askuser.Asker

func (f first) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	type said struct {
		answers []askuser.Answer
		err     error
	}
	ctx, cancel := context.WithCancel(ctx)
	ch := make(chan said, len(f))
	var all sync.WaitGroup
	for _, a := range f {
		all.Go(func() {
			answers, err := a.Ask(ctx, questions)
			ch <- said{answers, err}
		})
	}
	defer all.Wait()
	defer cancel()
	var errs []error
	for range f {
		s := <-ch
		if s.err == nil {
			return s.answers, nil
		}
		errs = append(errs, s.err)
	}
	return nil, errors.Join(errs...)
}
