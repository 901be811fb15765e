package screen_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

const team = `
heading "Team"
textbox "First name" id=first htmlid=first testid=first
textbox "Last name" id=last htmlid=last testid=last
button "Save" id=save testid=save htmlid=save
table "Users"
  row
    cell "Ana Duarte"
    cell
      button "Edit" id=edit-ana icon=pen
      button "Delete" id=del-ana icon=bin
  row
    cell "Bruno Reis"
    cell
      button "Edit" id=edit-bruno icon=pen
      button "Delete" id=del-bruno icon=bin
list "Tools"
  listitem
    text "Ledger"
    button id=tool-edit icon=pen clickable
    button id=tool-del icon=bin clickable
`

// TestRecognise takes a fingerprint on the page above and looks for it on a changed one.
func TestRecognise(t *testing.T) {
	t.Parallel()
	cut := func(from, to string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, from) {
				panic("the page has no " + from)
			}
			return strings.Replace(s, from, to, 1)
		}
	}
	all := func(changes ...func(string) string) func(string) string {
		return func(s string) string {
			for _, c := range changes {
				s = c(s)
			}
			return s
		}
	}
	same := func(s string) string { return s }
	bruno := strings.Index(team, "  row\n    cell \"Bruno")
	end := strings.Index(team, "list \"Tools\"")
	tests := map[string]struct {
		id     string
		change func(string) string
		grade  screen.Grade
		want   string // id of the element taken, "" when it is lost
		reason string
	}{
		"nothing changed":      {"edit-ana", same, screen.Exact, "edit-ana", ""},
		"a banner came on top": {"edit-ana", func(s string) string { return "banner \"Sale\"\n  button \"Close\" id=close\n" + s }, screen.Exact, "edit-ana", ""},
		"the rows changed places": {"edit-ana", func(s string) string {
			return s[:strings.Index(s, "  row")] + s[bruno:end] + s[strings.Index(s, "  row"):bruno] + s[end:]
		}, screen.Exact, "edit-ana", ""},
		"the row is gone":          {"edit-ana", func(s string) string { return s[:strings.Index(s, "  row")] + s[bruno:] }, screen.Lost, "", "row"},
		"the row has another name": {"del-ana", cut("Ana Duarte", "Vera Lopes"), screen.Lost, "", "row"},
		"the button is gone":       {"edit-ana", cut("      button \"Edit\" id=edit-ana icon=pen\n", ""), screen.Lost, "", ""},
		"Edit became Delete":       {"edit-ana", cut(`"Edit" id=edit-ana`, `"Remove" id=edit-ana`), screen.Lost, "", ""},
		"the id changed":           {"save", cut("htmlid=save", "htmlid=store"), screen.Exact, "save", ""},
		"the label changed":        {"save", cut(`"Save"`, `"Store"`), screen.Lost, "", "called"},
		"a field was renamed":      {"first", cut(`"First name"`, `"Given name"`), screen.Lost, "", "called"},
		"the ids changed places":   {"first", all(cut("htmlid=first testid=first", "htmlid=x testid=x"), cut("htmlid=last testid=last", "htmlid=first testid=first")), screen.Lost, "", "Last name"},
		"the fields changed places": {"first", func(s string) string {
			return strings.Replace(strings.Replace(strings.Replace(s, "textbox \"First name\" id=first htmlid=first testid=first\n", "", 1), "textbox \"Last", "textbox \"Last", 1), "button \"Save\"", "textbox \"First name\" id=first htmlid=first testid=first\nbutton \"Save\"", 1)
		}, screen.Exact, "first", ""},
		"a field was added":        {"last", cut("textbox \"Last", "textbox \"Middle name\" id=middle\ntextbox \"Last"), screen.Exact, "last", ""},
		"a second Save came":       {"save", cut("table \"Users\"", "button \"Save\" id=save2\ntable \"Users\""), screen.Exact, "save", ""},
		"it became a link":         {"save", cut("button \"Save\"", "link \"Save\""), screen.Moved, "save", "role"},
		"an icon came before it":   {"tool-edit", cut("    button id=tool-edit", "    button id=tool-new icon=plus clickable\n    button id=tool-edit"), screen.Exact, "tool-edit", ""},
		"the icons changed places": {"tool-edit", all(cut("    button id=tool-edit icon=pen clickable\n", ""), cut("    button id=tool-del icon=bin clickable\n", "    button id=tool-del icon=bin clickable\n    button id=tool-edit icon=pen clickable\n")), screen.Exact, "tool-edit", ""},
		"the icon is gone":         {"tool-edit", cut("    button id=tool-edit icon=pen clickable\n", ""), screen.Lost, "", ""},
		"the icon was redrawn":     {"tool-edit", cut("id=tool-edit icon=pen", "id=tool-edit icon=quill"), screen.Lost, "", ""},
		"a dialog lies over it":    {"save", func(s string) string { return s + "dialog \"Sure?\" modal\n  button \"Save\" id=sure testid=sure\n" }, screen.Lost, "", ""},
	}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, after := screentest.Parse(team), screentest.Parse(c.change(team))
			got := after.Recognise(screen.FingerprintOf(before, before.ByID(c.id)))
			id := ""
			if got.Index >= 0 {
				id = after.Nodes[got.Index].ID
			}
			require.Equal(t, c.want, id, "%+v", got)
			require.Equal(t, c.grade, got.Grade, "%+v", got)
			require.Contains(t, got.Reason, c.reason)
		})
	}
}

// TestWhoseControlItIs has cards whose containers no tree shows, so that only the text beside a control says whose it is.
func TestWhoseControlItIs(t *testing.T) {
	t.Parallel()
	card := func(name, control string, y string) string {
		return "text \"" + name + "\" box=20," + y + ",60,20\n" + control + " box=100," + y + ",30,20\n"
	}
	foot := "text \"Foot\" box=20,200,300,20\n"
	for name, c := range map[string]struct{ control, change string }{
		"an icon":            {"button id=it icon=bin clickable", card("Ledger", "button id=other icon=bin clickable", "60")},
		"a name":             {"button \"Delete\" id=it", card("Ledger", "button \"Delete\" id=other", "60")},
		"a name, moved up":   {"button \"Delete\" id=it", card("Ledger", "button \"Delete\" id=other", "20")},
		"an icon and a twin": {"button id=it icon=bin clickable", card("Ledger", "button id=other icon=bin clickable", "20") + card("Maps", "button id=third icon=bin clickable", "60")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			alone := screentest.Parse(card("Atlas", c.control, "20") + foot)
			among := screentest.Parse(card("Atlas", c.control, "20") + card("Ledger", strings.Replace(c.control, "id=it", "id=other", 1), "60") + foot)
			for _, before := range []*screen.Tree{alone, among} {
				want := screen.FingerprintOf(before, before.ByID("it"))
				got := screentest.Parse(c.change + foot).Recognise(want)
				require.Equal(t, screen.Lost, got.Grade, "%+v", got)
				got = among.Recognise(want)
				require.NotEqual(t, screen.Lost, got.Grade, "%+v", got)
				require.Equal(t, "it", among.Nodes[got.Index].ID)
			}
		})
	}
}

func TestARenamedControlNeedsItsIDAndItsRow(t *testing.T) {
	t.Parallel()
	page := "table \"Jobs\"\n  row\n    cell \"Backup\"\n    cell\n      button \"Start\" id=b htmlid=start-backup\n  row\n    cell \"Report\"\n    cell\n      button \"Start\" id=r htmlid=start-report"
	before := screentest.Parse(page)
	want := screen.FingerprintOf(before, before.ByID("b"))
	for name, c := range map[string]struct {
		change *strings.Replacer
		grade  screen.Grade
	}{
		"renamed":             {strings.NewReplacer(`"Start" id=b`, `"Run" id=b`), screen.Renamed},
		"renamed, other row":  {strings.NewReplacer(`"Start" id=b`, `"Run" id=b`, "Backup", "Sales"), screen.Lost},
		"renamed, other id":   {strings.NewReplacer(`"Start" id=b htmlid=start-backup`, `"Run" id=b htmlid=run`), screen.Lost},
		"renamed destructive": {strings.NewReplacer(`"Start" id=b`, `"Delete" id=b`), screen.Lost},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := screentest.Parse(c.change.Replace(page)).Recognise(want)
			require.Equal(t, c.grade, got.Grade, "%+v", got)
		})
	}
}

func TestBecameDestructive(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ was, now, want string }{
		"it says delete now":   {"Edit", "Delete", "delete"},
		"it said so before":    {"Delete row", "Delete", ""},
		"another form of it":   {"Removes", "Remove", ""},
		"it was harmless":      {"Save", "Store", ""},
		"one word of several":  {"Continue", "Pay now", "pay"},
		"the word was no verb": {"Orders", "Order", ""},
	} {
		require.Equal(t, c.want, screen.BecameDestructive(c.was, c.now), name)
	}
}

func TestNamesakesAreToldApartByTheRestOfTheirRow(t *testing.T) {
	t.Parallel()
	tree := screentest.Parse("table \"Users\"\n  row\n    cell \"Alex Kim\"\n    cell \"alex@a.example\"\n    cell\n      button \"Off\" id=a\n  row\n    cell \"Alex Kim\"\n    cell \"alex@b.example\"\n    cell\n      button \"Off\" id=b")
	require.Equal(t, "Alex Kim / alex@b.example", screen.FingerprintOf(tree, tree.ByID("b")).RowKey)
	got := tree.Recognise(screen.FingerprintOf(tree, tree.ByID("b")))
	require.Equal(t, screen.Exact, got.Grade)
	require.Equal(t, "b", tree.Nodes[got.Index].ID)
}

func FuzzRecognise(f *testing.F) {
	f.Add("Edit", "Ana", "Edit", "Bruno")
	f.Add("", "", "x", "")
	f.Fuzz(func(t *testing.T, name, row, other, otherRow string) {
		clean := strings.NewReplacer("\"", "", "\n", "", "\r", "", "\\", "", "=", "")
		page := func(n, r string) *screen.Tree {
			return &screen.Tree{Viewport: screen.Size{W: 100, H: 100}, Nodes: []screen.Node{
				{ID: "r", Parent: -1, Role: "row", Tag: "tr", Visible: true, Text: clean.Replace(r), OwnText: clean.Replace(r)},
				{ID: "b", Parent: 0, Role: "button", Tag: "button", Visible: true, Clickable: true, Name: clean.Replace(n), Text: clean.Replace(n)},
			}}
		}
		got := page(other, otherRow).Recognise(screen.FingerprintOf(page(name, row), 1))
		if got.Grade == screen.Exact && !screen.SameText(clean.Replace(name), clean.Replace(other), false) {
			t.Fatalf("%q taken for %q", other, name)
		}
	})
}
