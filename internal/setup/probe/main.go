// Command probe tells scripts/setup.sh what this machine lacks, so that there is one opinion on it: Doctor's.
//
// It prints a line a fact: "version V", "driver_dir DIR", "driver_cli FILE", "node FILE", and for each
// finding that is not ok "missing NAME STATUS PACKAGES..." with the Debian packages that help.
// With -explain it prints these findings for a person, and exits 1 if one of them is a failure.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/verdict-run/verdict/internal/setup"
)

func main() {
	explain := flag.Bool("explain", false, "print what is missing for a person")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	c := setup.Machine()
	findings := append(setup.Doctor(ctx, c), setup.CheckCompiler(ctx, c))
	if *explain {
		if explainTo(os.Stdout, findings) {
			stop()
			os.Exit(1)
		}
		return
	}
	t := setup.Locate(c)
	fmt.Printf("version %s\ndriver_dir %s\ndriver_cli %s\nnode %s\n", setup.DriverVersion, t.DriverDir, t.DriverCLI, t.Node)
	for _, f := range findings {
		if f.Status != setup.OK {
			fmt.Printf("missing %s %s %s\n", f.Name, f.Status, setup.DebianPackages(f.Name))
		}
	}
}

// explainTo reports whether a finding stands in the way. A missing compiler stands only in the tests' way.
func explainTo(w io.Writer, findings []setup.Finding) (failed bool) {
	for _, f := range findings {
		if f.Status == setup.OK {
			continue
		}
		label := "note"
		if f.Status == setup.Fail && f.Name != setup.Compiler {
			failed, label = true, "missing"
		}
		fmt.Fprintf(w, "setup: %s: %s\n       to mend it: %s\n", label, f.Detail, f.Hint)
	}
	return failed
}
