package language_test

import (
	"testing"

	"github.com/verdict-run/verdict/agent/language"
)

func TestParseTargetReadsDescriptionsOfAnyWriter(t *testing.T) {
	t.Parallel()
	for phrase, want := range map[string]string{
		`the Save button in the row of "Ana"`:                `{"name":"Save","full":"Save button","kind":"button","rel":[{"kind":"in-row","to":{"name":"Ana","quoted":true}}]}`,
		`second Edit link`:                                   `{"name":"Edit","full":"Edit link","kind":"link","ordinal":2}`,
		`Second Edit link`:                                   `{"name":"Edit","full":"Edit link","kind":"link","ordinal":2}`,
		`First Name field`:                                   `{"name":"First Name","full":"First Name field","kind":"textbox"}`,
		`Username field`:                                     `{"name":"Username","full":"Username field","kind":"textbox"}`,
		`Login Button`:                                       `{"name":"Login","full":"Login Button","kind":"button"}`,
		`button "Go"`:                                        `{"name":"Go","quoted":true,"kind":"button"}`,
		`The button labeled 'Login'`:                         `{"name":"Login","quoted":true,"kind":"button"}`,
		`the last but one row`:                               `{"kind":"row","ordinal":-2}`,
		`the checkbox next to "Walk the dog"`:                `{"kind":"checkbox","rel":[{"kind":"near","to":{"name":"Walk the dog","quoted":true}}]}`,
		`Add to cart button for Sauce Labs Backpack`:         `{"name":"Add to cart","full":"Add to cart button","kind":"button","rel":[{"kind":"of","to":{"name":"Sauce Labs Backpack"}}]}`,
		`Sign in link in the header`:                         `{"name":"Sign in","full":"Sign in link","kind":"link","rel":[{"kind":"in","to":{"name":"header"}}]}`,
		`Terms of Service`:                                   `{"name":"Terms of Service"}`,
		`Back to Top`:                                        `{"name":"Back to Top"}`,
		`"Price" input to the right of the "Quantity" field`: `{"name":"Price","quoted":true,"kind":"textbox","rel":[{"kind":"right-of","to":{"name":"Quantity","quoted":true,"kind":"textbox"}}]}`,
		`the blue Submit button (bottom right)`:              `{"name":"Submit","full":"Submit button","kind":"button","colour":"blue"}`,
		`search results`:                                     `{"name":"search results"}`,
		`the third item in the Cart list below "Total"`:      `{"kind":"listitem","ordinal":3,"rel":[{"kind":"in","to":{"name":"Cart","full":"Cart list","kind":"list","rel":[{"kind":"below","to":{"name":"Total","quoted":true}}]}}]}`,
		`the field with the label "Age"`:                     `{"name":"Age","quoted":true,"kind":"textbox"}`,
		`row 3`:                                              `{"kind":"row","ordinal":3}`,
	} {
		t.Run(phrase, func(t *testing.T) {
			t.Parallel()
			q, refusal := language.ParseTarget(phrase)
			if refusal != nil {
				t.Fatalf("refused: %s", refusal.Reason)
			}
			if got := asJSON(t, q); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
	if _, refusal := language.ParseTarget("  "); refusal == nil || refusal.Hint == "" {
		t.Error("an empty description is accepted")
	}
}
