// Package text prints the summary of a suite run for a terminal or a pipe.
package text

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/report"
)

// Options say how the summary looks.
type Options struct {
	Color      bool
	Width      int    // columns, 100 when 0
	ReportPath string // of report.html
}

// Summary prints the cases with their verdicts, the reasons of those that did
// not pass, totals, tokens and money, and where the report is.
func Summary(w io.Writer, s report.Suite, o Options) error {
	p := &printer{o: o, width: o.Width}
	if p.width <= 0 {
		p.width = 100
	}
	p.cases(s)
	p.totals(s)
	p.usage(s)
	if o.ReportPath != "" {
		p.linef("Report: %s", o.ReportPath)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

type printer struct {
	o     Options
	width int
	b     strings.Builder
}

func (p *printer) linef(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *printer) cases(s report.Suite) {
	longest := 0
	for _, c := range s.Cases {
		longest = max(longest, len([]rune(c.Name)))
	}
	longest = min(longest, p.width-30)
	p.linef("")
	for _, c := range s.Cases {
		last := c.Last()
		took := time.Duration(0)
		if last != nil {
			took = last.Result.Took
		}
		verdict := string(c.Verdict)
		if c.Flaky {
			verdict += " (flaky)"
		}
		p.linef("%s %-*s  %7s", p.mark(c.Verdict, fmt.Sprintf("%-15s", verdict)), longest, cut(c.Name, longest), short(took))
		if c.Verdict != agent.Passed && last != nil {
			for _, line := range wrap(last.Result.Reason, p.width-4) {
				p.linef("    %s", line)
			}
		}
	}
	p.linef("")
}

func (p *printer) totals(s report.Suite) {
	count := map[agent.Verdict]int{}
	flaky := 0
	for _, c := range s.Cases {
		count[c.Verdict]++
		if c.Flaky {
			flaky++
		}
	}
	var parts []string
	for _, v := range []agent.Verdict{agent.Passed, agent.Failed, agent.Blocked, agent.Unproven, agent.Infra, agent.OverBudget, agent.Cancelled} {
		if count[v] > 0 {
			parts = append(parts, p.mark(v, fmt.Sprintf("%d %s", count[v], strings.ReplaceAll(string(v), "_", " "))))
		}
	}
	if flaky > 0 {
		parts = append(parts, fmt.Sprintf("%d flaky", flaky))
	}
	cases := "cases"
	if len(s.Cases) == 1 {
		cases = "case"
	}
	p.linef("%d %s: %s in %s", len(s.Cases), cases, strings.Join(parts, ", "), short(s.Took))
}

// usage prints tokens and money by role and model. A model without a price is said to have none.
func (p *printer) usage(s report.Suite) {
	sums := s.Usage()
	if len(sums) == 0 {
		p.linef("No language model was called: $0.00")
		return
	}
	total, unpriced := 0.0, false
	for _, u := range sums {
		cost := "no price for " + u.Model
		if u.CostUSD != nil {
			cost = fmt.Sprintf("$%.4f", *u.CostUSD)
			total += *u.CostUSD
		} else {
			unpriced = true
		}
		p.linef("  %-11s %-24s %5d calls %9d in (%d cached) %8d out  %s", u.Role, cut(u.Model, 24), u.Calls, u.Usage.Input, u.Usage.Cached, u.Usage.Output, cost)
	}
	if unpriced {
		p.linef("Cost: at least $%.4f, some models have no price", total)
		return
	}
	p.linef("Cost: $%.4f", total)
}

func (p *printer) mark(v agent.Verdict, s string) string {
	if !p.o.Color {
		return s
	}
	code := "33"
	switch v {
	case agent.Passed:
		code = "32"
	case agent.Failed:
		code = "31"
	case agent.Blocked, agent.Unproven, agent.Infra, agent.OverBudget, agent.Cancelled:
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// wrap breaks a text into lines of at most width runes at spaces.
func wrap(s string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:max(0, n-1)]) + "…"
}

func short(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
