package reporttest

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// steps collects the attempts of a run; pictures are step-001.png and so on, the after-picture of one step is the next one's before.
type steps struct {
	all  []agent.AttemptJSON
	at   time.Time
	page string // URL
}

func (s *steps) base(command, icon, instruction string, sentence int) agent.AttemptBase {
	n := len(s.all) + 1
	if s.at.IsZero() {
		s.at = Began
	}
	b := agent.AttemptBase{N: n, Turn: n, Command: command, Sentence: sentence, Instruction: instruction, Icon: icon, Badge: command,
		Params: json.RawMessage(`{}`), Before: picture(n), After: picture(n + 1), URL: s.page, Started: s.at,
		Took: time.Duration(120+70*n) * time.Millisecond, Usage: spent(2310+40*n, 1800, 84+n, 0.0042, 1400*time.Millisecond)}
	b.Passive = command == "assert" || command == "scroll" || command == "read"
	s.at = s.at.Add(3 * time.Second)
	return b
}

func picture(n int) string { return fmt.Sprintf("step-%03d.png", n) }

// did adds a step that succeeded and hands it back to be refined.
func (s *steps) did(command, icon, instruction string, sentence int, outcome, effect string, at ...commands.Located) *agent.GeneratedStep {
	g := &agent.GeneratedStep{AttemptBase: s.base(command, icon, instruction, sentence), Outcome: outcome}
	g.Effect, g.Targets = effect, at
	s.all = append(s.all, agent.AttemptJSON{Attempt: g})
	return g
}

// failed adds a step that did not.
func (s *steps) failed(command, icon, instruction string, sentence int, problem, name, hint string, at ...commands.Located) *agent.FailedStep {
	f := &agent.FailedStep{AttemptBase: s.base(command, icon, instruction, sentence), Error: problem, ErrorName: name, Hint: hint}
	f.Effect, f.Targets = "none", at
	s.all = append(s.all, agent.AttemptJSON{Attempt: f})
	return f
}

// generated are the successful ones.
func (s *steps) generated() []agent.AttemptJSON {
	var out []agent.AttemptJSON
	for _, a := range s.all {
		if _, ok := a.Attempt.(*agent.GeneratedStep); ok {
			out = append(out, a)
		}
	}
	return out
}

func at(role, name string, x, y, w, h float64) commands.Located {
	b := screen.Box{X: x, Y: y, W: w, H: h}
	return commands.Located{Description: fmt.Sprintf("the %q %s", name, role), Node: &screen.Node{ID: "f0:1", Role: role, Name: name, Box: b, Visible: true},
		Point: b.Center(), Box: b, By: "tree", Score: 1.08}
}

// sentences numbers a body; a text with "Check" or "Expect" is a check, one with "#" context.
func sentences(texts ...string) []language.Sentence {
	var out []language.Sentence
	for i, text := range texts {
		s := language.Sentence{N: i + 1, Text: text, Line: i + 1, Kind: language.Action}
		switch {
		case len(text) > 5 && text[:5] == "Check":
			s.Kind, s.CheckWord = language.Check, true
		case text[0] == '#':
			s.Kind, s.Text = language.Context, text[2:]
		}
		out = append(out, s)
	}
	return out
}

func proven(n int, statement, reason, quote, picture string, after int, boxes ...screen.Box) agent.Check {
	e := check.Evidence{Answer: check.Holds, By: "code", Reason: reason, Quote: quote, Expected: quote, Actual: quote, Boxes: boxes, Picture: picture, URL: "https://shop.example"}
	return agent.Check{N: n, Statement: statement, Status: agent.Proven, Evidence: &e, After: after, Picture: picture,
		History: []agent.CheckMoment{{After: after, Due: true, Evidence: e}}}
}
