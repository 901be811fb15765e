package screen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

// users is a table whose rows have the same buttons.
const users = `
heading "Users" level=1
table "Users"
  row
    columnheader "Name"
    columnheader "Mail"
    columnheader "Actions"
  row
    cell "Ana Duarte"
    cell "ana@x.pt"
    cell
      button "Edit" id=edit-ana
      button "Delete" id=del-ana
  row
    cell "Bruno Reis"
    cell "bruno@x.pt"
    cell
      button "Edit" id=edit-bruno
      button "Delete" id=del-bruno
`

const cards = `
main
  heading "Products" level=1
  generic class=card
    link "Laptop" href=/1 class=title id=laptop
    text "$999"
    button "Add to cart" id=add-laptop
  generic class=card
    link "Phone" href=/2 class=title
    text "$499"
    button "Add to cart" id=add-phone
`

func in(kind screen.RelationKind, to screen.Query) []screen.Relation {
	return []screen.Relation{{Kind: kind, To: to}}
}

func q(kind, name string) screen.Query { return screen.Query{Kind: kind, Name: name} }

func quoted(kind, name string) screen.Query {
	return screen.Query{Kind: kind, Name: name, Quoted: true}
}

func TestFind(t *testing.T) {
	t.Parallel()
	login := `
form "Login"
  textbox "Username" id=user
  password "Password" id=pass
  checkbox "Remember me" id=remember
  button "Sign in" id=signin
link "Forgot password?" href=/forgot id=forgot
`
	letters := `
text "Letter 3"
  button "File" id=file-3
text "Letter 4"
  button "File" id=file-4
text "Letter 5"
  button "File" id=file-5
`
	for name, c := range map[string]struct {
		page string
		q    screen.Query
		verb screen.Verb
		want string // the id, or the reason
		note string
	}{
		"an exact caption is found":                          {login, q("button", "Sign in"), screen.VerbClick, "signin", ""},
		"letter case does not matter":                        {login, q("button", "sign IN"), screen.VerbClick, "signin", ""},
		"a synonym is found when it is not quoted":           {login, q("button", "Log in"), screen.VerbClick, "signin", ""},
		"a quoted caption is not answered by a synonym":      {login, quoted("button", "Log in"), screen.VerbClick, "weak match", ""},
		"a field is found by its label":                      {login, q("textbox", "Username"), screen.VerbType, "user", ""},
		"a field kind fits a password field":                 {login, q("textbox", "Password"), screen.VerbType, "pass", ""},
		"typing never goes to a button":                      {login, q("", "Sign in"), screen.VerbType, "not found", ""},
		"a button asked for as a link is found":              {login, q("link", "Sign in"), screen.VerbClick, "signin", ""},
		"a button is no text box":                            {login, q("textbox", "Sign in"), screen.VerbAssert, "weak match", ""},
		"the only button needs no name":                      {login, q("button", ""), screen.VerbClick, "signin", ""},
		"two fields without a name are refused":              {login, q("textbox", ""), screen.VerbType, "ambiguous", ""},
		"an ordinal chooses among the unnamed":               {login, screen.Query{Kind: "textbox", Ordinal: 2}, screen.VerbType, "pass", ""},
		"an ordinal beyond the last is not found":            {login, screen.Query{Kind: "button", Ordinal: 2}, screen.VerbClick, "not found", ""},
		"nothing asked for is no name":                       {login, screen.Query{}, screen.VerbClick, "no name", ""},
		"the full caption is tried as well":                  {`link "Search results" id=a`, screen.Query{Name: "search", Full: "search results", Kind: "item"}, screen.VerbClick, "a", ""},
		"equal buttons in two rows are refused":              {users, quoted("button", "Edit"), screen.VerbClick, "ambiguous", ""},
		"a row tells equal buttons apart":                    {users, screen.Query{Kind: "button", Name: "Edit", Rel: in(screen.InRow, q("", "Bruno Reis"))}, screen.VerbClick, "edit-bruno", ""},
		"a row may be named by any of its cells":             {users, screen.Query{Kind: "button", Name: "Delete", Rel: in(screen.InRow, quoted("", "ana@x.pt"))}, screen.VerbClick, "del-ana", ""},
		"a row may be asked for by kind":                     {users, screen.Query{Kind: "button", Name: "Edit", Rel: in(screen.In, q("row", "Ana Duarte"))}, screen.VerbClick, "edit-ana", ""},
		"the second row is the second with data":             {users, screen.Query{Kind: "button", Name: "Edit", Rel: in(screen.In, screen.Query{Kind: "row", Ordinal: 2})}, screen.VerbClick, "edit-bruno", ""},
		"a row that is not there is not found":               {users, screen.Query{Kind: "button", Name: "Edit", Rel: in(screen.InRow, quoted("", "Zed Zulu"))}, screen.VerbClick, "not found", ""},
		"the last of equal buttons":                          {users, screen.Query{Kind: "button", Name: "Edit", Ordinal: -1}, screen.VerbClick, "edit-bruno", ""},
		"a card without a role is told by its title":         {cards, screen.Query{Kind: "button", Name: "Add to cart", Rel: in(screen.InRow, q("", "Phone"))}, screen.VerbClick, "add-phone", ""},
		"near a text that holds the button itself":           {letters, screen.Query{Kind: "button", Name: "File", Rel: in(screen.Near, quoted("", "Letter 3"))}, screen.VerbClick, "file-3", ""},
		"in the row of such a text":                          {letters, screen.Query{Kind: "button", Name: "File", Rel: in(screen.InRow, quoted("", "Letter 3"))}, screen.VerbClick, "file-3", ""},
		"near goes by the nearest common ancestor":           {cards, screen.Query{Kind: "button", Name: "Add to cart", Rel: in(screen.Near, q("", "$999"))}, screen.VerbClick, "add-laptop", ""},
		"of goes by the nearest common ancestor":             {cards, screen.Query{Kind: "button", Name: "Add to cart", Rel: in(screen.Of, quoted("", "Laptop"))}, screen.VerbClick, "add-laptop", ""},
		"below goes by geometry":                             {cards, screen.Query{Kind: "button", Name: "", Rel: in(screen.Below, quoted("", "$499"))}, screen.VerbClick, "add-phone", ""},
		"above goes by geometry":                             {cards, screen.Query{Kind: "button", Name: "Add to cart", Rel: in(screen.Above, quoted("", "Phone"))}, screen.VerbClick, "add-laptop", ""},
		"a button beats the text inside it":                  {"button id=b\n  text \"Save\"", quoted("", "Save"), screen.VerbClick, "b", ""},
		"a field beats its label":                            {"label \"City\"\ntextbox \"City\" id=c", q("", "City"), screen.VerbClick, "c", ""},
		"an unnamed button is found by its icon":             {"button id=b\n  img class=\"fa fa-trash\"\nbutton \"Save\"", q("icon", "trash"), screen.VerbClick, "b", ""},
		"plain text is not clicked for an unquoted name":     {`text "Save"`, q("", "Save"), screen.VerbClick, "weak match", ""},
		"plain text is clicked for an exact quoted caption":  {`text "Save" id=t`, quoted("", "Save"), screen.VerbClick, "t", ""},
		"text in something clickable is clicked":             {"clickable id=c\n  text \"Open Ana\" id=t\n  text \"More\"", q("", "Open Ana"), screen.VerbClick, "t", ""},
		"an invisible target is hidden":                      {`button "Save" hidden`, quoted("button", "Save"), screen.VerbClick, "hidden", ""},
		"the visible one of two is taken":                    {"button \"Save\" hidden\nbutton \"Save\" id=b", quoted("button", "Save"), screen.VerbClick, "b", ""},
		"the enabled one of two is taken":                    {"button \"Save\" disabled\nbutton \"Save\" id=b", quoted("button", "Save"), screen.VerbClick, "b", ""},
		"the only exact match may be disabled":               {"button \"Save\" disabled id=a\nbutton \"Save draft\" id=b", q("button", "Save"), screen.VerbClick, "a", "disabled"},
		"disabled elements are asserted":                     {`button "Save" disabled id=a`, q("button", "Save"), screen.VerbAssert, "a", ""},
		"a read-only field gives way to one that takes text": {"textbox \"Copy\" readonly\ntextbox \"Copy\" id=b", q("textbox", "Copy"), screen.VerbType, "b", ""},
		"a textarea is another kind than a text box":         {"textarea id=a\ntextbox id=b", q("textbox", ""), screen.VerbType, "b", ""},
		"a modal dialog comes first":                         {"button \"OK\" id=a\ndialog \"Confirm\" modal\n  button \"OK\" id=b", quoted("button", "OK"), screen.VerbClick, "b", ""},
		"a dialog is a place":                                {"button \"OK\" id=a\ndialog \"Confirm\"\n  button \"OK\" id=b", screen.Query{Kind: "button", Name: "OK", Rel: in(screen.In, q("dialog", "Confirm"))}, screen.VerbClick, "b", ""},
		"a section is named by its heading":                  {"section\n  heading \"Billing\"\n  button \"Change\" id=a\nsection\n  heading \"Shipping\"\n  button \"Change\" id=b", screen.Query{Kind: "button", Name: "Change", Rel: in(screen.In, q("section", "Shipping"))}, screen.VerbClick, "b", ""},
		"a heading alone starts a place":                     {"heading \"Billing\"\nbutton \"Change\" id=a\nheading \"Shipping\"\nbutton \"Change\" id=b", screen.Query{Kind: "button", Name: "Change", Rel: in(screen.In, q("", "Billing"))}, screen.VerbClick, "a", ""},
		"the navigation is a place":                          {"navigation\n  link \"Home\" href=/a id=a\nmain\n  link \"Home\" href=/b id=b", screen.Query{Name: "Home", Rel: in(screen.In, q("", "navigation"))}, screen.VerbClick, "a", ""},
		"a frame is a place":                                 {"iframe \"Payment\"\n  textbox \"Card\" id=a\ntextbox \"Card\" id=b", screen.Query{Name: "Card", Rel: in(screen.In, q("iframe", "Payment"))}, screen.VerbType, "a", ""},
		"relations nest":                                     {"dialog \"One\"" + indent(users) + "dialog \"Two\"" + strings.ReplaceAll(indent(users), "id=", "id=two-"), screen.Query{Name: "Edit", Rel: []screen.Relation{{Kind: screen.InRow, To: q("", "Ana Duarte")}, {Kind: screen.In, To: q("dialog", "Two")}}}, screen.VerbClick, "two-edit-ana", ""},
		"with label narrows":                                 {"textbox \"From\" id=a\ntextbox \"To\" id=b", screen.Query{Kind: "textbox", Rel: in(screen.WithLabel, q("", "To"))}, screen.VerbType, "b", ""},
		"a visual label names a field":                       {"text \"Coupon\"\ntextbox visual=Coupon id=c", q("textbox", "Coupon"), screen.VerbType, "c", ""},
		"a test id may name an unlabelled button":            {"button testid=close-dialog id=c", q("button", "close dialog"), screen.VerbClick, "c", ""},
		"links to one address are one control":               {"link \"Laptop\" href=/1 id=a\nlink \"Laptop\" href=/1 id=b", quoted("link", "Laptop"), screen.VerbClick, "a", ""},
		"a star for required is no part of a caption":        {`textbox "Name *" id=n`, q("textbox", "Name"), screen.VerbType, "n", ""},
		"a count behind a caption is no part of it":          {`link "Cart (3)" href=/cart id=n`, quoted("link", "Cart"), screen.VerbClick, "n", ""},
		"numbers in captions must agree":                     {"button \"Item 1\" id=a\nbutton \"Item 11\" id=b", q("button", "Item 2"), screen.VerbClick, "not found", ""},
		"two near captions in one score are refused":         {"button \"Save draft\"\nbutton \"Save copy\"", q("button", "Save"), screen.VerbClick, "ambiguous", ""},
		"toggling goes to the checkbox":                      {login, q("", "Remember me"), screen.VerbToggle, "remember", ""},
		"toggling never goes to a button":                    {login, q("", "Sign in"), screen.VerbToggle, "not found", ""},
		"selecting goes to the list":                         {"combobox \"Country\" options=\"Peru|*Chile\" id=c\ntext \"Country\"", q("combobox", "Country"), screen.VerbSelect, "c", ""},
		"uploading may use a hidden file input":              {`file "Photo" transparent id=f`, q("", "Photo"), screen.VerbUpload, "f", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := screentest.Parse(c.page)
			got := tree.Find(c.q, c.verb)
			if got.Match == nil {
				require.Equal(t, c.want, string(got.Reason), "%+v", got)
				require.True(t, got.Hint != "")
				return
			}
			require.Equal(t, c.want, tree.Nodes[got.Match.Index].ID, "%+v", got)
			require.Equal(t, c.note, got.Note)
		})
	}
}

func indent(s string) string { return strings.ReplaceAll(s, "\n", "\n  ") + "\n" }

func TestFindUsesTheLabelOfATransparentCheckbox(t *testing.T) {
	t.Parallel()
	tree := screentest.Parse(`
generic
  checkbox "I agree" transparent checked id=box
  label "I agree" id=label
`)
	got := tree.Find(q("checkbox", "I agree"), screen.VerbToggle)
	require.NotNil(t, got.Match, "%+v", got)
	require.Equal(t, "label", tree.Nodes[got.Match.Index].ID)
	require.Equal(t, "box", got.Match.Control)
}

func TestAmbiguityHintNamesTheRows(t *testing.T) {
	t.Parallel()
	got := screentest.Parse(users).Find(quoted("button", "Edit"), screen.VerbClick)
	require.Contains(t, got.Hint, "Ana Duarte")
	require.Contains(t, got.Hint, "Bruno Reis")
	require.Len(t, got.Candidates, 2)
}

func TestRowsAndRegions(t *testing.T) {
	t.Parallel()
	tree := screentest.Parse(users)
	b := tree.ByID("edit-bruno")
	require.Equal(t, "Bruno Reis", tree.RowKey(b))
	require.Equal(t, "Actions", tree.ColumnHeader(b))
	require.Equal(t, "Users", tree.RegionLabel(tree.Region(b)))
	tree = screentest.Parse(cards)
	require.Equal(t, "Phone", tree.RowKey(tree.ByID("add-phone")))
	require.Equal(t, "Laptop", tree.RowKey(tree.ByID("laptop")))
	tree = screentest.Parse("main\n  button \"Save\" id=a")
	require.Equal(t, -1, tree.RowOf(tree.ByID("a")))
	require.Empty(t, tree.RowKey(tree.ByID("a")))
}

func TestFindAll(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page string
		q    screen.Query
		want int // -1 is refused
	}{
		"rows without the header":                       {users, q("row", ""), 2},
		"buttons by caption":                            {users, quoted("button", "Edit"), 2},
		"a plural noun is a role":                       {users, q("", "buttons"), 4},
		"a quoted caption that is not there":            {users, quoted("button", "Print"), 0},
		"rows of a named table":                         {users, screen.Query{Kind: "row", Rel: in(screen.In, q("table", "Users"))}, 2},
		"rows of two tables are refused":                {users + users, q("row", ""), -1},
		"items of the one list that is no menu":         {"navigation\n  list\n    listitem \"Home\"\nlist \"Todos\"\n  listitem \"a\"\n  listitem \"b\"", q("listitem", ""), 2},
		"a noun may be the class of a repeated element": {"generic class=product\n  text \"a\"\ngeneric class=product\n  text \"b\"", q("", "products"), 2},
		"a noun may name a list":                        {"heading \"Todos\"\nlist\n  listitem \"a\"\n  listitem \"b\"\n  listitem \"c\"", q("", "todos"), 3},
		"a noun nobody knows is refused":                {users, q("", "unicorns"), -1},
		"hidden ones do not count":                      {"button \"A\"\nbutton \"B\" hidden", q("button", ""), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := screentest.Parse(c.page).FindAll(c.q)
			if c.want < 0 {
				require.Nil(t, got)
				return
			}
			require.NotNil(t, got)
			require.Len(t, got, c.want)
		})
	}
}

// large is a page of about n nodes: a table of rows with two buttons each.
func large(n int) *screen.Tree {
	var b strings.Builder
	b.WriteString("main\n  table \"Orders\"\n")
	for i := range n / 7 {
		fmt.Fprintf(&b, "    row\n      cell \"Order %d\"\n      cell \"Customer number %d of many\"\n      cell\n        button \"Edit\" class=\"btn btn-primary\" testid=edit-%d\n        button \"Delete\" class=\"btn\"\n        link \"Details of order %d\" href=/o/%d\n", i, i*7, i, i, i)
	}
	return screentest.Parse(b.String())
}

func BenchmarkFind(b *testing.B) {
	tree := large(5000)
	b.Logf("%d nodes", len(tree.Nodes))
	for name, query := range map[string]screen.Query{
		"caption":  quoted("link", "Details of order 417"),
		"in row":   {Kind: "button", Name: "Edit", Rel: in(screen.InRow, quoted("", "Order 417"))},
		"nothing":  quoted("button", "Publish"),
		"repeated": quoted("button", "Edit"),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				tree.Find(query, screen.VerbClick)
			}
		})
	}
	b.Run("text", func(b *testing.B) {
		for b.Loop() {
			tree.FindText("Order 417", screen.TextOptions{})
		}
	})
	b.Run("relevant", func(b *testing.B) {
		for b.Loop() {
			tree.Relevant(screen.PruneOptions{Words: "edit the order 417"})
		}
	})
}
