// Package cli is the command line: flags in, exit codes out.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/testcases"
)

// IO is what the command line touches of the process.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
	Terminal bool // Out is a terminal
	InTerm   bool // In is a terminal
	Width    int  // of the terminal, in columns
}

// exitError carries an exit code; its text has been printed when Err is nil.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exit is nil for a clean end.
func exit(code int, err error) error {
	if code == 0 && err == nil {
		return nil
	}
	return &exitError{code, err}
}

// Run is the program. Errors are printed once, here; the answer is the exit code.
func Run(ctx context.Context, args []string, std IO) int {
	root := newRoot(std)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	var e *exitError
	if !errors.As(err, &e) {
		e = &exitError{2, err} // cobra's: an unknown flag or command
	}
	if e.err != nil {
		report(std.Err, e.err)
	}
	return e.code
}

// report prints one line an error; errors of case files are many.
func report(w io.Writer, err error) {
	if problems := testcases.Problems(err); len(problems) > 0 {
		for _, p := range problems {
			fmt.Fprintf(w, "%v\n", p)
		}
		return
	}
	fmt.Fprintf(w, "verdict: %v\n", err)
}

func newRoot(std IO) *cobra.Command {
	root := &cobra.Command{
		Use:           "verdict",
		Short:         "Runs end-to-end tests written in plain English",
		Long:          "Verdict runs end-to-end tests written in plain English and ends each with a verdict you can check.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       app.Version(),
	}
	root.SetIn(std.In)
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	root.CompletionOptions.HiddenDefaultCmd = true
	var verbose bool
	root.PersistentFlags().BoolVarP(&verbose, "verbose", "v", false, "log what happens inside to standard error")
	log := func() *slog.Logger {
		level := slog.LevelWarn
		if verbose {
			level = slog.LevelDebug
		}
		return slog.New(slog.NewTextHandler(std.Err, &slog.HandlerOptions{Level: level}))
	}
	root.AddCommand(newRun(std, log), newDemo(std, log), newDemoApp(std, log), newLint(std), newList(std), newDoctor(std), newReplay(std), newExport(std))
	return root
}

// Std is the process's own IO.
func Std() IO {
	out, in := isTerminal(os.Stdout), isTerminal(os.Stdin)
	return IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv, Terminal: out && os.Getenv("NO_COLOR") == "", InTerm: in && out, Width: 100}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
