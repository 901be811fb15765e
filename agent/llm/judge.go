package llm

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/prompts"
	"github.com/verdict-run/verdict/agent/screen"
)

// The answers of a judgement.
const (
	Holds       = "holds"
	DoesNotHold = "does_not_hold"
	CannotTell  = "cannot_tell"
)

var judgement = model.Tool{
	Name: "judgement", Description: "Give the judgement.",
	Schema: json.RawMessage(`{"type":"object","properties":{` +
		`"reason":{"type":"string","description":"what is shown and why that decides, one sentence"},` +
		`"answer":{"type":"string","enum":["holds","does_not_hold","cannot_tell"]},` +
		`"quote":{"type":"string","description":"words on the page, exactly"},` +
		`"box":{"type":"array","items":{"type":"number"}},` +
		`"subject":{"type":"string","description":"the literal text that is missing"}},` +
		`"required":["reason","answer"]}`),
}

// Judge asks the judge's model whether a statement holds. Anything unclear, a
// proof that is missing included, is cannot_tell; only a failed call is an error.
func (d *Decider) Judge(ctx context.Context, statement string, o *agent.Observation) (*agent.Judgement, error) {
	r := d.judge
	s := r.look(o.Picture)
	data := prompts.JudgeData{
		Statement: statement, Space: r.space.BoxWords(), Picture: s.words(),
		URL: o.URL, Title: o.Title, Status: o.Status, Dialog: dialog(o.Dialog), Unstable: unstable(o.Stable),
		Faults: faults(o), Dropped: o.FaultsDropped,
	}
	// A judge without a picture needs the list whatever it was told to look at.
	if r.list() || s == nil {
		data.Elements, data.LeftOut = lines(o), o.LeftOut
	}
	out := &agent.Judgement{Answer: CannotTell}
	problem, used, err := d.ask(ctx, r, prompts.Judge(data), judgement, s, func(f map[string]json.RawMessage) string {
		answer, ok := answerOf(field(f, "answer"))
		if !ok {
			return "answer must be holds, does_not_hold or cannot_tell"
		}
		out.Answer = answer
		out.Reason = clip(field(f, "reason"), 600)
		out.Quote, out.Subject = unquoted(field(f, "quote")), unquoted(field(f, "subject"))
		out.Box = r.box(f["box"], s)
		return ""
	})
	out.Usage = used
	if err != nil {
		return nil, err
	}
	if problem != "" {
		out.Reason = "the judge gave no usable answer: " + clip(problem, 300)
		return out, nil
	}
	prove(out)
	return out, nil
}

// prove takes back an answer that shows nothing for itself.
func prove(j *agent.Judgement) {
	shown := j.Quote != "" || j.Box != nil
	switch {
	case j.Answer == Holds && !shown:
		j.Answer, j.Reason = CannotTell, "the judge said it holds but showed neither words nor a place: "+j.Reason
	case j.Answer == DoesNotHold && !shown && j.Subject == "":
		j.Answer, j.Reason = CannotTell, "the judge said it does not hold but showed nothing that contradicts it: "+j.Reason
	}
}

// answerOf takes an answer in the words models use for it; no other word is guessed at.
func answerOf(s string) (string, bool) {
	s = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(strings.Trim(strings.TrimSpace(s), ".\"'`")))
	switch s {
	case Holds, DoesNotHold, CannotTell:
		return s, true
	}
	return "", false
}

// unquoted takes the quotation marks off that models put around a quote.
func unquoted(s string) string {
	s = strings.TrimSpace(clip(s, 1000))
	for _, q := range [][2]string{{`"`, `"`}, {"“", "”"}, {"'", "'"}} {
		if inner, ok := strings.CutPrefix(s, q[0]); ok {
			if inner, ok = strings.CutSuffix(inner, q[1]); ok && !strings.Contains(inner, q[0]) {
				return strings.TrimSpace(inner)
			}
		}
	}
	return s
}

// box reads a box of the picture; nil without a picture or when it is none.
func (r role) box(raw json.RawMessage, s *shot) *screen.Box {
	v := numbers(raw)
	if s == nil || len(v) != 4 {
		return nil
	}
	space := r.space
	if isNamed(raw) {
		space.YFirst = false
	}
	b, ok := space.Box(v, s.sent, s.full)
	if !ok {
		return nil
	}
	return &b
}
