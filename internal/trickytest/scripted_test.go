package trickytest_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/scripttest"
	"github.com/verdict-run/verdict/internal/trust"
)

type (
	view = scripttest.View
	move = scripttest.Move
	args = scripttest.Args
)

var act, on, click, enter, until, answer = scripttest.Act, scripttest.On, scripttest.Click, scripttest.Enter, scripttest.Until, scripttest.Answer

func scripts() map[string][]move {
	return map[string][]move{
		"01-datepicker": {click("Departure field", `textbox "Departure"`), until("March 2027", 8, click(`"Next month" button`, `button "Next month"`)),
			click(`"17"`, `clickable "17"`), click(`"Confirm" button`, `button "Confirm"`)},
		"02-native-date":  {enter("2026-02-09", "Purchase date", `date "Purchase date"`), enter("14:35", "Time", `time "Time"`), click(`"Submit" button`, `button "Submit"`)},
		"03-virtual-list": {act("scroll", args{"direction": "down", "until": `"Part 3777" is visible`}), click(`"Order" button in the row of "Part 3777"`)},
		"05-html5-dnd":    {on("drag", `"Write release notes"`, args{"to": `"Done"`})},
		"07-contenteditable": {enter("Ship it on Friday", "Memo", `textbox "Memo"`), on("select", "Memo", args{"text": "Friday"}, `textbox "Memo"`),
			click(`"B" button`, `button "B"`), click(`"Save" button`, `button "Save"`)},
		"08-shadow-nested": {enter("Kestrel", "Nickname", `textbox "Nickname"`), click(`"Save" button`, `button "Save"`)},
		"10-iframe-nested": {enter("4821", "Card code", `textbox "Card code"`), click(`"Pay" button`, `button "Pay"`)},
		"11-file-upload":   {on("upload", "Attach receipt", args{"files": []string{"receipt.txt"}}, "Attach receipt"), click(`"Send" button`, `button "Send"`)},
		"13-toast": {click(`"Save" button`, `button "Save"`), act("read", map[string]any{"description": "page", "variable": "code", "pattern": `R\d{4}`}),
			enter("{{code}}", "Reference", `textbox "Reference"`), click(`"Verify" button`, `button "Verify"`)},
		"15-blocking-overlay": {act("wait", map[string]any{"seconds": 5}), click(`"Download" button`, `button "Download"`)},
		"17-combobox": {enter("Springfield", "City", "combobox"), func(v view) (string, map[string]any) {
			if !v.Shows("Springfield, Oregon") && v.Tries < 4 { // the suggestions come later
				return "wait", map[string]any{"seconds": 1}
			}
			return "", nil
		}, click(`"Springfield, Oregon"`, `option "Springfield, Oregon"`)},
		"18-multi-select": {on("select", "Crew list", args{"options": []string{"Ines", "Tomas"}}, "listbox"), click(`"Apply" button`, `button "Apply"`)},
		"21-dialogs":      {click(`"Stop server" button`, `button "Stop server"`), answer(false, ""), click(`"Rename server" button`, `button "Rename server"`), answer(true, "atlas")},
		"22-new-window": {click(`"Open code window" link`, `link "Open code window"`), act("read", map[string]any{"description": "page", "variable": "code", "pattern": `\d{3} \d{3}`}),
			act("switch-tab", map[string]any{"which": "first"}), enter("{{code}}", "Code", `textbox "Code"`), click(`"Check" button`, `button "Check"`)},
		"25-terms-scroll": {act("scroll", args{"direction": "bottom"}), on("click", "I agree", args{"state": "on"}, `checkbox "I agree"`),
			click(`"Continue" button`, `button "Continue"`)},
		"26-ambiguous-rows": {func(v view) (string, map[string]any) {
			if v.Tries > 0 {
				return "", nil
			}
			return "click", map[string]any{"target": `"Deactivate" button in the row of "Ana Duarte"`, "number": v.Numbered(3, `button "Deactivate"`)}
		}},
		"33-injected-text":    {click(`"Archive" button`, `button "Archive"`)},
		"34-controlled-input": {enter("spring-26", "Code", `textbox "Code"`), act("press", map[string]any{"keys": []string{"Tab"}}), click(`"Apply" button`, `button "Apply"`)},
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
				s := &scripttest.Script{Moves: scripts()[p.ID], Sentence: 1}
				require.NotEmpty(t, s.Moves)
				res, f := b.run(t, p, "scripted", p.Instruction+"\n\n"+p.ClaimTrue, s)
				if !f.Done {
					explain(t, p, res, f)
					t.Log(strings.Join(s.Log, "\n"))
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
