package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/verdict-run/verdict/runner"
	"github.com/verdict-run/verdict/runner/export"
	"github.com/verdict-run/verdict/runner/replay"
	"github.com/verdict-run/verdict/testcases"
)

func newExport(std IO) *cobra.Command {
	var to, dir, out string
	var o export.Options
	c := &cobra.Command{
		Use:   "export CASE",
		Short: "Write a recorded run as a test of Playwright's own",
		Long: `Writes the recorded run of a case as a test that the stock tool runs
(docs/export.md). What has no counterpart is said on standard error, and
stands in the test as a step that fails.`,
		Example: `  verdict export cases/login.md --to playwright-ts --out e2e/login.spec.ts
  verdict export cases/login.md --to playwright-go --out e2e/login_test.go`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			source, lost, err := exported(args[0], dir, to, o)
			if err != nil {
				return exit(2, err)
			}
			for _, l := range lost {
				fmt.Fprintf(std.Err, "not exported: %s\n", l)
			}
			if out == "" {
				_, err = fmt.Fprint(std.Out, source)
			} else {
				err = os.WriteFile(out, []byte(source), 0o644)
			}
			if err != nil {
				return exit(4, fmt.Errorf("writing the test: %w", err))
			}
			return nil
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&to, "to", "", "playwright-ts or playwright-go")
	f.StringVar(&out, "out", "", "file to write (standard output)")
	f.StringVar(&dir, "replays", "", "folder of recorded runs (beside each case)")
	f.StringVar(&o.Device, "on", "", "which of several recorded devices, as \"web desktop\"")
	f.BoolVar(&o.SkipUnsupported, "skip-unsupported", false, "leave a remark for what has no counterpart, not a step that fails")
	f.StringVar(&o.Package, "package", "", "name of the Go package (e2e_test)")
	f.BoolVar(&o.WithoutSetup, "no-setup", false, "leave out of Go what the tests of a package share")
	return c
}

// exported is the source of the test, and what it lost.
func exported(file, dir, to string, o export.Options) (string, []export.Lost, error) {
	if to != "playwright-ts" && to != "playwright-go" {
		return "", nil, fmt.Errorf("--to %q is not known; playwright-ts and playwright-go are", to)
	}
	c, err := testcases.Load(file)
	if err != nil {
		return "", nil, err
	}
	path := runner.Replays{Dir: dir}.Path(c)
	f, err := replay.Load(path)
	if errors.Is(err, replay.ErrNone) {
		return "", nil, fmt.Errorf("nothing is recorded: there is no %s (a pass of `verdict run` records it)", path)
	}
	if err != nil {
		return "", nil, err
	}
	t, err := export.New(c, f, o)
	if err != nil {
		return "", nil, err
	}
	if to == "playwright-ts" {
		return t.TypeScript(o), t.Lost(), nil
	}
	source, err := t.Go(o)
	return source, t.Lost(), err
}
