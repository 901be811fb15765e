package text

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/verdict-run/verdict/agent"
)

// LiveOptions say how the lines of a running suite look.
type LiveOptions struct {
	Color   bool // colours and symbols for people; words without it, for pipes and CI logs
	Width   int  // columns to cut a line at; 0 never cuts
	Workers int  // beyond 1 every line names its case
}

// Live prints one line a step while a suite runs. Its methods may be called
// from several goroutines; the first failure to write is kept for Err and
// nothing is printed after it.
type Live struct {
	mu  sync.Mutex
	w   io.Writer
	o   LiveOptions
	err error
}

// NewLive prints to w.
func NewLive(w io.Writer, o LiveOptions) *Live { return &Live{w: w, o: o} }

// Err is the first error of the writer.
func (l *Live) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// CaseStarted announces a case; try is 1-based.
func (l *Live) CaseStarted(name string, try int) {
	text := name
	if try > 1 {
		text += fmt.Sprintf(" (try %d)", try)
	}
	l.print("", bold, mark{"▶", "case"}, text, "")
}

// Step prints an attempt. A check by command has lines of its own and none here.
func (l *Live) Step(name string, a agent.StepAttempt) {
	b := a.Base()
	if b.Command == "assert" {
		return
	}
	text := b.Instruction
	if text == "" {
		text = b.Command
	}
	switch s := a.(type) {
	case *agent.GeneratedStep:
		if said := b.Replay.String(); said != "" {
			m := mark{"~", "other"}
			if b.Replay.Healed() {
				m.word = "healed"
			}
			l.print(name, yellow, m, joined(text, strings.TrimPrefix(said, "healed: ")), short(b.Took))
			return
		}
		l.print(name, green, mark{"✓", "ok"}, text, short(b.Took))
	case *agent.FailedStep:
		l.print(name, red, mark{"✗", "FAILED"}, joined(text, s.Error), short(b.Took))
	}
}

// CheckDone prints what was found out about a check.
func (l *Live) CheckDone(name string, c agent.Check) {
	why := "not decided"
	if c.Evidence != nil {
		why = c.Evidence.Reason
	}
	switch c.Status {
	case agent.Proven:
		text := c.Statement
		if c.Evidence != nil && c.Evidence.Weak {
			text += " (weak: by picture alone)"
		}
		l.print(name, green, mark{"✓", "holds"}, text, "")
	case agent.Disproven:
		l.print(name, red, mark{"✗", "FAILED"}, joined(c.Statement, why), "")
	case agent.Open, agent.Undecided:
		l.print(name, yellow, mark{"~", "open"}, joined(c.Statement, why), "")
	}
}

// Remark prints what a person should know now: a warning, a question that is waiting for an answer.
func (l *Live) Remark(name, text string) { l.print(name, yellow, mark{"!", "note"}, text, "") }

// CaseDone prints the end of a try: its verdict, and the reason unless it passed.
func (l *Live) CaseDone(name string, v agent.Verdict, reason string, took time.Duration) {
	text := ""
	if v != agent.Passed {
		text = reason
	}
	look := looks(v)
	l.print(name, look.color, mark{look.symbol + " " + strings.ToUpper(look.label), "=> " + strings.ToUpper(look.label)}, text, short(took))
}

// mark stands at the start of a line: a symbol for people, a word for pipes.
type mark struct{ symbol, word string }

// print writes one line; several at once never mix.
func (l *Live) print(name string, c color, m mark, text, took string) {
	text, name = plain(text), plain(name)
	sign := m.word
	if l.o.Color {
		sign = m.symbol
	}
	head := ""
	if name != "" {
		head = "  "
		if l.o.Workers > 1 {
			head = "[" + cut(name, 28) + "] "
		}
	}
	if l.o.Width > 0 {
		room := l.o.Width - columns(head) - columns(sign) - 1
		if took != "" {
			room -= columns(took) + 2
		}
		text = cut(text, max(room, 20))
	}
	p := paint{l.o.Color}
	line := p.in(dim, head) + p.in(c, sign)
	if name == "" {
		line = p.in(c, sign+" "+text)
	} else if text != "" {
		line += " " + text
	}
	if took != "" {
		line += "  " + p.in(dim, took)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		_, l.err = io.WriteString(l.w, line+"\n")
	}
}

// joined is a text with what is said about it, unless that says it already.
func joined(text, why string) string {
	if why == "" || strings.Contains(why, text) {
		return why
	}
	return text + ": " + why
}
