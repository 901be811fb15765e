package cli

import (
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/verdict-run/verdict/internal/app"
)

func newRun(std IO, log func() *slog.Logger) *cobra.Command {
	o := app.Options{}
	c := &cobra.Command{
		Use:   "run PATH...",
		Short: "Run test cases: files, folders or globs",
		Example: `  verdict run cases/login.md --base-url http://localhost:8080
  verdict run cases --tag smoke --workers 4 --retries 1
  verdict run 'cases/**/checkout-*.md' --model gpt-5.2 --max-cost 0.20`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Patterns = args
			return exit(app.Run(cmd.Context(), std.options(o, log())))
		},
	}
	runFlags(c, &o)
	return c
}

// options completes what flags say with the process's own.
func (std IO) options(o app.Options, log *slog.Logger) app.Options {
	o.Out, o.Err, o.Color, o.Width, o.Getenv, o.Log = std.Out, std.Err, std.Terminal, std.Width, std.Getenv, log
	o.Browser.Log = log
	if std.InTerm && !o.JSON {
		o.AskInput = std.In
	}
	return o
}

func runFlags(c *cobra.Command, o *app.Options) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.BaseURL, "base-url", "", "address that paths in `url` lie below")
	f.StringArrayVar(&o.Filter.Tags, "tag", nil, "only cases with this tag; a,b needs both, !a excludes; several flags add up")
	f.StringVar(&o.Filter.Grep, "grep", "", "only cases whose name matches this regular expression")
	f.IntVar(&o.Workers, "workers", 0, "cases at once (1)")
	f.IntVar(&o.Retries, "retries", -1, "further tries of a case that was not passed (0)")
	f.BoolVar(&o.FlakyFails, "fail-on-flaky", false, "exit 1 when a case passed only on a retry")
	f.StringVar(&o.Model, "model", "", "builtin, or a model's name at the endpoint")
	f.StringVar(&o.Endpoint, "endpoint", "", "address of an OpenAI-shaped API (before /chat/completions)")
	f.StringVar(&o.Vision, "vision", "", "what the model sees: hybrid, vision or text (hybrid)")
	f.StringVar(&o.Prices, "prices", "", "YAML file with prices of models")
	f.IntVar(&o.Limits.Turns, "max-steps", 0, "steps of a case at most, over what the case says")
	f.DurationVar(&o.Limits.Time, "timeout", 0, "time of a case at most, over what the case says")
	f.IntVar(&o.Limits.Tokens, "max-tokens", 0, "tokens of a case at most, over what the case says")
	f.Float64Var(&o.Limits.CostUSD, "max-cost", 0, "US dollars of a case at most, over what the case says")
	f.IntVar(&o.SuiteTokens, "max-suite-tokens", 0, "tokens of all cases together at most")
	f.Float64Var(&o.SuiteUSD, "max-suite-cost", 0, "US dollars of all cases together at most")
	f.StringVar(&o.Browser.Name, "browser", "", "chromium, firefox or webkit (chromium)")
	f.BoolVar(&o.Browser.Headed, "headed", false, "show the browser's window")
	f.StringVar(&o.Browser.ConnectCDP, "connect-cdp", "", "use the running Chromium at this address")
	f.StringVar(&o.Browser.ConnectServer, "connect-server", "", "use the Playwright server at this address")
	f.StringVar(&o.Phones.URL, "appium", "", "Appium server for cases on phones ($VERDICT_APPIUM_URL)")
	f.StringVar(&o.Phones.Devices, "devices", "", "YAML file of the phones to use, each for one case at a time")
	f.BoolVar(&o.Video, "video", false, "film each case (needs ffmpeg; not with secrets)")
	f.BoolVar(&o.Trace, "trace", false, "keep a Playwright trace of each case (not with secrets)")
	f.StringVar(&o.Replay, "replay", "", "recorded runs: auto repeats what fits, only never calls a model, off uses none (auto)")
	f.StringVar(&o.ReplayDir, "replays", "", "folder of recorded runs (beside each case)")
	f.BoolVar(&o.UpdateReplays, "update-replays", false, "decide everything anew and record each pass")
	f.BoolVar(&o.UpdateBaselines, "update-baselines", false, "store the pictures that \"looks like\" compares with")
	f.StringVar(&o.AskListen, "ask-listen", "", "let testers answer questions in a browser at this address (127.0.0.1:0)")
	f.StringVar(&o.Output, "output", "", "folder for reports and pictures (.verdict/runs)")
	f.StringVar(&o.JUnit, "junit", "", "also write junit.xml here")
	f.BoolVar(&o.JSON, "json", false, "print results.json instead of the summary; progress goes to standard error")
	f.StringVar(&o.ConfigFile, "config", "", "configuration file (verdict.yaml)")
}
