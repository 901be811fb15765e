package check

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// count: how many of the subject there are.
func count(f Form, w World) verdict {
	if f.Subject == nil {
		return unsure("the statement does not say what is counted")
	}
	if f.Subject.Colour != "" {
		return unsure("the colour " + f.Subject.Colour + " cannot be told without a look at the picture")
	}
	got := w.Tree.FindAll(*f.Subject)
	name := screen.Phrase(*f.Subject)
	if got == nil {
		return unsure("it is not clear which elements of the page to count as " + name)
	}
	if w.Tree.LeftOut > 0 {
		return unsure(fmt.Sprintf("%d elements of the page were not looked at, so there may be more", w.Tree.LeftOut))
	}
	if f.Value != "" { // a resolved variable
		n, ok := screen.ParseNumber(f.Value)
		if !ok {
			return unsure(fmt.Sprintf("%q is not one number", cut(f.Value)))
		}
		f.Number = n
	}
	v := either(compareNumber(f.Op, float64(len(got)), f.Number), "there are %d of %s", len(got), name)
	for _, i := range got[:min(len(got), 20)] {
		v.Boxes = append(v.Boxes, w.Tree.Nodes[i].Box)
	}
	return v.sides(expected(f.Op, figure(f.Number)), figure(float64(len(got))))
}

// cell: the cell of a row below a column header.
func cell(f Form, w World) verdict {
	if f.Subject == nil {
		return unsure("the statement does not name a row")
	}
	q := *f.Subject
	if len(q.Rel) > 0 && q.Name == "" {
		q = q.Rel[0].To
	}
	q.Kind = "row"
	n, row, failed := ground(&q, w)
	if n == nil {
		return failed
	}
	cells, ok := w.Tree.Cells(f.Name)
	if !ok {
		return unsure(fmt.Sprintf("there is not exactly one column %q", f.Name))
	}
	for _, c := range cells {
		if !w.Tree.Within(c, row) {
			continue
		}
		n, text := &w.Tree.Nodes[c], content(w.Tree, c)
		ok, bad := compareText(f, text, f.Exact)
		if bad != "" {
			return unsure(bad)
		}
		return either(ok, "the cell %q of the row %q shows %q", f.Name, w.Tree.RowKey(row), cut(text)).at(n, text).sides(expected(f.Op, f.Value), text)
	}
	return unsure(fmt.Sprintf("the row has no cell in the column %q", f.Name))
}

// content is the text of a cell, or the value of the one field in it.
func content(t *screen.Tree, c int) string {
	if s := strings.TrimSpace(t.Nodes[c].Text); s != "" {
		return s
	}
	for i := range t.Nodes {
		if screen.IsField(&t.Nodes[i]) && t.Within(i, c) {
			return t.Nodes[i].Value
		}
	}
	return ""
}
