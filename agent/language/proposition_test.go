package language_test

import (
	"testing"

	"github.com/verdict-run/verdict/agent/language"
)

func TestParsePropositionReadsExactForms(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"a text":                         {`the page shows "Welcome"`, `{"kind":"text","value":"Welcome","quoted":true}`},
		"a text that is not there":       {`"Access denied" is not shown`, `{"kind":"text","negated":true,"value":"Access denied","quoted":true}`},
		"a text in an element":           {`"Saved" is shown in the status bar`, `{"kind":"text","subject":{"name":"status bar"},"value":"Saved","quoted":true}`},
		"a part of a word":               {`the page contains part "ocke"`, `{"kind":"text","value":"ocke","part":true,"quoted":true}`},
		"equal letter case":              {`the page contains "abc" exactly`, `{"kind":"text","value":"abc","exact":true,"quoted":true}`},
		"a text by pattern":              {`the page matches /R\d+/`, `{"kind":"text","op":"matches","value":"R\\d+","quoted":true}`},
		"a text of an element":           {`the cart badge shows '2'`, `{"kind":"text","subject":{"name":"cart badge"},"op":"contains","value":"2","quoted":true}`},
		"an element":                     {`the "Dashboard" heading is visible`, `{"kind":"visible","subject":{"name":"Dashboard","quoted":true,"kind":"heading"}}`},
		"an element that is gone":        {`there is no "Delete" button`, `{"kind":"visible","negated":true,"subject":{"name":"Delete","quoted":true,"kind":"button"}}`},
		"a spinner that goes":            {`the spinner disappears`, `{"kind":"visible","negated":true,"subject":{"name":"spinner"}}`},
		"a value":                        {`the Amount field has the value "250.00"`, `{"kind":"value","subject":{"name":"Amount","full":"Amount field","kind":"textbox"},"value":"250.00","quoted":true}`},
		"a value that contains":          {`the value of "Notes" contains "abc"`, `{"kind":"value","subject":{"name":"Notes","quoted":true},"op":"contains","value":"abc","quoted":true}`},
		"a selected option":              {`"Large" is selected in the Size dropdown`, `{"kind":"value","subject":{"name":"Size","full":"Size dropdown","kind":"combobox"},"value":"Large","quoted":true}`},
		"a state":                        {`the Save button is disabled`, `{"kind":"state","subject":{"name":"Save","full":"Save button","kind":"button"},"value":"disabled"}`},
		"a state that is denied":         {`"Call mum" is unchecked`, `{"kind":"state","negated":true,"subject":{"name":"Call mum","quoted":true},"value":"checked"}`},
		"the focus":                      {`the "Name" field has the focus`, `{"kind":"focus","subject":{"name":"Name","quoted":true,"kind":"textbox"},"value":"focused"}`},
		"a number of things":             {`there are at least 3 rows in the Users table`, `{"kind":"count","subject":{"name":"rows","kind":"row","rel":[{"kind":"in","to":{"name":"Users","full":"Users table","kind":"table"}}]},"op":"\u003e=","number":3}`},
		"the number of":                  {`the number of transactions is five`, `{"kind":"count","subject":{"name":"transactions"},"number":5}`},
		"a list with items":              {`the list has exactly 3 items`, `{"kind":"count","subject":{"name":"items","kind":"listitem","rel":[{"kind":"in","to":{"kind":"list"}}]},"number":3}`},
		"a comparison":                   {`the order total is greater than $1,250.50`, `{"kind":"number","subject":{"name":"order total"},"op":"\u003e","number":1250.5}`},
		"a percentage":                   {`the discount is at most 20%`, `{"kind":"number","subject":{"name":"discount"},"op":"\u003c=","number":20}`},
		"a plain number":                 {`the balance is 100.50`, `{"kind":"number","subject":{"name":"balance"},"number":100.5}`},
		"the address":                    {`the URL ends with "/thank-you"`, `{"kind":"url","op":"ends","value":"/thank-you","quoted":true}`},
		"the address by pattern":         {`the URL matches /\/orders\/\d+/`, `{"kind":"url","op":"matches","value":"\\/orders\\/\\d+","quoted":true}`},
		"the title":                      {`the page title contains "Inbox"`, `{"kind":"title","op":"contains","value":"Inbox","quoted":true}`},
		"the page":                       {`the user is redirected to the Account overview page`, `{"kind":"page","value":"Account overview"}`},
		"an order by column":             {`the products are sorted by price from low to high`, `{"kind":"order","subject":{"name":"products"},"value":"ascending","name":"price"}`},
		"an order of two":                {`"Alpha" appears after "Beta"`, `{"kind":"order","value":"Beta|Alpha","quoted":true}`},
		"an order of items":              {`the items are in the order "A", "B", "C"`, `{"kind":"order","subject":{"kind":"listitem"},"value":"A|B|C","quoted":true}`},
		"a cell":                         {`the "Role" column of the second row says "Admin"`, `{"kind":"cell","subject":{"kind":"cell","rel":[{"kind":"in-row","to":{"kind":"row","ordinal":2}}]},"op":"contains","value":"Admin","name":"Role","quoted":true}`},
		"a row's column":                 {`the row "Ana" shows "Active" in the Status column`, `{"kind":"cell","subject":{"kind":"cell","rel":[{"kind":"in-row","to":{"name":"Ana","quoted":true}}]},"op":"contains","value":"Active","name":"Status","quoted":true}`},
		"a variable":                     {`{{after}} is less than {{before}}`, `{"kind":"variable","op":"\u003c","value":"{{before}}","name":"after","quoted":true}`},
		"a stored variable":              {`the saved orderNo equals "123"`, `{"kind":"variable","value":"123","name":"orderNo","quoted":true}`},
		"no failed request":              {`no request failed`, `{"kind":"request","negated":true}`},
		"no console error":               {`there are no console errors`, `{"kind":"console","negated":true}`},
		"a console error":                {`the console shows the error "boom"`, `{"kind":"console","value":"boom","quoted":true}`},
		"a download":                     {`a file named "report.csv" was downloaded`, `{"kind":"download","value":"report.csv","quoted":true}`},
		"the clipboard":                  {`the clipboard contains "abc"`, `{"kind":"clipboard","op":"contains","value":"abc","quoted":true}`},
		"a native dialog":                {`the browser dialog says "Sure?"`, `{"kind":"dialog","op":"contains","value":"Sure?","quoted":true}`},
		"options":                        {`the Country dropdown offers "Spain" and "Italy"`, `{"kind":"options","subject":{"name":"Country","full":"Country dropdown","kind":"combobox"},"values":["Spain","Italy"],"quoted":true}`},
		"a statement after a check word": {`Verify that "x" is displayed.`, `{"kind":"text","value":"x","quoted":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			form, refusal := language.ParseProposition(tc.text)
			if refusal != nil {
				t.Fatalf("refused: %s", refusal.Reason)
			}
			if got := asJSON(t, form); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}
