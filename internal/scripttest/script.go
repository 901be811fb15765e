// Package scripttest is a decider for tests that goes through a script: it sees what a model is sent, and answers right.
package scripttest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/platform"
)

// View is what a script may look at: no more than a model is sent.
type View struct {
	Lines  []string
	Change string
	Dialog *platform.Dialog
	Seen   *agent.Observation // for its picture
	Tries  int                // of the current move
	Failed string             // why the last try of the current move failed
}

// Shows reports that a text is listed, or came or went with the last step.
func (v View) Shows(text string) bool {
	return strings.Contains(strings.Join(v.Lines, "\n")+"\n"+v.Change, text)
}

// Numbered is the number of the nth listed element (from 1) whose line has all the words, 0 for none.
func (v View) Numbered(nth int, words ...string) int {
	for _, line := range v.Lines {
		all := len(words) > 0
		for _, w := range words {
			all = all && strings.Contains(line, w)
		}
		if !all {
			continue
		}
		if nth--; nth == 0 {
			n, _ := strconv.Atoi(number.FindString(line))
			return n
		}
	}
	return 0
}

var number = regexp.MustCompile(`^\d+`)

// Move is one step of a script: a call, or none when there is nothing (more) to do.
type Move func(v View) (name string, args map[string]any)

// Args are the arguments of a call.
type Args = map[string]any

// Act makes a call until it succeeds, three times at most.
func Act(name string, a Args) Move {
	return func(v View) (string, map[string]any) {
		if v.Tries > 0 && v.Failed == "" || v.Tries > 2 {
			return "", nil
		}
		return name, maps.Clone(a)
	}
}

// On is Act with the number of the element whose line has the words, when it is listed.
func On(name, target string, a Args, words ...string) Move {
	return func(v View) (string, map[string]any) {
		name, all := Act(name, a)(v)
		if name == "" {
			return "", nil
		}
		all["target"] = target
		if n := v.Numbered(1, words...); n > 0 {
			all["number"] = n
		}
		return name, all
	}
}

// Click clicks the listed element whose line has the words.
func Click(target string, words ...string) Move { return On("click", target, Args{}, words...) }

// Enter types a text.
func Enter(text, target string, words ...string) Move {
	return On("type", target, Args{"text": text}, words...)
}

// Choose selects an option.
func Choose(option, target string, words ...string) Move {
	return On("select", target, Args{"options": []string{option}}, words...)
}

// Serving says which sentence the calls of a move serve.
func Serving(sentence int, m Move) Move {
	return func(v View) (string, map[string]any) {
		name, a := m(v)
		if name != "" {
			a["sentence"] = sentence
		}
		return name, a
	}
}

// Answer answers the native dialog a model is told of.
func Answer(accept bool, text string) Move {
	return func(v View) (string, map[string]any) {
		if v.Dialog == nil {
			return "", nil
		}
		a := Args{"accept": accept}
		if text != "" {
			a["text"] = text
		}
		return "dialog", a
	}
}

// Once makes a call of which nothing is recorded.
func Once(name string, a Args) Move {
	return func(v View) (string, map[string]any) {
		if v.Tries > 0 {
			return "", nil
		}
		return name, maps.Clone(a)
	}
}

// Until repeats a call until something is shown.
func Until(seen string, most int, m Move) Move {
	return func(v View) (string, map[string]any) {
		if v.Shows(seen) || v.Tries >= most {
			return "", nil
		}
		v.Tries = 0
		return m(v)
	}
}

// Script is a decider that goes through its moves, and claims success whatever came of it.
type Script struct {
	Moves []Move
	// Claims asks for the open checks to be proven before the end.
	Claims bool
	// Sentence is what calls serve that do not say.
	Sentence int
	// Log has each call and what it was made of.
	Log []string

	at       int
	tries    int
	attempts int // recorded before the last call
}

// Name is that of a decider.
func (*Script) Name() string { return "script" }

func look(o *agent.Observation) View {
	v := View{Change: o.Change, Dialog: o.Dialog, Seen: o}
	for _, it := range o.Items {
		v.Lines = append(v.Lines, it.Line)
	}
	return v
}

// Next is the next call of the script.
func (s *Script) Next(_ context.Context, o *agent.Observation, st *agent.State) (*agent.Decision, error) {
	v := look(o)
	if len(st.Attempts) > s.attempts {
		if f, ok := st.Attempts[len(st.Attempts)-1].(*agent.FailedStep); ok {
			v.Failed = f.Error
		}
	}
	s.attempts = len(st.Attempts)
	for ; s.at < len(s.Moves); s.at, s.tries = s.at+1, 0 {
		v.Tries = s.tries
		name, a := s.Moves[s.at](v)
		v.Failed = ""
		if name == "" {
			continue
		}
		s.tries++
		return s.call(v, name, a)
	}
	if open := openChecks(st); len(open) > 0 && s.Claims {
		s.Claims = false
		return s.call(v, "assert", Args{"checks": open})
	}
	return s.call(v, "execution-finished", Args{"success": true, "reasoning": "the script is at its end"})
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

func (s *Script) call(v View, name string, a Args) (*agent.Decision, error) {
	sentence, ok := a["sentence"].(int)
	if !ok {
		sentence = s.Sentence
	}
	delete(a, "sentence")
	raw, err := json.Marshal(a)
	s.Log = append(s.Log, fmt.Sprintf("%s %s, seeing %s\n%s", name, raw, v.Change, strings.Join(v.Lines, "\n")))
	return &agent.Decision{Calls: []agent.Call{{Name: name, Args: raw, Sentence: sentence}}}, err
}
