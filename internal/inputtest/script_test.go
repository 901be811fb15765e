package inputtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// view is what a script may look at: no more than a model is sent.
type view struct {
	lines  []string
	change string
	dialog *platform.Dialog
	tabs   int
	o      *agent.Observation // for its picture
	tries  int                // of the current move
	failed string             // why the last try of the current move failed
}

func (v view) shows(text string) bool {
	return strings.Contains(strings.Join(v.lines, "\n")+"\n"+v.change, text)
}

// numbered is the number of the first listed element whose line has all the words, 0 for none.
func (v view) numbered(words ...string) int {
	for _, line := range v.lines {
		all := len(words) > 0
		for _, w := range words {
			all = all && strings.Contains(line, w)
		}
		if all {
			n, _ := strconv.Atoi(regexp.MustCompile(`^\d+`).FindString(line))
			return n
		}
	}
	return 0
}

// move is one step of a script: a call, or none when there is nothing (more) to do.
type move func(v view) (name string, args map[string]any)

type args = map[string]any

// act makes a call until it succeeds, three times at most.
func act(name string, a args) move {
	return func(v view) (string, map[string]any) {
		if v.tries > 0 && v.failed == "" || v.tries > 2 {
			return "", nil
		}
		return name, maps.Clone(a)
	}
}

// on is act with the number of the element whose line has the words, when it is listed.
func on(name, target string, a args, words ...string) move {
	return func(v view) (string, map[string]any) {
		name, all := act(name, a)(v)
		if name == "" {
			return "", nil
		}
		all["target"] = target
		if n := v.numbered(words...); n > 0 {
			all["number"] = n
		}
		return name, all
	}
}

func click(target string, words ...string) move { return on("click", target, args{}, words...) }

func enter(text, target string, words ...string) move {
	return on("type", target, args{"text": text}, words...)
}

func choose(option, target string, words ...string) move {
	return on("select", target, args{"options": []string{option}}, words...)
}

// serving says which sentence the calls of a move serve.
func serving(sentence int, m move) move {
	return func(v view) (string, map[string]any) {
		name, a := m(v)
		if name != "" {
			a["sentence"] = sentence
		}
		return name, a
	}
}

// answer answers the native dialog a model is told of.
func answer(accept bool, text string) move {
	return func(v view) (string, map[string]any) {
		if v.dialog == nil {
			return "", nil
		}
		a := args{"accept": accept}
		if text != "" {
			a["text"] = text
		}
		return "dialog", a
	}
}

// once makes a call of which nothing is recorded.
func once(name string, a args) move {
	return func(v view) (string, map[string]any) {
		if v.tries > 0 {
			return "", nil
		}
		return name, maps.Clone(a)
	}
}

// until repeats a call until something is shown.
func until(seen string, most int, m move) move {
	return func(v view) (string, map[string]any) {
		if v.shows(seen) || v.tries >= most {
			return "", nil
		}
		v.tries = 0
		return m(v)
	}
}

// script is a decider that goes through its moves, asks for the open checks to
// be proven, and claims success whatever came of it.
type script struct {
	moves    []move
	log      []string
	at       int
	tries    int
	attempts int // recorded before the last call
	asserted bool
}

func (*script) Name() string { return "script" }

func look(o *agent.Observation) view {
	v := view{change: o.Change, tabs: len(o.Tabs), dialog: o.Dialog, o: o}
	for _, it := range o.Items {
		v.lines = append(v.lines, it.Line)
	}
	return v
}

func (s *script) Next(_ context.Context, o *agent.Observation, st *agent.State) (*agent.Decision, error) {
	v := look(o)
	if len(st.Attempts) > s.attempts {
		if f, ok := st.Attempts[len(st.Attempts)-1].(*agent.FailedStep); ok {
			v.failed = f.Error
		}
	}
	s.attempts = len(st.Attempts)
	for ; s.at < len(s.moves); s.at, s.tries = s.at+1, 0 {
		v.tries = s.tries
		name, a := s.moves[s.at](v)
		v.failed = ""
		if name == "" {
			continue
		}
		s.tries++
		return s.call(v, name, a)
	}
	if open := openChecks(st); len(open) > 0 && !s.asserted {
		s.asserted = true
		return s.call(v, "assert", args{"checks": open})
	}
	return s.call(v, "execution-finished", args{"success": true, "reasoning": "the script is at its end"})
}

func openChecks(st *agent.State) []int {
	var open []int
	for _, c := range st.Checks {
		if c.Status == agent.Open {
			open = append(open, c.N)
		}
	}
	return open
}

func (s *script) call(v view, name string, a args) (*agent.Decision, error) {
	sentence, _ := a["sentence"].(int)
	delete(a, "sentence")
	raw, err := json.Marshal(a)
	s.log = append(s.log, fmt.Sprintf("%s %s, seeing %s\n%s", name, raw, v.change, strings.Join(v.lines, "\n")))
	return &agent.Decision{Calls: []agent.Call{{Name: name, Args: raw, Sentence: sentence}}}, err
}

// xy writes a point as a model does.
func xy(p screen.Point) []float64 { return []float64{p.X, p.Y} }
