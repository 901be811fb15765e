package screen

import (
	"fmt"
	"math"
	"strings"
)

// Grade says how surely an element is the recorded one.
type Grade string

// The grades, best first.
const (
	// Exact is the same control: what it is called, the row it stands in and what it is are as recorded, and no other is like it.
	Exact Grade = "exact"
	// Moved is the same control by name and row, with something else about it changed.
	Moved Grade = "moved"
	// Renamed is a control whose name changed while its test id or id and its label or row stayed. It counts only with the recorded effect.
	Renamed Grade = "renamed"
	// Lost is none that can be trusted.
	Lost Grade = "lost"
)

const (
	// recognised is the least score of an element that is not exactly the recorded one, lead its least distance to the second best.
	recognised = .62
	lead       = .05
)

// Recognition is the answer to the question which element of a tree is a recorded one.
type Recognition struct {
	Grade Grade
	Index int // of the element, -1 when it is lost
	// Score is 0 to 1 over what the recording has, Margin its lead on the second best.
	Score, Margin float64
	// Reason says what changed, or why none was taken.
	Reason string
	// Was and Now are the names before and after.
	Was, Now string
}

// Recognise finds the element a fingerprint was taken of. Where it stands
// alone never suffices: a name, an id or an icon and the row decide, the rest only ranks.
func (t *Tree) Recognise(p Fingerprint) Recognition {
	k := &knower{index: newIndex(t), want: p, prints: map[int]Fingerprint{}}
	all := k.candidates()
	if r, ok := k.exact(all); ok {
		return r
	}
	return k.likeliest(all)
}

// knower compares the elements of one tree with one fingerprint.
type knower struct {
	*index
	want   Fingerprint
	prints map[int]Fingerprint
}

func (k *knower) print(i int) Fingerprint {
	p, ok := k.prints[i]
	if !ok {
		p = k.fingerprint(i)
		k.prints[i] = p
	}
	return p
}

// candidates are the elements that could be it, those of the open modal dialog only when there are any in it.
func (k *knower) candidates() []int {
	var all []int
	for i := range k.t.Nodes {
		n := &k.t.Nodes[i]
		if (n.Visible || hideable(n)) && (n.Role == k.want.Role || k.want.Role != "text" && interactive(n) == 2) {
			all = append(all, i)
		}
	}
	modals := k.t.modals()
	for m := len(modals) - 1; m >= 0; m-- {
		var in []int
		for _, i := range all {
			if k.t.Within(i, modals[m]) {
				in = append(in, i)
			}
		}
		if len(in) > 0 {
			return in
		}
	}
	return all
}

// hideable are the controls a page often draws itself and keeps invisible.
func hideable(n *Node) bool {
	return n.Role == "file" || n.Role == "checkbox" || n.Role == "radio" || n.Role == "switch"
}

// exact is the one element that is what was recorded in all that tells who it is.
func (k *knower) exact(all []int) (Recognition, bool) {
	var same []int
	for _, i := range all {
		n := &k.t.Nodes[i]
		if n.Role != k.want.Role || !k.sameName(n) {
			continue
		}
		if p := k.print(i); SameText(row(p), row(k.want), false) && p.Frame == k.want.Frame && k.identified(p) {
			same = append(same, i)
		}
	}
	if len(same) > 1 {
		same = k.narrow(same)
	}
	if len(same) != 1 || k.disputed(same[0], all) || !k.supported(k.print(same[0])) {
		return Recognition{}, false
	}
	r := Recognition{Grade: Exact, Index: same[0], Score: k.score(k.print(same[0])), Margin: 1}
	r.Was, r.Now = k.want.Name, k.t.Nodes[same[0]].Name
	return r, true
}

// sameName compares the names by which people tell controls apart.
func (k *knower) sameName(n *Node) bool {
	return SameText(clip(n.Name, longestKey), k.want.Name, false) && SameText(clip(n.Label, longestKey), k.want.Label, false)
}

// identified reports that a control is known by more than its place: by its name, an id or its icon.
func (k *knower) identified(p Fingerprint) bool {
	w := k.want
	if w.Name != "" || w.Text != "" && SameText(w.Text, p.Text, false) {
		return true
	}
	return equal(w.TestID, p.TestID) || equal(w.HTMLID, p.HTMLID) || equal(w.Icon, p.Icon) || equal(w.Placeholder, p.Placeholder) || equal(w.Href, p.Href) ||
		w.Left != "" && fieldRole(w.Role) && SameText(w.Left, p.Left, false) || w.Above != "" && fieldRole(w.Role) && w.Left == "" && SameText(w.Above, p.Above, false)
}

func fieldRole(role string) bool {
	return role == "textbox" || role == "combobox" || role == "searchbox" || role == "spinbutton" || role == "password" || role == "date"
}

func equal(a, b string) bool { return a != "" && a == b }

// narrow keeps, of several with one name in one row, those that agree in what else tells who they are.
func (k *knower) narrow(same []int) []int {
	w := k.want
	for _, agree := range []func(p Fingerprint) bool{
		func(p Fingerprint) bool { return equal(w.TestID, p.TestID) },
		func(p Fingerprint) bool { return equal(w.HTMLID, p.HTMLID) },
		func(p Fingerprint) bool { return equal(w.Href, p.Href) },
		func(p Fingerprint) bool { return equal(w.Icon, p.Icon) },
		func(p Fingerprint) bool { return w.Region != "" && SameText(w.Region, p.Region, false) },
		func(p Fingerprint) bool { return k.besides(p) >= 3 },
	} {
		var kept []int
		for _, i := range same {
			if agree(k.print(i)) {
				kept = append(kept, i)
			}
		}
		if len(kept) == 1 {
			return kept
		}
		if len(kept) > 1 {
			same = kept
		}
	}
	return same
}

// supported reports that more than the name speaks for a control: an id, its row, its label, an address or the texts
// beside it. What stands left and right of a control says whose it is where the page has no rows that can be read: of one
// that had twins when it was recorded, or that has no name, all of that must agree, of any other something.
func (k *knower) supported(p Fingerprint) bool {
	w := k.want
	if equal(w.TestID, p.TestID) || equal(w.HTMLID, p.HTMLID) {
		return true
	}
	beside, hasBeside := agree([2]string{w.Left, p.Left}, [2]string{w.Right, p.Right})
	around, has := k.around(p)
	switch {
	case w.Twins > 0 || w.Name == "" && row(w) == "":
		return hasBeside > 0 && beside == hasBeside || hasBeside == 0 && has > 0 && around == has
	case row(w) != "", equal(w.Label, p.Label), equal(w.Href, p.Href), equal(w.Placeholder, p.Placeholder):
		return true
	case hasBeside > 0:
		return beside > 0
	}
	return around > 0 || has == 0
}

// around counts the recorded texts beside a control that are there again, and those that were recorded.
func (k *knower) around(p Fingerprint) (again, has int) {
	w := k.want
	return agree([2]string{w.Left, p.Left}, [2]string{w.Right, p.Right}, [2]string{w.Above, p.Above}, [2]string{w.Below, p.Below})
}

// agree counts the pairs whose first text is there again as the second, and those that have a first.
func agree(pairs ...[2]string) (again, has int) {
	for _, pair := range pairs {
		if pair[0] == "" {
			continue
		}
		has++
		if SameText(pair[0], pair[1], false) {
			again++
		}
	}
	return again, has
}

// besides counts the sides on which the same text stands.
func (k *knower) besides(p Fingerprint) int {
	n := 0
	for _, pair := range [][2]string{{k.want.Left, p.Left}, {k.want.Right, p.Right}, {k.want.Above, p.Above}, {k.want.Below, p.Below}} {
		if SameText(pair[0], pair[1], false) {
			n++
		}
	}
	return n
}

// disputed reports that ids or icons speak for another element than the name does.
func (k *knower) disputed(i int, all []int) bool {
	w, p := k.want, k.print(i)
	for _, j := range all {
		if j == i {
			continue
		}
		n := &k.t.Nodes[j]
		if w.TestID != "" && p.TestID != w.TestID && n.TestID == w.TestID ||
			w.HTMLID != "" && p.HTMLID != w.HTMLID && n.HTMLID == w.HTMLID && n.Frame == w.Frame {
			return true
		}
	}
	return w.Name == "" && w.Icon != "" && p.Icon != w.Icon
}

// likeliest is the best of what is not exactly it, when score, lead and gate allow it.
func (k *knower) likeliest(all []int) Recognition {
	best, second, at := -1.0, -1.0, -1
	for _, i := range all {
		s := k.score(k.print(i))
		if s > best {
			best, second, at = s, best, i
		} else if s > second {
			second = s
		}
	}
	r := Recognition{Grade: Lost, Index: -1, Was: k.want.Name}
	if at < 0 {
		r.Reason = "nothing like it is there"
		return r
	}
	r.Score, r.Margin = best, best-max(second, 0)
	n, p := &k.t.Nodes[at], k.print(at)
	r.Now = n.Name
	switch grade, why := k.gate(n, p); {
	case best < recognised:
		r.Reason = fmt.Sprintf("the likest is %s, and it is too unlike (%.2f of 1)", describe(n), best)
	case r.Margin < lead:
		r.Reason = fmt.Sprintf("%s is not the only one like it", describe(n))
	case grade == Lost:
		r.Reason = fmt.Sprintf("the likest is %s, but %s", describe(n), why)
	case k.disputed(at, all):
		r.Reason = fmt.Sprintf("%s is called so, but another has its id", describe(n))
	default:
		r.Grade, r.Index, r.Reason = grade, at, why
	}
	return r
}

// gate says whether an element may be the recorded one at all, and what changed.
func (k *knower) gate(n *Node, p Fingerprint) (Grade, string) {
	w := k.want
	if !sameRow(row(w), row(p)) && !(row(w) == "" && k.only(n)) {
		return Lost, fmt.Sprintf("it stands in the row %q, not %q", p.RowKey, w.RowKey)
	}
	if !kin(w.Role, p.Role) {
		return Lost, fmt.Sprintf("it is a %s, not a %s", p.Role, w.Role)
	}
	if word := BecameDestructive(w.Name, n.Name); word != "" {
		return Lost, fmt.Sprintf("its name is now %q, and %s is not to be taken back", n.Name, word)
	}
	if k.sameName(n) {
		if !k.identified(p) {
			return Lost, "it has no name, and neither an id nor its icon says that it is the same"
		}
		if w.Name == "" && w.Icon != "" && w.Icon != p.Icon {
			return Lost, "its icon is another one"
		}
		if !k.supported(p) {
			return Lost, "nothing but its name says that it is the same"
		}
		return Moved, changes(w, p)
	}
	byID := equal(w.TestID, p.TestID) || equal(w.HTMLID, p.HTMLID)
	byPlace := row(w) != "" && SameText(row(w), row(p), false) || w.Label != "" && SameText(w.Label, p.Label, false) ||
		w.Left != "" && SameText(w.Left, p.Left, false) && fieldRole(w.Role)
	if w.Name == "" || !byID || !byPlace {
		return Lost, fmt.Sprintf("it is called %q, not %q", n.Name, w.Name)
	}
	return Renamed, fmt.Sprintf("it was called %q and is called %q now; its id is the same", w.Name, n.Name)
}

// row is the text that names the row, "" when that is only the control's own.
func row(p Fingerprint) string {
	for _, own := range []string{p.Name, p.Label, p.Text} {
		if own != "" && SameText(own, p.RowKey, false) {
			return ""
		}
	}
	return p.RowKey
}

// only reports that no other candidate is called as n is.
func (k *knower) only(n *Node) bool {
	if n.Name == "" {
		return false
	}
	same := 0
	for i := range k.t.Nodes {
		if m := &k.t.Nodes[i]; (m.Visible || hideable(m)) && interactive(m) == 2 && SameText(m.Name, n.Name, false) {
			same++
		}
	}
	return same == 1
}

// sameRow compares the texts that name rows; another number is another row.
func sameRow(a, b string) bool {
	if a == "" || b == "" {
		return a == b
	}
	return SameText(a, b, false) || digits(a) == digits(b) && Alike(a, b) >= .8
}

// kin are roles a page may swap for one another while the control stays what it is to a person.
func kin(a, b string) bool {
	if a == b {
		return true
	}
	for _, family := range [][]string{
		{"button", "link", "clickable", "menuitem", "tab", "image", "img"}, {"textbox", "searchbox", "combobox", "spinbutton"},
		{"checkbox", "switch"}, {"combobox", "listbox", "button"}, {"option", "listitem", "menuitem", "clickable"}, {"cell", "gridcell"},
	} {
		in := func(role string) bool {
			for _, r := range family {
				if r == role {
					return true
				}
			}
			return false
		}
		if in(a) && in(b) {
			return true
		}
	}
	return false
}

// score adds up how like two fingerprints are, over what the recording has.
func (k *knower) score(p Fingerprint) float64 {
	w := k.want
	sum, of := 0.0, 0.0
	add := func(weight float64, has bool, likeness float64) {
		if has {
			sum, of = sum+weight*likeness, of+weight
		}
	}
	add(.28, w.Name != "", likeness(w.Name, p.Name))
	add(.22, row(w) != "", likeness(row(w), row(p)))
	if again, has := k.around(p); has > 0 {
		add(.20, true, float64(again)/float64(has))
	}
	add(.20, w.TestID != "", yes(w.TestID == p.TestID))
	add(.12, true, yes(w.Role == p.Role && w.Type == p.Type))
	add(.10, w.HTMLID != "", yes(w.HTMLID == p.HTMLID))
	add(.10, w.Placeholder != "", likeness(w.Placeholder, p.Placeholder))
	add(.08, w.Href != "", yes(w.Href == p.Href))
	add(.20, w.Icon != "", yes(w.Icon == p.Icon))
	add(.05, true, math.Max(0, 1-2*math.Hypot(w.X-p.X, w.Y-p.Y)))
	add(.03, w.W > 0 && w.H > 0, near(w.W, p.W)*near(w.H, p.H))
	if of == 0 {
		return 0
	}
	return sum / of
}

func likeness(a, b string) float64 {
	if SameText(a, b, false) {
		return 1
	}
	return Alike(a, b)
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func near(a, b float64) float64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	return math.Min(a, b) / math.Max(a, b)
}

// changes names what differs between two fingerprints of one control.
func changes(w, p Fingerprint) string {
	var parts []string
	note := func(what, was, now string) {
		if was != now && was != "" {
			parts = append(parts, fmt.Sprintf("%s was %q and is %q", what, was, now))
		}
	}
	note("its role", w.Role, p.Role)
	note("its row", w.RowKey, p.RowKey)
	note("its frame", w.Frame, p.Frame)
	note("its test id", w.TestID, p.TestID)
	note("its id", w.HTMLID, p.HTMLID)
	note("its region", w.Region, p.Region)
	if parts == nil {
		return "others like it are there now"
	}
	return strings.Join(parts, "; ")
}
