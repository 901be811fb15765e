package testcases

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// maxRows bounds one case's data.
const maxRows = 10_000

// Rows is one case for every data row; the case itself when it has no data. A
// row's values override variables and credentials of the same name. Call Expand first.
func (c *Case) Rows() ([]*Case, error) {
	rows, file := c.Data.Rows, c.Path
	if c.Data.File != "" {
		file = c.beside(c.Data.File)
		src, err := readLimited(file)
		if err != nil {
			e := Problems(err)[0]
			return nil, c.fail("data", e.Hint, "data: %s: %s", file, e.Msg)
		}
		var problems []*Error
		if rows, problems = readRows(file, src); len(problems) > 0 {
			return nil, join(problems)
		}
		if rows, problems = c.expandRows(file, rows); len(problems) > 0 {
			return nil, join(problems)
		}
	}
	if rows == nil {
		return []*Case{c}, nil
	}
	if errs := c.sameColumns(file, rows); len(errs) > 0 {
		return nil, join(errs)
	}
	if len(rows) > maxRows {
		return nil, &Error{File: file, Msg: fmt.Sprintf("%d rows; at most %d are allowed", len(rows), maxRows)}
	}
	out := make([]*Case, len(rows))
	for i, row := range rows {
		out[i] = c.row(i+1, row)
	}
	return out, nil
}

// beside is a path relative to the case's folder.
func (c *Case) beside(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(filepath.Dir(c.Path), p)
}

// expandRows puts ${ENV} into the rows of a data file, as Expand did into the case.
func (c *Case) expandRows(file string, rows []Row) ([]Row, []*Error) {
	if !c.expanded {
		return rows, nil
	}
	var errs []*Error
	for _, row := range rows {
		for i, v := range row.Values {
			row.Values[i] = v.expanded(expandText(v.Text(), c.lookup, func(hint, msg string) {
				errs = append(errs, &Error{File: file, Line: v.Line, Msg: v.Name + ": " + msg, Hint: hint})
			}))
		}
	}
	return rows, errs
}

// sameColumns finds rows that lack a name another row has, unless the case itself gives it.
func (c *Case) sameColumns(file string, rows []Row) []*Error {
	var names []string
	first := map[string]int{}
	for i, row := range rows {
		for _, v := range row.Values {
			if _, ok := first[v.Name]; !ok {
				first[v.Name] = i + 1
				names = append(names, v.Name)
			}
		}
	}
	var errs []*Error
	for i, row := range rows {
		for _, name := range names {
			_, here := row.Values.Get(name)
			_, variable := c.Variables.Get(name)
			_, credential := c.Credentials.Get(name)
			if !here && !variable && !credential {
				errs = append(errs, &Error{
					File: file, Line: row.Line, Msg: fmt.Sprintf("row %d has no %q, row %d has", i+1, name, first[name]),
					Hint: "give every row the same names, or a default under variables",
				})
			}
		}
	}
	return errs
}

// row is the case for one row.
func (c *Case) row(number int, row Row) *Case {
	out := *c
	out.Row, out.ID, out.Data = number, id(c.Path, number), Data{}
	for _, v := range row.Values {
		if _, ok := c.Credentials.Get(v.Name); ok {
			out.Credentials = out.Credentials.with(v)
			if _, both := c.Variables.Get(v.Name); !both {
				continue
			}
		}
		out.Variables = out.Variables.with(v)
	}
	out.hidden = slices.Clip(c.hidden)
	out.Name = c.Name + rowSuffix(number, row.Values, &out)
	return &out
}

// rowSuffix is " [row 2: city=Lisbon]": up to three values that are no secrets.
func rowSuffix(number int, values Values, c *Case) string {
	var shown []string
	for _, v := range values {
		credential, _ := c.Credentials.Get(v.Name)
		variable, _ := c.Variables.Get(v.Name)
		if v.Secret || credential.Secret || variable.Secret || len(shown) == 3 {
			continue
		}
		shown = append(shown, v.Name+"="+shorten(strings.Join(strings.Fields(v.Text()), " "), 24))
	}
	if len(shown) == 0 {
		return fmt.Sprintf(" [row %d]", number)
	}
	return fmt.Sprintf(" [row %d: %s]", number, strings.Join(shown, ", "))
}
