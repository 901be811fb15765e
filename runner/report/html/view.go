package html

import (
	"fmt"
	"html/template"
	"image"
	_ "image/jpeg" // sizes of pictures
	_ "image/png"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/runner/report"
)

type view struct {
	Style   template.CSS
	Script  template.JS
	Suite   report.Suite
	Title   string
	Started string
	Took    string
	Counts  []tally
	Usage   []usage
	Cost    string
	Cases   []caseView
}

type tally struct {
	Verdict agent.Verdict
	Label   string
	Mark    string
	N       int
}

type usage struct {
	Role, Model, Tokens, Cost string
	Calls                     int
}

type caseView struct {
	report.Case
	Label, Mark, Took, Reason string
	Last                      tryView
	Earlier                   []tryView
	Open                      bool
}

type tryView struct {
	N                  int
	Verdict            agent.Verdict
	Label, Mark        string
	Reason, Reasoning  string
	Took, Cost, Tokens string
	Turns              int
	Decider            string
	Sentences          []sentenceView
	Checks             []checkView
	Steps              []stepView
	Faults, Warnings   []string
	Final              *picture
	Files              []link
}

type link struct{ Name, Href string }

type sentenceView struct {
	language.Sentence
	Mark, Status string
	About        bool
}

type checkView struct {
	N                            int
	Statement, Mark, Status      string
	Reason, By, Expected, Actual string
	Quote                        string
	Weak, Negative               bool
	Picture                      *picture
}

type stepView struct {
	N             int
	Sentence      int
	Icon, Text    string
	OK            bool
	Outcome       string
	Error, Hint   string
	Effect        string
	Notes, Faults []string
	Took, Tokens  string
	URL           string
	Before, After *picture
	Target        string
}

// picture is a file beside the report with marks in percent of its size.
type picture struct {
	Src   string
	W, H  int
	Alt   string
	Boxes []mark
}

type mark struct {
	Left, Top, Width, Height float64 // percent
	Point                    bool
}

var labels = map[agent.Verdict][2]string{
	agent.Passed: {"passed", "✓"}, agent.Failed: {"failed", "✗"}, agent.Blocked: {"blocked", "■"}, agent.Unproven: {"undecided", "?"},
	agent.Infra: {"infrastructure", "⚡"}, agent.OverBudget: {"over budget", "$"}, agent.Cancelled: {"cancelled", "⊘"},
}

func newView(dir string, s report.Suite) view {
	v := view{Suite: s, Title: "Verdict: " + count(len(s.Cases), "case"), Started: s.Started.Format("2 Jan 2006, 15:04:05"), Took: short(s.Took)}
	n := map[agent.Verdict]int{}
	for _, c := range s.Cases {
		n[c.Verdict]++
		v.Cases = append(v.Cases, newCase(dir, c))
	}
	for _, verdict := range []agent.Verdict{agent.Failed, agent.Blocked, agent.Unproven, agent.Infra, agent.OverBudget, agent.Cancelled, agent.Passed} {
		if n[verdict] > 0 {
			v.Counts = append(v.Counts, tally{verdict, labels[verdict][0], labels[verdict][1], n[verdict]})
		}
	}
	total, unpriced := 0.0, false
	for _, u := range s.Usage() {
		row := usage{Role: u.Role, Model: u.Model, Calls: u.Calls, Tokens: tokens(u.Usage.Input, u.Usage.Output, u.Usage.Cached), Cost: "no price"}
		if u.CostUSD != nil {
			row.Cost = fmt.Sprintf("$%.4f", *u.CostUSD)
			total += *u.CostUSD
		} else {
			unpriced = true
		}
		v.Usage = append(v.Usage, row)
	}
	v.Cost = fmt.Sprintf("$%.4f", total)
	if unpriced {
		v.Cost = "at least " + v.Cost
	}
	return v
}

func newCase(dir string, c report.Case) caseView {
	cv := caseView{Case: c, Label: labels[c.Verdict][0], Mark: labels[c.Verdict][1], Open: c.Verdict != agent.Passed}
	for i, t := range c.Tries {
		tv := newTry(dir, t)
		if i == len(c.Tries)-1 {
			cv.Last, cv.Took, cv.Reason = tv, tv.Took, tv.Reason
		} else {
			cv.Earlier = append(cv.Earlier, tv)
		}
	}
	return cv
}

func newTry(dir string, t report.Try) tryView {
	r := t.Result
	v := tryView{N: t.N, Verdict: r.Verdict, Label: labels[r.Verdict][0], Mark: labels[r.Verdict][1], Reason: r.Reason, Reasoning: r.Reasoning,
		Took: short(r.Took), Turns: r.Turns, Decider: r.Decider, Faults: r.Faults, Warnings: r.Warnings}
	in, out, cached := 0, 0, 0
	for _, u := range r.Usage {
		in, out, cached = in+u.Usage.Input, out+u.Usage.Output, cached+u.Usage.Cached
	}
	if in+out > 0 {
		v.Tokens = tokens(in, out, cached)
		v.Cost = "no price"
		if r.CostUSD != nil {
			v.Cost = fmt.Sprintf("$%.4f", *r.CostUSD)
		}
	}
	p := pictures{dir, t.Folder}
	status := map[int]string{}
	for _, c := range r.Checks {
		status[c.N] = string(c.Status)
		v.Checks = append(v.Checks, newCheck(p, c))
	}
	for _, a := range r.Attempts {
		b := a.Attempt.Base()
		step := newStep(p, a.Attempt)
		if step.OK && status[b.Sentence] == "" {
			status[b.Sentence] = "done"
		} else if !step.OK && status[b.Sentence] == "" {
			status[b.Sentence] = "not done"
		}
		if step.OK && status[b.Sentence] == "not done" {
			status[b.Sentence] = "done"
		}
		v.Steps = append(v.Steps, step)
	}
	for _, s := range r.Sentences {
		st := status[s.N]
		v.Sentences = append(v.Sentences, sentenceView{Sentence: s, Status: st, Mark: sentenceMark(st), About: s.N == r.Sentence})
	}
	if r.FinalScreenshot != "" {
		v.Final = p.load(r.FinalScreenshot, "the last picture", nil)
	}
	for _, name := range []string{"steps.json", "conversation.json", t.Video, t.Trace} {
		if name != "" {
			v.Files = append(v.Files, link{name, path.Join(t.Folder, name)})
		}
	}
	for _, name := range t.Downloads {
		v.Files = append(v.Files, link{path.Base(name), path.Join(t.Folder, name)})
	}
	return v
}

func sentenceMark(status string) string {
	switch status {
	case "done", string(agent.Proven):
		return "✓"
	case "not done", string(agent.Disproven):
		return "✗"
	case string(agent.Undecided):
		return "?"
	}
	return "·"
}

func newCheck(p pictures, c agent.Check) checkView {
	v := checkView{N: c.N, Statement: c.Statement, Status: string(c.Status), Mark: sentenceMark(string(c.Status)), Negative: c.Negative}
	if e := c.Evidence; e != nil {
		v.Reason, v.By, v.Weak = e.Reason, e.By, e.Weak
		if e.Expected != e.Actual {
			v.Expected, v.Actual = e.Expected, e.Actual
		}
		if e.Picture != "" {
			v.Picture = p.load(e.Picture, "evidence of check "+fmt.Sprint(c.N), e.Boxes)
		}
		if e.Answer == check.Holds && v.Status == string(agent.Open) {
			v.Status = "held too early"
		}
	}
	return v
}

func newStep(p pictures, a agent.StepAttempt) stepView {
	b := a.Base()
	v := stepView{N: b.N, Sentence: b.Sentence, Icon: b.Icon, Text: b.Instruction, Effect: b.Effect, Notes: b.Notes, Faults: b.Faults, Took: short(b.Took), URL: b.URL}
	var boxes []screen.Box
	for _, t := range b.Targets {
		boxes = append(boxes, t.Box)
	}
	if len(b.Targets) > 0 {
		v.Target = fmt.Sprintf("%s, found by %s", b.Targets[0].Label(), b.Targets[0].By)
	}
	looked := b.Command == "assert" // its evidence has a picture of its own
	if b.Before != "" && !looked {
		v.Before = p.load(b.Before, fmt.Sprintf("before step %d", b.N), boxes)
		if len(b.Targets) > 0 && v.Before != nil {
			v.Before.point(b.Targets[0].Point)
		}
	}
	if looked {
		v.Effect = ""
	}
	if b.After != "" && !looked {
		v.After = p.load(b.After, fmt.Sprintf("after step %d", b.N), nil)
	}
	in, out, cached := 0, 0, 0
	for _, u := range b.Usage {
		in, out, cached = in+u.Usage.Input, out+u.Usage.Output, cached+u.Usage.Cached
	}
	if in+out > 0 {
		v.Tokens = tokens(in, out, cached)
	}
	switch s := a.(type) {
	case *agent.GeneratedStep:
		v.OK, v.Outcome = true, s.Outcome
		if s.Reformatted {
			v.Notes = append(v.Notes, "the page reformatted the value")
		}
	case *agent.FailedStep:
		v.Error, v.Hint = s.Error, s.Hint
	}
	return v
}

type pictures struct{ dir, folder string }

// load reads the size of a picture from its head; one that is not there is left out.
func (p pictures) load(name, alt string, boxes []screen.Box) *picture {
	f, err := os.Open(filepath.Join(p.dir, filepath.FromSlash(p.folder), name))
	if err != nil {
		return nil
	}
	defer f.Close()
	c, _, err := image.DecodeConfig(f)
	if err != nil || c.Width == 0 || c.Height == 0 {
		return nil
	}
	out := &picture{Src: path.Join(p.folder, name), W: c.Width, H: c.Height, Alt: alt}
	for _, b := range boxes {
		seen := b.Intersect(screen.Box{W: float64(c.Width), H: float64(c.Height)})
		if seen.Empty() {
			continue
		}
		out.Boxes = append(out.Boxes, mark{Left: 100 * seen.X / float64(c.Width), Top: 100 * seen.Y / float64(c.Height),
			Width: 100 * seen.W / float64(c.Width), Height: 100 * seen.H / float64(c.Height)})
	}
	return out
}

func (p *picture) point(at screen.Point) {
	p.Boxes = append(p.Boxes, mark{Left: 100 * at.X / float64(p.W), Top: 100 * at.Y / float64(p.H), Point: true})
}

func tokens(in, out, cached int) string {
	s := fmt.Sprintf("%d in, %d out", in, out)
	if cached > 0 {
		s += fmt.Sprintf(" (%d cached)", cached)
	}
	return s
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func short(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return strings.TrimSuffix(d.Round(time.Second).String(), "0s")
}
