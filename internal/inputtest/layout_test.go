package inputtest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/platform"
)

func layout() []kind {
	all := []kind{
		{
			id: "dialog-scroll", page: "dialog-scroll.html",
			body: "Scroll the \"Clauses\" region to the bottom.\nClick the \"Agree\" button.\nCheck that the page shows \"Terms accepted\".",
			moves: []move{
				on("scroll", `"Clauses" region`, args{"direction": "bottom"}, `region "Clauses"`), click(`"Agree" button`, `button "Agree"`),
			},
		},
		{
			id: "wide-table", page: "wide-table.html",
			body:  "Click the \"Approve\" button in the row of \"Ana\".\nCheck that the row \"Ana\" shows \"Approved\" in the Status column.\nCheck that the row \"Anabel\" shows \"Open\" in the Status column.",
			moves: []move{click(`"Approve" button in the row of "Ana"`)},
		},
		{
			id: "endless", page: "endless.html",
			body:  "Click the \"Follow\" button.\nCheck that the page shows \"You follow the news\".",
			moves: []move{click(`"Follow" button`, `button "Follow"`)},
		},
		{
			id: "tall", page: "tall.html",
			body:  "Click the \"File\" button in the row of \"Letter 487\".\nCheck that the page shows \"Filed letter 487\".",
			moves: []move{click(`"File" button in the row of "Letter 487"`)},
		},
		{
			id: "tiny-checkbox", page: "tiny-checkbox.html",
			body:  "Check the \"Newsletter\" checkbox.\nClick the \"Save\" button.\nCheck that the page shows \"Saved: Newsletter\".",
			moves: []move{on("click", `"Newsletter" checkbox`, args{"state": "on"}, `checkbox "Newsletter"`), click(save, `button "Save"`)},
		},
		{
			id: "sticky-bar", page: "sticky-bar.html",
			body:  "Click the \"Order\" button.\nCheck that the page shows \"Ordered one lamp\".",
			moves: []move{click(`"Order" button`, `button "Order"`)},
		},
		{
			id: "jump-after-look", page: "layout-jump.html", query: "when=later",
			body: "Click the \"Archive\" button.\nCheck that the page shows \"Archived\".",
			decider: func(_ *testing.T, hints <-chan string) agent.Decider {
				return &script{Claims: true, Moves: []move{late(hints, "jumped", click(`"Archive" button`, `button "Archive"`))}}
			},
		},
		{
			id: "jump-by-point", page: "layout-jump.html", query: "when=later",
			body: "Click the \"Archive\" button.\nCheck that the page shows \"Archived\".",
			decider: func(_ *testing.T, hints <-chan string) agent.Decider {
				return &script{Claims: true, Moves: []move{late(hints, "jumped", middle("click", `"Archive" button`, `button "Archive"`))}}
			},
		},
		{
			id: "jump-under-pointer", page: "layout-jump.html", query: "when=pointed",
			body:  "Click the \"Archive\" button.\nCheck that the page shows \"Archived\".",
			moves: []move{click(`"Archive" button`, `button "Archive"`)},
		},
		{
			id: "drag-html5", page: "drag-html5.html",
			body:  "Drag \"Write notes\" to \"Done\".\nCheck that the page shows \"Finished: Write notes\".",
			moves: []move{on("drag", `"Write notes"`, args{"to": `"Done" group`}, `"Write notes"`)},
		},
		{
			id: "drag-pointer", page: "drag-pointer.html",
			body:  "Drag \"Ada\" to \"Seat B\".\nCheck that the page shows \"Ada has Seat B\".",
			moves: []move{on("drag", `"Ada"`, args{"to": `"Seat B"`}, `"Ada"`)},
		},
	}
	for _, scale := range []float64{1, 1.5, 2, 3} {
		all = append(all, onMap(fmt.Sprintf("scale-%g", scale), platform.Spec{Scale: scale}))
	}
	return append(all, smaller()...)
}

const mapBody = "Click the \"pink square\".\nCheck the \"Details\" checkbox.\nClick the \"Save\" button.\nCheck that the page shows \"Saved the map\"."

// onMap is a click into a picture, a point being all there is, and clicks at elements beside it.
func onMap(id string, spec platform.Spec) kind {
	return kind{
		id: id, page: "canvas.html", spec: spec, body: mapBody,
		moves: []move{
			serving(1, at("click", "the pink square")),
			on("click", `"Details" checkbox`, args{"state": "on"}, `checkbox "Details"`), click(save, `button "Save"`),
		},
	}
}

// late makes a call only after the page has told something, as a model does that thinks for long.
func late(hints <-chan string, hint string, m move) move {
	told := false
	return func(v view) (string, map[string]any) {
		for limit := time.After(20 * time.Second); !told; {
			select {
			case h := <-hints:
				told = h == hint
			case <-limit:
				return "", nil // the page never told
			}
		}
		return m(v)
	}
}
