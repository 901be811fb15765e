package testcases

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Error is one thing wrong with a case file.
type Error struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`   // from 1; 0 when the whole file is meant
	Column int    `json:"column,omitempty"` // from 1, in characters; 0 when the whole line is meant
	Msg    string `json:"message"`
	Hint   string `json:"hint,omitempty"` // what to do; `did you mean "viewport"?`
}

// Error is "file:line: message (hint)".
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d", e.Line)
	}
	s += ": " + e.Msg
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

// Problems are all *Error inside err, as Parse and its like join them.
func Problems(err error) []*Error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var out []*Error
		for _, e := range joined.Unwrap() {
			out = append(out, Problems(e)...)
		}
		return out
	}
	var e *Error
	if errors.As(err, &e) {
		return []*Error{e}
	}
	return nil
}

// join sorts errors by their place and joins them; nil when there are none.
func join(errs []*Error) error {
	slices.SortStableFunc(errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	var out []error
	for i, e := range errs {
		if i == 0 || *e != *errs[i-1] {
			out = append(out, e)
		}
	}
	return errors.Join(out...)
}
