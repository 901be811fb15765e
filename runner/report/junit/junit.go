// Package junit writes junit.xml in the form of the Jenkins xunit plugin's junit-10.xsd.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/report"
)

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Time     string   `xml:"time,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name       string     `xml:"name,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Skipped    int        `xml:"skipped,attr"`
	Time       string     `xml:"time,attr"`
	Timestamp  string     `xml:"timestamp,attr"`
	ID         string     `xml:"id,attr,omitempty"`
	Properties []property `xml:"properties>property"`
	Cases      []testcase `xml:"testcase"`
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// testcase has the message of the try that counts and, below other names, those of earlier tries.
type testcase struct {
	Name          string    `xml:"name,attr"`
	Classname     string    `xml:"classname,attr"`
	Time          string    `xml:"time,attr"`
	Skipped       *message  `xml:"skipped"`
	Error         *message  `xml:"error"`
	Failure       *message  `xml:"failure"`
	RerunFailures []message `xml:"rerunFailure"`
	RerunErrors   []message `xml:"rerunError"`
	FlakyFailures []message `xml:"flakyFailure"`
	FlakyErrors   []message `xml:"flakyError"`
	SystemOut     *output   `xml:"system-out"`
}

type message struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",cdata"`
}

// output is CDATA, so that people can read the file too.
type output struct {
	Text string `xml:",cdata"`
}

// Write writes one test suite. A failed case is a failure; blocked, undecided,
// infra and over_budget are errors; a cancelled one is skipped. The earlier
// tries of a case that passed in the end are flaky failures or errors, those of any other are reruns.
func Write(w io.Writer, s report.Suite) error {
	one := suite{Name: "verdict", Tests: len(s.Cases), Time: seconds(s.Took), Timestamp: s.Started.UTC().Format("2006-01-02T15:04:05"), ID: clean(s.ID)}
	flaky := 0
	for _, c := range s.Cases {
		t := newCase(s, c)
		if c.Flaky {
			flaky++
		}
		switch {
		case t.Failure != nil:
			one.Failures++
		case t.Error != nil:
			one.Errors++
		case t.Skipped != nil:
			one.Skipped++
		}
		one.Cases = append(one.Cases, t)
	}
	for _, p := range []property{
		{"verdict.version", s.Version}, {"verdict.decider", s.Decider}, {"verdict.decider_reason", s.Why}, {"verdict.device", s.Device},
		{"verdict.flaky", fmt.Sprint(flaky)}, {"verdict.exit_code", fmt.Sprint(s.ExitCode)}, {"verdict.report", page(s)},
	} {
		if p.Value = clean(p.Value); p.Value != "" {
			one.Properties = append(one.Properties, p)
		}
	}
	all := suites{Name: "verdict", Time: one.Time, Tests: one.Tests, Failures: one.Failures, Errors: one.Errors, Suites: []suite{one}}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("writing junit.xml: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return fmt.Errorf("writing junit.xml: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("writing junit.xml: %w", err)
	}
	return nil
}

func newCase(s report.Suite, c report.Case) testcase {
	t := testcase{Name: clean(c.Name), Classname: classname(c.File), Time: seconds(0)}
	last := c.Last()
	if last == nil {
		t.Skipped = &message{Message: "the case was not run", Type: string(agent.Cancelled)}
		return t
	}
	t.Time = seconds(last.Result.Took)
	m := newMessage(last.Result)
	switch c.Verdict {
	case agent.Failed:
		t.Failure = &m
	case agent.Blocked, agent.Unproven, agent.Infra, agent.OverBudget:
		t.Error = &m
	case agent.Cancelled:
		t.Skipped = &message{Message: m.Message, Type: m.Type}
	case agent.Passed:
	}
	for _, try := range c.Tries[:len(c.Tries)-1] {
		m, failed := newMessage(try.Result), try.Result.Verdict == agent.Failed
		switch {
		case c.Verdict == agent.Passed && failed:
			t.FlakyFailures = append(t.FlakyFailures, m)
		case c.Verdict == agent.Passed:
			t.FlakyErrors = append(t.FlakyErrors, m)
		case failed:
			t.RerunFailures = append(t.RerunFailures, m)
		default:
			t.RerunErrors = append(t.RerunErrors, m)
		}
	}
	t.SystemOut = &output{clean(said(s, c))}
	return t
}

// newMessage is why a try did not pass: its reason, the sentence that is about and the two sides where there are two.
func newMessage(r agent.ExecutionResult) message {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Verdict, r.Reason)
	for _, s := range r.Sentences {
		if s.N == r.Sentence {
			fmt.Fprintf(&b, "sentence %d: %s\n", s.N, s.Text)
		}
	}
	for _, c := range r.Checks {
		if e := c.Evidence; c.N == r.Sentence && e != nil && e.Expected != e.Actual {
			fmt.Fprintf(&b, "expected: %s\n", e.Expected)
			if e.Actual != "" {
				fmt.Fprintf(&b, "actual: %s\n", e.Actual)
			}
		}
	}
	if n := len(r.Attempts); n > 0 {
		if f, ok := r.Attempts[n-1].Attempt.(*agent.FailedStep); ok && f.Hint != "" {
			fmt.Fprintf(&b, "hint: %s\n", f.Hint)
		}
	}
	return message{Message: clean(r.Reason), Type: string(r.Verdict), Text: clean(b.String())}
}

// said is where to look, and the steps in plain words.
func said(s report.Suite, c report.Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, "verdict: %s\nreport: %s#%s\n", c.Verdict, page(s), c.ID)
	if c.Flaky {
		fmt.Fprintf(&b, "flaky: passed on try %d of at most %d\n", len(c.Tries), s.Retries+1)
	}
	last := c.Last()
	if last.Folder != "" {
		fmt.Fprintf(&b, "files: %s\n", path.Join(filepath.ToSlash(s.Dir), last.Folder))
	}
	for _, a := range last.Result.Attempts {
		switch step := a.Attempt.(type) {
		case *agent.GeneratedStep:
			fmt.Fprintf(&b, "%d. %s\n", step.N, step.Instruction)
		case *agent.FailedStep:
			fmt.Fprintf(&b, "%d. %s: FAILED: %s\n", step.N, step.Instruction, step.Error)
		}
	}
	return b.String()
}

func page(s report.Suite) string { return path.Join(filepath.ToSlash(s.Dir), "report.html") }

func classname(file string) string {
	name := strings.Trim(strings.TrimSuffix(filepath.ToSlash(file), ".md"), "/.")
	return clean(strings.ReplaceAll(name, "/", "."))
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// clean drops what XML 1.0 cannot hold, and what it can but a log viewer would obey: control characters and marks that turn the direction of text.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n':
			return r
		case r < 0x20 || r >= 0x7F && r <= 0x9F || r >= 0xD800 && r <= 0xDFFF || r == 0xFFFE || r == 0xFFFF || r == '\uFFFD', r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, s)
}
