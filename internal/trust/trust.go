// Package trust gathers what the tests of trust measured: one line a test, which make trust prints as a table.
package trust

import (
	"fmt"
	"testing"
)

// Row is one line of the table.
type Row struct {
	Name        string
	Done, Total int
	// WrongPasses are runs that passed and should not have, Leaks secrets that were seen where none may be,
	// Escapes requests that left the allowed origins.
	WrongPasses, Leaks, Escapes int
}

// Prefix begins a line for the table.
const Prefix = "trust:\t"

// Report prints a row and fails the test where any of the three columns is not 0.
func Report(tb testing.TB, r Row) {
	tb.Helper()
	fmt.Printf("%s%s\t%d\t%d\t%d\t%d\t%d\n", Prefix, r.Name, r.Done, r.Total, r.WrongPasses, r.Leaks, r.Escapes)
	if r.WrongPasses+r.Leaks+r.Escapes != 0 {
		tb.Errorf("%s: %d wrong passes, %d leaks, %d escapes", r.Name, r.WrongPasses, r.Leaks, r.Escapes)
	}
}
