package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/runner"
	"github.com/verdict-run/verdict/runner/replay"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/testcases"
)

// Records looks at recorded runs without running anything.
type Records struct {
	Dir string // of the records, "" is beside each case
	Out io.Writer
}

// sentencesOf are the sentences of a case as a record holds them.
func sentencesOf(c *testcases.Case) []string {
	var out []string
	for _, s := range language.Split(c.Body) {
		out = append(out, s.Text)
	}
	return out
}

func (r Records) load(file string) (c *testcases.Case, path string, f *replay.File, err error) {
	if c, err = testcases.Load(file); err != nil {
		return nil, "", nil, err
	}
	path = runner.Replays{Dir: r.Dir}.Path(c)
	f, err = replay.Load(path)
	return c, path, f, err
}

// List prints each case with what is recorded for it and what of that is stale.
func (r Records) List(patterns []string) error {
	files, err := testcases.Find(patterns)
	if err != nil {
		return err
	}
	for _, file := range files {
		c, _, f, err := r.load(file)
		switch {
		case errors.Is(err, replay.ErrNone):
			fmt.Fprintf(r.Out, "%s: nothing is recorded\n", file)
			continue
		case err != nil:
			fmt.Fprintf(r.Out, "%s: %v\n", file, err)
			continue
		}
		for i := range f.Runs {
			s := &f.Runs[i]
			fmt.Fprintf(r.Out, "%s: %s, %s%s\n", file, s.Device, count(s.Steps(), "step"), staleness(sentencesOf(c), s))
		}
	}
	return nil
}

// staleness says how text and record differ, "" when they do not.
func staleness(texts []string, s *replay.Section) string {
	a := replay.Align(texts, s.Sentences)
	var parts []string
	if n := len(a.Changed()); n > 0 {
		parts = append(parts, count(n, "sentence")+" new or changed")
	}
	if n := len(a.Gone); n > 0 {
		parts = append(parts, count(n, "recorded sentence")+" gone")
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// Show prints what is recorded for a case.
func (r Records) Show(file string) error {
	_, path, f, err := r.load(file)
	if err != nil {
		return missing(path, err)
	}
	registry, err := Commands()
	if err != nil {
		return err
	}
	fmt.Fprintln(r.Out, path)
	for i := range f.Runs {
		if err := f.Runs[i].Describe(r.Out, registry); err != nil {
			return err
		}
	}
	return nil
}

func missing(path string, err error) error {
	if errors.Is(err, replay.ErrNone) {
		return fmt.Errorf("nothing is recorded: there is no %s (a pass of `verdict run` records it)", path)
	}
	return err
}

// Prune removes records whose case is gone, and from the others the sentences their case no longer has. Dry only says so.
func (r Records) Prune(folders []string, dry bool) error {
	var records []string
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, replay.Suffix) {
				records = append(records, path)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("looking for records: %w", err)
		}
	}
	for _, path := range records {
		if err := r.prune(path, dry); err != nil {
			return err
		}
	}
	return nil
}

func (r Records) prune(path string, dry bool) error {
	file := strings.TrimSuffix(path, replay.Suffix) + ".md"
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		fmt.Fprintf(r.Out, "%s: removed, there is no %s\n", path, filepath.Base(file))
		if dry {
			return nil
		}
		return os.Remove(path)
	}
	c, err := testcases.Load(file)
	if err != nil {
		return err
	}
	f, err := replay.Load(path)
	if err != nil {
		return err
	}
	gone := 0
	for i := range f.Runs {
		gone += f.Runs[i].Prune(sentencesOf(c))
	}
	if gone == 0 {
		return nil
	}
	fmt.Fprintf(r.Out, "%s: %s dropped\n", path, count(gone, "sentence"))
	if dry {
		return nil
	}
	_, err = f.Save(path)
	return err
}

// Explain prints how the recorded steps of a case went in the newest run below output.
func (r Records) Explain(file, output string) error {
	c, path, f, err := r.load(file)
	if err != nil {
		return missing(path, err)
	}
	for i := range f.Runs {
		texts := sentencesOf(c)
		for _, k := range replay.Align(texts, f.Runs[i].Sentences).Changed() {
			fmt.Fprintf(r.Out, "%s: sentence %d is new or was changed since it was recorded: %s\n", f.Runs[i].Device, k+1, texts[k])
		}
	}
	dir, last, err := newest(output, c)
	if err != nil {
		return err
	}
	if last == nil {
		fmt.Fprintf(r.Out, "No run of it is kept below %s.\n", output)
		return nil
	}
	fmt.Fprintf(r.Out, "The newest run of it, %s: %s, %s\n", filepath.Base(dir), last.Result.Verdict, last.Result.Reason)
	if last.Replay == nil || !last.Replay.Used {
		fmt.Fprintln(r.Out, "It did not use a record.")
		return nil
	}
	for _, a := range last.Result.Attempts {
		b := a.Attempt.Base()
		switch {
		case b.Command == "assert":
		case b.Replay == nil:
			fmt.Fprintf(r.Out, "    decided anew: %s\n", b.Instruction)
		case b.Replay.String() == "":
			fmt.Fprintf(r.Out, "%3d as recorded: %s\n", b.Replay.Step, b.Instruction)
		default:
			fmt.Fprintf(r.Out, "%3d %s\n    %s\n", b.Replay.Step, b.Instruction, b.Replay)
		}
	}
	return nil
}

// newest is the newest run below output that holds the case, with its last try; nil when there is none.
func newest(output string, c *testcases.Case) (string, *report.Try, error) {
	runs, err := filepath.Glob(filepath.Join(output, "*", "results.json"))
	if err != nil {
		return "", nil, fmt.Errorf("looking for runs: %w", err)
	}
	slices.Sort(runs)
	for _, path := range slices.Backward(runs) {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", nil, fmt.Errorf("reading a run: %w", err)
		}
		var s report.Suite
		if json.Unmarshal(data, &s) != nil {
			continue // a run of another version
		}
		for i := range s.Cases {
			same := s.Cases[i].File == c.Path || filepath.Base(s.Cases[i].File) == filepath.Base(c.Path) && s.Cases[i].Name == c.Name
			if last := s.Cases[i].Last(); same && last != nil {
				return filepath.Dir(path), last, nil
			}
		}
	}
	return "", nil, nil
}
