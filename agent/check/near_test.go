package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

// A missing text is told with what stands there instead, so that the fault can be seen without a picture.
func TestTheNearestTextIsTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ tree, want, actual string }{
		"another amount":           {"text \"Total: $54.00\"\ntext \"Ship to Lisbon\"", "Total: $45.00", "Total: $54.00"},
		"another word":             {"heading \"Order was cancelled\"", "Order was confirmed", "Order was cancelled"},
		"the shorter of two":       {"group\n  text \"3 items in cart\"\n  text \"and\"", "4 items in cart", "3 items in cart"},
		"other amounts":            {"text \"$42.90\"\ntext \"$7\"\ntext \"7\"\ntext \"$42.90\"", "$42.95", "$42.90, $7"},
		"other numbers":            {"text \"12\"\ntext \"$7\"", "13", "12"},
		"nothing in common":        {"text \"Lisbon weather today\"", "Total: $45.00", ""},
		"one word is near to none": {"text \"Saving\"", "Saved", ""},
		"hidden text is not":       {"text \"Total: $54.00\" hidden", "Total: $45.00", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := check.Evaluate(check.Form{Kind: check.Text, Value: c.want, Quoted: true}, check.World{Tree: screentest.Parse(c.tree)})
			require.Equal(t, check.DoesNotHold, got.Answer)
			require.Equal(t, c.actual, got.Actual, got.Reason)
			if c.actual != "" {
				require.Contains(t, got.Reason, "the nearest is")
			}
		})
	}
}
