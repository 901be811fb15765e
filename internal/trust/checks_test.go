package trust_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen/screentest"
	"github.com/verdict-run/verdict/internal/trust"
)

const office = `@url https://app.example/dashboard?tab=2
@title Inbox (3)
heading "Dashboard" level=1
text "Welcome back, Ana"
text "Order total: $1,300.00"
text "Room 12"
text "Status: LOCKED"
status "Saved"
textbox "Amount" value="250.00" required
textbox "Name" value="Ana" focused
textbox "Code" value="x" invalid
button "Save" disabled
button "Send"
button "More" expanded
button "Delete" hidden
checkbox "Terms" checked
checkbox "News"
combobox "Size" value="Large" options="Small|*Large"
link "Docs" htmlid=docs
table "Users"
  row
    columnheader "Name"
    columnheader "Status"
  row
    cell "Ana"
    cell "Active"
  row
    cell "Ben"
    cell "Locked"
list "Fruits"
  listitem "Apple"
  listitem "Banana"
  listitem "Cherry"
`

// claims are statements of every exact form, those that hold on the page and those that do not.
var claims = map[bool][]string{
	true: {
		`the page shows "Welcome back"`, `"Access denied" is not shown`, `the page contains "LOCKED" exactly`, `the page contains part "ocke"`, `the page matches /Room \d+/`,
		`the "Amount" field has the value "250.00"`, `the "Save" button is disabled`, `the "Send" button is enabled`, `the "Terms" checkbox is checked`, `the "News" checkbox is not checked`,
		`"Large" is selected in the "Size" dropdown`, `the "Name" field has the focus`, `the "More" button is expanded`, `the "Amount" field is required`, `the "Code" field is invalid`,
		`there are at least 2 items in the "Fruits" list`, `there are 3 items in the "Fruits" list`, `"Apple" appears before "Banana"`,
		`the URL contains "/dashboard"`, `the page title is "Inbox (3)"`, `the order total is greater than $1,250.50`, `the row "Ana" shows "Active" in the Status column`,
		`the "target" attribute of the "Docs" link is "_blank"`, `there are console errors`, `a file named "report.csv" was downloaded`, `the downloaded file "report.csv" contains "Total"`,
		`the downloaded file "report.csv" is not empty`, `the clipboard contains "abc"`, `the cookie "sid" exists`, `the local storage item "theme" is "dark"`, `{{after}} is less than 7`,
		`the "Size" dropdown offers "Small" and "Large"`, `the browser dialog says "Sure?"`, `there is no "Delete" button`,
	},
	false: {
		`the page shows "Goodbye"`, `"Welcome back" is not shown`, `the page contains "locked out" exactly`, `the page shows "Room 1"`, `the page shows "come ba"`, `the page contains part "ockx"`, `the page matches /Room [a-z]+/`,
		`the "Amount" field has the value "25"`, `the "Amount" field has the value "250.01"`, `the "Save" button is enabled`, `the "Send" button is disabled`, `the "Terms" checkbox is not checked`, `the "News" checkbox is checked`,
		`"Small" is selected in the "Size" dropdown`, `the "Amount" field has the focus`, `the "More" button is collapsed`, `the "Code" field is required`, `the "Name" field is invalid`, `the "Delete" button is visible`,
		`there are at least 4 items in the "Fruits" list`, `there are 2 items in the "Fruits" list`, `"Banana" appears before "Apple"`,
		`the URL contains "/dashboards"`, `the page title is "Inbox"`, `the order total is greater than $1,300.00`, `the order total is less than 13`, `the row "Ana" shows "Locked" in the Status column`, `the row "Ben" shows "Active" in the Status column`,
		`the "target" attribute of the "Docs" link is "_self"`, `there are no console errors`, `no request failed`, `a file named "report" was downloaded`, `the downloaded file "report.csv" contains "Totals"`,
		`the downloaded file "report.csv" is empty`, `the clipboard contains "abcd"`, `the cookie "id" exists`, `the cookie "sid" is "43"`, `the local storage item "theme" is "Dark"`, `the session storage item "theme" is "dark"`, `{{after}} is less than 5`,
		`the "Size" dropdown offers "Medium"`, `the browser dialog says "Really?"`, `I am on the "Settings" page`,
	},
}

// TestExactChecks holds every exact form against a page it is true of and one it is not. A false claim that holds would be
// a wrong pass, and one that cannot be told is none; a true one must hold.
func TestExactChecks(t *testing.T) {
	t.Parallel()
	copied := "abc"
	w := check.World{
		Tree: screentest.Parse(office), Status: 200, Variables: map[string]string{"after": "5"}, Console: []string{"TypeError: x"},
		Requests: []string{"POST /api/save 500"}, Downloads: []string{"report.csv"}, Clipboard: &copied, Dialogs: []string{"Sure?"},
		Seen: func(string) bool { return true },
		Attribute: func(_, name string) (string, bool, error) {
			return map[string]string{"target": "_blank"}[name], name == "target", nil
		},
		Cookie: func(name string) (string, bool, error) { return "42", name == "sid", nil },
		Stored: func(session bool, key string) (string, bool, error) {
			return "dark", !session && key == "theme", nil
		},
		File: func(string) ([]byte, int64, error) { return []byte("Name,Total\nAna,5\n"), 17, nil },
	}
	row := trust.Row{Name: "exact checks, true and false claims"}
	for true_, list := range claims {
		for _, claim := range list {
			row.Total++
			form, refusal := language.ParseProposition(claim)
			require.Nil(t, refusal, claim)
			got := check.Evaluate(*form, w)
			if got.Answer == check.Holds && !true_ {
				row.WrongPasses++
				t.Errorf("holds, but is false: %s (%s)", claim, got.Reason)
			}
			if assert.Equal(t, true_, got.Answer == check.Holds, "%s: %s", claim, got.Reason) {
				row.Done++
			}
		}
	}
	trust.Report(t, row)
}
