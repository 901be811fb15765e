package language_test

import (
	"testing"

	"github.com/verdict-run/verdict/agent/language"
)

// TestParseReadsWhatIsTold has one sentence of each kind the first blind set missed.
func TestParseReadsWhatIsTold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]labelledStep{
		`The "Publish" button is clicked.`:                            {Command: "click", Target: "Publish"},
		`The "Retry" link is tapped by the user.`:                     {Command: "click", Target: "Retry"},
		`"Oslo" is entered in the "City" field.`:                      {Command: "type", Target: "City", Value: "Oslo"},
		`The page is reloaded.`:                                       {Command: "refresh"},
		`Put {{email}} into the "Work e-mail" field.`:                 {Command: "type", Target: "Work e-mail", Value: "{{email}}"},
		`Set the value of the "Age" field to "41".`:                   {Command: "type", Target: "Age", Value: "41"},
		`In the "City" field enter "Oslo".`:                           {Command: "type", Target: "City", Value: "Oslo"},
		`Enter "Ann" as the first name.`:                              {Command: "type", Target: "first name", Value: "Ann"},
		`Press the key "F2".`:                                         {Command: "press", Value: "F2"},
		`Click Cancel in the browser dialog.`:                         {Command: "dialog", Value: "dismiss"},
		`Copy the value of "Code" to {{code}}.`:                       {Command: "read", Target: "Code"},
		`Return to the first tab.`:                                    {Command: "switch-tab", Value: "1"},
		`"Ana" is listed above "Ben".`:                                {Command: "assert", Form: "order", Target: "Ana", Value: "Ben"},
		`The "Days" list shows "Mon" and "Tue" in this order.`:        {Command: "assert", Form: "order", Target: "Days", Value: "Mon|Tue"},
		`In the row of "Lamp", the "Price" column shows "9".`:         {Command: "assert", Form: "cell", Target: "Price", Value: "9"},
		`The "Price" column shows "9" in the row of "Lamp".`:          {Command: "assert", Form: "cell", Target: "Price", Value: "9"},
		`The options of the "Size" dropdown are "S" and "M".`:         {Command: "assert", Form: "options", Target: "Size", Value: "S|M"},
		`The cursor is in the "Note" field.`:                          {Command: "assert", Form: "focus", Target: "Note"},
		`The "Note" field receives the focus.`:                        {Command: "assert", Form: "focus", Target: "Note"},
		`The browser console is free of errors.`:                      {Command: "assert", Form: "console"},
		`The spinner has disappeared.`:                                {Command: "assert", Form: "not-visible", Target: "spinner"},
		`Verify the following text is displayed: "Welcome"`:           {Command: "assert", Form: "text", Value: "Welcome"},
		`Wait until the "Upload" dialog has disappeared.`:             {Command: "wait", Form: "not-visible", Target: "Upload"},
		`Remove the text from the "Notes" field.`:                     {Command: "clear", Target: "Notes"},
		`"Italy" is preselected in the "Country" dropdown.`:           {Command: "assert", Form: "value", Target: "Country", Value: "Italy"},
		`Click the "Save" button to save the changes.`:                {Command: "click", Target: "Save"},
		`Verify that "A", "B" and "C" are listed in the given order.`: {Command: "assert", Form: "order", Value: "A|B|C"},
		`The row of "Lamp" contains "9".`:                             {Command: "assert", Form: "text", Target: "Lamp", Value: "9"},
		`The user is shown the message "Done".`:                       {Command: "assert", Form: "text", Value: "Done"},
	} {
		steps, refusal := language.Parse(text)
		if refusal != nil {
			t.Errorf("%q: refused: %s", text, refusal.Reason)
			continue
		}
		if got := asLabels(steps); !agree([]labelledStep{want}, got) {
			t.Errorf("%q: %s, want %s", text, show(got), show([]labelledStep{want}))
		}
	}
}

// TestParseRefusesWhatIsNotSaid has neighbours of these sentences which say something else.
func TestParseRefusesWhatIsNotSaid(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`The "Publish" button has been clicked.`, `The "Publish" button is not clicked.`, `Verify that the "Publish" button is clicked.`, `Both buttons are clicked.`, `The cart is cleared.`,
		`Put "Milk" into the cart.`, `Insert a new row above "Totals".`, `Complete the checkout as a returning customer.`, `Click "Maybe" in the browser dialog.`,
		`The cell in the "Price" column and the "Lamp" row shows "9".`, `"Ana" is listed directly above "Ben".`, `The list shows "A" or "B" in this order.`, `There are not no errors in the console.`,
		`The "Price" column shows "9" in each row.`, `The "Note" field receives the focus first.`, `Note that the balance is 5.`,
	} {
		if steps, refusal := language.Parse(text); refusal == nil {
			t.Errorf("%q is read as %s", text, show(asLabels(steps)))
		}
	}
}
