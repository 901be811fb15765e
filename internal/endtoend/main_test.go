// Package endtoend_test runs the whole program: the command line offline, and cases in a real browser.
package endtoend_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/verdict-run/verdict/internal/cli"
)

// TestMain makes the test's own binary the program when it is called by the program's name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "verdict" {
		os.Exit(cli.Run(context.Background(), os.Args[1:], cli.Std()))
	}
	os.Exit(m.Run())
}
