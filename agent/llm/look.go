package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/prompts"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

var locate = model.Tool{
	Name: "locate", Description: "Say where it is.",
	Schema: json.RawMessage(`{"type":"object","properties":{"found":{"type":"boolean"},"point":{"type":"array","items":{"type":"number"}}},"required":["found"]}`),
}

// Ground asks the grounder where a description is in the picture. A nil point
// means that it is not there, or not to be told.
func (d *Decider) Ground(ctx context.Context, description string, picture platform.Image) (*screen.Point, []agent.RoleUsage, error) {
	r := d.grounder
	s := r.look(picture)
	if s == nil {
		return nil, nil, nil // no eyes
	}
	var at *screen.Point
	p := prompts.Grounder(d.mask(description), s.words(), r.space.PointWords())
	_, used, err := d.ask(ctx, r, p, locate, s, func(f map[string]json.RawMessage) string {
		v := numbers(f["point"])
		found, said := truth(f, "found")
		if !said {
			found = len(v) > 0
		}
		if !found {
			return ""
		}
		if len(v) == 4 { // a box: its middle
			v = []float64{(v[0] + v[2]) / 2, (v[1] + v[3]) / 2}
		}
		if len(v) != 2 {
			return "found is true, but point is not a list of two numbers"
		}
		space := r.space
		if isNamed(f["point"]) {
			space.YFirst = false
		}
		pt := space.Point(v[0], v[1], s.sent, s.full)
		if pt.X < 0 || pt.Y < 0 || pt.X >= float64(s.full.W) || pt.Y >= float64(s.full.H) {
			return fmt.Sprintf("the point lies outside the picture of %dx%d pixels", s.sent.W, s.sent.H)
		}
		at = &pt
		return ""
	})
	return at, used, err
}

var reading = model.Tool{
	Name: "reading", Description: "Say what it reads.",
	Schema: json.RawMessage(`{"type":"object","properties":{"found":{"type":"boolean"},"text":{"type":"string"}},"required":["found"]}`),
}

// ReadPicture asks the reader what a description reads. What is not there is a *commands.Failure.
func (d *Decider) ReadPicture(ctx context.Context, description string, o *agent.Observation) (string, []agent.RoleUsage, error) {
	r := d.reader
	s := r.look(o.Picture)
	var items []string
	left := 0
	if r.list() || s == nil {
		items, left = lines(o), o.LeftOut
	}
	var got string
	found := false
	problem, used, err := d.ask(ctx, r, prompts.Reader(description, s.words(), items, left), reading, s, func(f map[string]json.RawMessage) string {
		got = strings.TrimSpace(clip(field(f, "text"), 2000))
		yes, said := truth(f, "found")
		if found = yes || !said && got != ""; yes && got == "" {
			return "found is true, but text is empty"
		}
		return ""
	})
	switch {
	case err != nil:
		return "", used, err
	case problem != "":
		return "", used, &commands.Failure{Name: commands.TargetNotFound, Message: fmt.Sprintf("%q could not be read from the picture: %s", description, problem)}
	case !found:
		return "", used, &commands.Failure{Name: commands.TargetNotFound, Message: fmt.Sprintf("%q was not found in the picture", description)}
	}
	return got, used, nil
}

var kinds = model.Tool{
	Name: "kinds", Description: "Give the kinds.",
	Schema: json.RawMessage(`{"type":"object","properties":{"kinds":{"type":"array","items":{"type":"object","properties":{` +
		`"n":{"type":"integer"},"kind":{"type":"string","enum":["action","check","context"]}},"required":["n","kind"]}}},"required":["kinds"]}`),
}

// Classify asks for the kinds of sentences. A number the model leaves out is
// asked for once more; missing again, it is an error and the rest is returned.
func (d *Decider) Classify(ctx context.Context, all []language.Sentence, ask []int) (map[int]language.Kind, []agent.RoleUsage, error) {
	got := map[int]language.Kind{}
	if len(ask) == 0 {
		return got, nil, nil
	}
	plain := make([]prompts.Sentence, len(all))
	for i, s := range all {
		plain[i] = prompts.Sentence{N: s.N, Text: s.Text}
	}
	problem, used, err := d.ask(ctx, d.classifier, prompts.Classifier(plain, ask), kinds, nil, func(f map[string]json.RawMessage) string {
		for n, k := range kindsOf(f["kinds"]) {
			if slices.Contains(ask, n) {
				got[n] = k
			}
		}
		var missing []int
		for _, n := range ask {
			if got[n] == "" {
				missing = append(missing, n)
			}
		}
		if len(missing) > 0 {
			return "a kind (action, check or context) is missing for " + prompts.Ranges(missing)
		}
		return ""
	})
	if err == nil && problem != "" {
		err = fmt.Errorf("classifying the sentences: %s", problem)
	}
	return got, used, err
}

// kindsOf reads [{"n":1,"kind":"check"}] and {"1":"check"}.
func kindsOf(raw json.RawMessage) map[int]language.Kind {
	out := map[int]language.Kind{}
	put := func(n, kind string) {
		k := language.Kind(strings.ToLower(strings.TrimSpace(kind)))
		number, err := strconv.Atoi(strings.TrimSpace(n))
		if err != nil {
			return
		}
		switch k {
		case language.Action, language.Check, language.Context:
			out[number] = k
		}
	}
	var list []map[string]json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		for _, one := range list {
			n := field(one, "n")
			for _, other := range []string{"number", "sentence", "id"} {
				if n == "" {
					n = field(one, other)
				}
			}
			put(n, field(one, "kind"))
		}
	}
	var byNumber map[string]string
	if json.Unmarshal(raw, &byNumber) == nil {
		for n, k := range byNumber {
			put(n, k)
		}
	}
	return out
}
