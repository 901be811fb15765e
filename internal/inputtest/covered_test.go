package inputtest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/commands"
)

// covered are controls that the pointer cannot get at. Under a bar that people see a key will do, and that is a warning;
// whatever else lies over one, or keeps keyboards out, is left in the way.
func covered() []kind {
	all := []kind{{
		id: "under-bar", page: "under-cover.html", query: "cover=bar",
		body:  "Click the \"Order\" button.\nCheck that the page shows \"Ordered one lamp\".",
		moves: []move{click(`"Order" button`, `button "Order"`)},
		also: func(t *testing.T, res *agent.ExecutionResult) {
			require.Len(t, res.Warnings, 1)
			require.Regexp(t, `^step 1, Click .*: pressed Enter instead, as .*We use cookies.* lay over it: nobody can click it there$`, res.Warnings[0])
		},
	}, {
		id: "flees", page: "flees.html", undone: true, want: agent.Blocked,
		body:  "Click the \"Claim prize\" button.\nCheck that the page shows \"The prize is yours\".",
		moves: []move{once("click", args{"target": `"Claim prize" button`})},
		also: func(t *testing.T, res *agent.ExecutionResult) {
			require.Equal(t, []string{commands.Covered}, failures(res, "click"))
			f := res.Attempts[0].Attempt.(*agent.FailedStep)
			require.Contains(t, f.Error, "moves away when the pointer comes near")
		},
	}}
	for _, cover := range strings.Fields("div overlay unseen dialog inert hidden skipped thief late-thief swallowed modal") {
		all = append(all, kind{
			id: "under-" + cover, page: "under-cover.html", query: "cover=" + cover, undone: true, want: agent.Blocked,
			body:  "Click the \"Order\" button.\nCheck that the page shows \"Ordered one lamp\".",
			moves: []move{once("click", args{"target": `"Order" button`})},
			also: func(t *testing.T, res *agent.ExecutionResult) {
				require.Equal(t, []string{commands.Covered}, failures(res, "click"))
				require.Empty(t, res.Warnings)
			},
		})
	}
	return all
}
