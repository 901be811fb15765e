package endtoend_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/agent/model/modeltest"
	"github.com/verdict-run/verdict/testcases"
)

const key = "sk-end-to-end-0123456789"

var (
	lineOf     = regexp.MustCompile(`(?m)^(\d+) ([AC]\??|-) (.+)$`)
	toDo       = regexp.MustCompile(`(?m)^Actions done: .*; to do: ([^.]*)\.$`)
	openChecks = regexp.MustCompile(`(?m)^Checks: .*?open ([0-9, -]+)`)
	failed     = regexp.MustCompile(`(?m)^Checks: .*disproven`)

	entering   = regexp.MustCompile(`^(?:Enter|Set the) (.+?) (?:into the|field to) (.+?)(?: field)?\.?$`)
	setting    = regexp.MustCompile(`^Set the (".+?" field) to (.+?)\.?$`)
	clicking   = regexp.MustCompile(`^Click the (".+?" \w+)\.?$`)
	navigating = regexp.MustCompile(`^Navigate to "(.+?)"\.?$`)
)

// ruleModel is a model of a few rules behind the wire: it reads the prompt as
// it came, and answers the lowest sentence that is still open.
func ruleModel(_ int, r modeltest.WireRequest) modeltest.Answer {
	if slices.Contains(r.Tools, "kinds") || slices.Contains(r.Tools, "judgement") {
		return modeltest.SendStatus(http.StatusTeapot) // every sentence of the examples has an exact form
	}
	sentences := map[int]string{}
	for _, m := range lineOf.FindAllStringSubmatch(r.Text, -1) {
		n, _ := strconv.Atoi(m[1])
		if sentences[n] == "" {
			sentences[n] = m[3]
		}
	}
	actions, checks := ranges(toDo, r.Text), ranges(openChecks, r.Text)
	switch {
	case len(checks) > 0 && (len(actions) == 0 || checks[0] < actions[0]):
		return modeltest.SendCall("assert", map[string]any{"sentence": checks[0], "checks": checks[:1]})
	case failed.MatchString(r.Text):
		return modeltest.SendCall("execution-finished", map[string]any{"success": false, "reasoning": "A check does not hold."})
	case len(actions) == 0:
		return modeltest.SendCall("execution-finished", map[string]any{"success": true, "reasoning": "All is done."})
	}
	n := actions[0]
	s := sentences[n]
	if m := setting.FindStringSubmatch(s); m != nil {
		return modeltest.SendCall("type", map[string]any{"sentence": n, "target": m[1], "text": strings.Trim(m[2], `"`)})
	}
	if m := entering.FindStringSubmatch(s); m != nil {
		return modeltest.SendCall("type", map[string]any{"sentence": n, "target": m[2] + " field", "text": strings.Trim(m[1], `"`)})
	}
	if m := clicking.FindStringSubmatch(s); m != nil {
		return modeltest.SendCall("click", map[string]any{"sentence": n, "target": m[1]})
	}
	if m := navigating.FindStringSubmatch(s); m != nil {
		return modeltest.SendCall("navigate", map[string]any{"sentence": n, "url": m[1]})
	}
	return modeltest.SendText("I know no rule for: " + s)
}

// ranges reads "2, 4-6" as the expression's first group.
func ranges(in *regexp.Regexp, text string) []int {
	m := in.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	var out []int
	for part := range strings.SplitSeq(m[1], ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		from, err := strconv.Atoi(first)
		if err != nil {
			continue
		}
		to := from
		if isRange {
			to, _ = strconv.Atoi(last)
		}
		for n := from; n <= to; n++ {
			out = append(out, n)
		}
	}
	return out
}

// examples unpacks some of the example cases.
func examples(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		raw, err := testcases.Examples.ReadFile("examples/" + name + ".md")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".md"), raw, 0o600))
	}
	return dir
}

// TestTheExamplesPassThroughAModelOverTheWire sends the same cases through an OpenAI-shaped endpoint.
func TestTheExamplesPassThroughAModelOverTheWire(t *testing.T) {
	env := map[string]string{"OPENAI_API_KEY": key}
	server := modeltest.NewServerFunc(t, ruleModel)
	t.Run("a shop without defects", func(t *testing.T) {
		shop := site(t, nil)
		dir := examples(t, "login-success", "cart-total", "product-search", "promo-code")
		out := verdict(t, env, "run", dir, "--base-url", shop, "--endpoint", server.URL, "--model", "gpt-5.2", "--workers", "2", "--max-cost", "1")
		require.Len(t, out.suite.Cases, 4)
		for _, k := range out.suite.Cases {
			r := k.Last().Result
			require.Equal(t, agent.Passed, k.Verdict, "%s: %s", k.Name, r.Reason)
			require.NotEmpty(t, r.Usage)
			require.NotNil(t, r.CostUSD)
			require.Positive(t, *r.CostUSD)
			require.Equal(t, r.Turns*1000, r.Usage[0].Usage.Input, "every call is counted")
		}
		require.Equal(t, 0, out.code)
		require.Equal(t, "gpt-5.2", out.suite.Decider)
		out.wantArtifacts(t)
		require.NotContains(t, out.stdout, "$0.00\n")
		out.wantNowhere(t, key)
		out.wantNowhere(t, "demo-pass-1")
		for _, call := range server.Calls() {
			require.Equal(t, "Bearer "+key, call.Header.Get("Authorization"))
			require.NotContains(t, string(call.Body), "demo-pass-1", "a secret was sent to the model")
		}
	})
	t.Run("a shop with the defect", func(t *testing.T) {
		shop := site(t, nil, "search-ignored")
		out := verdict(t, env, "run", examples(t, "product-search"), "--base-url", shop, "--endpoint", server.URL, "--model", "gpt-5.2")
		require.Equal(t, agent.Failed, out.only(t).Verdict, out.only(t).Reason)
		require.Contains(t, out.only(t).Reason, "2 products")
		require.Equal(t, 1, out.code)
	})
}

// wantNowhere holds that a text stands in no file and no output of the run.
func (o outcome) wantNowhere(t *testing.T, secret string) {
	t.Helper()
	require.NotContains(t, o.stdout+o.stderr, secret)
	require.NoError(t, filepath.WalkDir(o.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if i := bytes.Index(raw, []byte(secret)); i >= 0 {
			t.Errorf("%s holds %q: …%s…", filepath.Base(path), secret, raw[max(0, i-150):min(len(raw), i+80)])
		}
		return err
	}))
}

// TestAModelThatCannotBeReached tells a wrong key from a service that is down.
func TestAModelThatCannotBeReached(t *testing.T) {
	shop := site(t, nil)
	dir := t.TempDir()
	writeCase(t, dir, "case.md", "url: /products", `Check that the page shows "12 products".`)
	env := map[string]string{"OPENAI_API_KEY": key}
	for name, c := range map[string]struct {
		answer modeltest.Answer
		code   int
		says   string
	}{
		"a refused key starts nothing":      {modeltest.SendUnauthorized(key), 2, "401"},
		"an unknown model starts nothing":   {modeltest.SendNoModel("gpt-5.2"), 2, "does not exist"},
		"a service that is down is infra":   {modeltest.SendStatus(http.StatusInternalServerError), 4, "500"},
		"a purse that is empty ends a case": {modeltest.Answer{Usage: &model.Usage{Input: 2_000_000, Output: 1}, Text: "hm"}, 5, "0.5"},
	} {
		t.Run(name, func(t *testing.T) {
			server := modeltest.NewServer(t, c.answer)
			out := verdict(t, env, "run", dir, "--base-url", shop, "--endpoint", server.URL, "--model", "gpt-5.2", "--max-cost", "0.5")
			require.Equal(t, c.code, out.code)
			require.Contains(t, out.stdout+out.stderr, c.says)
			require.NotContains(t, out.stdout+out.stderr, key)
			require.Less(t, out.took, 40*time.Second)
			if c.code != 2 {
				out.wantArtifacts(t)
			}
		})
	}
}

// TestASuiteStopsWhenItsPurseIsEmpty: the cases after the one that spent it are not started, and the report says so.
func TestASuiteStopsWhenItsPurseIsEmpty(t *testing.T) {
	shop := site(t, nil)
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		writeCase(t, dir, name+".md", "url: /products", `Check that the page shows "12 products".`)
	}
	server := modeltest.NewServer(t, modeltest.Answer{Usage: &model.Usage{Input: 2_000_000, Output: 1}, Text: "hm"})
	out := verdict(t, map[string]string{"OPENAI_API_KEY": key}, "run", dir, "--base-url", shop, "--endpoint", server.URL, "--model", "gpt-5.2", "--max-suite-cost", "0.5")
	require.Equal(t, 5, out.code, out.stdout+out.stderr)
	require.Len(t, out.suite.Cases, 3)
	for i, c := range out.suite.Cases {
		require.Equal(t, agent.OverBudget, c.Verdict)
		require.Equal(t, i > 0, strings.Contains(c.Last().Result.Reason, "this case was not started"), c.Last().Result.Reason)
	}
	require.Contains(t, out.stdout, "the limit of the suite is $0.5000")
	require.FileExists(t, filepath.Join(out.dir, "report.html"))
	out = verdict(t, map[string]string{"OPENAI_API_KEY": key}, "run", dir, "--base-url", shop, "--endpoint", server.URL, "--model", "nobody-knows", "--max-suite-cost", "0.5")
	require.Equal(t, 2, out.code)
	require.Contains(t, out.stderr, "--max-suite-cost cannot be kept")
}
