// Package text prints what people read in a terminal or a pipe: a line a step while a suite runs, and the summary at its end.
package text

import (
	"fmt"
	"io"
	"slices"
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

// Summary prints the cases with their verdicts (those that did not pass last,
// with reason and sentence), totals, flaky cases, tokens and money, and where the report is.
func Summary(w io.Writer, s report.Suite, o Options) error {
	p := &printer{paint: paint{o.Color}, width: o.Width}
	if p.width <= 0 {
		p.width = 100
	}
	p.width = max(p.width, 40)
	p.cases(s)
	p.totals(s)
	p.flaky(s)
	p.replays(s)
	p.usage(s)
	if o.ReportPath != "" {
		p.linef("Report: %s", o.ReportPath)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

type printer struct {
	paint
	width int
	b     strings.Builder
}

func (p *printer) linef(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

// cases prints the passed ones first: what needs a person stands last, beside the totals.
func (p *printer) cases(s report.Suite) {
	name, label := 0, 0
	for _, c := range s.Cases {
		name = max(name, columns(plain(c.Name)))
		label = max(label, columns(caption(c)))
	}
	name = min(name, p.width-label-14)
	p.linef("")
	for _, wanted := range []bool{true, false} {
		for _, c := range s.Cases {
			if (c.Verdict == agent.Passed) == wanted {
				p.one(c, name, label)
			}
		}
	}
	p.linef("")
}

func (p *printer) one(c report.Case, name, label int) {
	look, took, last := looks(c.Verdict), time.Duration(0), c.Last()
	if last != nil {
		took = last.Result.Took
	}
	p.linef("%s", strings.TrimRight(fmt.Sprintf("%s %s  %s  %s", p.in(look.color, look.symbol), p.in(look.color, pad(caption(c), label)), pad(cut(plain(c.Name), name), name), p.in(dim, fmt.Sprintf("%8s", short(took)))), " "))
	if last == nil {
		return
	}
	if c.Verdict != agent.Passed {
		p.reason(last.Result)
	}
	p.warnings(last.Result.Warnings)
}

// reason is why a case did not pass, and the sentence it is about.
func (p *printer) reason(r agent.ExecutionResult) {
	for _, line := range wrap(plain(r.Reason), p.width-len(indent)) {
		p.linef("%s%s", indent, line)
	}
	for _, sentence := range r.Sentences {
		text := plain(sentence.Text)
		if sentence.N != r.Sentence || strings.Contains(plain(r.Reason), text) {
			continue
		}
		for _, line := range wrap(fmt.Sprintf("sentence %d: %s", sentence.N, text), p.width-len(indent)) {
			p.linef("%s%s", indent, p.in(dim, line))
		}
	}
}

const (
	indent = "    "
	// warned is how many warnings of a case are told; the report has all.
	warned = 3
)

// warnings are what a person should know although it decides nothing, such as a control that only a key got at.
func (p *printer) warnings(all []string) {
	told := all[:min(len(all), warned)]
	if n := len(all) - len(told); n > 0 {
		told = append(slices.Clone(told), fmt.Sprintf("%d more in the report", n))
	}
	for _, w := range told {
		for i, line := range wrap(plain(w), p.width-len(indent)-2) {
			mark := "! "
			if i > 0 {
				mark = "  "
			}
			p.linef("%s%s", indent, p.in(yellow, mark+line))
		}
	}
}

func caption(c report.Case) string {
	if c.Flaky {
		return looks(c.Verdict).label + ", flaky"
	}
	return looks(c.Verdict).label
}

func (p *printer) totals(s report.Suite) {
	n := map[agent.Verdict]int{}
	for _, c := range s.Cases {
		n[c.Verdict]++
	}
	var parts []string
	for _, v := range []agent.Verdict{agent.Passed, agent.Failed, agent.Infra, agent.OverBudget, agent.Blocked, agent.Unproven, agent.Cancelled} {
		if n[v] > 0 {
			parts = append(parts, p.in(looks(v).color, fmt.Sprintf("%d %s", n[v], looks(v).label)))
		}
	}
	if len(parts) == 0 {
		parts = []string{"none was run"}
	}
	p.linef("%s: %s, in %s", count(len(s.Cases), "case"), strings.Join(parts, ", "), short(s.Took))
}

// flaky names each case that passed only on a later try, and how it ended before.
func (p *printer) flaky(s report.Suite) {
	for _, c := range s.Cases {
		if !c.Flaky {
			continue
		}
		var before []string
		for _, t := range c.Tries[:max(0, len(c.Tries)-1)] {
			before = append(before, looks(t.Result.Verdict).label)
		}
		text := fmt.Sprintf("Flaky: %s (%s, then passed on try %d)", plain(c.Name), strings.Join(before, ", "), len(c.Tries))
		for _, line := range wrap(text, p.width) {
			p.linef("%s", p.in(yellow, line))
		}
	}
}

// replays says what recorded runs did, and where they need a person.
func (p *printer) replays(s report.Suite) {
	var all report.Replay
	written, used := 0, 0
	for _, c := range s.Cases {
		last := c.Last()
		if last == nil || last.Replay == nil {
			continue
		}
		r := last.Replay
		if r.Used {
			used++
		}
		if r.Written {
			written++
		}
		all.Exact, all.Healed, all.Missed, all.Asked = all.Exact+r.Exact, all.Healed+r.Healed, all.Missed+r.Missed, all.Asked+r.Asked
		if r.Healed+r.Missed+r.Asked+len(r.Changed) > 0 {
			for _, line := range wrap(fmt.Sprintf("Replay of %s: %s", plain(c.Name), r.Line()), p.width) {
				p.linef("%s", p.in(yellow, line))
			}
		}
	}
	if all.Healed+all.Missed+all.Asked > 0 {
		p.linef("%s", p.in(dim, "What was healed or asked anew is recorded with --update-replays, once it has been looked at."))
	}
	switch {
	case used > 0:
		all.Used = true
		p.linef("Replays: %s, %s", count(used, "case"), all.Line())
	case written > 0:
		p.linef("Recorded for replay: %s", count(written, "case"))
	}
}

// usage prints tokens and money by role and model. A model without a price is said to have none.
func (p *printer) usage(s report.Suite) {
	sums := s.Usage()
	if len(sums) == 0 {
		p.linef("No language model was called: $0.00")
		return
	}
	role, name := 0, 0
	for _, u := range sums {
		role, name = max(role, columns(plain(u.Role))), max(name, columns(plain(u.Model)))
	}
	name = min(name, 32)
	p.linef("Tokens and cost")
	total, tokens, calls := 0.0, 0, 0
	var unpriced []string
	for _, u := range sums {
		cost := "no price for " + plain(u.Model)
		if u.CostUSD != nil {
			cost = money(*u.CostUSD)
			total += *u.CostUSD
		} else {
			unpriced = append(unpriced, plain(u.Model))
		}
		calls, tokens = calls+u.Calls, tokens+u.Usage.Total()
		in := grouped(u.Usage.Input) + " in"
		if u.Usage.Cached > 0 {
			in += " (" + grouped(u.Usage.Cached) + " cached)"
		}
		p.linef("  %s  %s  %11s  %-27s %12s  %s", pad(plain(u.Role), role), pad(cut(plain(u.Model), name), name), count(u.Calls, "call"), in, grouped(u.Usage.Output)+" out", cost)
	}
	sum := money(total)
	if len(unpriced) > 0 {
		sum = "at least " + sum + ", there is no price for " + strings.Join(unique(unpriced), ", ")
	}
	p.linef("  Total: %s, %s tokens, %s", count(calls, "call"), grouped(tokens), sum)
}

func unique(names []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, n := range names {
		if !seen[n] {
			out = append(out, n)
		}
		seen[n] = true
	}
	return out
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// money keeps four places: a step often costs less than a cent.
func money(usd float64) string { return fmt.Sprintf("$%.4f", usd) }

// grouped writes thousands apart: 12,345.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
