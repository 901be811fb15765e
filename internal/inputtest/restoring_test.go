package inputtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/commands"
)

// restoring are inputs whose framework puts the old value back, each with a
// model that claims success at once. No run may pass, and the step must be recorded as failed.
func restoring() []kind {
	hasty := func(id, page, query, body, name string, a args) kind {
		return kind{
			id: "restores-" + id, page: page, query: query, body: body,
			decider: func(*testing.T, <-chan string) agent.Decider {
				return &script{Moves: []move{once(name, a)}}
			},
			want: agent.Blocked, undone: true,
			also: func(t *testing.T, res *agent.ExecutionResult) {
				require.Equal(t, []string{commands.ValueNotKept}, failures(res, name))
			},
		}
	}
	const late = "after=500"
	return []kind{
		hasty("select", "select-restores.html", late, "Select \"Blue\" in the \"Colour\" dropdown.\nCheck that \"Blue\" is selected in the \"Colour\" dropdown.",
			"select", args{"target": `"Colour" dropdown`, "options": []string{"Blue"}}),
		hasty("custom", "restores.html", late, "Select \"Blue\" in the \"Colour\" dropdown.\nCheck that the page shows \"Blue\".",
			"select", args{"target": `"Colour" dropdown`, "options": []string{"Blue"}}),
		hasty("tick", "restores.html", late, "Check the \"Newsletter\" checkbox.\nCheck that the \"Newsletter\" checkbox is checked.",
			"click", args{"target": `"Newsletter" checkbox`, "state": "on"}),
		hasty("radio", "restores.html", late, "Select the \"Paid\" radio button.\nCheck that the \"Paid\" radio button is checked.",
			"select", args{"target": `"Paid" radio button`, "options": []string{"Paid"}}),
		hasty("text", "restores.html", late, "Enter \"Grace\" in the \"Name\" field.\nCheck that the \"Name\" field has the value \"Grace\".",
			"type", args{"target": `"Name" field`, "text": "Grace"}),
	}
}
