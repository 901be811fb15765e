package language_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/verdict-run/verdict/agent/language"
)

var seeds = []string{
	`Click "Save" in the row of "Ana", then verify that 'x' is not shown and {{y}} is 5.`, "# Head\n- [ ] If \"a\" is visible, click `b` 3 times\n| a |\n```\nx",
	`Scroll the "A" list until there are 3 rows; press Ctrl+A and wait up to 2 s for "z" to disappear`, `In the X section, type "a" into B and "c" into D`,
	`the products are sorted by price from low to high`, `second Edit link next to the last but one row`, `Save the text matching /R\d+/i as <code>`, "", "\x00\xff", `""''**`, `“„«`, `is not`, `to`,
	`Verify the "Role" column of row 2 says exactly part "x" or`, `drag`, `with`, `If , click`, `set to`, `A > B >`, `the`, `verify that`, `no longer`, `Open`, `press and hold`, `there is`,
}

func fuzz(f *testing.F, read func(string) any) {
	f.Helper()
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 16<<10 {
			t.Skip()
		}
		first, err := json.Marshal(read(text))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		second, _ := json.Marshal(read(text))
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%v for %d bytes", took, len(text))
		}
		if string(first) != string(second) {
			t.Errorf("two answers for %q:\n%s\n%s", text, first, second)
		}
	})
}

// answer is what a parser gives; exactly one of the two is set.
type answer struct {
	Value   any
	Refusal *language.Refusal
}

func check1(t interface{ Fatalf(string, ...any) }, a answer, empty bool) answer {
	if a.Refusal != nil && (a.Refusal.Hint == "" || a.Refusal.Reason == "") {
		t.Fatalf("a refusal without hint: %+v", a.Refusal)
	}
	if a.Refusal == nil && empty {
		t.Fatalf("neither an answer nor a refusal")
	}
	return a
}

func FuzzSplit(f *testing.F) {
	fuzz(f, func(text string) any {
		units := language.Split(text)
		for i, u := range units {
			if u.N != i+1 || u.Line < 1 {
				panic("a unit without number or line")
			}
			if u.Kind != language.Context && (u.Step == nil) == (u.Refusal == nil) {
				panic("a unit needs a step or a refusal: " + u.Text)
			}
		}
		return units
	})
}

func FuzzParse(f *testing.F) {
	fuzz(f, func(text string) any {
		steps, refusal := language.Parse(text)
		return check1(panics{}, answer{steps, refusal}, len(steps) == 0)
	})
}

func FuzzParseTarget(f *testing.F) {
	fuzz(f, func(text string) any {
		q, refusal := language.ParseTarget(text)
		return check1(panics{}, answer{q, refusal}, q.Name == "" && q.Kind == "" && q.Full == "")
	})
}

func FuzzParseProposition(f *testing.F) {
	fuzz(f, func(text string) any {
		form, refusal := language.ParseProposition(text)
		return check1(panics{}, answer{form, refusal}, form == nil)
	})
}

type panics struct{}

func (panics) Fatalf(format string, _ ...any) { panic(format) }
