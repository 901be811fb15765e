package inputtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
)

func windows() []kind {
	agree := click(`"Agree" button`, `button "Agree"`)
	return []kind{
		{
			id: "file-button", page: "file-button.html",
			body: "Upload \"receipt.txt\" to the \"Attach receipt\" button.\nClick the \"Send\" button.\nCheck that the page shows \"Sent receipt.txt\".",
			moves: []move{
				on("upload", `"Attach receipt" button`, args{"files": []string{"receipt.txt"}}, `button "Attach receipt"`),
				click(`"Send" button`, `button "Send"`),
			},
		},
		{
			id: "target-blank", page: "opens.html",
			body:  "Click the \"Open terms\" link.\nClick the \"Agree\" button.\nCheck that the page shows \"You agreed\".\nSwitch to the first tab.\nCheck that the page shows \"Terms agreed\".",
			moves: []move{click(`"Open terms" link`, `link "Open terms"`), agree, act("assert", args{"checks": []int{3}}), act("switch-tab", args{"which": "first"})},
		},
		{
			id: "window-open", page: "opens.html",
			body:  "Click the \"Open window\" button.\nClick the \"Agree\" button.\nCheck that the page shows \"You agreed\".\nSwitch to the first tab.\nCheck that the page shows \"Terms agreed\".",
			moves: []move{click(`"Open window" button`, `button "Open window"`), agree, act("assert", args{"checks": []int{3}}), act("switch-tab", args{"which": "first"})},
		},
		{
			id: "popup-closes-itself", page: "opens.html", query: "closes=1",
			body:  "Click the \"Open window\" button.\nClick the \"Agree\" button.\nCheck that the page shows \"Terms agreed\".",
			moves: []move{click(`"Open window" button`, `button "Open window"`), agree},
		},
		{
			id: "alert-in-head", page: "alert-in-head.html",
			body:  "Accept the alert.\nClick the \"Start\" button.\nCheck that the page shows \"Started\".",
			moves: []move{answer(true, ""), click(`"Start" button`, `button "Start"`)},
			also:  heard("The shop closes at six"),
		},
		{
			id: "confirm-yes", page: "questions.html", query: "answer=yes",
			body:  "Click the \"Delete draft\" button.\nAccept the confirmation.\nCheck that the page shows \"The draft was deleted\".",
			moves: []move{click(`"Delete draft" button`, `button "Delete draft"`), answer(true, "")},
		},
		{
			id: "confirm-no", page: "questions.html", query: "answer=no",
			body:  "Click the \"Delete draft\" button.\nDismiss the confirmation.\nCheck that the page shows \"The draft was kept\".",
			moves: []move{click(`"Delete draft" button`, `button "Delete draft"`), answer(false, "")},
		},
		{
			id: "prompt", page: "questions.html",
			body:  "Click the \"Rename draft\" button.\nAccept the prompt with \"atlas\".\nCheck that the page shows \"The draft is called atlas\".",
			moves: []move{click(`"Rename draft" button`, `button "Rename draft"`), answer(true, "atlas")},
		},
		{
			id: "beforeunload", page: "unsaved.html",
			body:  "Enter \"milk\" in the \"Note\" field.\nClick the \"Leave\" link.\nAccept the dialog.\nCheck that the page shows \"Nothing was saved\".",
			moves: []move{enter("milk", `"Note" field`, `textbox "Note"`), click(`"Leave" link`, `link "Leave"`), answer(true, "")},
		},
	}
}

// heard says that the effect of a step, or what was done, tells of a dialog with the words.
func heard(words string) func(*testing.T, *agent.ExecutionResult) {
	return func(t *testing.T, res *agent.ExecutionResult) {
		first := res.Attempts[0].Attempt
		require.Equal(t, "dialog", first.Base().Command)
		require.Contains(t, first.(*agent.GeneratedStep).Outcome, words)
	}
}
