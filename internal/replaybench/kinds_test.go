package replaybench_test

import (
	"fmt"
	"slices"
	"strings"
)

// step is one sentence of a case, and the control it means.
type step struct {
	what, sentence, command string
	args                    map[string]any
}

// steps are the steps of the benchmark: named controls, fields, rows with like controls, icons without words, a frame, a shadow root.
// They are written as people write for a model: none names its control, so that nothing but the record knows it.
func steps() []step {
	click := func(what, sentence string) step { return step{what, sentence, "click", map[string]any{}} }
	fill := func(what, sentence string) step { return step{what, sentence, "type", map[string]any{"text": "Vera"}} }
	return []step{
		click("reports", `Go and look at the figures of the quarter.`), click("settings", `Move on to where the team is set up.`), click("billing", `Bring the invoices to the front.`),
		fill("first", `Introduce Vera by her given name.`), fill("last", `Introduce the family of Vera.`), fill("mail", `Make Vera reachable in writing.`),
		{"country", `Make her a resident of Portugal.`, "select", map[string]any{"options": []string{"Portugal"}}},
		click("news", `Have her get the monthly letter.`), click("save", `Keep what was entered.`),
		click("ana-edit", `Begin to change the record of Ana Duarte.`), click("bruno-delete", `Let Bruno Reis go.`), click("carla-edit", `Begin to change the record of Carla Pinto.`),
		click("ledger-pen", `Begin to change the Ledger.`), click("atlas-bin", `Get rid of the Atlas.`), click("tool-copy", `Make a second one of what is chosen above the cards.`),
		click("subscribe", `Join those who get the letter.`), click("rate", `Begin to give an opinion.`),
	}
}

// kind is one way in which a page changes between recording and replay.
type kind struct {
	name string
	// apply changes the page; what is the control the step means.
	apply func(w *world, what string)
	// gone says that the control is no longer there, so that an error is the only right end.
	gone bool
}

var synonyms = map[string]string{"Reports": "Statistics", "Settings": "Preferences", "Billing": "Payments", "First name": "Given name", "Last name": "Surname", "E-mail": "Mail address",
	"Country": "Land", "Newsletter": "News by mail", "Save": "Store", "Edit": "Modify", "Delete": "Take out", "Subscribe": "Join", "Rate this page": "Your opinion"}

func kinds() []kind {
	rename := func(w *world, what string, to func(name string) string) {
		if c := w.find(what); c != nil && c.name != "" {
			c.name = to(c.name)
		}
	}
	beside := func(w *world, what string, extra control) {
		for _, l := range w.lists() {
			if i := slices.IndexFunc(*l, func(c control) bool { return c.what == what }); i >= 0 {
				*l = slices.Insert(*l, i, extra)
				return
			}
		}
	}
	return []kind{
		{"nothing changed", func(*world, string) {}, false},
		{"classes renamed", func(w *world, _ string) { w.class = "-x91" }, false},
		{"wrappers added", func(w *world, _ string) { w.wrapped = true }, false},
		{"a banner on top", func(w *world, _ string) { w.banner = true }, false},
		{"its text changed", func(w *world, what string) { rename(w, what, func(n string) string { return synonyms[n] }) }, false},
		{"its text got longer", func(w *world, what string) { rename(w, what, func(n string) string { return n + " now" }) }, false},
		{"an icon inserted before it", func(w *world, what string) { beside(w, what, control{what: "extra", icon: "plus"}) }, false},
		{"a like control inserted before it", func(w *world, what string) {
			if c := w.find(what); c != nil {
				extra := *c
				extra.what, extra.name, extra.id, extra.testID = "extra", strings.TrimSpace("New "+c.name), "", ""
				if c.icon != "" {
					extra.name, extra.icon = "", "plus"
				}
				beside(w, what, extra)
			}
		}, false},
		{"its list reversed", func(w *world, what string) {
			for _, l := range w.lists() {
				if slices.ContainsFunc(*l, func(c control) bool { return c.what == what }) {
					slices.Reverse(*l)
				}
			}
		}, false},
		{"rows and cards reversed", func(w *world, _ string) { slices.Reverse(w.rows); slices.Reverse(w.cards) }, false},
		{"a row inserted with a like name", func(w *world, _ string) {
			w.rows = append([]row{person("Ana Duarte Silva", "extra1"), person("Bruno", "extra2")}, w.rows...)
		}, false},
		{"a field added", func(w *world, _ string) {
			w.fields = append([]control{{what: "extra", name: "Middle name", id: "middle"}}, w.fields...)
		}, false},
		{"ids and test ids made anew", func(w *world, _ string) {
			for i, c := range w.all() {
				c.testID = ""
				if c.id != "" {
					c.id = fmt.Sprintf("gen-%d", 10000+i*37)
				}
			}
		}, false},
		{"ids swapped with a neighbour", func(w *world, what string) {
			for _, l := range w.lists() {
				for i := range *l {
					if (*l)[i].what == what && len(*l) > 1 {
						k := (i + 1) % len(*l)
						a, b := &(*l)[i], &(*l)[k]
						a.id, b.id, a.testID, b.testID = b.id, a.id, b.testID, a.testID
						return
					}
				}
			}
		}, false},
		{"another look", func(w *world, _ string) { w.dark = true }, false},
		{"a link became a button", func(w *world, what string) {
			if c := w.find(what); c != nil && slices.ContainsFunc(w.nav, func(n control) bool { return n.what == what }) {
				c.role = "button"
			}
		}, false},
		{"its icon redrawn", func(w *world, what string) {
			if c := w.find(what); c != nil && c.icon == "pen" {
				c.icon = "nib"
			}
		}, false},
		{"its namesakes elsewhere", func(w *world, _ string) { w.dialog = true }, false},
		{"all at once", func(w *world, what string) {
			w.class, w.wrapped, w.banner, w.dark = "-y7", true, true, true
			slices.Reverse(w.rows)
			slices.Reverse(w.cards)
			for _, c := range w.all() {
				if c.id != "" {
					c.id += "-field"
				}
			}
		}, false},
		{"removed", func(w *world, what string) { w.remove(what) }, true},
		{"removed, its list reversed", func(w *world, what string) {
			w.remove(what)
			for _, l := range w.lists() {
				slices.Reverse(*l)
			}
		}, true},
		{"removed, its neighbour took its id", func(w *world, what string) {
			c := *w.find(what)
			for _, l := range w.lists() {
				for i := range *l {
					if (*l)[i].what == what && len(*l) > 1 {
						(*l)[(i+1)%len(*l)].id, (*l)[(i+1)%len(*l)].testID = c.id, c.testID
					}
				}
			}
			w.remove(what)
		}, true},
		{"its row or card removed", func(w *world, what string) {
			w.rows = slices.DeleteFunc(w.rows, func(r row) bool {
				return slices.ContainsFunc(r.actions, func(c control) bool { return c.what == what })
			})
			w.cards = slices.DeleteFunc(w.cards, func(k card) bool {
				return slices.ContainsFunc(k.actions, func(c control) bool { return c.what == what })
			})
			w.remove(what)
		}, true},
		{"removed, a namesake elsewhere", func(w *world, what string) { w.remove(what); w.dialog = true }, true},
		{"became destructive", func(w *world, what string) {
			if c := w.find(what); c != nil && c.name != "" {
				c.what, c.name = "extra", "Erase all"
			} else {
				w.remove(what)
			}
		}, true},
	}
}
