package ask

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

const (
	keptHistory = 50
	queueLength = 64 // messages that may wait for a slow page before it is cut off
)

// ticket is one set of questions that waits for its answers.
type ticket struct {
	questionMessage
	claim func() bool
	ended chan ending // buffered, written once
}

type ending struct {
	Outcome
	err error
}

// listener is one page. Its queue is closed when it is dropped.
type listener struct {
	queue chan []byte
	// cut ends the connection of a page that does not keep up; it does not block.
	cut func()
}

// desk holds the open questions and tells its listeners what happens. It never
// waits for one.
type desk struct {
	mu        sync.Mutex
	next      int
	open      []*ticket
	history   []closed
	cases     []string
	listeners map[*listener]struct{}
	shut      bool
}

func newDesk(cases []string) *desk {
	return &desk{cases: slices.Clone(cases), listeners: map[*listener]struct{}{}}
}

// addCase makes a case known to the pages.
func (d *desk) addCase(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Contains(d.cases, name) {
		d.cases = append(d.cases, name)
		d.broadcast(encode(casesMessage{"cases", d.cases}))
	}
}

// put opens a ticket and shows it to all.
func (d *desk) put(q questionMessage, claim func() bool) (*ticket, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		return nil, ErrClosed
	}
	d.next++
	q.Type, q.ID, q.Asked = "question", d.next, time.Now()
	t := &ticket{q, claim, make(chan ending, 1)}
	d.open = append(d.open, t)
	d.broadcast(encode(t.questionMessage))
	return t, nil
}

// answer closes a ticket with a tester's answers if they are allowed and the
// first; final says that there is no use in trying again.
func (d *desk) answer(from *listener, m incoming) (final bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.open, func(t *ticket) bool { return t.ID == m.ID })
	if i < 0 {
		return true, d.late(m.ID)
	}
	t := d.open[i]
	answers, err := acceptAll(t.Questions, m.Answers)
	if err != nil {
		return false, err
	}
	if !t.claim() {
		return true, errBeaten
	}
	by := cut(printable(m.By), 40)
	t.ended <- ending{Outcome: Outcome{Answers: answers, By: by}}
	d.close(t, from, closed{Type: "answered", By: by, Answers: masked(answers)})
	return false, nil
}

// late is why a question that is not open takes no answer.
func (d *desk) late(id int) error {
	i := slices.IndexFunc(d.history, func(c closed) bool { return c.ID == id })
	switch {
	case i < 0:
		return errors.New("this question is not open")
	case d.history[i].Type == "answered":
		return errors.New("answered by another tester")
	default:
		return errors.New(d.history[i].Reason)
	}
}

// expire closes a ticket without a tester; false when one has answered.
func (d *desk) expire(t *ticket, cause error) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Contains(d.open, t) {
		return false
	}
	d.close(t, nil, expired(cause))
	return true
}

func expired(cause error) closed {
	var up *timeUp
	var b *beaten
	switch {
	case errors.As(cause, &b) && b.winner.By == "terminal":
		return closed{Type: "answered", By: "someone at the terminal", Answers: masked(b.winner.Answers)}
	case errors.As(cause, &b):
		return closed{Type: "answered", By: "someone else", Answers: masked(b.winner.Answers)}
	case errors.As(cause, &up) && up.defaults:
		return closed{Type: "expired", Reason: "Time is up. The case's default answers are used."}
	case errors.As(cause, &up), errors.Is(cause, context.DeadlineExceeded):
		return closed{Type: "expired", Reason: "Time is up. Nobody answered."}
	default:
		return closed{Type: "expired", Reason: "The run does not need an answer any more."}
	}
}

func (d *desk) close(t *ticket, winner *listener, c closed) {
	d.open = slices.DeleteFunc(d.open, func(o *ticket) bool { return o == t })
	c.ID, c.Case, c.Questions, c.At = t.ID, t.Case, t.Questions, time.Now()
	d.history = append(d.history, c)
	d.history = d.history[max(0, len(d.history)-keptHistory):]
	if winner != nil {
		c.Yours = true
		d.send(winner, encode(c))
		c.Yours = false
	}
	others := encode(c)
	for l := range d.listeners {
		if l != winner {
			d.send(l, others)
		}
	}
}

// join adds a page; its queue starts with all it must know.
func (d *desk) join(cut func()) *listener {
	d.mu.Lock()
	defer d.mu.Unlock()
	hello := helloMessage{Type: "hello", Now: time.Now(), Cases: append([]string{}, d.cases...), Open: []int{}, History: append([]closed{}, d.history...)}
	l := &listener{make(chan []byte, len(d.open)+1+queueLength), cut}
	for _, t := range d.open {
		hello.Open = append(hello.Open, t.ID)
	}
	l.queue <- encode(hello)
	for _, t := range d.open {
		l.queue <- encode(t.questionMessage)
	}
	d.listeners[l] = struct{}{}
	if d.shut {
		d.bye(l)
	}
	return l
}

func (d *desk) leave(l *listener) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop(l)
}

func (d *desk) drop(l *listener) {
	if _, ok := d.listeners[l]; ok {
		delete(d.listeners, l)
		close(l.queue)
	}
}

// reply is a message to one page.
func (d *desk) reply(l *listener, message any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.send(l, encode(message))
}

func (d *desk) broadcast(message []byte) {
	for l := range d.listeners {
		d.send(l, message)
	}
}

func (d *desk) send(l *listener, message []byte) {
	if _, ok := d.listeners[l]; !ok {
		return
	}
	select {
	case l.queue <- message:
	default: // it comes again and gets all that is open
		d.drop(l)
		l.cut()
	}
}

// end closes all tickets and takes leave of the pages.
func (d *desk) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shut = true
	for _, t := range slices.Clone(d.open) {
		t.ended <- ending{err: ErrClosed}
		d.close(t, nil, expired(ErrClosed))
	}
	for l := range d.listeners {
		d.bye(l)
	}
}

func (d *desk) bye(l *listener) {
	d.send(l, encode(notice{Type: "bye", Reason: "The run has ended."}))
	d.drop(l)
}

type served struct {
	server *Server
	name   string
}

func (a served) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	out, err := a.tell(ctx, questions, always)
	return out.Answers, err
}

// tell waits for the first allowed answer of any tester, until ctx ends.
func (a served) tell(ctx context.Context, questions []askuser.Question, claim func() bool) (Outcome, error) {
	q := questionMessage{Case: a.name, Questions: questions, Picture: a.server.picture(ctx, a.name)}
	q.Deadline, _ = ctx.Deadline()
	t, err := a.server.desk.put(q, claim)
	if err != nil {
		return Outcome{}, err
	}
	select {
	case e := <-t.ended:
		return e.Outcome, e.err
	case <-ctx.Done():
		if a.server.desk.expire(t, context.Cause(ctx)) {
			return Outcome{}, context.Cause(ctx)
		}
		e := <-t.ended // a tester was quicker
		return e.Outcome, e.err
	}
}
