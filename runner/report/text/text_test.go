package text_test

import (
	"bytes"
	"errors"
	"flag"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/runner/report/reporttest"
	"github.com/verdict-run/verdict/runner/report/text"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestTheSummaryLooksAsAgreed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file  string
		o     text.Options
		cases []int // of the fixture; all when nil
	}{
		"without colour for a pipe":          {"plain.txt", text.Options{ReportPath: ".verdict/runs/x/report.html"}, nil},
		"with colour for a terminal":         {"color.txt", text.Options{Color: true, Width: 120, ReportPath: ".verdict/runs/x/report.html"}, nil},
		"wrapped in a narrow terminal":       {"narrow.txt", text.Options{Width: 60}, nil},
		"of a suite that passed":             {"passed.txt", text.Options{ReportPath: "report.html"}, []int{0}},
		"of a suite that called no model":    {"no-model.txt", text.Options{}, []int{4}},
		"of a suite in which no case was in": {"empty.txt", text.Options{}, []int{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := reporttest.Suite(t, "")
			if c.cases != nil {
				all := s.Cases
				s.Cases = nil
				for _, i := range c.cases {
					s.Cases = append(s.Cases, all[i])
				}
			}
			var b bytes.Buffer
			require.NoError(t, text.Summary(&b, s, c.o))
			reporttest.Golden(t, "testdata/"+c.file, b.Bytes(), *update)
		})
	}
}

func TestPageTextCannotRuleTheTerminal(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, text.Summary(&b, reporttest.Suite(t, ""), text.Options{}))
	l := text.NewLive(&b, text.LiveOptions{Workers: 2})
	run(l, reporttest.Suite(t, ""))
	require.NoError(t, l.Err())
	require.NotRegexp(t, regexp.MustCompile(`[^\P{Cc}\n]|[\x{202A}-\x{202E}]`), b.String())
}

func TestNoLineIsWiderThanAsked(t *testing.T) {
	t.Parallel()
	s := reporttest.Suite(t, "")
	last := s.Cases[1].Tries[0]
	last.Result.Reason = strings.Repeat("漢字", 90) + " and " + strings.Repeat("x", 200)
	s.Cases = []report.Case{{Name: strings.Repeat("very long name ", 20), Verdict: agent.Failed, Tries: []report.Try{{N: 1, Result: last.Result}}}}
	s.Cases[0].Tries[0].Result.Usage = nil
	var b bytes.Buffer
	require.NoError(t, text.Summary(&b, s, text.Options{Width: 80}))
	for line := range strings.SplitSeq(b.String(), "\n") {
		wide := len([]rune(line)) + strings.Count(line, "漢") + strings.Count(line, "字")
		require.LessOrEqual(t, wide, 80, line)
	}
	require.Equal(t, 90, strings.Count(b.String(), "漢"), "nothing of the reason is lost")
}

// run tells a suite as a runner would.
func run(l *text.Live, s report.Suite) {
	for _, c := range s.Cases {
		for _, try := range c.Tries {
			l.CaseStarted(c.Name, try.N)
			for _, a := range try.Result.Attempts {
				l.Step(c.Name, a.Attempt)
			}
			for _, k := range try.Result.Checks {
				l.CheckDone(c.Name, k)
			}
			for _, w := range try.Result.Warnings {
				l.Remark(c.Name, w)
			}
			l.CaseDone(c.Name, try.Result.Verdict, try.Result.Reason, try.Result.Took)
		}
	}
}

func TestLiveLinesLookAsAgreed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		o    text.LiveOptions
	}{
		"words for a pipe":                        {"live-plain.txt", text.LiveOptions{}},
		"symbols and colours for a terminal":      {"live-color.txt", text.LiveOptions{Color: true, Width: 100}},
		"the case before each of several at once": {"live-workers.txt", text.LiveOptions{Workers: 3, Width: 90}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			l := text.NewLive(&b, c.o)
			run(l, reporttest.Suite(t, ""))
			require.NoError(t, l.Err())
			reporttest.Golden(t, "testdata/"+c.file, b.Bytes(), *update)
		})
	}
}

func TestLiveLinesOfSeveralWorkersStayWhole(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	l := text.NewLive(&b, text.LiveOptions{Workers: 8})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				l.Step("a case", &agent.GeneratedStep{AttemptBase: agent.AttemptBase{Instruction: "Click it", Took: time.Millisecond}})
				l.CheckDone("a case", agent.Check{Statement: "it holds", Status: agent.Proven, Evidence: &check.Evidence{}})
			}
		})
	}
	wg.Wait()
	for line := range strings.SplitSeq(strings.TrimSuffix(b.String(), "\n"), "\n") {
		require.Contains(t, []string{"[a case] ok Click it  1 ms", "[a case] holds it holds"}, line)
	}
}

type brokenPipe struct{ writes int }

func (p *brokenPipe) Write([]byte) (int, error) { p.writes++; return 0, errors.New("broken pipe") }

func TestAWriterThatGivesUpIsReportedOnce(t *testing.T) {
	t.Parallel()
	p := &brokenPipe{}
	l := text.NewLive(p, text.LiveOptions{})
	l.CaseStarted("a", 1)
	l.Remark("a", "b")
	require.ErrorContains(t, l.Err(), "broken pipe")
	require.Equal(t, 1, p.writes)
	require.ErrorContains(t, text.Summary(p, report.Suite{}, text.Options{}), "broken pipe")
}
