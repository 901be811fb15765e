package html

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
)

// sentenceView is one sentence of the case: what became of it, and by which steps or evidence.
type sentenceView struct {
	N            int
	Text, Kind   string
	Optional     bool
	Status, Mark string // in words, and as a sign
	Class        string // good, bad, open, none
	About        bool   // the verdict's reason is about it
	Steps        []stepRef
	Check        *checkView
}

type stepRef struct {
	N      int
	Failed bool
	Href   string
}

type checkView struct {
	N                    int
	Statement            string
	Status, Mark, Class  string
	Reason, By, Expected string
	Actual, Quote, URL   string
	Weak, Negative       bool
	Picture              *picture
	History              []moment
}

// moment is one earlier look at a check.
type moment struct {
	After  int
	Early  bool // not all actions before it were done
	Answer string
	Reason string
}

func (v *tryView) sentences(g gallery, r agent.ExecutionResult) {
	checks := map[int]*checkView{}
	for _, c := range r.Checks {
		checks[c.N] = newCheck(g, c)
	}
	refs := map[int][]stepRef{}
	for _, s := range v.Steps {
		refs[s.Sentence] = append(refs[s.Sentence], stepRef{s.N, !s.OK, "#" + s.Key})
	}
	for _, s := range r.Sentences {
		sv := sentenceView{N: s.N, Text: s.Text, Kind: string(s.Kind), Optional: s.Optional, About: s.N == r.Sentence, Steps: refs[s.N], Check: checks[s.N]}
		delete(checks, s.N)
		switch {
		case sv.Check != nil:
			sv.Status, sv.Mark, sv.Class = sv.Check.Status, sv.Check.Mark, sv.Check.Class
			for i := range sv.Steps { // a step may fail for another check it looked at
				sv.Steps[i].Failed = sv.Steps[i].Failed && sv.Class == "bad"
			}
		case s.Kind == "context":
			sv.Status, sv.Mark, sv.Class = "", "·", "none"
		default:
			sv.Status, sv.Mark, sv.Class = progress(sv.Steps)
			if sv.Optional && sv.Class == "open" {
				sv.Status = "did not apply"
			}
		}
		v.Sentences = append(v.Sentences, sv)
	}
	for _, c := range r.Checks {
		if left := checks[c.N]; left != nil {
			v.Orphans = append(v.Orphans, left)
		}
	}
}

func progress(steps []stepRef) (status, mark, class string) {
	status, mark, class = "not reached", "○", "open"
	for _, s := range steps {
		if !s.Failed {
			return "done", "✓", "good"
		}
		status, mark, class = "not done", "✕", "bad"
	}
	return status, mark, class
}

func newCheck(g gallery, c agent.Check) *checkView {
	v := &checkView{N: c.N, Statement: c.Statement, Negative: c.Negative}
	switch c.Status {
	case agent.Proven:
		v.Status, v.Mark, v.Class = "proven", "✓", "good"
	case agent.Disproven:
		v.Status, v.Mark, v.Class = "does not hold", "✕", "bad"
	case agent.Undecided:
		v.Status, v.Mark, v.Class = "cannot tell", "?", "doubt"
	case agent.Open:
		v.Status, v.Mark, v.Class = "not checked", "○", "open"
	}
	e := c.Evidence
	if e == nil {
		return v
	}
	if e.Answer == check.Holds && c.Status == agent.Open {
		v.Status = "held before all actions were done"
	}
	v.Reason, v.By, v.Weak, v.URL = e.Reason, e.By, e.Weak, e.URL
	v.Expected, v.Actual = sides(e)
	if !strings.Contains(e.Reason, e.Quote) {
		v.Quote = e.Quote
	}
	name := e.Picture
	if name == "" {
		name = c.Picture
	}
	v.Picture = g.load(name, fmt.Sprintf("evidence of check %d", c.N), fmt.Sprintf("Evidence of check %d: %s", c.N, e.Reason)).boxes(e.Boxes)
	if len(c.History) > 1 {
		for _, h := range c.History {
			v.History = append(v.History, moment{h.After, !h.Due, string(h.Evidence.Answer), h.Evidence.Reason})
		}
	}
	return v
}

// sides are what was expected and what was there, unless they are the same.
func sides(e *check.Evidence) (expected, actual string) {
	if e.Expected == e.Actual {
		return "", ""
	}
	return e.Expected, e.Actual
}
