// Package browsertest gives the tests of a package one browser to share.
package browsertest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/platform"
)

// Main runs the tests with one Chromium in shared, which stays nil with -short, and ends the process with their result.
func Main(m *testing.M, shared *platform.Installer) {
	flag.Parse()
	os.Exit(run(m, shared))
}

func run(m *testing.M, shared *platform.Installer) int {
	if testing.Short() {
		return m.Run()
	}
	var err error
	if *shared, err = (app.Browser{Name: "chromium"}).Installer(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := (*shared).Close(ctx); err != nil {
			fmt.Fprintln(os.Stderr, "closing the browser:", err)
		}
	}()
	return m.Run()
}
