package check

import (
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// text: the page, or the subject, shows the words.
func text(f Form, w World) verdict {
	if f.Subject == nil || familiar(*f.Subject) && len(f.Subject.Rel) == 0 && familiarRole(nounOf(*f.Subject)) == "message" {
		return shows(f, w, nil, "the page") // a message is any text that says so
	}
	if places := w.Tree.Places(*f.Subject); len(places) == 1 {
		return shows(f, w, places, screen.Describe(&w.Tree.Nodes[places[0]]))
	}
	r, failed := read(f.Subject, w)
	switch {
	case r.node == nil:
		return failed
	case r.field:
		return fieldValue(f, r.node)
	case screen.IsPlace(r.node):
		return shows(f, w, []int{r.index}, r.label)
	}
	return said(f, r)
}

// said: one element with a text of its own against the words. "X" shown in it and "it is X" come in
// one form, so a text that holds more than the words decides nothing when equality is asked for.
func said(f Form, r reading) verdict {
	ok, bad := compareText(f, r.text, f.Exact)
	if bad != "" {
		return unsure(bad)
	}
	v := either(ok, "%s shows %q", r.label, cut(r.text)).at(r.node, r.text).sides(expected(f.Op, want(f)), r.text)
	if !ok && f.Op == Equals && screen.MatchText(r.text, f.Value, screen.TextOptions{Exact: f.Exact, Part: f.Part}) {
		v.Answer, v.Reason = CannotTell, v.Reason+", which is more than "+strconv.Quote(cut(f.Value))+": say that it contains it"
	}
	return v
}

// shows: all the words stand in the nodes, or on the page.
func shows(f Form, w World, in []int, where string) verdict {
	want := f.Values
	if len(want) == 0 {
		want = []string{f.Value}
	}
	if f.Op == Matches {
		return matches(f, w, in, where)
	}
	var all verdict
	for k, s := range want {
		v := oneText(f, w, s, in, where)
		if v.Answer != Holds {
			return v
		}
		if k == 0 {
			all = v
		} else {
			all.Boxes = append(all.Boxes, v.Boxes...)
		}
	}
	return all
}

// matches: some text of the page, or of the nodes, matches the pattern.
func matches(f Form, w World, in []int, where string) verdict {
	for i := len(w.Tree.Nodes) - 1; i >= 0; i-- { // the smallest first
		n := &w.Tree.Nodes[i]
		if !n.Visible || !inside(w.Tree, i, in) {
			continue
		}
		ok, bad := compareText(f, screen.Shown(n), f.Exact)
		if bad != "" {
			return unsure(bad)
		}
		if s := screen.Shown(n); ok && s != "" {
			return yes("%s shows %q", where, cut(s)).at(n, s).sides(expected(f.Op, f.Value), s)
		}
	}
	if w.Tree.LeftOut > 0 {
		return unsure("nothing matches, but not all elements of the page were looked at")
	}
	return no("nothing that %s shows matches /%s/", where, cut(f.Value)).sides(expected(f.Op, f.Value), "")
}

func oneText(f Form, w World, want string, in []int, where string) verdict {
	if strings.TrimSpace(want) == "" {
		return unsure("the statement names no text")
	}
	o := screen.TextOptions{Exact: f.Exact, Part: f.Part, In: in}
	if hits := w.Tree.FindText(want, o); len(hits) > 0 {
		h := hits[0]
		v := yes("%s shows %q in %s", where, cut(h.Quote), screen.Describe(&w.Tree.Nodes[h.Index]))
		v.Quote = h.Quote
		for _, h := range hits[:min(len(hits), 5)] {
			if !h.Box.Empty() {
				v.Boxes = append(v.Boxes, h.Box)
			}
		}
		return v.sides(want, h.Quote)
	}
	if why := gray(w.Tree, want, o); why != "" {
		return unsure(why).sides(want, "")
	}
	near, found := instead(w.Tree, want, o)
	v := no("%s does not show %q%s", where, cut(want), near).sides(want, found)
	if !f.Quoted {
		v.Answer = CannotTell
		if f.Negated {
			v.Answer = DoesNotHold // absence decides what a negation of it is worth
		}
	}
	return v
}

// gray says why a text that is not rendered as text may still be seen: in a
// field, as a placeholder, in a picture, or in what was not read. "" when none of it is so.
func gray(t *screen.Tree, want string, o screen.TextOptions) string {
	fields := o
	fields.Fields = true
	if hits := t.FindText(want, fields); len(hits) > 0 {
		return strconv.Quote(want) + " stands only in the value of " + screen.Describe(&t.Nodes[hits[0].Index]) + ": say the value of that field"
	}
	large := false
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if !n.Visible || !inside(t, i, o.In) {
			continue
		}
		switch {
		case screen.IsField(n) && n.Value == "" && n.Role != "password" && screen.MatchText(n.Placeholder, want, o):
			return strconv.Quote(want) + " stands only as the placeholder of " + screen.Describe(n)
		case n.Picture && screen.MatchText(n.Alt, want, o):
			return strconv.Quote(want) + " is only the description of a picture"
		case (n.Tag == "canvas" || n.Role == "canvas") && n.Box.Area() > .4*float64(t.Viewport.W*t.Viewport.H):
			large = true
		}
	}
	switch {
	case t.LeftOut > 0:
		return "the text was not found, but " + strconv.Itoa(t.LeftOut) + " elements of the page were not looked at"
	case large && o.In == nil:
		return "the text was not found, but most of the page is a canvas, which has no text to read"
	}
	return ""
}

func inside(t *screen.Tree, i int, in []int) bool {
	if in == nil {
		return true
	}
	for _, a := range in {
		if t.Within(i, a) {
			return true
		}
	}
	return false
}

// instead says what comes near to a missing text, and gives that text.
func instead(t *screen.Tree, want string, o screen.TextOptions) (words, found string) {
	if o.In != nil {
		n := &t.Nodes[o.In[0]]
		if s := screen.Shown(n); s != "" {
			return ", it shows " + strconv.Quote(cut(s)), s
		}
		return "", ""
	}
	part := o
	part.Part, part.Exact = true, false
	if hits := t.FindText(want, part); len(hits) > 0 {
		s := screen.Shown(&t.Nodes[hits[0].Index])
		return ", only " + strconv.Quote(cut(s)), s
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		switch {
		case !n.Visible && screen.MatchText(n.Text, want, o):
			return ", only in an element that is not visible", ""
		case n.Visible && screen.MatchText(n.Title, want, o):
			return ", only as a title that appears on hovering", ""
		}
	}
	if s := nearest(t, want); s != "" {
		return "; the nearest is " + strconv.Quote(cut(s)), s
	}
	return "", ""
}
