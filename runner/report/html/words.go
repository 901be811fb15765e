package html

import (
	"fmt"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent"
)

// look is how a verdict is shown: never by colour alone.
type look struct {
	Verdict agent.Verdict
	Label   string
	Mark    string
	Cause   string // whose doing it is, in plain words
}

func looks(v agent.Verdict) look {
	switch v {
	case agent.Passed:
		return look{v, "passed", "✓", ""}
	case agent.Failed:
		return look{v, "failed", "✕", "The application does not do what the case says."}
	case agent.Blocked:
		return look{v, "blocked", "■", "The test or the agent could not go on. It says nothing about the application yet."}
	case agent.Unproven:
		return look{v, "undecided", "?", "Nothing was shown to be wrong, but not everything was shown to hold."}
	case agent.Infra:
		return look{v, "infrastructure", "!", "The machinery gave up: browser, device, network, model service or disk. It says nothing about the application."}
	case agent.OverBudget:
		return look{v, "over budget", "$", "The tokens, money or time allowed were used up before the end."}
	case agent.Cancelled:
		return look{v, "cancelled", "–", "Stopped by a person."}
	}
	return look{v, string(v), "?", ""}
}

// order puts what needs a person first.
var order = []agent.Verdict{agent.Failed, agent.Infra, agent.OverBudget, agent.Blocked, agent.Unproven, agent.Cancelled, agent.Passed}

// foundBy says how a target was located.
func foundBy(by string) string {
	switch by {
	case "number":
		return "picked by its number"
	case "point":
		return "picked by a point"
	case "record":
		return "known again by its record"
	case "tree":
		return "found in the page's elements"
	case "grounder":
		return "found in the picture"
	}
	return by
}

// parts splits an effect at its semicolons, but not inside quotes: page text may hold some.
func parts(effect string) []string {
	var out []string
	start, quoted := 0, false
	for i, r := range effect {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ';' && !quoted:
			out = append(out, strings.TrimSpace(effect[start:i]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(effect[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// lines are the non-empty lines of a text.
func lines(s string) []string {
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// grouped writes thousands apart: 12,345.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// money keeps four places: a step often costs less than a cent.
func money(usd float64) string { return fmt.Sprintf("$%.4f", usd) }

func short(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		d = d.Round(time.Second)
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

func timings(t agent.Timings) string {
	var out []string
	for _, p := range []struct {
		name string
		took time.Duration
	}{{"model", t.Model}, {"page settling", t.Stable}, {"looking", t.Observe}, {"acting", t.Execute}, {"waiting", t.Waits}} {
		if p.took > 0 {
			out = append(out, p.name+" "+short(p.took))
		}
	}
	return strings.Join(out, ", ")
}
