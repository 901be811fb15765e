package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/internal/setup"
	"github.com/verdict-run/verdict/testcases"
)

func newLint(std IO) *cobra.Command {
	return &cobra.Command{
		Use:   "lint PATH...",
		Short: "Check case files without running them",
		Long: `Reports every error of front matter and body with file and line, says when no
check can be found in a body, and lists the sentences the builtin model cannot
follow (a language model may).`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := testcases.Find(args)
			if err != nil {
				return exit(2, err)
			}
			bad, warned := 0, 0
			for _, file := range files {
				c, err := testcases.Load(file)
				if err == nil {
					_, err = c.Rows()
				}
				if err != nil {
					bad++
					report(std.Err, err)
					continue
				}
				warned += lintBody(std, c)
			}
			fmt.Fprintf(std.Out, "%s: %d with errors, %s\n", plural(len(files), "file"), bad, plural(warned, "remark"))
			if bad > 0 {
				return exit(2, nil)
			}
			return nil
		},
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// lintBody prints remarks on a body and counts them.
func lintBody(std IO, c *testcases.Case) int {
	n, checks := 0, 0
	for _, s := range language.Split(c.Body) {
		if s.Kind == language.Check || s.CheckWord {
			checks++
		}
		if s.Refusal != nil && s.Kind != language.Context {
			n++
			fmt.Fprintf(std.Out, "%s:%d: the builtin model cannot follow %q: %s (%s)\n", c.Path, c.BodyLine+s.Line-1, s.Text, s.Refusal.Reason, s.Refusal.Hint)
		}
	}
	if checks == 0 {
		n++
		fmt.Fprintf(std.Out, "%s:%d: no check can be found in the body, so the case can never pass: say what must hold (Check that the page shows \"...\")\n", c.Path, c.BodyLine)
	}
	return n
}

func newList(std IO) *cobra.Command {
	var filter testcases.Filter
	c := &cobra.Command{
		Use:   "list PATH...",
		Short: "List case files with names and tags",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			chooser, err := filter.Compile()
			if err != nil {
				return exit(2, err)
			}
			files, err := testcases.Find(args)
			if err != nil {
				return exit(2, err)
			}
			for _, file := range files {
				k, err := testcases.Load(file)
				if err != nil {
					return exit(2, err)
				}
				if chooser.Match(k) {
					fmt.Fprintf(std.Out, "%-44s %s  [%s]\n", file, k.Name, strings.Join(k.Tags, ", "))
				}
			}
			return nil
		},
	}
	c.Flags().StringArrayVar(&filter.Tags, "tag", nil, "only cases with this tag")
	c.Flags().StringVar(&filter.Grep, "grep", "", "only cases whose name matches this regular expression")
	return c
}

func newDoctor(std IO) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check what Verdict needs on this machine and say what to do about each fault",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			marks := map[setup.Status]string{setup.OK: "ok  ", setup.Warn: "warn", setup.Fail: "FAIL"}
			failed := 0
			for _, f := range setup.Doctor(cmd.Context(), setup.Machine()) {
				fmt.Fprintf(std.Out, "%s  %-9s %s\n", marks[f.Status], f.Name, f.Detail)
				if f.Hint != "" && f.Status != setup.OK {
					fmt.Fprintf(std.Out, "                %s\n", strings.ReplaceAll(f.Hint, "\n", "\n                "))
				}
				if f.Status == setup.Fail {
					failed++
				}
			}
			if failed > 0 {
				return exit(2, fmt.Errorf("%d of the things Verdict needs are missing", failed))
			}
			return nil
		},
	}
}
