package html

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/report"
)

type caseView struct {
	look
	ID, Name, File string
	URL            string // "" unless it is http or https
	Tags           []string
	Flaky          string // how the tries ended: "failed, then passed"
	Healed         bool   // a recorded step was taken on a control that had changed
	Took, Reason   string
	Search         string
	Open           bool
	Last           tryView
	Earlier        []tryView
	rank           int
}

type tryView struct {
	look
	Key               string // unique on the page
	N                 int
	Reason, Reasoning string
	Replay            string // what a recorded run did
	Why               *why   // nil when it passed
	Took, Spent       string
	Timings           string
	Turns, Decider    string
	Sentences         []sentenceView
	Orphans           []*checkView // checks whose sentence is not there
	Steps             []stepView
	Faults, Warnings  []string
	Memory            []fact
	Final             *picture
	Video             string
	Files             []link
}

// why is what did not pass, before anything else: reason, sentence and proof.
type why struct {
	Cause            string
	Sentence         int
	Text             string
	Expected, Actual string
	Hint             string
	Picture          *picture
}

type link struct{ Name, Href string }

func newCase(dir string, c report.Case) caseView {
	v := caseView{look: looks(c.Verdict), ID: c.ID, Name: c.Name, File: c.File, Tags: c.Tags, Open: c.Verdict != agent.Passed, rank: slices.Index(order, c.Verdict)}
	if strings.HasPrefix(c.URL, "http://") || strings.HasPrefix(c.URL, "https://") {
		v.URL = c.URL
	}
	v.rank *= 2
	if c.Flaky {
		v.rank-- // before the ones that passed at once
	}
	var ends []string
	for i, t := range c.Tries {
		tv := newTry(dir, t, c.ID)
		ends = append(ends, tv.Label)
		if i == len(c.Tries)-1 {
			v.Last, v.Took, v.Reason = tv, tv.Took, tv.Reason
		} else {
			v.Earlier = append(v.Earlier, tv)
		}
	}
	if c.Flaky && len(ends) > 1 {
		v.Flaky = strings.Join(ends[:len(ends)-1], ", ") + ", then passed"
	}
	if last := c.Last(); last != nil && last.Replay != nil {
		v.Healed = last.Replay.Healed > 0
	}
	v.Search = strings.Join(append([]string{c.Name, c.File, v.Label, v.Reason, v.Flaky}, c.Tags...), " ")
	return v
}

func newTry(dir string, t report.Try, id string) tryView {
	r := t.Result
	v := tryView{look: looks(r.Verdict), Key: fmt.Sprintf("%s-try-%d", id, t.N), N: t.N, Reason: r.Reason, Reasoning: r.Reasoning, Replay: t.Replay.Line(), Took: short(r.Took), Spent: spent(r.Usage),
		Timings: timings(r.Timings), Decider: r.Decider, Faults: r.Faults, Warnings: r.Warnings}
	if r.Turns > 0 {
		v.Turns = count(r.Turns, "turn")
	}
	g := newGallery(dir, t.Folder)
	url := ""
	for _, a := range r.Attempts {
		step := newStep(g, v.Key, a.Attempt)
		if step.URL == url {
			step.URL = ""
		} else {
			url = step.URL
		}
		v.Steps = append(v.Steps, step)
	}
	v.sentences(g, r)
	v.Final = g.load(r.FinalScreenshot, "last picture", "The screen at the end")
	if r.Verdict != agent.Passed {
		v.Why = v.why(g, r)
	}
	for name, value := range r.Memory {
		v.Memory = append(v.Memory, fact{Name: name, Value: value})
	}
	slices.SortFunc(v.Memory, func(a, b fact) int { return strings.Compare(a.Name, b.Name) })
	v.files(g, t)
	return v
}

// why gathers the proof: the picture of the check the reason is about, else that of the last step.
func (v *tryView) why(g gallery, r agent.ExecutionResult) *why {
	w := &why{Cause: v.Cause}
	for _, s := range r.Sentences {
		if s.N == r.Sentence {
			w.Sentence, w.Text = s.N, s.Text
		}
	}
	for _, c := range r.Checks {
		if c.N != r.Sentence || c.Evidence == nil {
			continue
		}
		w.Expected, w.Actual = sides(c.Evidence)
		w.Picture = g.load(c.Evidence.Picture, "evidence", fmt.Sprintf("Evidence of check %d", c.N)).boxes(c.Evidence.Boxes)
	}
	if n := len(r.Attempts); n > 0 && r.Verdict != agent.Failed {
		if last, ok := r.Attempts[n-1].Attempt.(*agent.FailedStep); ok {
			w.Hint = last.Hint
		}
	}
	if w.Picture == nil && v.Final != nil {
		w.Picture = v.Final
	}
	return w
}

func (v *tryView) files(g gallery, t report.Try) {
	for _, name := range []string{"steps.json", "conversation.json"} {
		if g.exists(name) {
			v.Files = append(v.Files, link{name, g.href(name)})
		}
	}
	if t.Video != "" {
		v.Video = g.href(t.Video)
		v.Files = append(v.Files, link{"video", v.Video})
	}
	if t.Trace != "" {
		v.Files = append(v.Files, link{"Playwright trace", g.href(t.Trace)})
	}
	for _, name := range t.Downloads {
		v.Files = append(v.Files, link{"download: " + path.Base(name), g.href(name)})
	}
}
