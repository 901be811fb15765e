package inputtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
)

func typing() []kind {
	all := []kind{
		{
			id: "editor-model", page: "editor-model.html",
			body:  "Enter \"Ship it on Friday\" in the \"Memo\" field.\nClick the \"Save\" button.\nCheck that the page shows \"Saved: Ship it on Friday\".",
			moves: []move{enter("Ship it on Friday", `"Memo" field`, `textbox "Memo"`), click(save, `button "Save"`)},
			also:  typedOnce,
		},
		{
			id: "controlled", page: "controlled.html",
			body:  "Enter \"SPRING-26\" in the \"Code\" field.\nClick the \"Apply\" button.\nCheck that the page shows \"Code SPRING-26 applied\".",
			moves: []move{enter("SPRING-26", `"Code" field`, `textbox "Code"`), click(`"Apply" button`, `button "Apply"`)},
			also:  typedOnce,
		},
		{
			id: "code-boxes", page: "code-boxes.html",
			body:  "Enter \"482913\" in the \"Digit 1\" field.\nCheck that the page shows \"Code accepted\".",
			moves: []move{enter("482913", `"Digit 1" field`, `"Digit 1"`)},
			also:  typedOnce,
		},
		reformats("plate", "Plate", "ab 12 cde", "AB 12 CDE"),
		reformats("phone", "Phone", "5551234567", "(555) 123-4567"),
		reformats("limit", "Limit", "1234.50", "$1,234.50"),
	}
	for name, text := range map[string]string{"arabic": "مرحبا بالعالم", "japanese": "東京都渋谷区ガラス", "thai": "สวัสดีครับ น้ำ", "family": "Hi 👨‍👩‍👧‍👦!"} {
		all = append(all, kind{
			id: "script-" + name, page: "scripts.html", query: "text=" + name,
			body:  "Enter \"" + text + "\" in the \"Message\" field.\nClick the \"Send\" button.\nCheck that the page shows \"Sent: " + text + "\".",
			moves: []move{enter(text, `"Message" field`, `textbox "Message"`), click(`"Send" button`, `button "Send"`)},
			also:  typedOnce,
		})
	}
	return all
}

// reformats is a field that brings what is typed into a form of its own.
func reformats(field, label, typed, shown string) kind {
	return kind{
		id: "reformats-" + field, page: "reformat.html", query: "field=" + field + "&want=" + shown,
		body:  "Enter \"" + typed + "\" in the \"" + label + "\" field.\nClick the \"Save\" button.\nCheck that the page shows \"Saved " + shown + "\" exactly.",
		moves: []move{enter(typed, `"`+label+`" field`, `textbox "`+label+`"`), click(save, `button "Save"`)},
		also: func(t *testing.T, res *agent.ExecutionResult) {
			typedOnce(t, res)
			require.True(t, typings(res)[0].Reformatted, "the value is marked as reformatted")
		},
	}
}

func typedOnce(t *testing.T, res *agent.ExecutionResult) {
	t.Helper()
	require.Equal(t, []string{""}, failures(res, "type"))
	require.Len(t, typings(res), 1)
}

// typings are the steps that typed.
func typings(res *agent.ExecutionResult) []*agent.GeneratedStep {
	var all []*agent.GeneratedStep
	for _, a := range res.Attempts {
		if g, ok := a.Attempt.(*agent.GeneratedStep); ok && g.Command == "type" {
			all = append(all, g)
		}
	}
	return all
}
