// Package export writes a recorded run as a test that the stock Playwright runs.
package export

import (
	"errors"
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/runner/replay"
	"github.com/verdict-run/verdict/testcases"
)

// Options say what is written.
type Options struct {
	// Device is the section of the record, "" the only one.
	Device string
	// SkipUnsupported writes a remark for what has no counterpart, not a step that fails.
	SkipUnsupported bool
	// WithoutSetup leaves out of Go what starts the browser and what the tests of a package share.
	WithoutSetup bool
	// Package is the name of the Go package, "e2e_test" when empty.
	Package string
}

// Test is one case with typed actions, the same for all languages.
type Test struct {
	Name, URL     string
	Width, Height int
	// Values are the variables of the case; Rows, one set a data row, come on top.
	Values []Value
	Rows   [][]Value
	Blocks []Block
}

// Value is a variable: a literal, or what an environment variable holds.
type Value struct {
	Name string
	Text Text
	Env  string // the whole of it, for secrets
}

// Block is one sentence of the case.
type Block struct {
	Text    string
	Actions []Action
}

// Lost is a sentence, or a part of one, that has no counterpart.
type Lost struct{ Sentence, Reason string }

// String is one line.
func (l Lost) String() string { return fmt.Sprintf("%q: %s", l.Sentence, l.Reason) }

// New reads case and record into a test. What has no counterpart stands in it as Unsupported.
func New(c *testcases.Case, f *replay.File, o Options) (*Test, error) {
	s, err := section(f, o.Device)
	if err != nil {
		return nil, err
	}
	if c.Platform != testcases.Web {
		return nil, fmt.Errorf("the case is for %s, and Playwright drives browsers only", c.Platform)
	}
	t := &Test{Name: c.Name, URL: c.URL, Width: c.Viewport.W, Height: c.Viewport.H}
	var lost []string
	t.Values, lost = values(append(append(testcases.Values{}, c.Credentials...), c.Variables...), 0)
	if c.Data.File != "" {
		lost = append(lost, "its data rows stand in a file of their own")
	}
	for i, row := range c.Data.Rows {
		vs, more := values(row.Values, i+1)
		t.Rows, lost = append(t.Rows, vs), append(lost, more...)
	}
	lost = append(lost, unsetup(c)...)
	for _, why := range lost {
		t.Blocks = append(t.Blocks, Block{"before the first sentence", []Action{Unsupported{why}}})
	}
	t.Blocks = append(t.Blocks, blocks(c, s)...)
	return t, nil
}

func section(f *replay.File, device string) (*replay.Section, error) {
	var names []string
	for i := range f.Runs {
		names = append(names, fmt.Sprintf("%q", f.Runs[i].Device))
	}
	switch {
	case device != "":
		if s := f.Section(device); s != nil {
			return s, nil
		}
		return nil, fmt.Errorf("nothing is recorded on %q, only on %s", device, strings.Join(names, ", "))
	case len(f.Runs) == 0:
		return nil, errors.New("the record is empty")
	case len(f.Runs) > 1:
		return nil, fmt.Errorf("runs are recorded on %s: say which with --on", strings.Join(names, ", "))
	}
	return &f.Runs[0], nil
}

// unsetup says what the case asks of its browser that the test does not set up.
func unsetup(c *testcases.Case) []string {
	var out []string
	for _, key := range []string{
		"emulate", "scale", "locale", "timezone", "geolocation", "color_scheme", "permissions", "storage_state", "cookies", "headers", "http_credentials",
	} {
		if c.Given(key) {
			out = append(out, "its "+key+" is not set up here")
		}
	}
	return out
}

// Lost lists what the test cannot do.
func (t *Test) Lost() []Lost {
	var out []Lost
	for _, b := range t.Blocks {
		walk(b.Actions, func(a Action) {
			if u, ok := a.(Unsupported); ok {
				out = append(out, Lost{b.Text, u.Reason})
			}
		})
	}
	return out
}

// walk visits the actions and what stands in them.
func walk(as []Action, visit func(Action)) {
	for _, a := range as {
		visit(a)
		if inner, ok := a.(inside); ok {
			walk(inner.actions(), visit)
		}
	}
}
