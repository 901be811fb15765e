//go:build figures

package trickytest_test

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/model/modeltest"
)

// newStub is an OpenAI-shaped endpoint whose model knows only what the prompt
// says: the numbered sentences, what is done, the element list.
func newStub(t *testing.T) *modeltest.Server {
	t.Helper()
	return modeltest.NewServerFunc(t, func(_ int, r modeltest.WireRequest) modeltest.Answer {
		switch {
		case slices.Contains(r.Tools, "judgement"):
			return modeltest.SendCall("judgement", map[string]any{"answer": "cannot_tell", "reason": "a rule cannot judge"})
		case slices.Contains(r.Tools, "execution-finished"):
			return readPrompt(r.Text).next()
		}
		return modeltest.SendText("I can only act.")
	})
}

var (
	sentenceLine = regexp.MustCompile(`(?m)^(\d+) (A\??|C|-) (.+)$`)
	toDoLine     = regexp.MustCompile(`(?m)^Actions done: .*; to do: (.*)\.$`)
	checksLine   = regexp.MustCompile(`(?m)^Checks: (.*)\.$`)
	elementLine  = regexp.MustCompile(`(?m)^(\d+) (\S+) "([^"]*)"`)
	quotedText   = regexp.MustCompile(`"([^"]+)"`)
)

// prompt is what the stub's model reads out of a request.
type prompt struct {
	sentences [][]string // number, kind, text
	toDo      map[int]bool
	checks    map[string]map[int]bool // by status
	page      string
	failed    map[string]bool // sentences with a failed step
}

func readPrompt(text string) prompt {
	rules, turn, _ := strings.Cut(text, "\nTurn ")
	p := prompt{checks: map[string]map[int]bool{}, page: turn, failed: map[string]bool{}}
	for _, m := range sentenceLine.FindAllStringSubmatch(rules, -1) {
		p.sentences = append(p.sentences, m[1:])
	}
	if m := toDoLine.FindStringSubmatch(turn); m != nil {
		p.toDo = numbersOf(m[1])
	}
	if m := checksLine.FindStringSubmatch(turn); m != nil {
		for _, part := range strings.Split(m[1], "; ") {
			status, numbers, _ := strings.Cut(part, " ")
			p.checks[status] = numbersOf(numbers)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^#\d+ \[(\d+)\].*FAILED`).FindAllStringSubmatch(turn, -1) {
		p.failed[m[1]] = true
	}
	return p
}

// numbersOf reads "1-4, 6".
func numbersOf(s string) map[int]bool {
	all := map[int]bool{}
	for _, part := range strings.Split(s, ", ") {
		from, to, ranged := strings.Cut(part, "-")
		a, err := strconv.Atoi(from)
		if err != nil {
			continue
		}
		b := a
		if ranged {
			b, _ = strconv.Atoi(to)
		}
		for ; a <= b; a++ {
			all[a] = true
		}
	}
	return all
}

// next is the first sentence that is not done; checks in a row go together.
func (p prompt) next() modeltest.Answer {
	var due []int
	for _, s := range p.sentences {
		n, _ := strconv.Atoi(s[0])
		if s[1] == "C" {
			if p.checks["open"][n] {
				due = append(due, n)
			}
			continue
		}
		if !p.toDo[n] {
			continue
		}
		if len(due) > 0 {
			break
		}
		if p.failed[s[0]] {
			return finish(false, "a step failed")
		}
		return p.act(n, s[2])
	}
	if len(due) > 0 {
		return modeltest.SendCall("assert", map[string]any{"sentence": due[0], "checks": due})
	}
	return finish(len(p.checks["disproven"])+len(p.checks["undecided"]) == 0, "that is all")
}

func finish(success bool, why string) modeltest.Answer {
	return modeltest.SendCall("execution-finished", map[string]any{"success": success, "reasoning": why})
}

// act turns a literal sentence into a call.
func (p prompt) act(n int, text string) modeltest.Answer {
	steps, refusal := language.Parse(text)
	if refusal != nil || len(steps) != 1 {
		return finish(false, "I do not understand sentence "+strconv.Itoa(n))
	}
	step, name := steps[0], steps[0].Command
	args := map[string]any{"sentence": n}
	if step.Target != nil {
		maps.Copy(args, p.point(step.Phrase))
	}
	switch name {
	case "type":
		args["text"] = step.Value
	case "check", "uncheck":
		args["state"] = map[string]string{"check": "on", "uncheck": "off"}[name]
		name = "click"
	case "select":
		args["options"] = step.Values
	case "navigate":
		args["url"] = step.Value
	case "press":
		args["keys"] = []string{step.Value}
	case "dialog":
		args["accept"] = step.Accept
	case "upload":
		args["files"] = []string{step.Value}
	case "click", "refresh":
	default:
		return finish(false, "I know no "+name)
	}
	return modeltest.SendCall(name, args)
}

// point adds the number of the one listed element that has the quoted name.
func (p prompt) point(phrase string) map[string]any {
	args := map[string]any{"target": phrase}
	want := quotedText.FindAllStringSubmatch(phrase, -1)
	if len(want) != 1 {
		return args
	}
	var numbers []int
	for _, m := range elementLine.FindAllStringSubmatch(p.page, -1) {
		if m[3] == want[0][1] {
			n, _ := strconv.Atoi(m[1])
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 1 {
		args["number"] = numbers[0]
	}
	return args
}
