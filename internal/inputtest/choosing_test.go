package inputtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/commands"
)

const save = `"Save" button`

func choosing() []kind {
	return []kind{
		{
			id: "native-select", page: "native-select.html",
			body:  "Select \"Blue\" in the \"Colour\" dropdown.\nClick the \"Save\" button.\nCheck that the page shows \"Saved Blue\" exactly.",
			moves: []move{choose("Blue", `"Colour" dropdown`, `"Colour"`), click(save, `button "Save"`)},
		},
		{
			id: "custom-select", page: "custom-select.html",
			body:  "Select \"Blue\" in the \"Colour\" dropdown.\nClick the \"Save\" button.\nCheck that the page shows \"Saved Blue\" exactly.",
			moves: []move{choose("Blue", `"Colour" dropdown`, `clickable "Colour`), click(save, `button "Save"`)},
		},
		{
			id: "select-restores", page: "select-restores.html",
			body:   "Select \"Blue\" in the \"Colour\" dropdown.\nCheck that \"Blue\" is selected in the \"Colour\" dropdown.",
			moves:  []move{choose("Blue", `"Colour" dropdown`, `"Colour"`)},
			want:   agent.Blocked,
			undone: true,
			also: func(t *testing.T, res *agent.ExecutionResult) {
				require.Equal(t, []string{commands.ValueNotKept}, failures(res, "select"))
			},
		},
		{
			id: "portal-listbox", page: "portal-listbox.html",
			body:  "Select \"Blue\" in the \"Border\" dropdown.\nClick the \"Save\" button.\nCheck that the page shows \"with a Blue border\".",
			moves: []move{choose("Blue", `"Border" dropdown`, `combobox "Border"`), click(save, `button "Save"`)},
		},
		{
			id: "virtual-list-500", page: "virtual-list.html", query: "rows=500&want=Part 431",
			body:  "Click the \"Order\" button in the row of \"Part 431\".\nCheck that the page shows \"Ordered Part 431\".",
			moves: orderPart("Part 431"),
		},
		{
			id: "virtual-list-5000", page: "virtual-list.html", query: "rows=5000&want=Part 3777",
			body:  "Click the \"Order\" button in the row of \"Part 3777\".\nCheck that the page shows \"Ordered Part 3777\".",
			moves: orderPart("Part 3777"),
		},
		partOf("virtual-options-500", "500", "Part 431"),
		partOf("virtual-options-5000", "5000", "Part 3777"),
		longList("long-list", "Part elm Y283", agent.Passed),
		longList("long-list-without", "Part elm I9999", agent.Blocked),
		{
			id: "typed-option", page: "typed-option.html",
			body:  "Select \"Springfield, Oregon\" in the \"City\" field.\nClick the \"Save\" button.\nCheck that the page shows \"Saved Springfield, Oregon\".",
			moves: []move{choose("Springfield, Oregon", `"City" field`, `"City"`), click(save, `button "Save"`)},
		},
	}
}

// partOf is a dropdown that keeps only the options in view.
func partOf(id, rows, part string) kind {
	return kind{
		id: id, page: "virtual-options.html", query: "rows=" + rows + "&want=" + part,
		body:  "Select \"" + part + "\" in the \"Part\" dropdown.\nClick the \"Save\" button.\nCheck that the page shows \"Saved " + part + "\".",
		moves: []move{choose(part, `"Part" dropdown`, `combobox "Part`), click(save, `button "Save"`)},
	}
}

// longList is a dropdown that tells no numbers and gets longer while it is scrolled, up to 300 options.
func longList(id, part string, want agent.Verdict) kind {
	return kind{
		id: id, page: "long-list.html", query: "rows=300&want=" + part, want: want, undone: want != agent.Passed,
		body:  "Select \"" + part + "\" in the \"Part\" dropdown.\nClick the \"Save\" button.\nCheck that the page shows \"Saved " + part + "\".",
		moves: []move{once("select", args{"target": `"Part" dropdown`, "options": []string{part}}), click(save, `button "Save"`)},
		also: func(t *testing.T, res *agent.ExecutionResult) {
			if want != agent.Passed {
				require.Equal(t, []string{commands.OptionNotFound}, failures(res, "select"))
			}
		},
	}
}

func orderPart(part string) []move {
	return []move{
		act("scroll", args{"target": `"Parts" list`, "direction": "down", "until": `"` + part + `" is visible`}),
		click(`"Order" button in the row of "` + part + `"`),
	}
}

// failures are the error names of the failed attempts of a command; one that succeeded is "".
func failures(res *agent.ExecutionResult, command string) []string {
	var names []string
	for _, a := range res.Attempts {
		if a.Attempt.Base().Command != command {
			continue
		}
		name := ""
		if f, ok := a.Attempt.(*agent.FailedStep); ok {
			name = f.ErrorName
		}
		if len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return names
}
