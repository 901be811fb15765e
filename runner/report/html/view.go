package html

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/report"
)

type view struct {
	Style    template.CSS
	Script   template.JS
	Policy   string
	Title    string
	Headline string
	Worst    agent.Verdict // colours the headline
	ID       string
	Facts    []fact
	Counts   []tally
	Flaky    int
	Usage    []usageView
	Total    usageView
	Cases    []caseView
}

// fact is one thing to know about the run.
type fact struct{ Name, Value, Note string }

type tally struct {
	look
	N int
}

type usageView struct {
	Role, Model           string
	Calls                 int
	Input, Cached, Output string
	Cost                  string
	Unpriced              []string
	sum                   float64
	in, cached, output    int
}

func newView(dir string, s report.Suite) view {
	v := view{ID: s.ID, Worst: agent.Passed}
	n := map[agent.Verdict]int{}
	for _, c := range s.Cases {
		n[c.Verdict]++
		if c.Flaky {
			v.Flaky++
		}
		v.Cases = append(v.Cases, newCase(dir, c))
	}
	slices.SortStableFunc(v.Cases, func(a, b caseView) int { return cmp.Compare(a.rank, b.rank) })
	for _, verdict := range order {
		if n[verdict] > 0 {
			v.Counts = append(v.Counts, tally{looks(verdict), n[verdict]})
		}
	}
	if len(v.Counts) > 0 {
		v.Worst = v.Counts[0].Verdict
	}
	v.Headline = headline(n[agent.Passed], len(s.Cases))
	v.Title = v.Headline + " · Verdict"
	v.usage(s)
	v.Facts = facts(s, v.Total)
	return v
}

func headline(passed, all int) string {
	switch {
	case all == 0:
		return "No case was run"
	case passed == all && all == 1:
		return "The case passed"
	case passed == all:
		return fmt.Sprintf("All %d cases passed", all)
	case all == 1:
		return "The case did not pass"
	}
	return fmt.Sprintf("%d of %d cases passed", passed, all)
}

func facts(s report.Suite, total usageView) []fact {
	tries := "no retries"
	if s.Retries > 0 {
		tries = "up to " + count(s.Retries, "retry")
		if s.Retries > 1 {
			tries = fmt.Sprintf("up to %d retries", s.Retries)
		}
	}
	cost, note := "$0", "no language model was called"
	if total.Calls > 0 {
		cost = total.Cost
		note = count(total.in+total.output, "token") + " in " + count(total.Calls, "call")
	}
	all := []fact{
		{"Decided by", s.Decider, s.Why},
		{"Duration", short(s.Took), s.Started.Format("2 Jan 2006, 15:04:05 MST")},
		{"Cost", cost, note},
		{"Device", s.Device, strings.TrimSpace(s.BaseURL)},
		{"Workers", fmt.Sprint(s.Workers), tries},
		{"Exit code", fmt.Sprint(s.ExitCode), "verdict " + s.Version},
	}
	return slices.DeleteFunc(all, func(f fact) bool { return f.Value == "" && f.Note == "" })
}

// usage adds up tokens and money by role and model; what has no price is named.
func (v *view) usage(s report.Suite) {
	t := &v.Total
	for _, u := range s.Usage() {
		row := usageView{Role: u.Role, Model: u.Model, Calls: u.Calls, Input: grouped(u.Usage.Input), Cached: grouped(u.Usage.Cached), Output: grouped(u.Usage.Output), Cost: "no price"}
		if u.CostUSD != nil {
			row.Cost = money(*u.CostUSD)
			t.sum += *u.CostUSD
		} else if !slices.Contains(t.Unpriced, u.Model) {
			t.Unpriced = append(t.Unpriced, u.Model)
		}
		t.Calls += u.Calls
		t.in, t.cached, t.output = t.in+u.Usage.Input, t.cached+u.Usage.Cached, t.output+u.Usage.Output
		v.Usage = append(v.Usage, row)
	}
	t.Input, t.Cached, t.Output, t.Cost = grouped(t.in), grouped(t.cached), grouped(t.output), money(t.sum)
	if len(t.Unpriced) > 0 {
		t.Cost = "at least " + t.Cost
	}
}

// spent says tokens and money of some calls in one line, "" for none.
func spent(calls []agent.UsageSum) string {
	in, out, cost, unpriced := 0, 0, 0.0, false
	for _, u := range calls {
		in, out = in+u.Usage.Input, out+u.Usage.Output
		if u.CostUSD != nil {
			cost += *u.CostUSD
		} else {
			unpriced = true
		}
	}
	if in+out == 0 {
		return ""
	}
	price := money(cost)
	if unpriced && cost > 0 {
		price = "at least " + price
	} else if unpriced {
		price = "no price"
	}
	return count(in+out, "token") + ", " + price
}
