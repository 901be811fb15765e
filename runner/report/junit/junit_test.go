package junit_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/report"
	"github.com/verdict-run/verdict/runner/report/junit"
	"github.com/verdict-run/verdict/runner/report/reporttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func schema(t *testing.T) xsd {
	t.Helper()
	data, err := os.ReadFile("testdata/junit-10.xsd")
	require.NoError(t, err)
	var s xsd
	require.NoError(t, xml.Unmarshal(data, &s))
	require.Len(t, s.Elements, 14)
	return s
}

func write(t *testing.T, s report.Suite) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, junit.Write(&b, s))
	return b.Bytes()
}

func suite(t *testing.T) report.Suite {
	t.Helper()
	return reporttest.Suite(t, "")
}

func TestASuiteOfAllVerdictsIsWritten(t *testing.T) {
	t.Parallel()
	got := write(t, suite(t))
	require.Empty(t, schema(t).validate(got))
	reporttest.Golden(t, "testdata/suite.xml", got, *update)
}

func TestEveryVerdictHasItsElement(t *testing.T) {
	t.Parallel()
	for _, v := range agent.Verdicts() {
		t.Run(string(v), func(t *testing.T) {
			t.Parallel()
			r := agent.ExecutionResult{Verdict: v, Reason: "because"}
			got := write(t, report.Suite{Cases: []report.Case{{Name: "one", File: "a/b.md", Verdict: v, Tries: []report.Try{{N: 1, Result: r}}}}})
			require.Empty(t, schema(t).validate(got))
			want := map[agent.Verdict]string{agent.Failed: "<failure ", agent.Blocked: "<error ", agent.Unproven: "<error ", agent.Infra: "<error ", agent.OverBudget: "<error ", agent.Cancelled: "<skipped "}[v]
			for _, element := range []string{"<failure ", "<error ", "<skipped "} {
				require.Equal(t, element == want, strings.Contains(string(got), element), element)
			}
		})
	}
}

func TestEarlierTriesKeepTheirPlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verdicts []agent.Verdict
		want     []string
	}{
		"what failed and then passed is a flaky failure":    {[]agent.Verdict{agent.Failed, agent.Passed}, []string{"<flakyFailure "}},
		"what was blocked and then passed is a flaky error": {[]agent.Verdict{agent.Blocked, agent.Passed}, []string{"<flakyError "}},
		"what failed twice has a failure and a rerun":       {[]agent.Verdict{agent.Failed, agent.Failed}, []string{"<failure ", "<rerunFailure "}},
		"what broke and then failed has an error as rerun":  {[]agent.Verdict{agent.Infra, agent.Failed}, []string{"<failure ", "<rerunError "}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one := report.Case{Name: "one", File: "one.md", Verdict: c.verdicts[len(c.verdicts)-1], Flaky: c.verdicts[len(c.verdicts)-1] == agent.Passed}
			for i, v := range c.verdicts {
				one.Tries = append(one.Tries, report.Try{N: i + 1, Result: agent.ExecutionResult{Verdict: v, Reason: "because"}})
			}
			got := write(t, report.Suite{Cases: []report.Case{one}})
			require.Empty(t, schema(t).validate(got))
			for _, element := range []string{"<failure ", "<flakyFailure ", "<flakyError ", "<rerunFailure ", "<rerunError "} {
				require.Equal(t, strings.Contains(strings.Join(c.want, ""), element), strings.Contains(string(got), element), element)
			}
		})
	}
}

func TestNoControlCharacterIsWritten(t *testing.T) {
	t.Parallel()
	for _, r := range string(write(t, suite(t))) {
		require.False(t, unicode.IsControl(r) && r != '\n' || r == unicode.ReplacementChar || r == 0x202E, "%U", r)
	}
}

func TestACaseWithoutATryIsSkipped(t *testing.T) {
	t.Parallel()
	got := write(t, report.Suite{Cases: []report.Case{{Name: "one", File: "one.md", Verdict: agent.Cancelled}}})
	require.Empty(t, schema(t).validate(got))
	require.Contains(t, string(got), `skipped="1"`)
}

func TestASuiteWithoutCasesIsValid(t *testing.T) {
	t.Parallel()
	require.Empty(t, schema(t).validate(write(t, report.Suite{})))
}

func TestTheSchemaCheckFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	const head = `<testsuites><testsuite name="a" tests="1" failures="0" errors="0">`
	for name, c := range map[string]struct{ document, want string }{
		"a missing attribute":        {`<testsuites><testsuite name="a"/></testsuites>`, "lacks the attribute tests"},
		"an unknown attribute":       {head + `<testcase name="a" colour="red"/></testsuite></testsuites>`, "unknown attribute colour"},
		"an element in no place":     {head + `<failure/></testsuite></testsuites>`, "does not allow"},
		"elements in wrong order":    {head + `<testcase name="a"><rerunError type="x"><system-out/><stackTrace/></rerunError></testcase></testsuite></testsuites>`, "does not allow"},
		"a time that is none":        {`<testsuites time="soon"/>`, "is no SUREFIRE_TIME"},
		"text where only tags stand": {head + `text</testsuite></testsuites>`, "has text"},
		"another root":               {`<report/>`, "no element report"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, strings.Join(schema(t).validate([]byte(c.document)), "\n"), c.want)
		})
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestAWriterThatGivesUpIsReported(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, junit.Write(brokenPipe{}, report.Suite{}), "writing junit.xml: broken pipe")
}
