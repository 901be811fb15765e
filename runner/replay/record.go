package replay

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/memory"
)

// Record makes the section of a passed run. Values the case names are written as templates; secrets never were in it.
func Record(device string, r *agent.ExecutionResult, startURL string, values []memory.Entry) Section {
	s := Section{Device: device}
	t := newTemplater(used(values, r))
	steps := map[int][]Step{} // by sentence
	var waiting []Step        // unasked steps, which belong to the sentence served next
	last := 0
	for _, a := range r.Attempts {
		g, ok := a.Attempt.(*agent.GeneratedStep)
		if !ok || g.Command == "assert" {
			continue
		}
		step := t.step(g, startURL)
		if g.Sentence == 0 {
			step.Unasked = true
			waiting = append(waiting, step)
			continue
		}
		steps[g.Sentence] = append(append(steps[g.Sentence], waiting...), step)
		waiting, last = nil, g.Sentence
	}
	if len(waiting) > 0 && last > 0 {
		steps[last] = append(steps[last], waiting...)
	}
	for _, sentence := range r.Sentences {
		one := Sentence{Text: sentence.Text, Steps: steps[sentence.N]}
		if sentence.Step == nil && sentence.Kind != language.Unclear {
			one.Kind = string(sentence.Kind)
		}
		for _, c := range r.Checks {
			if c.N != sentence.N {
				continue
			}
			one.Check = "judge"
			if c.Evidence != nil && c.Evidence.By == "code" {
				one.Check = "code"
			}
		}
		s.Sentences = append(s.Sentences, one)
	}
	return s
}

// used are the values of the variables that the case itself names.
func used(values []memory.Entry, r *agent.ExecutionResult) []memory.Entry {
	var out []memory.Entry
	for _, e := range values {
		if slices.ContainsFunc(r.Sentences, func(s language.Sentence) bool { return slices.Contains(memory.Uses(s.Text), e.Name) }) {
			out = append(out, e)
		}
	}
	return out
}

// templater writes the values of variables as the templates they came from.
type templater struct{ values []value }

type value struct {
	form *regexp.Regexp
	name string
}

// newTemplater leaves out what is secret, as that is masked already, and what is too short to be told from chance.
func newTemplater(entries []memory.Entry) *templater {
	t := &templater{}
	slices.SortStableFunc(entries, func(a, b memory.Entry) int { return len(b.Value.Reveal()) - len(a.Value.Reveal()) })
	for _, e := range entries {
		v := e.Value.Reveal()
		if e.Secret || utf8.RuneCountInString(v) < 3 {
			continue
		}
		t.values = append(t.values, value{regexp.MustCompile(`(^|[^\pL\pN{])` + regexp.QuoteMeta(v) + `($|[^\pL\pN}])`), "{{" + e.Name + "}}"})
	}
	return t
}

func (t *templater) text(s string) string {
	for _, v := range t.values {
		if !strings.Contains(s, "{{") || !strings.Contains(s, v.name) {
			s = v.form.ReplaceAllString(s, "${1}"+strings.ReplaceAll(v.name, "$", "$$")+"${2}")
		}
	}
	return s
}

func (t *templater) step(g *agent.GeneratedStep, startURL string) Step {
	s := Step{Do: g.Command, With: t.params(g.Params), Page: agent.PageOf(g.URL, startURL)}
	for _, p := range g.Pins {
		is := t.print(p.Fingerprint)
		if g.Command == "press" && len(g.Targets) == 0 {
			s.Focus = &is
			continue
		}
		s.Targets = append(s.Targets, Target{t.text(p.Description), is})
	}
	if g.Brought != nil && !g.Brought.None() {
		b := *g.Brought
		s.Brings = &b
	}
	if len(g.Targets) > len(s.Targets) {
		s.Ask = "it was found in the picture, and nothing else says where it is"
	}
	return s
}

func (t *templater) print(p screen.Fingerprint) screen.Fingerprint {
	p.Path = "" // for diagnosis, and another one with each change of the layout
	for _, s := range p.Texts() {
		*s = t.text(*s)
	}
	if p.Text == p.Name {
		p.Text = ""
	}
	p.W, p.H = float64(int(p.W+.5)), float64(int(p.H+.5))
	return p
}

// params are the arguments without what belongs to one observation.
func (t *templater) params(raw json.RawMessage) map[string]any {
	var m map[string]any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&m) != nil {
		return nil
	}
	for _, k := range []string{"number", "point", "to_number", "to_point", "sentence"} {
		delete(m, k)
	}
	t.plain(m)
	if len(m) == 0 {
		return nil
	}
	return m
}

// plain turns JSON numbers into those YAML reads back, and values into templates.
func (t *templater) plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = t.plain(v[k])
		}
		return v
	case []any:
		for i := range v {
			v[i] = t.plain(v[i])
		}
		return v
	case string:
		return t.text(v)
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
		f, err := v.Float64()
		if err != nil {
			return v.String()
		}
		return f
	}
	return v
}
