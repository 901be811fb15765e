package trickytest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/internal/trust"
)

// view is what a script may look at: no more than a model is sent.
type view struct {
	lines     []string
	change    string
	title     string
	dialog    string
	tabs      int
	variables []string
	tries     int    // of the current move
	failed    string // why the last try of the current move failed
}

func (v view) shows(text string) bool {
	return strings.Contains(strings.Join(v.lines, "\n")+"\n"+v.change, text)
}

// numbered is the number of the nth listed element whose line has all the words, 0 for none.
func (v view) numbered(nth int, words ...string) int {
	for _, line := range v.lines {
		all := true
		for _, w := range words {
			all = all && strings.Contains(line, w)
		}
		if !all {
			continue
		}
		if nth--; nth > 0 {
			continue
		}
		n, _ := strconv.Atoi(regexp.MustCompile(`^\d+`).FindString(line))
		return n
	}
	return 0
}

// move is one step of a script: a call, or none when there is nothing (more) to do.
type move func(v view) (name string, args map[string]any)

// once makes one call, with the number of the element whose line has the words when it is listed.
func once(name, target string, words []string, more map[string]any) move {
	return func(v view) (string, map[string]any) {
		if v.tries > 0 && v.failed == "" || v.tries > 2 {
			return "", nil
		}
		args := map[string]any{}
		if target != "" {
			args["target"] = target
			if n := v.numbered(1, words...); n > 0 && len(words) > 0 {
				args["number"] = n
			}
		}
		for k, x := range more {
			args[k] = x
		}
		return name, args
	}
}

func click(target string, words ...string) move { return once("click", target, words, nil) }
func enter(text, target string, words ...string) move {
	return once("type", target, words, map[string]any{"text": text})
}
func act(name string, more map[string]any) move { return once(name, "", nil, more) }

// script is a decider that goes through its moves.
type script struct {
	moves    []move
	at       int
	tries    int
	attempts int // recorded before the last call
	log      func(string, ...any)
}

func (*script) Name() string { return "script" }

func (s *script) Next(_ context.Context, o *agent.Observation, st *agent.State) (*agent.Decision, error) {
	v := view{change: o.Change, title: o.Title, tabs: len(o.Tabs), variables: o.Variables}
	for _, it := range o.Items {
		v.lines = append(v.lines, it.Line)
	}
	if o.Dialog != nil {
		v.dialog = o.Dialog.Message
	}
	if len(st.Attempts) > s.attempts {
		if f, ok := st.Attempts[len(st.Attempts)-1].(*agent.FailedStep); ok {
			v.failed = f.Error
		}
	}
	s.attempts = len(st.Attempts)
	for ; s.at < len(s.moves); s.at, s.tries = s.at+1, 0 {
		v.tries = s.tries
		name, args := s.moves[s.at](v)
		v.failed = ""
		if name == "" {
			continue
		}
		s.tries++
		raw, err := json.Marshal(args)
		s.log("  %s %s of:\n%s", name, raw, strings.Join(v.lines, "\n"))
		return &agent.Decision{Calls: []agent.Call{{Name: name, Args: raw, Sentence: 1}}}, err
	}
	return &agent.Decision{Calls: []agent.Call{{Name: "execution-finished", Args: json.RawMessage(`{"success":true,"reasoning":"the script is at its end"}`)}}}, nil
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

func scripts() map[string][]move {
	return map[string][]move{
		"01-datepicker": {click("Departure field", `textbox "Departure"`), until("March 2027", 8, click(`"Next month" button`, `button "Next month"`)),
			click(`"17"`, `clickable "17"`), click(`"Confirm" button`, `button "Confirm"`)},
		"02-native-date":  {enter("2026-02-09", "Purchase date", `date "Purchase date"`), enter("14:35", "Time", `time "Time"`), click(`"Submit" button`, `button "Submit"`)},
		"03-virtual-list": {act("scroll", map[string]any{"direction": "down", "until": `"Part 3777" is visible`}), click(`"Order" button in the row of "Part 3777"`)},
		"05-html5-dnd":    {once("drag", `"Write release notes"`, nil, map[string]any{"to": `"Done"`})},
		"07-contenteditable": {enter("Ship it on Friday", "Memo", `textbox "Memo"`), once("select", "Memo", []string{`textbox "Memo"`}, map[string]any{"text": "Friday"}),
			click(`"B" button`, `button "B"`), click(`"Save" button`, `button "Save"`)},
		"08-shadow-nested": {enter("Kestrel", "Nickname", `textbox "Nickname"`), click(`"Save" button`, `button "Save"`)},
		"10-iframe-nested": {enter("4821", "Card code", `textbox "Card code"`), click(`"Pay" button`, `button "Pay"`)},
		"11-file-upload":   {once("upload", "Attach receipt", []string{"Attach receipt"}, map[string]any{"files": []string{"receipt.txt"}}), click(`"Send" button`, `button "Send"`)},
		"13-toast": {click(`"Save" button`, `button "Save"`), act("read", map[string]any{"description": "page", "variable": "code", "pattern": `R\d{4}`}),
			enter("{{code}}", "Reference", `textbox "Reference"`), click(`"Verify" button`, `button "Verify"`)},
		"15-blocking-overlay": {act("wait", map[string]any{"seconds": 5}), click(`"Download" button`, `button "Download"`)},
		"17-combobox": {enter("Springfield", "City", "combobox"), func(v view) (string, map[string]any) {
			if !v.shows("Springfield, Oregon") && v.tries < 4 { // the suggestions come later
				return "wait", map[string]any{"seconds": 1}
			}
			return "", nil
		}, click(`"Springfield, Oregon"`, `option "Springfield, Oregon"`)},
		"18-multi-select": {once("select", "Crew list", []string{"listbox"}, map[string]any{"options": []string{"Ines", "Tomas"}}), click(`"Apply" button`, `button "Apply"`)},
		"21-dialogs":      {click(`"Stop server" button`, `button "Stop server"`), answer(false, ""), click(`"Rename server" button`, `button "Rename server"`), answer(true, "atlas")},
		"22-new-window": {click(`"Open code window" link`, `link "Open code window"`), act("read", map[string]any{"description": "page", "variable": "code", "pattern": `\d{3} \d{3}`}),
			act("switch-tab", map[string]any{"which": "first"}), enter("{{code}}", "Code", `textbox "Code"`), click(`"Check" button`, `button "Check"`)},
		"25-terms-scroll": {act("scroll", map[string]any{"direction": "bottom"}), once("click", "I agree", []string{`checkbox "I agree"`}, map[string]any{"state": "on"}),
			click(`"Continue" button`, `button "Continue"`)},
		"26-ambiguous-rows": {func(v view) (string, map[string]any) {
			if v.tries > 0 {
				return "", nil
			}
			return "click", map[string]any{"target": `"Deactivate" button in the row of "Ana Duarte"`, "number": v.numbered(3, `button "Deactivate"`)}
		}},
		"33-injected-text":    {click(`"Archive" button`, `button "Archive"`)},
		"34-controlled-input": {enter("spring-26", "Code", `textbox "Code"`), act("press", map[string]any{"keys": []string{"Tab"}}), click(`"Apply" button`, `button "Apply"`)},
	}
}

// answer answers the native dialog a model is told of.
func answer(accept bool, text string) move {
	return func(v view) (string, map[string]any) {
		if v.dialog == "" {
			return "", nil
		}
		args := map[string]any{"accept": accept}
		if text != "" {
			args["text"] = text
		}
		return "dialog", args
	}
}

// TestAScriptThatSeesWhatAModelSees does every page by numbers and descriptions alone.
func TestAScriptThatSeesWhatAModelSees(t *testing.T) {
	b := newBench(t)
	var done atomic.Int32
	t.Run("pages", func(t *testing.T) {
		for _, p := range b.pages {
			t.Run(p.ID, func(t *testing.T) {
				t.Parallel()
				var lines []string
				s := &script{moves: scripts()[p.ID], log: func(f string, args ...any) { lines = append(lines, fmt.Sprintf(f, args...)) }}
				require.NotEmpty(t, s.moves)
				res, f := b.run(t, p, "scripted", p.Instruction+"\n\n"+p.ClaimTrue, s)
				if !f.Done {
					explain(t, p, res, f)
					t.Log(strings.Join(lines, "\n"))
				}
				require.Empty(t, f.Wrong, "a forbidden act")
				require.True(t, f.Done, "the page does not say that it is done")
				done.Add(1)
			})
		}
	})
	trust.Report(t, trust.Row{Name: "hard pages, a script with a model's view", Done: int(done.Load()), Total: len(b.pages)})
	figure(t, "script with a model's view: %d of %d pages done, 0 forbidden acts", done.Load(), len(b.pages))
}
