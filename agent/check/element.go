package check

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// reading is what a subject shows: the value of a field, else its text, else the text beside it.
type reading struct {
	node   *screen.Node
	index  int
	text   string
	label  string
	field  bool
	secret bool
}

// read finds the subject and what it shows. A label stands for the value beside it.
func read(q *screen.Query, w World) (reading, verdict) {
	n, at, failed := ground(q, w)
	if n != nil && screen.IsField(n) {
		return reading{node: n, index: at, text: n.Value, label: screen.Describe(n), field: true, secret: n.Role == "password"}, verdict{}
	}
	if q != nil && q.Name != "" && (q.Kind == "" || q.Kind == "text") && len(q.Rel) == 0 && (n == nil || screen.SameText(strings.TrimRight(n.Text, ": "), strings.TrimRight(q.Name, ": "), false)) {
		name := q.Name
		text, i, ok := w.Tree.Labelled(name)
		if !ok && q.Full != "" {
			name = q.Full
			text, i, ok = w.Tree.Labelled(name)
		}
		if ok {
			return reading{node: &w.Tree.Nodes[i], index: i, text: text, label: fmt.Sprintf("the text beside %q", name)}, verdict{}
		}
	}
	if n == nil {
		return reading{}, failed
	}
	return reading{node: n, index: at, text: screen.Shown(n), label: screen.Describe(n)}, verdict{}
}

// value: what the subject holds or shows, against the value.
func value(f Form, w World) verdict {
	r, failed := read(f.Subject, w)
	if r.node == nil {
		return failed
	}
	if r.field {
		return fieldValue(f, r.node)
	}
	ok, bad := compareText(f, r.text, f.Exact)
	if bad != "" {
		return unsure(bad)
	}
	return either(ok, "%s shows %q", r.label, cut(r.text)).at(r.node, r.text).sides(expected(f.Op, want(f)), r.text)
}

// want is the right side of a comparison as text.
func want(f Form) string {
	if f.Value == "" && (f.Op == Less || f.Op == AtMost || f.Op == More || f.Op == AtLeast || f.Kind == Number || f.Kind == Count) {
		return figure(f.Number)
	}
	return f.Value
}

// fieldValue compares the value of a field; letter case counts for equality, as it does for whoever stores it.
func fieldValue(f Form, n *screen.Node) verdict {
	name := screen.Describe(n)
	if n.Role == "password" || n.Type == "password" {
		return unsure("the value of " + name + " is not read, as it is a password")
	}
	ok, bad := compareText(f, n.Value, f.Exact || f.Op == Equals && n.Tag != "select")
	if bad != "" {
		return unsure(bad)
	}
	v := either(ok, "the value of %s is %q", name, cut(n.Value))
	if n.Value == "" {
		v.Reason = name + " is empty"
		if n.Placeholder != "" {
			v.Reason += fmt.Sprintf(" (%q is only its placeholder)", cut(n.Placeholder))
		}
	} else if !ok && f.Op == Equals && screen.SameText(n.Value, f.Value, false) {
		v.Reason += ", which differs in letter case"
	}
	return v.at(n, n.Value).sides(expected(f.Op, want(f)), n.Value)
}

// number: the one number the subject shows.
func number(f Form, w World) verdict {
	r, failed := read(f.Subject, w)
	if r.node == nil {
		return failed
	}
	if r.secret {
		return unsure("the value of " + r.label + " is not read, as it is a password")
	}
	switch f.Op {
	case Equals, Less, AtMost, More, AtLeast:
	default:
		return unsure(fmt.Sprintf("a number cannot be compared by %q", f.Op))
	}
	target := f.Number
	if f.Value != "" && f.Number == 0 {
		var ok bool
		if target, ok = screen.ParseNumber(f.Value); !ok {
			return unsure(fmt.Sprintf("%q is not one number", cut(f.Value)))
		}
	}
	got, ok := screen.ParseNumber(r.text)
	if !ok {
		return unsure(fmt.Sprintf("%s shows %q, which is not one number", r.label, cut(r.text)))
	}
	return either(compareNumber(f.Op, got, target), "%s shows %s", r.label, figure(got)).at(r.node, r.text).sides(expected(f.Op, figure(target)), figure(got))
}

// options: the select offers the values.
func options(f Form, w World) verdict {
	n, i, failed := ground(f.Subject, w)
	if n == nil {
		return failed
	}
	var offered []string
	for _, o := range n.Options {
		offered = append(offered, o.Text)
	}
	for _, c := range w.Tree.Items(i) {
		if m := &w.Tree.Nodes[c]; len(n.Options) == 0 && (m.Role == "option" || m.Role == "menuitem" || m.Role == "listitem") {
			offered = append(offered, m.Text)
		}
	}
	if len(offered) == 0 {
		return unsure(screen.Describe(n) + " shows no options: open it first")
	}
	wanted := f.Values
	if len(wanted) == 0 {
		wanted = []string{f.Value}
	}
	var lacking, there []string
	for _, s := range wanted {
		found := false
		for _, o := range offered {
			found = found || screen.SameText(o, s, false)
		}
		if found {
			there = append(there, s)
		} else {
			lacking = append(lacking, s)
		}
	}
	list := strings.Join(offered, ", ")
	v := yes("%s offers %s", screen.Describe(n), cut(strings.Join(there, ", ")))
	switch {
	case f.Negated && len(there) > 0 && len(lacking) > 0:
		v.Reason = fmt.Sprintf("%s offers %s, though not %s", screen.Describe(n), cut(strings.Join(there, ", ")), cut(strings.Join(lacking, ", ")))
	case len(lacking) > 0:
		v = no("%s does not offer %s", screen.Describe(n), cut(strings.Join(lacking, ", ")))
	case f.Exact && len(offered) != len(wanted):
		v = no("%s offers %d options, not %d", screen.Describe(n), len(offered), len(wanted))
	}
	return v.at(n, "").sides(strings.Join(wanted, ", "), list)
}
