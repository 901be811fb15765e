// Package junit writes junit.xml in the form of the xunit plugin's junit-10.xsd.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
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
	Name      string     `xml:"name,attr"`
	Tests     int        `xml:"tests,attr"`
	Failures  int        `xml:"failures,attr"`
	Errors    int        `xml:"errors,attr"`
	Skipped   int        `xml:"skipped,attr"`
	Time      string     `xml:"time,attr"`
	Timestamp string     `xml:"timestamp,attr"`
	Cases     []testcase `xml:"testcase"`
}

type testcase struct {
	Name      string   `xml:"name,attr"`
	Classname string   `xml:"classname,attr"`
	Time      string   `xml:"time,attr"`
	Skipped   *message `xml:"skipped,omitempty"`
	Error     *message `xml:"error,omitempty"`
	Failure   *message `xml:"failure,omitempty"`
	SystemOut string   `xml:"system-out,omitempty"`
}

type message struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// Write writes one test suite: a failed case is a failure; blocked, undecided,
// infra and over_budget are errors; a cancelled one is skipped.
func Write(w io.Writer, s report.Suite) error {
	one := suite{Name: "verdict", Tests: len(s.Cases), Time: seconds(s.Took), Timestamp: s.Started.UTC().Format("2006-01-02T15:04:05")}
	for _, c := range s.Cases {
		t := testcase{Name: clean(c.Name), Classname: clean(strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(c.File), ".md"), "/", "."))}
		last := c.Last()
		if last == nil {
			continue
		}
		t.Time = seconds(last.Result.Took)
		m := &message{Message: clean(last.Result.Reason), Type: string(c.Verdict), Text: clean(steps(last.Result))}
		switch c.Verdict {
		case agent.Failed:
			t.Failure = m
			one.Failures++
		case agent.Blocked, agent.Unproven, agent.Infra, agent.OverBudget:
			t.Error = m
			one.Errors++
		case agent.Cancelled:
			t.Skipped = &message{Message: m.Message, Type: m.Type}
			one.Skipped++
		case agent.Passed:
		}
		t.SystemOut = clean(output(s, c))
		one.Cases = append(one.Cases, t)
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
	_, err := io.WriteString(w, "\n")
	return err
}

func output(s report.Suite, c report.Case) string {
	text := fmt.Sprintf("verdict: %s\nreport: report.html#%s\n", c.Verdict, c.ID)
	if c.Flaky {
		text += fmt.Sprintf("flaky: passed on try %d of %d\n", len(c.Tries), s.Retries+1)
	}
	return text
}

// steps are the attempts in plain words.
func steps(r agent.ExecutionResult) string {
	var b strings.Builder
	for _, a := range r.Attempts {
		switch step := a.Attempt.(type) {
		case *agent.GeneratedStep:
			fmt.Fprintf(&b, "%d. %s\n", step.N, step.Instruction)
		case *agent.FailedStep:
			fmt.Fprintf(&b, "%d. %s: FAILED: %s\n", step.N, step.Instruction, step.Error)
		}
	}
	return b.String()
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// clean drops what XML 1.0 cannot hold.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 {
			return r
		}
		return -1
	}, s)
}
