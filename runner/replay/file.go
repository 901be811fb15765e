// Package replay records a passed run beside its case and repeats it without a model.
package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/screen"
)

// Version is the format this build writes and reads.
const Version = 1

// Suffix ends the name of a record: "login.md" has "login.replay.yaml".
const Suffix = ".replay.yaml"

// File is the record of one case: a section for each kind of device, shared by all its data rows.
type File struct {
	Version int       `yaml:"version"`
	Runs    []Section `yaml:"runs"`
}

// Section is one passed run.
type Section struct {
	// Device is its kind: "web desktop", "web tablet", "web phone", "android", "ios".
	Device    string     `yaml:"device"`
	Sentences []Sentence `yaml:"sentences"`
}

// Sentence is one sentence of the case as it stood when it was recorded.
type Sentence struct {
	Text string `yaml:"text"`
	// Kind is what a model said the sentence is (action, check, context), as the builtin language could not read it; "" where it could.
	Kind string `yaml:"kind,omitempty"`
	// Check says how the check was proven: "code" by its exact form, "judge" by a model; "" for an action.
	Check string `yaml:"check,omitempty"`
	Steps []Step `yaml:"steps,omitempty"`
}

// Step is one command that succeeded.
type Step struct {
	Do   string         `yaml:"do"`
	With map[string]any `yaml:"with,omitempty"` // its parameters, templates inside
	Page string         `yaml:"page,omitempty"` // where it was taken, see agent.PageOf
	// Targets are the elements it pointed at, in their order.
	Targets []Target `yaml:"targets,omitempty"`
	// Focus is what had the focus when a key was pressed.
	Focus *screen.Fingerprint `yaml:"focus,omitempty"`
	// Brings is what it brought, checked again.
	Brings *agent.Brought `yaml:"brings,omitempty"`
	// Unasked says that no sentence asks for the step; it may be passed over.
	Unasked bool `yaml:"unasked,omitempty"`
	// Ask says why the step cannot be repeated without a model.
	Ask string `yaml:"ask,omitempty"`
}

// Target is one recorded element.
type Target struct {
	Called string             `yaml:"called"` // the description it went by
	Is     screen.Fingerprint `yaml:"is"`
}

// PathFor is where the record of a case file lies: beside it, or in dir.
func PathFor(casePath, dir string) string {
	name := strings.TrimSuffix(casePath, filepath.Ext(casePath)) + Suffix
	if dir != "" {
		return filepath.Join(dir, filepath.Base(name))
	}
	return name
}

// ErrNone says that there is no record.
var ErrNone = errors.New("nothing is recorded")

// FormatError is a record that cannot be read.
type FormatError struct {
	Path string
	Err  error
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: %v (delete it, or record it anew with --update-replays)", e.Path, e.Err)
}

// Unwrap gives the cause.
func (e *FormatError) Unwrap() error { return e.Err }

// Load reads a record; ErrNone when there is none, *FormatError when it cannot be read.
func Load(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("reading a replay: %w", err)
	}
	f, err := Parse(data)
	if err != nil {
		return nil, &FormatError{path, err}
	}
	return f, nil
}

// Parse reads the bytes of a record.
func Parse(data []byte) (*File, error) {
	var head struct {
		Version *int `yaml:"version"`
	}
	if err := yaml.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("it is no YAML: %w", err)
	}
	switch {
	case head.Version == nil:
		return nil, errors.New("it has no version, so it is no replay")
	case *head.Version > Version:
		return nil, fmt.Errorf("it has version %d, made by a newer build; this one reads up to %d", *head.Version, Version)
	case *head.Version < 1:
		return nil, fmt.Errorf("it has version %d, which never was", *head.Version)
	}
	f := &File{}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(f); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return f, f.check()
}

// check refuses what no recording writes.
func (f *File) check() error {
	seen := map[string]bool{}
	for _, s := range f.Runs {
		switch {
		case s.Device == "":
			return errors.New(`a run does not say what device it was recorded on ("device")`)
		case seen[s.Device]:
			return fmt.Errorf("there are two runs on %q", s.Device)
		}
		seen[s.Device] = true
		for i, sentence := range s.Sentences {
			if sentence.Text == "" {
				return fmt.Errorf("sentence %d of %q has no text", i+1, s.Device)
			}
			for k, step := range sentence.Steps {
				if step.Do == "" {
					return fmt.Errorf("step %d of the sentence %q says no command (\"do\")", k+1, sentence.Text)
				}
			}
		}
	}
	return nil
}

const head = "# A recorded run, replayed without a model. Written by verdict; review it like code.\n"

// Bytes is the record as it is written.
func (f *File) Bytes() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(head)
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := errors.Join(enc.Encode(f), enc.Close()); err != nil {
		return nil, fmt.Errorf("writing a replay: %w", err)
	}
	return b.Bytes(), nil
}

// Save writes the record, whole or not at all; one that would not change is left alone.
func (f *File) Save(path string) (changed bool, err error) {
	data, err := f.Bytes()
	if err != nil {
		return false, err
	}
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, fmt.Errorf("writing a replay: %w", err)
	}
	part := path + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return false, fmt.Errorf("writing a replay: %w", err)
	}
	if err := os.Rename(part, path); err != nil {
		return false, errors.Join(fmt.Errorf("writing a replay: %w", err), os.Remove(part))
	}
	return true, nil
}

// Section is the run recorded on a kind of device, nil when there is none.
func (f *File) Section(device string) *Section {
	if f == nil {
		return nil
	}
	for i := range f.Runs {
		if f.Runs[i].Device == device {
			return &f.Runs[i]
		}
	}
	return nil
}

// Put sets the run of its kind of device. Steps that say the same as before stay as they were, so that a diff shows only what changed.
func (f *File) Put(s Section) {
	f.Version = Version
	old := f.Section(s.Device)
	if old == nil {
		f.Runs = append(f.Runs, s)
		return
	}
	for i := range s.Sentences {
		for k := range old.Sentences {
			if sameText(s.Sentences[i].Text, old.Sentences[k].Text) {
				s.Sentences[i].keep(old.Sentences[k])
			}
		}
	}
	*old = s
}
