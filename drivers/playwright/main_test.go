package playwright_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/platform"
)

// shared is the browser of all tests but those that kill theirs.
var shared *playwright.Installer

func TestMain(m *testing.M) {
	code := func() int {
		var err error
		shared, err = playwright.New(context.Background(), playwright.Config{})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			if err := shared.Close(ctx); err != nil {
				fmt.Fprintln(os.Stderr, "closing the browser:", err)
			}
		}()
		return m.Run()
	}()
	os.Exit(code)
}

// install gives a device that is closed with the test.
func install(t *testing.T, spec platform.Spec) *platform.Device {
	t.Helper()
	return installFrom(t, shared, spec)
}

func installFrom(t *testing.T, i *playwright.Installer, spec platform.Spec) *platform.Device {
	t.Helper()
	d, err := i.Install(t.Context(), spec)
	if err != nil {
		t.Fatalf("a browser is needed (make setup installs it): %v", err)
	}
	t.Cleanup(func() {
		if err := d.Close(context.Background()); err != nil {
			t.Errorf("closing the device: %v", err)
		}
	})
	return d
}
