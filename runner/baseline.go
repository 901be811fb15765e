package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/testcases"
)

// baselines are the pictures beside a case file, "<case>.baselines/<name>.chromium-1280x800.png": one for each kind of
// device, as no two draw alike.
type baselines struct {
	dir    string
	device string
	update bool
}

func (s *suite) baselines(ctx context.Context, c *testcases.Case, d *platform.Device) baselines {
	b := baselines{dir: strings.TrimSuffix(c.Path, filepath.Ext(c.Path)) + ".baselines", update: s.UpdateBaselines}
	b.device, _, _ = strings.Cut(d.Name, " ")
	if size, err := d.Screen.Resolution(ctx); err == nil { // the first observation says what is wrong
		b.device += fmt.Sprintf("-%dx%d", size.W, size.H)
	}
	return b
}

var unsafeInName = regexp.MustCompile(`[^\pL\pN_-]+`)

func (b baselines) path(name string) string {
	return filepath.Join(b.dir, strings.Trim(unsafeInName.ReplaceAllString(name, "-"), "-")+"."+b.device+".png")
}

// Load reads a baseline.
func (b baselines) Load(name string) ([]byte, error) { return os.ReadFile(b.path(name)) }

// Updating says that --update-baselines was given.
func (b baselines) Updating() bool { return b.update }

// Save replaces a baseline.
func (b baselines) Save(name string, data []byte) error {
	if err := os.MkdirAll(b.dir, 0o750); err != nil {
		return fmt.Errorf("making the folder of the baselines: %w", err)
	}
	return artifact.WriteFile(b.path(name), data)
}
