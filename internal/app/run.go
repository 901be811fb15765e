package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/internal/config"
	"github.com/verdict-run/verdict/runner"
	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/runner/report/html"
	jsonreport "github.com/verdict-run/verdict/runner/report/json"
	"github.com/verdict-run/verdict/runner/report/junit"
	"github.com/verdict-run/verdict/runner/report/text"
	"github.com/verdict-run/verdict/testcases"
)

// Options is what `verdict run` was asked to do.
type Options struct {
	Patterns   []string
	Root       string // cases below it are reported by their path in it
	Filter     testcases.Filter
	BaseURL    string
	ConfigFile string
	Model      string
	Endpoint   string
	Vision     string
	Prices     string
	Browser    Browser
	Phones     Phones
	Workers    int
	Retries    int
	FlakyFails bool
	Limits     agent.Limits
	// SuiteTokens and SuiteUSD are what all cases together may take; 0 is no limit.
	SuiteTokens int
	SuiteUSD    float64
	Video       bool
	Trace       bool
	Replay      string // auto, only or off; "" is auto
	ReplayDir   string // of recorded runs, "" is beside each case
	// UpdateReplays decides everything anew and records each pass.
	UpdateReplays bool
	// UpdateBaselines stores the pictures of "looks like" checks anew.
	UpdateBaselines bool
	Output          string // folder of the artifacts, .verdict/runs
	JUnit           string // a second place for junit.xml
	JSON            bool   // results.json on Out instead of the summary

	AskListen string    // address for testers; "" asks nobody over the network
	AskInput  io.Reader // the terminal to ask in; nil asks nobody there

	Out, Err io.Writer
	Color    bool
	Width    int
	Getenv   func(string) string
	Log      *slog.Logger
}

// DefaultOutput is where artifacts go.
const DefaultOutput = ".verdict/runs"

// Run runs a suite, writes its reports and answers the exit code. An error
// means that nothing could start, or that the machine gave up.
func Run(ctx context.Context, o Options) (exit int, err error) {
	file, err := config.Load(o.ConfigFile)
	if err != nil {
		return 2, err
	}
	o.fill(&file)
	if err := known(file.Vision, o.Browser.Name); err != nil {
		return 2, err
	}
	pickReplay(&o, file)
	replays, err := o.replays()
	if err != nil {
		return 2, err
	}
	cases, err := testcases.LoadAll(o.Patterns, testcases.Options{Lookup: lookup(o.Getenv), BaseURL: o.BaseURL, Filter: o.Filter})
	if err != nil {
		return 2, err
	}
	phones, err := o.phones(cases)
	if err != nil {
		return 2, err
	}
	o.shorten(cases)
	prices, err := Prices(o.Prices)
	if err != nil {
		return 2, err
	}
	models := &Models{Choice: Choose(o.Model, file, o.Getenv), File: file, Getenv: o.Getenv, Endpoint: o.Endpoint, Prices: prices}
	defer models.Close()
	if err := o.priced(models, cases); err != nil {
		return 2, err
	}
	brain, err := models.Brain()
	if err != nil {
		return 2, err
	}
	registry, err := Commands()
	if err != nil {
		return 2, err
	}
	dir, err := artifact.New(o.Output, time.Now())
	if err != nil {
		return 4, err
	}
	asking, err := o.asking(ctx, cases)
	if err != nil {
		return 2, err
	}
	defer asking.close()
	installer, err := o.installer(ctx, cases, phones)
	if err != nil {
		return 4, err
	}
	live := o.live()
	fmt.Fprintf(o.progress(), "verdict: model %s (%s), %s\n", models.Choice.Model, models.Choice.Why, count(len(cases), "case"))
	suite, err := runner.Run(ctx, runner.Config{
		Cases: cases, Installer: installer, Commands: registry, Brain: brain, Asker: asking.asker, Seen: asking.seen,
		Workers: o.Workers, Retries: o.Retries, Limits: o.Limits, Purse: agent.NewPurse(o.SuiteTokens, o.SuiteUSD), Video: o.Video, Trace: o.Trace, UpdateBaselines: o.UpdateBaselines, Replays: replays, Dir: dir, Events: live, Log: o.Log,
		Head: report.Suite{Version: Version(), Decider: models.Choice.Model, Why: models.Choice.Why, BaseURL: o.BaseURL, Device: o.Browser.title()},
	})
	closing, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), 15*time.Second, errors.New("closing the browser took too long"))
	defer cancel()
	err = errors.Join(err, installer.Close(closing))
	if suite == nil {
		return 4, err
	}
	return o.publish(*suite, err)
}

// publish writes the reports and prints the summary.
func (o Options) publish(s report.Suite, err error) (int, error) {
	if o.FlakyFails && s.ExitCode == 0 {
		for _, c := range s.Cases {
			if c.Flaky {
				s.ExitCode = 1
			}
		}
	}
	err = errors.Join(err, o.write(s))
	var start *runner.StartError
	if errors.As(err, &start) {
		return 2, start
	}
	if o.JSON {
		err = errors.Join(err, jsonreport.Write(o.Out, s))
	} else {
		err = errors.Join(err, text.Summary(o.Out, s, text.Options{Color: o.Color, Width: o.Width, ReportPath: filepath.Join(s.Dir, "report.html")}))
	}
	if err != nil && s.ExitCode == 0 {
		return 4, err
	}
	return s.ExitCode, err
}

func (o Options) write(s report.Suite) error {
	err := errors.Join(html.Write(s.Dir, s), writeTo(filepath.Join(s.Dir, "junit.xml"), s, junit.Write), writeTo(filepath.Join(s.Dir, "results.json"), s, jsonreport.Write))
	if o.JUnit != "" {
		err = errors.Join(err, writeTo(o.JUnit, s, junit.Write))
	}
	return err
}

func writeTo(path string, s report.Suite, write func(io.Writer, report.Suite) error) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("writing a report: %w", err)
	}
	return errors.Join(write(f, s), f.Close())
}

// fill takes from the configuration what no flag says.
func (o *Options) fill(f *config.File) {
	pick := func(flag *string, value, otherwise string) {
		if *flag == "" {
			*flag = value
		}
		if *flag == "" {
			*flag = otherwise
		}
	}
	pick(&o.BaseURL, f.BaseURL, "")
	pick(&o.Prices, f.Prices, "")
	pick(&o.Output, f.Output, DefaultOutput)
	pick(&o.Browser.Name, f.Browser, "chromium")
	if o.Vision != "" {
		f.Vision = o.Vision
	}
	if o.Workers == 0 {
		o.Workers = max(1, f.Workers)
	}
	if o.Retries < 0 {
		o.Retries = f.Retries
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// known refuses a mistyped choice before anything starts.
func known(vision, browser string) error {
	if !slices.Contains([]string{"", "hybrid", "vision", "text"}, vision) {
		return fmt.Errorf("vision: %q is not known; hybrid, vision and text are", vision)
	}
	if !slices.Contains([]string{"chromium", "firefox", "webkit"}, browser) {
		return fmt.Errorf("browser: %q is not known; chromium, firefox and webkit are", browser)
	}
	return nil
}

// shorten gives the cases the name they have below Root, for reports and the folders of their artifacts.
func (o Options) shorten(cases []*testcases.Case) {
	for _, c := range cases {
		if rel, err := filepath.Rel(o.Root, c.Path); o.Root != "" && err == nil {
			c.Shown = filepath.ToSlash(rel)
		}
	}
}

func lookup(getenv func(string) string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v := getenv(name)
		return v, v != ""
	}
}

// priced refuses a limit in money that could not be kept: without a price
// nothing can be counted, and without max_tokens nothing else stops the run.
func (o Options) priced(m *Models, cases []*testcases.Case) error {
	if m.Choice.Model == Builtin {
		return nil
	}
	names := []string{m.Choice.Model}
	for _, name := range m.File.Roles {
		names = append(names, name)
	}
	for _, name := range names {
		if e, ok := m.Prices.Lookup(name); ok && e.Priced() {
			continue
		}
		if o.SuiteUSD > 0 && o.SuiteTokens == 0 {
			return fmt.Errorf("--max-suite-cost cannot be kept: the model %s has no price; set --max-suite-tokens too, or give its price with --prices", name)
		}
		for _, c := range cases {
			if (c.MaxCost > 0 || o.Limits.CostUSD > 0) && c.MaxTokens == 0 && o.Limits.Tokens == 0 {
				return fmt.Errorf("%s: max_cost cannot be kept: the model %s has no price; set max_tokens too, or give its price with --prices", c.Path, name)
			}
		}
	}
	return nil
}

func (b Browser) title() string {
	switch {
	case b.ConnectCDP != "":
		return "browser at " + b.ConnectCDP
	case b.ConnectServer != "":
		return "browser of a Playwright server"
	case b.Headed:
		return b.Name + " with a window"
	default:
		return b.Name
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// progress is where live lines go: beside the results, so that --json stays clean.
func (o Options) progress() io.Writer {
	if o.JSON {
		return o.Err
	}
	return o.Out
}

// Version is the module's version as Go's build says it.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
