package prompts

import (
	"fmt"
	"time"
	"unicode/utf8"
)

// TurnData fills turn.md, the one message that varies. All texts are masked.
type TurnData struct {
	Turn      int
	TurnsLeft int
	TimeLeft  time.Duration // 0 leaves it out
	Picture   string        // a word on the picture, "" without one
	Done      []int         // sentences done
	ToDo      []int         // action sentences not done
	Checks    []CheckLine
	Variables []string
	Notes     []string // remarks of the loop since the last turn
	Attempts  []Attempt
	Effect    string
	Dialog    string
	Unstable  string
	URL       string
	Title     string
	Status    int
	Tabs      []string // the active one marked by the caller
	Downloads []string
	Faults    []Fault
	Dropped   int // faults that were not kept
	Elements  []string
	LeftOut   int
	// Room is how many characters the whole message may take; 0 is 8,000.
	Room int
}

// CheckLine is where a check stands.
type CheckLine struct {
	N      int
	Status string // open, proven, disproven, undecided
}

const (
	maxNotes     = 600
	maxVariables = 250
	maxTabs      = 300
	maxDownloads = 200
	maxFaults    = 500
	maxNumbers   = 120
)

// Turn is the last message of a step. It is at most Room characters long: the
// elements get what the rest leaves.
func Turn(d TurnData) string {
	room := d.Room
	if room <= 0 {
		room = 8000
	}
	data := map[string]any{
		"Turn": d.Turn, "TurnsLeft": d.TurnsLeft, "TimeLeft": "", "Picture": d.Picture,
		"Done": Cut(Ranges(d.Done), maxNumbers), "ToDo": Cut(Ranges(d.ToDo), maxNumbers), "Checks": checks(d.Checks),
		"Variables": list(names(d.Variables), ", ", maxVariables, 0), "Notes": notes(d.Notes),
		"History": history(d.Attempts), "Effect": page(d.Effect, 300), "Dialog": page(d.Dialog, 300),
		"Unstable": page(d.Unstable, 80), "URL": page(d.URL, 200), "Title": page(d.Title, 100), "Status": d.Status,
		"Tabs": list(cutAll(d.Tabs, 100), " | ", maxTabs, 0), "Downloads": list(cutAll(d.Downloads, 100), ", ", maxDownloads, 0),
		"Faults": faults(d.Faults, d.Dropped, maxFaults), "Elements": "",
	}
	if d.Status < 400 {
		data["Status"] = 0 // said only when it is news
	}
	if d.TimeLeft > 0 {
		data["TimeLeft"] = d.TimeLeft.Round(time.Second).String()
	}
	if len(d.Elements) > 0 || d.LeftOut > 0 {
		left := room - utf8.RuneCountInString(render("turn.md", data)) - len("Elements:\n\n")
		data["Elements"] = elements(d.Elements, d.LeftOut, left)
	}
	return render("turn.md", data)
}

// checks groups the checks by where they stand, in the order a tester cares.
func checks(all []CheckLine) string {
	var parts []string
	for _, status := range []string{"open", "disproven", "undecided", "proven"} {
		var numbers []int
		for _, c := range all {
			if c.Status == status {
				numbers = append(numbers, c.N)
			}
		}
		if len(numbers) > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", status, Cut(Ranges(numbers), maxNumbers)))
		}
	}
	return list(parts, "; ", 4*maxNumbers, 0)
}

// notes keeps the newest remarks within the budget, each on one line.
func notes(all []string) []string {
	var out []string
	used := 0
	for i := len(all) - 1; i >= 0; i-- {
		n := page(all[i], 300)
		if used += utf8.RuneCountInString(n) + len("Note: \n"); used > maxNotes {
			out = append([]string{fmt.Sprintf("%d earlier notes left out", i+1)}, out...)
			break
		}
		out = append([]string{n}, out...)
	}
	return out
}

func names(all []string) []string {
	out := make([]string, len(all))
	for i, n := range all {
		out[i] = page(n, 60)
	}
	return out
}

func cutAll(all []string, n int) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = page(s, n)
	}
	return out
}
