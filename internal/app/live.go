package app

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/event"
)

// live prints one line a step: coloured for people, plain for pipes.
type live struct {
	mu      sync.Mutex
	w       io.Writer
	color   bool
	width   int
	workers int
	total   int
	done    int
	started map[string]time.Time
}

func (o Options) live(total int) event.Sink {
	return &live{w: o.progress(), color: o.Color && !o.JSON, width: max(60, o.Width), workers: o.Workers, total: total, started: map[string]time.Time{}}
}

// Emit prints what is worth a line.
func (l *live) Emit(e event.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch e.Kind {
	case "case_started":
		l.started[e.ID] = e.Time
		again := ""
		if e.Try > 1 {
			again = fmt.Sprintf(" (try %d)", e.Try)
		}
		l.line("", "bold", "▶ "+e.Case+again)
	case "step_done":
		l.step(e)
	case "check_done":
		if c, ok := e.Data.(agent.Check); ok {
			l.check(e, c)
		}
	case "asking":
		l.line(e.Case, "yellow", "? "+e.Text)
	case "remark":
		l.line(e.Case, "yellow", "! "+e.Text)
	case "case_done":
		l.finished(e)
	}
}

func (l *live) step(e event.Event) {
	a, ok := e.Data.(agent.AttemptJSON)
	if !ok {
		return
	}
	b := a.Attempt.Base()
	if b.Command == "assert" {
		return // its checks have lines of their own
	}
	switch s := a.Attempt.(type) {
	case *agent.GeneratedStep:
		l.line(e.Case, "green", fmt.Sprintf("✓ %s %s", s.Instruction, l.dim(short(b.Took))))
	case *agent.FailedStep:
		l.line(e.Case, "red", fmt.Sprintf("✗ %s: %s", s.Instruction, s.Error))
	}
}

func (l *live) check(e event.Event, c agent.Check) {
	switch c.Status {
	case agent.Proven:
		l.line(e.Case, "green", "✓ "+c.Statement)
	case agent.Disproven:
		l.line(e.Case, "red", "✗ "+c.Statement+": "+c.Evidence.Reason)
	case agent.Undecided, agent.Open:
		why := "not decided"
		if c.Evidence != nil {
			why = c.Evidence.Reason
		}
		l.line(e.Case, "yellow", "~ "+c.Statement+": "+why)
	}
}

func (l *live) finished(e event.Event) {
	v := agent.Verdict("")
	if m, ok := e.Data.(map[string]any); ok {
		v, _ = m["verdict"].(agent.Verdict)
	}
	l.done++
	took := short(e.Time.Sub(l.started[e.ID]))
	color := map[agent.Verdict]string{agent.Passed: "green", agent.Failed: "red"}[v]
	if color == "" {
		color = "yellow"
	}
	text := fmt.Sprintf("%s  %s", strings.ToUpper(string(v)), l.dim(took))
	if v != agent.Passed {
		text += "  " + e.Text
	}
	l.line(e.Case, color, "= "+text)
}

// line prints one line. With several workers it starts with the case; what has a mark is set in.
func (l *live) line(name, color, text string) {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", " ")), " ")
	indent := ""
	if name != "" {
		indent = "  "
		if l.workers > 1 {
			indent = l.dim("["+cut(name, 28)+"]") + " "
		}
	}
	mark, rest, _ := strings.Cut(text, " ")
	fmt.Fprintf(l.w, "%s%s %s\n", indent, l.paint(color, mark), rest)
}

func (l *live) dim(s string) string { return l.paint("dim", s) }

func (l *live) paint(color, s string) string {
	codes := map[string]string{"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}
	if !l.color || codes[color] == "" {
		return s
	}
	return "\x1b[" + codes[color] + "m" + s + "\x1b[0m"
}

func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

func short(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
