package agent

import (
	"encoding/json"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
)

// sentenceOf is the sentence a call serves: the one it names, when there is such a one.
func (r *run) sentenceOf(c Call) int {
	if c.Sentence < 1 || c.Sentence > len(r.sentences) {
		return 0
	}
	return c.Sentence
}

// required says whether a sentence is an action that must be done.
func required(s language.Sentence) bool {
	return (s.Kind == language.Action || s.Kind == language.Unclear) && !s.Optional
}

// done says which sentences have all they need. Where a run stands is read
// from its recorded attempts; o may be nil.
func (r *run) done(o *Observation) map[int]bool {
	done := map[int]bool{}
	for _, s := range r.sentences {
		done[s.N] = r.waited[s.N] || r.served(s, o)
	}
	for _, c := range r.checks {
		if c.Status == Proven {
			done[c.N] = true
		}
	}
	return done
}

// served reports whether the successful attempts for a sentence add up to what it says.
func (r *run) served(s language.Sentence, o *Observation) bool {
	var did []*GeneratedStep
	for _, a := range r.attempts {
		if step, ok := a.(*GeneratedStep); ok && step.Sentence == s.N && step.Command != "assert" {
			did = append(did, step)
		}
	}
	if len(did) == 0 {
		return false
	}
	if s.Step == nil {
		return true
	}
	if s.Step.Until != nil {
		return o != nil && r.evaluateOn(o.Tree, *s.Step.Until).Answer == check.Holds
	}
	return r.fulfils(*s.Step, did)
}

// fulfils compares attempts with what code could read of the sentence: the
// kind of command, how often, and every literal value it states.
func (r *run) fulfils(want language.Step, did []*GeneratedStep) bool {
	allowed, known := servants[want.Command]
	var typed, all strings.Builder
	count := 0
	for _, d := range did {
		if known && !allowed[d.Command] || r.otherTarget(want, d) {
			continue
		}
		count++
		all.WriteString(strings.ToLower(string(d.Params)) + "\n")
		for _, l := range d.Targets {
			if l.Node != nil {
				all.WriteString(strings.ToLower(l.Node.Name) + "\n")
			}
			all.WriteString(strings.ToLower(l.Description) + "\n")
		}
		if d.Command == "type" {
			var p struct {
				Text string `json:"text"`
			}
			if json.Unmarshal(d.Params, &p) == nil {
				typed.WriteString(p.Text)
			}
		}
	}
	if count < max(1, want.Repeat) {
		return false
	}
	switch want.Command {
	case "type":
		return want.Value == "" || r.says(typed.String(), want.Value) || r.says(all.String(), want.Value)
	case "select":
		for _, v := range want.Values {
			if !r.says(all.String(), v) {
				return false
			}
		}
	case "navigate", "upload":
		return true
	}
	return true
}

// says reports whether what was done contains a literal, as written or with its variables resolved.
func (r *run) says(did, literal string) bool {
	fold := func(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), "") }
	if strings.Contains(fold(did), fold(literal)) {
		return true
	}
	value, err := r.Memory.Resolve(literal)
	return err == nil && value != "" && strings.Contains(fold(did), fold(value))
}

// otherTarget reports that an attempt acted on something the sentence's quoted target contradicts.
func (r *run) otherTarget(want language.Step, d *GeneratedStep) bool {
	if want.Target == nil || !want.Target.Quoted || want.Command != "click" || d.Command != "click" || len(d.Targets) == 0 || d.Targets[0].Node == nil {
		return false
	}
	q := *want.Target
	if name, err := r.Memory.Resolve(q.Name); err == nil {
		q.Name = name
	}
	contradicts, _ := screen.Contradicts(d.Targets[0].Node, q)
	return contradicts
}

// servants are the commands that can do what a sentence of the builtin
// language asks for; a word that is not here takes any.
var servants = map[string]map[string]bool{
	"click":          set("click", "press", "select"),
	"check":          set("click", "press", "select"),
	"uncheck":        set("click", "press", "select"),
	"type":           set("type", "press", "select"),
	"clear":          set("type", "press", "click"),
	"press":          set("press", "type", "click"),
	"select":         set("select", "click", "type", "press"),
	"drag":           set("drag", "click", "press", "type"),
	"navigate":       set("navigate", "click", "back"),
	"back":           set("back", "navigate", "click"),
	"refresh":        set("refresh", "navigate", "press"),
	"dialog":         set("dialog", "click", "press"),
	"upload":         set("upload"),
	"switch-tab":     set("switch-tab"),
	"read":           set("read", "save-clipboard"),
	"hover":          set("hover"),
	"scroll":         set("scroll", "hover", "press", "click"),
	"wait":           set("scroll", "read", "hover"),
	"save-clipboard": set("save-clipboard"),
}

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// firstUndone is the number of the first sentence that still asks for something, 0 when none does.
func (r *run) firstUndone() int {
	done := r.done(r.last)
	for _, s := range r.sentences {
		if !done[s.N] && (required(s) || r.checkOf(s.N) != nil) {
			return s.N
		}
	}
	return 0
}

// actionsDone reports whether every required action before sentence n has been done; n 0 asks for all.
func (r *run) actionsDone(n int) (missing int, ok bool) {
	done := r.done(r.last)
	for _, s := range r.sentences {
		if n > 0 && s.N >= n {
			break
		}
		if required(s) && !done[s.N] {
			return s.N, false
		}
	}
	return 0, true
}

// conditions answers the conditions of the sentences that have one, on the screen as it is.
func (r *run) conditions(o *Observation) map[int]check.Answer {
	var answers map[int]check.Answer
	for _, s := range r.sentences {
		if s.Step == nil || s.Step.If == nil {
			continue
		}
		if answers == nil {
			answers = map[int]check.Answer{}
		}
		answers[s.N] = r.evaluateOn(o.Tree, *s.Step.If).Answer
	}
	return answers
}

// standing counts what has been achieved; a run that makes progress raises it.
func (r *run) standing() int {
	n := 0
	for _, ok := range r.done(r.last) {
		if ok {
			n++
		}
	}
	return n
}

// blame names the sentence the reason of the verdict is about.
func (r *run) blame(n int) {
	if r.about == 0 {
		r.about = n
	}
}
