package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/verdict-run/verdict/internal/app"
)

func newReplay(std IO) *cobra.Command {
	r := app.Records{Out: std.Out}
	c := &cobra.Command{
		Use:   "replay",
		Short: "Look at recorded runs: list, show, prune, explain",
		Long:  "Looks at what passed runs left beside their cases (docs/replay.md). Nothing is run.",
	}
	c.PersistentFlags().StringVar(&r.Dir, "replays", "", "folder of recorded runs (beside each case)")
	list := &cobra.Command{
		Use: "list PATH...", Short: "Say what is recorded for cases, and what of it is stale", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return usage(r.List(args)) },
	}
	show := &cobra.Command{
		Use: "show CASE", Short: "Print the recorded steps of a case", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return usage(r.Show(args[0])) },
	}
	var dry bool
	prune := &cobra.Command{
		Use: "prune FOLDER...", Short: "Remove records whose case is gone, and recorded sentences a case no longer has", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return usage(r.Prune(args, dry)) },
	}
	prune.Flags().BoolVar(&dry, "dry-run", false, "only say what would be removed")
	var output string
	explain := &cobra.Command{
		Use: "explain CASE", Short: "Say how the recorded steps went in the newest run, and why one did not fit", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return usage(r.Explain(args[0], cmp.Or(output, app.DefaultOutput)))
		},
	}
	explain.Flags().StringVar(&output, "output", "", "folder of the runs (.verdict/runs)")
	c.AddCommand(list, show, prune, explain)
	return c
}

// usage ends with exit 2.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return exit(2, err)
}
