package language_test

import (
	"encoding/json"
	"testing"

	"github.com/verdict-run/verdict/agent/language"
)

func TestParseReadsOneStep(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"a click by caption":                     {`Click Sign In`, `{"command":"click","target":{"name":"Sign In"},"phrase":"Sign In"}`},
		"a click in a row":                       {`Click "Order" in the row of "Part 3777"`, `{"command":"click","target":{"name":"Order","quoted":true,"rel":[{"kind":"in-row","to":{"name":"Part 3777","quoted":true}}]},"phrase":"\"Order\" in the row of \"Part 3777\""}`},
		"a click that is repeated":               {`Click "Next month" 4 times`, `{"command":"click","target":{"name":"Next month","quoted":true},"phrase":"\"Next month\"","repeat":4}`},
		"a click with a modifier":                {`Click "Docs" while holding Shift`, `{"command":"click","target":{"name":"Docs","quoted":true},"phrase":"\"Docs\"","modifiers":["Shift"]}`},
		"a double click":                         {`Double-click "report"`, `{"command":"click","target":{"name":"report","quoted":true},"phrase":"\"report\"","count":2}`},
		"a click that is held":                   {`Press and hold "Record" for 2 seconds`, `{"command":"click","target":{"name":"Record","quoted":true},"phrase":"\"Record\"","hold_ms":2000}`},
		"a click until a text is there":          {`Click "Load more" until "Row 50" is visible`, `{"command":"click","target":{"name":"Load more","quoted":true},"phrase":"\"Load more\"","until":{"kind":"text","value":"Row 50","quoted":true}}`},
		"a click by its purpose's gerund":        {`Remove the item by clicking the trash icon in the row "Blue Mug"`, `{"command":"click","target":{"name":"trash","full":"trash icon","kind":"icon","rel":[{"kind":"in-row","to":{"name":"Blue Mug","quoted":true}}]},"phrase":"the trash icon in the row \"Blue Mug\""}`},
		"a typed variable":                       {`Type {{password}} into Password`, `{"command":"type","target":{"name":"Password"},"phrase":"Password","value":"{{password}}"}`},
		"a shell-like variable":                  {`Type ${pin} into PIN`, `{"command":"type","target":{"name":"PIN"},"phrase":"PIN","value":"{{pin}}"}`},
		"a typed number without quotes":          {`Set Purchase date to 2026-02-09`, `{"command":"type","target":{"name":"Purchase date"},"phrase":"Purchase date","value":"2026-02-09"}`},
		"text that goes to the focus":            {`Type "abc"`, `{"command":"type","value":"abc"}`},
		"several options of a list":              {`Select "Ines" and "Tomas" from the Crew list`, `{"command":"select","target":{"name":"Crew","full":"Crew list","kind":"list"},"phrase":"the Crew list","values":["Ines","Tomas"]}`},
		"a text to be selected":                  {`Select the text "Friday" in the Memo field`, `{"command":"select","target":{"name":"Memo","full":"Memo field","kind":"textbox"},"phrase":"the Memo field","values":["Friday"],"text_range":true}`},
		"a box to tick":                          {`Check the Terms checkbox`, `{"command":"check","target":{"name":"Terms","full":"Terms checkbox","kind":"checkbox"},"phrase":"the Terms checkbox"}`},
		"a key chord":                            {`Press Ctrl+Shift+P`, `{"command":"press","value":"Control+Shift+P"}`},
		"a key that is repeated":                 {`Press the down arrow key twice`, `{"command":"press","value":"ArrowDown","repeat":2}`},
		"a press of a button":                    {`Press "Save"`, `{"command":"click","target":{"name":"Save","quoted":true},"phrase":"\"Save\""}`},
		"leaving a field":                        {`Leave the field`, `{"command":"press","value":"Tab"}`},
		"a container scrolled to a text":         {`Scroll the parts list until "Part 3777" is visible`, `{"command":"scroll","target":{"name":"parts","full":"parts list","kind":"list"},"phrase":"the parts list","direction":"down","form":{"kind":"text","value":"Part 3777","quoted":true}}`},
		"a container scrolled to its end":        {`Scroll to the bottom of the terms box`, `{"command":"scroll","target":{"name":"terms","full":"terms box","kind":"textbox"},"phrase":"the terms box","direction":"bottom"}`},
		"scrolling to an element":                {`Scroll to "Reviews"`, `{"command":"scroll","target":{"name":"Reviews","quoted":true},"phrase":"\"Reviews\""}`},
		"scrolling by pixels":                    {`Scroll down 300 px`, `{"command":"scroll","direction":"down","pixels":300}`},
		"a page by its name":                     {`Go to the login page`, `{"command":"navigate","value":"login"}`},
		"an address":                             {`Visit https://shop.example/cart?x=1.`, `{"command":"navigate","value":"https://shop.example/cart?x=1"}`},
		"a step back":                            {`Go back to the previous page`, `{"command":"back","direction":"back"}`},
		"the new tab":                            {`Switch to the new tab`, `{"command":"switch-tab","value":"new"}`},
		"the first tab":                          {`Switch to the first tab`, `{"command":"switch-tab","value":"1"}`},
		"closing a tab":                          {`Close the tab`, `{"command":"switch-tab","value":"close"}`},
		"a dialog with an answer":                {`Accept the dialog with "atlas"`, `{"command":"dialog","value":"atlas","accept":true}`},
		"a dialog that is dismissed":             {`Dismiss the dialog`, `{"command":"dialog"}`},
		"an upload":                              {`Upload receipt.txt to "Attach receipt"`, `{"command":"upload","target":{"name":"Attach receipt","quoted":true},"phrase":"\"Attach receipt\"","value":"receipt.txt"}`},
		"a drag":                                 {`Drag "Write release notes" to "Done"`, `{"command":"drag","target":{"name":"Write release notes","quoted":true},"phrase":"\"Write release notes\"","to":{"name":"Done","quoted":true},"to_phrase":"\"Done\""}`},
		"a drag of a slider":                     {`Drag the "Volume" slider to 70`, `{"command":"drag","target":{"name":"Volume","quoted":true,"kind":"slider"},"phrase":"the \"Volume\" slider","value":"70"}`},
		"a wait for a text to go":                {`Wait until "Loading report" disappears`, `{"command":"wait","form":{"kind":"text","negated":true,"value":"Loading report","quoted":true}}`},
		"a wait with a limit":                    {`Wait up to 10 seconds for "Done" to appear`, `{"command":"wait","value":"10","form":{"kind":"text","value":"Done","quoted":true}}`},
		"a wait in seconds":                      {`Wait 1.5 seconds`, `{"command":"wait","value":"1.5"}`},
		"a wait for the page":                    {`Wait until the page is ready`, `{"command":"wait"}`},
		"a read of an element":                   {`Remember the value of "Available balance" as balanceBefore`, `{"command":"read","target":{"name":"Available balance","quoted":true},"phrase":"\"Available balance\"","variable":"balanceBefore"}`},
		"a read by pattern":                      {`Save the text matching /R\d+/ as code`, `{"command":"read","variable":"code","pattern":"R\\d+"}`},
		"a search":                               {`Search for "wireless mouse"`, `{"command":"type","target":{"name":"search"},"phrase":"search","value":"wireless mouse","submit":true}`},
		"a condition at the end":                 {`Click "Accept" if it appears`, `{"command":"click","target":{"name":"Accept","quoted":true},"phrase":"\"Accept\"","if":{"kind":"visible","subject":{"name":"Accept","quoted":true}}}`},
		"a condition at the start":               {`If the "Cookies" dialog is visible, click "Accept"`, `{"command":"click","target":{"name":"Accept","quoted":true},"phrase":"\"Accept\"","if":{"kind":"visible","subject":{"name":"Cookies","quoted":true,"kind":"dialog"}}}`},
		"a quoted text with commas, and, stops.": {`Type "Please click Save, then wait. And go" into the message body`, `{"command":"type","target":{"name":"message body"},"phrase":"the message body","value":"Please click Save, then wait. And go"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			steps, refusal := language.Parse(tc.text)
			if refusal != nil {
				t.Fatalf("refused: %s", refusal.Reason)
			}
			if len(steps) != 1 {
				t.Fatalf("got %d steps", len(steps))
			}
			if got := asJSON(t, steps[0]); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestParseRefusesWhatIsNotLiteral(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`Log in with {{user}} and {{password}}`, `Complete the checkout process as a guest`, `Enter valid credentials and click "Login"`,
		`Type a long description into the "Description" field`, `Enter today's date in the Date field`, `Enter "abc" in both fields`,
		`Click "Save" or "Apply"`, `Click it`, `Click any product`, `Click the cheapest flight`, `Select the cheapest option`, `Click the button on the left`,
		`Click "Save" quickly`, `Click outside the dialog`, `Click a product`, `Select tomorrow in the calendar`, `Fill the form with "Ann"`, `Fill in the form with valid data`,
		`Wait a moment`, `Drag the slider to the right`, `Upload the screenshot`, `Save the changes`, `Close the dialog`, `Confirm the order`, `Submit the form`,
		`Open a new tab`, `Go to the next page`, `Accept all cookies`, `If nothing happens, click "Retry"`, `Click "A" if visible, otherwise click "B"`,
		`Click as many as you like`, `Scroll a bit`, `Check the layout`, `Check your e-mail`, `Press any key`,
		`Check that an error says the user is locked out`, `Check that the search results are relevant`, `Verify the Submit button is blue`,
		`Verify that the page is displayed correctly`, `Make sure the user can edit his own comments`, `The confirmation e-mail should be sent to the customer`,
		`Verify that everything works`, `Verify the search returns results`, `Verify that the text is in English`, `Verify that the button is on the left`,
		`Verify that an error is displayed if the field is empty`, `Verify that the total is updated`, `Check that the page is displayed`,
		`Verify that the user can delete a comment`, `Verify that a new tab opens`, `Verify that neither "A" nor "B" is shown`, `Verify that the products are sorted by price`,
		`After clicking "Save", verify that "Saved" is shown`, ``, `...`, `This test checks the login.`,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			steps, refusal := language.Parse(text)
			if refusal == nil {
				t.Fatalf("accepted as %s", asJSON(t, steps))
			}
			if refusal.Reason == "" || refusal.Hint == "" {
				t.Errorf("a refusal without reason or hint: %+v", refusal)
			}
		})
	}
}
