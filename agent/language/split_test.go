package language_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
)

func TestSplitGivesOneUnitPerActionOrCheck(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		body string
		want []string // "line kind text", with ? for a refusal, ! for an open check word
	}{
		"the case of the contract": {
			"Log in with {{user}} and {{password}}. Check that an error says the user is locked out.",
			[]string{"1 action? Log in with {{user}} and {{password}}", "1 check?! Check that an error says the user is locked out"}},
		"a sentence of four clauses": {
			"Navigate to the login page, enter {{mail}} in E-mail, click Sign In, and assert that the dashboard is visible.",
			[]string{"1 action Navigate to the login page", "1 action enter {{mail}} in E-mail", "1 action click Sign In", "1 check! assert that the dashboard is visible"}},
		"headings, lists and numbers": {
			"# Verify the login\n\n1. Click \"A\"\n2. Click \"B\"\n   in the row of \"C\"\n- [ ] Check that \"D\" is shown\n",
			[]string{"1 context Verify the login", "3 action Click \"A\"", "4 action Click \"B\" in the row of \"C\"", "6 check! Check that \"D\" is shown"}},
		"Gherkin": {
			"Given I am on the login page\nWhen I click Sign In\nThen I should see \"Welcome\"",
			[]string{"1 check I am on the login page", "2 action I click Sign In", "3 check! I should see \"Welcome\""}},
		"a paragraph over lines": {
			"Type \"a. b\" into the field\n\"Name\" and then click\nSave. Then \"Saved\" is shown.",
			[]string{"1 action Type \"a. b\" into the field \"Name\"", "2 action click Save", "3 check! \"Saved\" is shown"}},
		"lines without full stops": {
			"Open /cart\nClick \"Pay\"\nCheck that \"Paid\" is shown",
			[]string{"1 action Open /cart", "2 action Click \"Pay\"", "3 check! Check that \"Paid\" is shown"}},
		"a place and a condition go with every clause": {
			"In the \"Billing\" section, type \"x\" into City and \"y\" into Street. If \"Ad\" is visible, click \"Close\" and press Tab.",
			[]string{"1 action In the \"Billing\" section, type \"x\" into City", "1 action In the \"Billing\" section, type \"y\" into Street", "1 action If \"Ad\" is visible, click \"Close\"", "1 action If \"Ad\" is visible, press Tab"}},
		"addresses, decimals and abbreviations": {
			"Go to https://a.example/x.y?z=1. Type 2.50 into Price, e.g. the first one",
			[]string{"1 action Go to https://a.example/x.y?z=1", "1 action? Type 2.50 into Price, e.g. the first one"}},
		"checks of several things": {
			"Verify that the Save button is visible and enabled, and that \"A\" is shown.",
			[]string{"1 check! Verify that the Save button is visible", "1 check! Verify that the Save button is enabled", "1 check! Verify that \"A\" is shown"}},
		"a check word inside what is refused": {
			"The price should feel right. Check the layout. Tick the Terms checkbox. Confirm the order.",
			[]string{"1 unclear?! The price should feel right", "1 unclear?! Check the layout", "1 action Tick the Terms checkbox", "1 action? Confirm the order"}},
		"prose, comments, tables": {
			"This test checks the shop.\n<!-- Click \"X\" -->\n\n| a | b |\n|---|---|\n\n```\nClick \"Y\"\n```\n",
			[]string{"1 context This test checks the shop", "4 unclear? a | b", "7 context Click \"Y\""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for i, s := range language.Split(tc.body) {
				if s.N != i+1 {
					t.Errorf("unit %d has number %d", i+1, s.N)
				}
				kind := string(s.Kind)
				if s.Refusal != nil {
					kind += "?"
				}
				if s.CheckWord {
					kind += "!"
				}
				got = append(got, fmt.Sprintf("%d %s %s", s.Line, kind, s.Text))
			}
			if strings.Join(got, "\n") != strings.Join(tc.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
			}
		})
	}
}

func TestSplitMarksConditionsAsOptional(t *testing.T) {
	t.Parallel()
	units := language.Split("If \"Ad\" is visible, click \"Close\". When \"Ad\" is visible, click \"Close\". Click \"X\" if it appears.")
	if len(units) != 3 || !units[0].Optional || units[1].Optional || !units[2].Optional {
		t.Errorf("got %s", asJSON(t, units))
	}
	for _, u := range units {
		if u.Step == nil || u.Step.If == nil {
			t.Errorf("no condition: %s", asJSON(t, u))
		}
	}
}

func TestSplitTakesNoLongerThanItsText(t *testing.T) {
	t.Parallel()
	for name, piece := range map[string]string{
		"sentences":         "Click \"Save\" in the row of \"Ana\", then verify that the total is greater than 50 and \"Paid\" is shown.\n",
		"one long sentence": "click save and verify that a is shown, ",
		"quotes":            "\"", "apostrophes": " 'a", "stars": "*a ", "bold": "**", "braces": "{{a ", "angles": "<a ", "commas": "a, ", "ands": "a and ",
		"refused chains":   "Verify that the a is b and the c is d and the e is f and the g is h and the i is j and the k is l and the m is n and the o is p.\n",
		"half-read chains": "Verify that \"a\" is shown and b and \"c\" is shown and d and \"e\" is shown and f and \"g\" is shown and h.\n",
		"verbs":            "is shown and ", "lines": "Click\n", "list": "- a\n", "ticks": "`", "regex": "matching /a ", "colons": "a: ", "relations": "a in the ", "ifs": "if a, click ", "slashes": "/ ",
		"until": "until a ", "stops": "a. ", "numbers": "1. ", "statements": "Verify that \"a\" is shown and \"b\" is shown and \"c\" is shown and ",
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.Repeat(piece, 16<<10/len(piece))
			best := time.Hour
			for range 3 {
				start := time.Now()
				language.Split(body)
				best = min(best, time.Since(start))
			}
			t.Logf("%s %v", name, best)
			if best > 50*time.Millisecond*slow {
				t.Errorf("%v for 16 kB", best)
			}
		})
	}
}

func TestSplitKeepsAListInOneCheck(t *testing.T) {
	t.Parallel()
	for text, kind := range map[string]check.Kind{
		`Check that the "Country" dropdown offers "Spain" and "Italy".`: check.Options,
		`Check that the items are in the order "A", "B", "C".`:          check.Order,
	} {
		got := language.Split(text)
		require.Len(t, got, 1, text)
		require.NotNil(t, got[0].Step, text)
		require.Equal(t, kind, got[0].Step.Form.Kind, text)
	}
	got := language.Split(`Verify that the products are listed in the order "A", "B" and "C".`)
	require.Len(t, got, 1)
	require.NotNil(t, got[0].Refusal, "what is not understood is refused whole, never in part")
}
