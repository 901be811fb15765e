package screen_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

func TestMatchText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, want string
		o          screen.TextOptions
		ok         bool
	}{
		"a number is not the end of a longer one":   {"15 items", "5", screen.TextOptions{}, false},
		"a number is not the start of a longer one": {"50 items", "5", screen.TextOptions{}, false},
		"a number is not the whole of a fraction":   {"5.50", "5", screen.TextOptions{}, false},
		"a number is not the cents of another":      {"1,5", "5", screen.TextOptions{}, false},
		"a number is not part of thousands":         {"1,000", "1", screen.TextOptions{}, false},
		"a no-break space joins thousands":          {"1\u00a0000 €", "1", screen.TextOptions{}, false},
		"thousands match with a plain space":        {"1\u00a0000 €", "1 000", screen.TextOptions{}, true},
		"a number ends at a full stop":              {"You have 5.", "5", screen.TextOptions{}, true},
		"a currency sign may stand in front":        {"$5", "5", screen.TextOptions{}, true},
		"a currency sign may stand behind":          {"5€", "5", screen.TextOptions{}, true},
		"a price is not the start of a longer one":  {"$5.50", "$5", screen.TextOptions{}, false},
		"a price is not a negative one":             {"-$5", "$5", screen.TextOptions{}, false},
		"a number is not a negative one":            {"balance -5", "5", screen.TextOptions{}, false},
		"a percentage is not a longer one":          {"15%", "5%", screen.TextOptions{}, false},
		"a percentage stands alone":                 {"Save 5% today", "5%", screen.TextOptions{}, true},
		"a number with a unit glued is another word": {
			"5px", "5", screen.TextOptions{}, false},
		"an hour is not a time":              {"10:30", "10", screen.TextOptions{}, false},
		"a sign alone is found":              {"5 €", "€", screen.TextOptions{}, true},
		"a word is not the start of another": {"Edited", "Edit", screen.TextOptions{}, false},
		"a word is not the end of another":   {"Unlocked", "locked", screen.TextOptions{}, false},
		"a plural is another word":           {"items", "item", screen.TextOptions{}, false},
		"a hyphen joins words":               {"non-refundable", "refundable", screen.TextOptions{}, false},
		"a contraction is another word":      {"You can't", "can", screen.TextOptions{}, false},
		"a possessive is not":                {"Ana's cart", "Ana", screen.TextOptions{}, true},
		"part of a word when asked":          {"Edited", "Edit", screen.TextOptions{Part: true}, true},
		"letter case does not matter":        {"SAVED", "Saved", screen.TextOptions{}, true},
		"letter case matters when asked":     {"SAVED", "Saved", screen.TextOptions{Exact: true}, false},
		"smart quotes are quotes":            {"It’s “done”", `It's "done"`, screen.TextOptions{}, true},
		"dashes are hyphens":                 {"9–17", "9-17", screen.TextOptions{}, true},
		"white space is one space":           {"a \n b", "a b", screen.TextOptions{}, true},
		"accents may be composed or not":     {"Sa\u0303o", "São", screen.TextOptions{}, true},
		"Chinese has no word ends":           {"已保存成功", "保存", screen.TextOptions{}, true},
		"nothing is in nothing":              {"", "", screen.TextOptions{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.ok, screen.MatchText(c.text, c.want, c.o))
		})
	}
}

func TestFindText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page, want string
		o          screen.TextOptions
		ids        []string
	}{
		"the smallest node":                       {"main\n  generic\n    text \"Saved\" id=a", "saved", screen.TextOptions{}, []string{"a"}},
		"a text over inline children":             {"text \"Total:\" id=p\n  text \"$5\" id=a\n  text \".50\" id=b inline", "$5.50", screen.TextOptions{}, []string{"p"}},
		"a child is bounded by its sibling":       {"text \"Total:\" id=p\n  text \"$5\" id=a\n  text \".50\" id=b inline", "$5", screen.TextOptions{}, nil},
		"a bold start of a word is no word":       {"text id=p\n  text \"Edit\" id=a\n  text \"ed\" inline", "Edit", screen.TextOptions{}, nil},
		"hidden text is not shown":                {`text "Saved" hidden`, "Saved", screen.TextOptions{}, nil},
		"transparent text is not shown":           {"main\n  text \"Saved\" transparent", "Saved", screen.TextOptions{}, nil},
		"hidden beside visible text":              {"text \"Saved\" id=a\n  text \"Saved\" hidden", "Saved", screen.TextOptions{}, []string{"a"}},
		"a value is not shown":                    {`textbox "City" value=Lisbon id=a`, "Lisbon", screen.TextOptions{}, nil},
		"a value is found when asked":             {`textbox "City" value=Lisbon id=a`, "Lisbon", screen.TextOptions{Fields: true}, []string{"a"}},
		"options of a closed list are not shown":  {"main text=\"Country Peru Chile\" id=m\n  text \"Country\"\n  select text=\"Peru Chile\" options=\"*Peru|Chile\"", "Chile", screen.TextOptions{}, nil},
		"a title attribute is not shown":          {`button "X" title=Close`, "Close", screen.TextOptions{}, nil},
		"a placeholder is not shown":              {`textbox placeholder="Your mail"`, "Your mail", screen.TextOptions{}, nil},
		"a submit button shows its value":         {`button tag=input type=submit value=Go id=a`, "Go", screen.TextOptions{}, []string{"a"}},
		"several places":                          {"text \"A b\" id=a\ntext \"b\" id=b", "b", screen.TextOptions{}, []string{"a", "b"}},
		"own text and a child may both show it":   {"text \"b\" id=a\n  text \"b\" id=b", "b", screen.TextOptions{}, []string{"a", "b"}},
		"a heading in capitals by its style":      {`heading "LOG IN" id=a`, "Log in", screen.TextOptions{}, []string{"a"}},
		"words of two blocks are joined by space": {"generic id=g\n  text \"Hello\"\n  text \"World\"", "Hello World", screen.TextOptions{}, []string{"g"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := screentest.Parse(c.page)
			var ids []string
			for _, h := range tree.FindText(c.want, c.o) {
				ids = append(ids, tree.Nodes[h.Index].ID)
				require.Equal(t, c.o.Fields, h.Field)
			}
			require.Equal(t, c.ids, ids)
		})
	}
}

func TestFindTextWithinAnElement(t *testing.T) {
	t.Parallel()
	tree := screentest.Parse(users)
	row := tree.RowOf(tree.ByID("edit-ana"))
	require.Len(t, tree.FindText("Ana Duarte", screen.TextOptions{In: []int{row}}), 1)
	require.Empty(t, tree.FindText("Bruno Reis", screen.TextOptions{In: []int{row}}))
}

func TestParseNumber(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]float64{
		"5": 5, "$1,234.50": 1234.5, "1.234,50 €": 1234.5, "1 234,5": 1234.5, "1\u202f234 €": 1234, "1'234.50 CHF": 1234.5, "(12)": -12, "-3": -3, "−3.5": -3.5,
		"-$5": -5, "45 %": 45, "12%": 12, "Total: 3 items": 3, "1,5": 1.5, "1,234": 1234, "1.234": 1.234, "1,23,456": 123456, "1.234.567": 1234567, "USD 12": 12, "R$5": 5,
		"Cart (3)": 3, "2k": 2000, ".5": .5, "0,123": .123, "5px": 5, "($5.00)": -5,
	} {
		got, ok := screen.ParseNumber(in)
		require.True(t, ok, in)
		require.InDelta(t, want, got, 1e-9, in)
	}
	for _, in := range []string{"", "none", "3 of 5", "10:30", "2024-01-05", "5/10", "1st", "v1.2.3", "12,34,5", "B2", "5m", "1.2.3"} {
		got, ok := screen.ParseNumber(in)
		require.False(t, ok, "%q is %v", in, got)
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"$1,234.50", "(12)", "1 234,5", "-", "1'2", "٣", "1\u202f000", "9e9", "0x1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, ok := screen.ParseNumber(s)
		if b, again := screen.ParseNumber(s); a != b || ok != again || a != a {
			t.Fatalf("%q: %v %v, %v %v", s, a, ok, b, again)
		}
	})
}

func FuzzFindText(f *testing.F) {
	f.Add("It’s 1\u00a0000 €", "1 000", false)
	f.Add("Edited", "Edit", true)
	f.Add("a\u0301 b", "á", false)
	f.Add("\xff\xfe", "\xff", true)
	f.Fuzz(func(t *testing.T, text, want string, part bool) {
		tree := &screen.Tree{Nodes: []screen.Node{
			{Parent: -1, Role: "main", Visible: true, Text: text + " end"},
			{Parent: 0, Role: "text", Visible: true, Text: text, OwnText: text},
			{Parent: 0, Role: "text", Visible: true, Text: "end", OwnText: "end"},
		}}
		for _, h := range tree.FindText(want, screen.TextOptions{Part: part}) {
			if utf8.ValidString(text) && !utf8.ValidString(h.Quote) {
				t.Fatalf("quote %q of %q", h.Quote, text)
			}
			if !part && len(tree.FindText(want, screen.TextOptions{Part: true})) == 0 {
				t.Fatalf("%q in %q at word boundaries only", want, text)
			}
		}
	})
}
