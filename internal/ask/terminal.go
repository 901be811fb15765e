package ask

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// Terminal asks in the terminal, line by line. Cases that ask at once take turns.
//
// A read cannot be interrupted, so each line is read by a goroutine of its own,
// one at most. A question that is cancelled leaves that read behind; the next
// one takes it over, and it ends with the next line or with In. A line that was
// finished before a question was shown does not answer it.
type Terminal struct {
	In  io.Reader
	Out io.Writer

	once    sync.Once
	turn    chan struct{} // held by the case that asks; guards what follows
	lines   *bufio.Reader
	pending chan line // of the read under way, nil if none
	ended   error
}

type line struct {
	text string
	err  error
}

// NewTerminal is &Terminal{In: in, Out: out}.
func NewTerminal(in io.Reader, out io.Writer) *Terminal { return &Terminal{In: in, Out: out} }

// Asker asks for one case, and says so.
func (t *Terminal) Asker(caseName string) askuser.Asker { return atTerminal{t, caseName} }

// Ask asks without naming a case.
func (t *Terminal) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	return t.Asker("").Ask(ctx, questions)
}

func (t *Terminal) tell(ctx context.Context, questions []askuser.Question, claim func() bool) (Outcome, error) {
	return atTerminal{t, ""}.tell(ctx, questions, claim)
}

type atTerminal struct {
	*Terminal
	name string
}

func (t atTerminal) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	out, err := t.tell(ctx, questions, always)
	return out.Answers, err
}

// tell puts the questions one after another.
func (t atTerminal) tell(ctx context.Context, questions []askuser.Question, claim func() bool) (Outcome, error) {
	t.once.Do(func() { t.turn, t.lines = make(chan struct{}, 1), bufio.NewReader(t.In) })
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return Outcome{}, context.Cause(ctx)
	}
	t.dropEarlier()
	out := Outcome{By: "terminal"}
	for i, q := range questions {
		text, err := t.one(ctx, q, t.heading(ctx, i, len(questions)))
		if err != nil {
			return Outcome{}, err
		}
		out.Answers = append(out.Answers, askuser.Answer{ID: q.ID, Text: text})
	}
	if !claim() {
		t.say("  " + why(errBeaten) + "\n")
		return Outcome{}, errBeaten
	}
	return out, nil
}

// dropEarlier forgets a line that was typed for a question that is gone.
func (t *Terminal) dropEarlier() {
	select {
	case l := <-t.pending: // nil, which is never ready, if none is read
		t.pending, t.ended = nil, l.err
	default:
	}
}

func (t atTerminal) heading(ctx context.Context, i, n int) string {
	var parts []string
	if t.name != "" {
		parts = append(parts, fmt.Sprintf("%s asks", cut(printable(t.name), 80)))
	}
	if n > 1 {
		parts = append(parts, fmt.Sprintf("question %d of %d", i+1, n))
	}
	if deadline, ok := ctx.Deadline(); ok {
		parts = append(parts, fmt.Sprintf("%s left", time.Until(deadline).Round(time.Second)))
	}
	return strings.Join(parts, ", ")
}

// one puts a question until its answer is allowed.
func (t *Terminal) one(ctx context.Context, q askuser.Question, heading string) (string, error) {
	choices := labels(q)
	var b strings.Builder
	b.WriteString("\n")
	if heading != "" {
		fmt.Fprintf(&b, "? %s\n", heading)
	}
	fmt.Fprintf(&b, "? %s\n", printable(q.Question))
	for i, o := range q.Options {
		if choices[i] == "" {
			choices[i] = "-"
		}
		fmt.Fprintf(&b, "  %s) %s\n", choices[i], printable(o))
	}
	b.WriteString(prompt(q))
	t.say(b.String())
	for {
		said, err := t.line(ctx)
		if err != nil {
			t.say("\n  " + why(err) + "\n")
			return "", err
		}
		said = strings.TrimSpace(said)
		for i, label := range choices {
			if label != "-" && strings.EqualFold(label, said) {
				said = q.Options[i]
				break
			}
		}
		text, err := accept(q, said)
		if err == nil {
			return text, nil
		}
		t.say(fmt.Sprintf("  %v\n%s", err, prompt(q)))
	}
}

func (t *Terminal) say(text string) { _, _ = io.WriteString(t.Out, text) }

func prompt(q askuser.Question) string {
	switch {
	case len(q.Options) == 0:
		return "> "
	case q.FreeText:
		return "choose, or type an answer of your own> "
	default:
		return "choose> "
	}
}

// why tells a person that no answer is needed any more.
func why(err error) string {
	var up *timeUp
	switch {
	case errors.Is(err, errBeaten):
		return "(answered elsewhere)"
	case errors.As(err, &up) && up.defaults:
		return "(time is up: the case's default answer is used)"
	case errors.As(err, &up):
		return "(time is up)"
	case errors.Is(err, io.EOF):
		return "(the input has ended)"
	default:
		return "(no answer is needed any more)"
	}
}

// line waits for a line, or for the end of ctx.
func (t *Terminal) line(ctx context.Context) (string, error) {
	if t.ended != nil {
		return "", t.ended
	}
	if t.pending == nil {
		next := make(chan line, 1)
		t.pending = next
		go func() { next <- readLine(t.lines) }()
	}
	select {
	case l := <-t.pending:
		t.pending, t.ended = nil, l.err
		if l.err != nil && strings.TrimSpace(l.text) == "" {
			return "", l.err
		}
		return l.text, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// readLine keeps no more of a line than shows that it is too long.
func readLine(r *bufio.Reader) line {
	const most = maxAnswer*4 + 4
	var kept []byte
	for {
		part, err := r.ReadSlice('\n')
		kept = append(kept, part[:min(len(part), most-min(most, len(kept)))]...)
		switch {
		case err == nil:
			return line{text: string(kept)}
		case errors.Is(err, bufio.ErrBufferFull):
		default:
			return line{string(kept), fmt.Errorf("the terminal's input has ended: %w", err)}
		}
	}
}
