package runner

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/runner/event"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/testcases"
)

// try runs one case once and writes its files.
func (s *suite) try(ctx context.Context, c *testcases.Case, n int) (report.Try, error) {
	folder, err := s.Dir.Try(c.ID, n)
	if err != nil {
		return report.Try{}, err
	}
	out := report.Try{N: n, Folder: folder.Rel}
	store := memory.New()
	if err := c.Seed(store); err != nil {
		return out, err
	}
	started := time.Now()
	device, err := s.Installer.Install(ctx, c.Spec(filepath.Join(folder.Path, "downloads")))
	if err != nil {
		out.Result = gaveUp(ctx, store.Mask(err.Error()), started)
		return out, s.write(folder, out.Result)
	}
	result, err := s.use(ctx, c, n, device, store, folder, &out)
	if err != nil {
		return out, err
	}
	out.Result = *result
	if err := s.write(folder, *result); err != nil {
		return out, err
	}
	out.Result = result.Lean()
	return out, nil
}

// use executes a case on a device and closes it, whatever happens: one of a phone farm costs until then.
func (s *suite) use(ctx context.Context, c *testcases.Case, n int, device *platform.Device, store *memory.Store, folder *artifact.Folder, out *report.Try) (result *agent.ExecutionResult, err error) {
	defer func() {
		closing, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), 10*time.Second, errors.New("closing the device took too long"))
		defer cancel()
		out.Downloads = downloads(closing, device, folder)
		if device.Report != nil && result != nil {
			s.warn(c, "the verdict could not be reported to where the device is", device.Report(closing, result.Verdict == agent.Passed, result.Reason))
		}
		if closeErr := device.Close(closing); closeErr != nil {
			s.Log.Warn("the device did not close cleanly", "case", c.ID, "error", store.Mask(closeErr.Error()))
		}
	}()
	return s.execute(ctx, c, n, device, store, folder, out)
}

// execute runs the agent on an installed device, filmed and traced when that was asked for.
func (s *suite) execute(ctx context.Context, c *testcases.Case, n int, device *platform.Device, store *memory.Store, folder *artifact.Folder, out *report.Try) (*agent.ExecutionResult, error) {
	brain, err := s.Brain(device, store)
	if err != nil {
		return nil, err
	}
	record, err := s.recall(ctx, c, device)
	if err != nil {
		return nil, err
	}
	s.repeat(&brain, record, store)
	decider := &gate{Decider: brain.Decider, report: s.cannotStart}
	stopFilm := s.film(ctx, c, device, store, folder, out)
	defer stopFilm()
	cfg := agent.Config{
		Name: c.Name, Body: c.Body, StartURL: c.URL, Device: device, Decider: decider, Commands: s.Commands, Memory: store,
		Classifier: brain.Classifier, Judge: brain.Judge, SecondJudge: brain.SecondJudge, Grounder: brain.Grounder, Reader: brain.Reader,
		Limits: s.limits(c), Purse: s.Purse, Price: brain.Price, Prefix: brain.Prefix, AllowURL: allow(c),
		UploadDirs: []string{c.UploadFolder()}, Baselines: s.baselines(ctx, c, device), Pictures: pictures{folder, c, s.Seen}, Log: s.Log,
		Progress: func(e agent.Event) { s.forward(c, n, e) },
	}
	if s.Asker != nil {
		cfg.Asker = s.Asker(c)
	}
	result, err := agent.Run(ctx, cfg)
	if err != nil {
		return nil, err
	}
	out.Replay = s.learn(c, record, result, store)
	return result, nil
}

// pictures keeps a case's pictures in its folder and shows each to whoever watches.
type pictures struct {
	*artifact.Folder
	of   *testcases.Case
	seen func(*testcases.Case, platform.Image)
}

// Put stores one picture.
func (p pictures) Put(name string, image platform.Image) (string, error) {
	if p.seen != nil {
		p.seen(p.of, image)
	}
	return p.Folder.Put(name, image)
}

// forward turns what the agent tells into events of the suite.
func (s *suite) forward(c *testcases.Case, n int, e agent.Event) {
	out := event.Event{Time: time.Now(), Kind: string(e.Kind), Case: c.Name, ID: c.ID, Try: n, Turn: e.Turn, Text: e.Text}
	switch {
	case e.Attempt != nil:
		out.Data = agent.AttemptJSON{Attempt: e.Attempt}
	case e.Check != nil:
		out.Data = *e.Check
	}
	s.Events.Emit(out)
}

// limits are the case's, tightened by the command line's.
func (s *suite) limits(c *testcases.Case) agent.Limits {
	l := agent.Limits{Turns: c.MaxSteps, Time: c.Timeout, Tokens: c.MaxTokens, CostUSD: c.MaxCost}
	if m := s.Limits.Turns; m > 0 {
		l.Turns = m
	}
	if m := s.Limits.Time; m > 0 {
		l.Time = m
	}
	if m := s.Limits.Tokens; m > 0 {
		l.Tokens = m
	}
	if m := s.Limits.CostUSD; m > 0 {
		l.CostUSD = m
	}
	return l
}

// allow says no to addresses a case may not visit; the driver holds the page itself to the same.
func allow(c *testcases.Case) func(string) error {
	origins := platform.NewOrigins(c.Origins())
	return func(address string) error {
		if err := origins.Check(address); err != nil {
			return fmt.Errorf("%w; allowed_origins says where the case may go", err)
		}
		return nil
	}
}

// write leaves the files of one try: the lean result with its steps, the
// conversation, and the final picture under its name.
func (s *suite) write(folder *artifact.Folder, r agent.ExecutionResult) error {
	conversation := map[string]any{"prefix": r.Prefix, "turns": r.Conversation}
	return errors.Join(folder.WriteJSON("steps.json", r.Lean()), folder.WriteJSON("conversation.json", conversation))
}

// gaveUp is the result of a case whose device could not be had.
func gaveUp(ctx context.Context, why string, started time.Time) agent.ExecutionResult {
	f := agent.Facts{Infra: "the device could not be started: " + why}
	if ctx.Err() != nil {
		f = agent.Facts{Cancelled: "the run was cancelled"}
	}
	verdict, reason := agent.Decide(f)
	return agent.ExecutionResult{Verdict: verdict, Reason: reason, FinishReason: agent.FinishError, Started: started, Took: time.Since(started)}
}

func downloads(ctx context.Context, d *platform.Device, folder *artifact.Folder) []string {
	if d.Downloads == nil {
		return nil
	}
	list, err := d.Downloads.Downloads(ctx)
	if err != nil {
		return nil // a device that has gone tells nothing more
	}
	var names []string
	for _, one := range list {
		if rel, err := filepath.Rel(folder.Path, one.Path); err == nil && one.Err == "" {
			names = append(names, filepath.ToSlash(rel))
		}
	}
	return names
}

// film starts video and trace when they were asked for; with secrets in the
// case neither is made, as both show the page as it is.
func (s *suite) film(ctx context.Context, c *testcases.Case, d *platform.Device, store *memory.Store, folder *artifact.Folder, out *report.Try) (stop func()) {
	var stops []func(context.Context)
	if (s.Video || s.Trace) && len(c.Secrets()) > 0 {
		s.Log.Warn("no video and no trace of a case with secrets", "case", c.ID)
		return func() {}
	}
	if s.Video && d.Video != nil {
		if err := d.Video.Start(ctx, filepath.Join(folder.Path, "video.mp4")); err != nil {
			s.Log.Warn("no video", "case", c.ID, "error", err)
		} else {
			out.Video = "video.mp4"
			stops = append(stops, func(ctx context.Context) { s.warn(c, "the video is incomplete", d.Video.Stop(ctx)) })
		}
	}
	if s.Trace && d.Trace != nil {
		if err := d.Trace.StartTrace(ctx); err != nil {
			s.Log.Warn("no trace", "case", c.ID, "error", err)
		} else {
			out.Trace = "trace.zip"
			stops = append(stops, func(ctx context.Context) {
				s.warn(c, "the trace is incomplete", d.Trace.StopTrace(ctx, filepath.Join(folder.Path, "trace.zip")))
			})
		}
	}
	return func() {
		ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), 20*time.Second, errors.New("ending the recording took too long"))
		defer cancel()
		for _, f := range stops {
			f(ctx)
		}
	}
}

func (s *suite) warn(c *testcases.Case, text string, err error) {
	if err != nil {
		s.Log.Warn(text, "case", c.ID, "error", err)
	}
}
