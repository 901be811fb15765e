package prompts

import (
	"cmp"
	"fmt"
	"slices"
)

// Fault is a console error, page error or failed request.
type Fault struct {
	Kind   string // console, page, request
	Text   string
	Status int
}

func (f Fault) line() string {
	text := page(f.Text, 120)
	if f.Status > 0 {
		return fmt.Sprintf("%s %s %d", f.Kind, text, f.Status)
	}
	return f.Kind + " " + text
}

func (f Fault) rank() int {
	switch f.Kind {
	case "request":
		return 0
	case "page":
		return 1
	default:
		return 2
	}
}

// faults lists each once, failed requests first, within n characters.
func faults(all []Fault, dropped, n int) string {
	count := map[string]int{}
	type ranked struct {
		line string
		rank int
	}
	var order []ranked
	for _, f := range all {
		line := f.line()
		if count[line]++; count[line] == 1 {
			order = append(order, ranked{line, f.rank()})
		}
	}
	slices.SortStableFunc(order, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	var parts []string
	for _, r := range order {
		line := r.line
		if c := count[r.line]; c > 1 {
			line += fmt.Sprintf(" ×%d", c)
		}
		parts = append(parts, line)
	}
	return list(parts, "; ", n, dropped)
}
