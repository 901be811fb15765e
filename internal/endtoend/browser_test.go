package endtoend_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/runner/report"
)

// sample is a case whose end is known.
type sample struct {
	head, body string
	verdict    agent.Verdict
	reason     string // a regular expression
}

func samples() map[string]sample {
	return map[string]sample{
		"true claim":   {"url: /products", `Check that the page shows "12 products".`, agent.Passed, "every check was shown to hold"},
		"false claim":  {"url: /products", `Check that the page shows "99 products".`, agent.Failed, `check 1 does not hold \(Check that the page shows "99 products"\.?\): the page does not show "99 products"`},
		"vague":        {"url: /help", "Sort out the mess in the warehouse.\nCheck that the page shows \"Help\".", agent.Blocked, `cannot follow sentence 1 \(Sort out the mess in the warehouse\.?\)`},
		"no check":     {"url: /products", `Enter "mug" into the "Search products" field.`, agent.Unproven, "no check"},
		"dead host":    {"url: http://127.0.0.1:1/", `Check that the page shows "x".`, agent.Infra, `http://127\.0\.0\.1:1/ did not answer`},
		"alert":        {"url: /x/alert", "Accept the dialog.\nCheck that the page shows \"Below the alert\".", agent.Passed, "every check was shown to hold"},
		"alert unsaid": {"url: /x/alert", "Check that the page shows \"Below the alert\".", agent.Passed, "every check was shown to hold"},
		"question":     {"url: /x/confirm", "Check that the page shows \"Below the question\".", agent.Blocked, `the browser asks "Stay here\?" \(confirm\)`},
		// Whether a page that hangs is the machinery's fault or spent time, it must end.
		"hanging page": {"url: /x/hangs", `Check that the page shows "x".`, agent.OverBudget, "timeout of 3s"},
		"waiting case": {"url: /x/waits", `Check that the page shows "Never".`, agent.OverBudget, "timeout of 3s"},
	}
}

// TestEachVerdictHasItsReasonAndItsExitCode runs suites whose exit code is the first present of 1, 4, 5, 3, 0.
func TestEachVerdictHasItsReasonAndItsExitCode(t *testing.T) {
	shop := site(t, map[string]http.HandlerFunc{
		"/x/hangs":   func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"/x/waits":   page(`<h1>Wait</h1><p id=n></p><script>setInterval(function(){document.getElementById("n").textContent=Date.now()},20)</script>`),
		"/x/confirm": page(`<script>confirm("Stay here?")</script><h1>Below the question</h1>`),
		"/x/alert":   page(`<script>alert("Please read")</script><h1>Below the alert</h1>`),
	})
	for name, c := range map[string]struct {
		cases  []string
		args   []string
		code   int
		atMost time.Duration
	}{
		"a failure of the application outranks the machinery": {cases: []string{"true claim", "false claim", "vague", "no check", "dead host", "alert", "alert unsaid", "question"}, args: []string{"--workers", "2"}, code: 1},
		"the machinery outranks what is blocked":              {cases: []string{"dead host", "vague"}, code: 4},
		"blocked and undecided are no pass":                   {cases: []string{"vague", "no check"}, code: 3},
		"spent time ends a case":                              {cases: []string{"hanging page", "waiting case"}, args: []string{"--timeout", "3s", "--workers", "2"}, code: 5, atMost: 25 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, id := range c.cases {
				s := samples()[id]
				writeCase(t, dir, id+".md", s.head+"\nname: "+id, s.body)
			}
			out := verdict(t, nil, append([]string{"run", dir, "--base-url", shop}, c.args...)...)
			require.Equal(t, c.code, out.code)
			require.Equal(t, c.code, out.suite.ExitCode)
			require.Len(t, out.suite.Cases, len(c.cases))
			for _, k := range out.suite.Cases {
				want, got := samples()[k.Name], k.Last().Result
				require.Equal(t, want.verdict, got.Verdict, "%s: %s", k.Name, got.Reason)
				require.Regexp(t, want.reason, got.Reason, k.Name)
				require.Contains(t, out.stdout, k.Name)
			}
			if c.atMost > 0 {
				require.Less(t, out.took, c.atMost)
			}
			out.wantArtifacts(t)
			wantJUnit(t, filepath.Join(out.dir, "junit.xml"), out.suite)
		})
	}
}

// wantJUnit holds that a junit.xml says the same as the suite.
func wantJUnit(t *testing.T, path string, s report.Suite) {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	var doc struct {
		Suites []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Skipped  int `xml:"skipped,attr"`
			Cases    []struct {
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(raw, &doc))
	require.Len(t, doc.Suites, 1)
	got := doc.Suites[0]
	require.Equal(t, len(s.Cases), got.Tests)
	require.Len(t, got.Cases, len(s.Cases))
	failures, errs, skipped := 0, 0, 0
	for i, c := range s.Cases {
		require.Equal(t, c.Name, got.Cases[i].Name)
		switch c.Verdict {
		case agent.Failed:
			failures++
			require.NotNil(t, got.Cases[i].Failure, c.Name)
		case agent.Blocked, agent.Unproven, agent.Infra, agent.OverBudget:
			errs++
			require.NotNil(t, got.Cases[i].Error, c.Name)
		case agent.Cancelled:
			skipped++
		case agent.Passed:
			require.Nil(t, got.Cases[i].Failure)
			require.Nil(t, got.Cases[i].Error)
		}
	}
	require.Equal(t, [3]int{failures, errs, skipped}, [3]int{got.Failures, got.Errors, got.Skipped})
}

// TestAFlakyCasePassesAndIsCalledFlaky also reads --json and --junit.
func TestAFlakyCasePassesAndIsCalledFlaky(t *testing.T) {
	var mu sync.Mutex
	visits := 0
	shop := site(t, map[string]http.HandlerFunc{
		"/x/flaky": func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			visits++
			page(fmt.Sprintf("<h1>Visit number %d</h1>", visits))(w, r)
		},
	})
	dir := t.TempDir()
	writeCase(t, dir, "flaky.md", "url: /x/flaky\nname: Flaky <&> “quoted”", `Check that the page shows "Visit number 2".`)
	extra := filepath.Join(t.TempDir(), "extra.xml")
	out := verdict(t, nil, "run", dir, "--base-url", shop, "--retries", "2", "--json", "--junit", extra)
	require.Equal(t, 0, out.code)
	require.Len(t, out.suite.Cases, 1)
	k := out.suite.Cases[0]
	require.True(t, k.Flaky)
	require.Len(t, k.Tries, 2)
	require.Equal(t, agent.Failed, k.Tries[0].Result.Verdict)
	require.Equal(t, agent.Passed, k.Verdict)
	var printed report.Suite
	require.NoError(t, json.Unmarshal([]byte(out.stdout), &printed), "standard output is not results.json alone")
	require.Equal(t, out.suite, printed)
	require.Contains(t, out.stderr, "Flaky")
	out.wantArtifacts(t)
	wantJUnit(t, extra, out.suite)

	mu.Lock()
	visits = 0
	mu.Unlock()
	again := verdict(t, nil, "run", dir, "--base-url", shop, "--retries", "1", "--fail-on-flaky")
	require.Equal(t, 1, again.code)
	require.True(t, again.suite.Cases[0].Flaky)
}
