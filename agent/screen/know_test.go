package screen_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

func TestContradicts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		node string
		q    screen.Query
		want bool
	}{
		"another action":                            {`button "Edit"`, q("button", "Delete"), true},
		"another action in a longer phrase":         {`button "Edit"`, q("", "the Delete button of Ana"), true},
		"another kind":                              {`textbox "Search"`, q("button", "Search"), true},
		"a button for a field":                      {`button "Search"`, q("textbox", "Search"), true},
		"another field":                             {`password "Password"`, q("textbox", "Username"), true},
		"another link":                              {`link "About us"`, q("link", "Products"), true},
		"the same words":                            {`button "Edit"`, q("button", "Edit"), false},
		"a longer description":                      {`button "Edit"`, q("", "Edit button in the row of Ana Duarte"), false},
		"a synonym":                                 {`button "Sign in"`, q("button", "Log in"), false},
		"a link called a button":                    {`link "Sign in"`, q("button", "Sign in"), false},
		"a description by looks":                    {`link "Acme"`, q("", "logo"), false},
		"an icon by what it means":                  {`button "Search"`, q("icon", "magnifier"), false},
		"a paraphrase without a known word in it":   {`button "Proceed to checkout"`, q("button", "checkout"), false},
		"confirming by the word on the button":      {`button "OK"`, q("button", "confirm"), false},
		"saving called submitting":                  {`button "Save"`, q("button", "Submit"), false},
		"a node without any caption":                {`button`, q("button", "Menu"), false},
		"a combobox called a field":                 {`combobox "Country"`, q("textbox", "Country"), false},
		"another language is not held against it":   {`button "保存"`, q("button", "Save"), false},
		"a description without a name":              {`button "Edit"`, q("button", ""), false},
		"a checkbox called a button is another":     {`checkbox "Terms"`, q("textbox", "Terms"), true},
		"a card described by one of the words":      {`link "Wireless Mouse $20"`, q("", "mouse product"), false},
		"an add button called plus":                 {`button "Add item"`, q("button", "plus"), false},
		"cancel is not save":                        {`button "Cancel"`, q("button", "Save"), true},
		"a date picker's day":                       {`button "15"`, q("button", "day 15"), false},
		"previous is not next":                      {`button "Previous"`, q("", "next page"), true},
		"the placeholder names the field as well":   {`textbox placeholder="Your e-mail"`, q("textbox", "e-mail"), false},
		"accepting is not rejecting the same thing": {`button "Reject all"`, q("button", "Accept all cookies"), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := screentest.Parse(c.node)
			got, why := screen.Contradicts(&tree.Nodes[0], c.q)
			require.Equal(t, c.want, got, why)
			require.Equal(t, got, why != "")
		})
	}
}

func TestRelevantListsWhatMatters(t *testing.T) {
	t.Parallel()
	tree := screentest.Parse(users + "text \"Copyright\"\ndialog \"Cookies\"\n  button \"Accept\" id=ok\n")
	items, left := tree.Relevant(screen.PruneOptions{Words: `Click Edit in the row of Bruno Reis`})
	require.Zero(t, left)
	var lines []string
	for k, it := range items {
		require.Equal(t, k+1, it.Number)
		lines = append(lines, it.Line)
	}
	list := strings.Join(lines, "\n")
	require.Contains(t, list, `button "Edit" row "Bruno Reis"`)
	require.Contains(t, list, `heading "Users"`)
	require.Contains(t, list, `button "Accept" in "Cookies"`)
}

func TestRelevantKeepsItsBudget(t *testing.T) {
	t.Parallel()
	tree := large(5000)
	for _, o := range []screen.PruneOptions{{}, {Chars: 500}, {Max: 5}, {Chars: 60}, {Words: "details of order 700", Max: 20}} {
		items, left := tree.Relevant(o)
		chars, most := 0, o.Max
		for _, it := range items {
			chars += utf8.RuneCountInString(it.Line) + 1
			require.True(t, utf8.ValidString(it.Line))
		}
		if most == 0 {
			most = 60
		}
		limit := o.Chars
		if limit == 0 {
			limit = 6000
		}
		require.LessOrEqual(t, chars, limit)
		require.LessOrEqual(t, len(items), most)
		require.Positive(t, left)
		again, _ := tree.Relevant(o)
		require.Equal(t, items, again)
	}
	items, _ := tree.Relevant(screen.PruneOptions{Words: `Click "Details of order 700"`})
	found := false
	for _, it := range items {
		found = found || strings.Contains(it.Line, `"Details of order 700"`)
	}
	require.True(t, found, "what the sentence names is listed wherever it is scrolled to")
}

func TestRelevantShowsStatesAndValues(t *testing.T) {
	t.Parallel()
	tree := screentest.Parse(`
textbox "Name" value="Ana \"x\"" required
checkbox "Terms"
checkbox "News" checked
combobox "Country" options="Peru|*Chile"
button "Save" disabled
button id=bare
  img class="fa fa-trash"
`)
	items, _ := tree.Relevant(screen.PruneOptions{})
	var lines []string
	for _, it := range items {
		lines = append(lines, it.Line)
	}
	require.Equal(t, []string{
		`1 textbox "Name" value "Ana 'x'" required`, `2 checkbox "Terms" not checked`, `3 checkbox "News" checked`,
		`4 combobox "Country" value "Chile" options Peru | Chile`, `5 button "Save" disabled`, `6 button "icon: trash"`,
	}, lines)
}

func TestDiff(t *testing.T) {
	t.Parallel()
	before := screentest.Parse("@url https://a/x\ntextbox \"Name\" id=n\nbutton \"Save\" disabled id=s\ntext \"Loading\" id=l")
	require.Equal(t, "nothing changed", screen.Diff(before, before).String())
	after := screentest.Parse("@url https://a/y\ntextbox \"Name\" id=n value=Ana focused\nbutton \"Save\" id=s\ntext \"Saved\" id=m\nbutton \"Undo\" id=u")
	c := screen.Diff(before, after)
	require.Equal(t, `URL changed to https://a/y; text appeared: "Saved"; text disappeared: "Loading"; value of textbox "Name" is now "Ana"; button "Save" is now enabled; button "Undo" appeared; focus moved to textbox "Name"`, c.String())
	require.True(t, c.Near(after.Nodes[0].Box))
	require.False(t, c.Near(screen.Box{X: 900, Y: 700, W: 10, H: 10}))
	require.True(t, c.Outside("n"))
	only := screen.Diff(before, screentest.Parse("@url https://a/x\ntextbox \"Name\" id=n value=Ana focused\nbutton \"Save\" disabled id=s\ntext \"Loading\" id=l"))
	require.False(t, only.Outside("n"))
	require.False(t, only.None())
	require.True(t, screen.Diff(nil, after).None())
}

func TestDiffPairsAcrossAReload(t *testing.T) {
	t.Parallel()
	a := screentest.Parse("textbox \"Name\" id=1:1 value=a\ntext \"x\" id=1:2")
	b := screentest.Parse("textbox \"Name\" id=2:1 value=b\ntext \"x\" id=2:2")
	require.Equal(t, `value of textbox "Name" is now "b"`, screen.Diff(a, b).String())
}

func TestFingerprints(t *testing.T) {
	t.Parallel()
	of := func(page, id string) screen.Fingerprint {
		tree := screentest.Parse(page)
		return screen.FingerprintOf(tree, tree.ByID(id))
	}
	a := of(users, "edit-ana")
	require.Equal(t, "Ana Duarte", a.RowKey)
	require.Equal(t, "Users", a.Region)
	require.True(t, screen.Same(a, of(users, "edit-ana")))
	require.False(t, screen.Same(a, of(users, "edit-bruno")), "another row")
	require.False(t, screen.Same(a, of(users, "del-ana")), "another name")
	require.False(t, screen.Same(a, of(strings.Replace(users, "Ana Duarte", "Ana Silva", 1), "edit-ana")), "the row changed")
	typed := "textbox \"Mail\" id=m value=%\ntext \"Hint\"\nbutton \"Save\" id=s"
	require.True(t, screen.Same(of(strings.Replace(typed, "%", "a", 1), "m"), of(strings.Replace(typed, "%", "b", 1), "m")), "a value is not identity")
	require.Equal(t, "Hint", of(typed, "s").Above)
	for id, generated := range map[string]bool{"user-name": false, ":r3:": true, "ember1234": true, "field_2": false, "": true, "a1b2c3d4e5": true, "mui-12": true, "address": false, "deadbeef": false} {
		require.Equal(t, generated, screen.Generated(id), id)
	}
}

func TestLabelled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ page, label, want string }{
		"after a colon":              {`text "Total: $5.00"`, "Total", "$5.00"},
		"in the next cell":           {"table \"Sum\"\n  row\n    cell \"Total\"\n    cell \"$5.00\"", "Total", "$5.00"},
		"in a definition list":       {"text \"Total\" tag=dt\ntext \"$5.00\" tag=dd", "Total", "$5.00"},
		"right of it":                {"text \"Total\" box=0,0,50,20\ntext \"$5.00\" box=60,0,50,20\ntext \"No\" box=0,22,50,20", "Total", "$5.00"},
		"below it":                   {"text \"Total\" box=0,0,50,20\ntext \"$5.00\" box=0,22,50,20", "Total", "$5.00"},
		"not there":                  {`text "Subtotal: $5.00"`, "Total", ""},
		"twice with other values":    {"text \"Total: 1\"\ntext \"Total: 2\"", "Total", ""},
		"a word with the same start": {`text "Totally: 5"`, "Total", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, ok := screentest.Parse(c.page).Labelled(c.label)
			require.Equal(t, c.want, got)
			require.Equal(t, c.want != "", ok)
		})
	}
}
