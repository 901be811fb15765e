package ask

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

// Terminal asks in the terminal. Cases that ask at once take turns.
type Terminal struct {
	out   io.Writer
	lines <-chan string
	turn  chan struct{}
	once  sync.Once
	read  func()
}

// NewTerminal reads answers from in, line by line. Its one reader starts with
// the first question and lives until in ends, as reading a terminal cannot be interrupted.
func NewTerminal(in io.Reader, out io.Writer) *Terminal {
	lines := make(chan string)
	t := &Terminal{out: out, lines: lines, turn: make(chan struct{}, 1)}
	t.read = func() {
		go func() {
			defer close(lines)
			s := bufio.NewScanner(in)
			for s.Scan() {
				lines <- s.Text()
			}
		}()
	}
	return t
}

var errNoInput = errors.New("the terminal's input has ended")

// Ask puts the questions one after another.
func (t *Terminal) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	t.once.Do(t.read)
	var answers []askuser.Answer
	for _, q := range questions {
		text, err := t.one(ctx, q)
		if err != nil {
			return nil, err
		}
		answers = append(answers, askuser.Answer{ID: q.ID, Text: text})
	}
	return answers, nil
}

func (t *Terminal) one(ctx context.Context, q askuser.Question) (string, error) {
	fmt.Fprintf(t.out, "\n? %s\n", q.Question)
	for i, o := range q.Options {
		fmt.Fprintf(t.out, "  %d) %s\n", i+1, o)
	}
	for {
		fmt.Fprint(t.out, prompt(q))
		select {
		case line, ok := <-t.lines:
			if !ok {
				return "", errNoInput
			}
			text, err := accept(q, line)
			if err == nil {
				return text, nil
			}
			fmt.Fprintf(t.out, "  %v\n", err)
		case <-ctx.Done():
			fmt.Fprintln(t.out)
			return "", context.Cause(ctx)
		}
	}
}

func prompt(q askuser.Question) string {
	switch {
	case len(q.Options) == 0:
		return "> "
	case q.FreeText:
		return "number or text> "
	default:
		return "number> "
	}
}

// accept turns what a person said into an answer: the number or the text of an option, or free text where that is allowed.
func accept(q askuser.Question, said string) (string, error) {
	said = strings.TrimSpace(said)
	if said == "" {
		return "", errors.New("an answer is needed")
	}
	if n, err := strconv.Atoi(said); err == nil && n >= 1 && n <= len(q.Options) {
		return q.Options[n-1], nil
	}
	for _, o := range q.Options {
		if strings.EqualFold(o, said) {
			return o, nil
		}
	}
	if len(q.Options) > 0 && !q.FreeText {
		return "", fmt.Errorf("%q is none of the options", said)
	}
	const most = 2000
	if len([]rune(said)) > most {
		return "", fmt.Errorf("an answer has at most %d characters", most)
	}
	return said, nil
}
