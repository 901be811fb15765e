package readmetest_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/model"
	"github.com/verdict-run/verdict/internal/cli"
	"github.com/verdict-run/verdict/internal/config"
	"github.com/verdict-run/verdict/internal/demoapp"
	"github.com/verdict-run/verdict/runner/cost"
	"github.com/verdict-run/verdict/testcases"
)

// verdict runs the command line as a user would, without a key in the environment.
func verdict(ctx context.Context, args ...string) (code int, out string) {
	var b bytes.Buffer
	code = cli.Run(ctx, args, cli.IO{In: strings.NewReader(""), Out: &b, Err: &b, Getenv: environment, Width: 100})
	return code, b.String()
}

// environment has no key, and is that of CI: nothing is recorded beside the cases of this repository.
func environment(name string) string {
	if name == "CI" {
		return "1"
	}
	return ""
}

// words splits a command line of a shell that only knows single and double quotes.
func words(line string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`'([^']*)'|"([^"]*)"|(\S+)`).FindAllStringSubmatch(line, -1) {
		out = append(out, m[1]+m[2]+m[3])
	}
	return out
}

// calls are the calls of the binary in a text: arguments only.
func calls(text string) [][]string {
	var out [][]string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimPrefix(strings.TrimSpace(line), "- run: ")
		if rest, ok := strings.CutPrefix(line, "bin/verdict "); ok {
			rest, _, _ = strings.Cut(rest, " #")
			out = append(out, words(rest))
		}
	}
	return out
}

func TestCommandsAndFlagsExist(t *testing.T) {
	t.Parallel()
	flag := regexp.MustCompile(`--[a-z][a-z-]+`)
	_, help := verdict(t.Context(), "--help")
	var known strings.Builder
	for _, name := range []string{"run", "demo", "demo-app", "lint", "list", "doctor", "replay", "export"} {
		require.Contains(t, help, "\n  "+name+" ")
		code, out := verdict(t.Context(), name, "--help")
		require.Zero(t, code, out)
		known.WriteString(out)
	}
	for _, doc := range []string{"README.md", "docs/design.md", "docs/checks.md", "docs/configuration.md", "docs/case-format.md", "docs/replay.md", "docs/export.md", "CHANGELOG.md"} {
		text := read(t, doc)
		for _, name := range flag.FindAllString(text, -1) {
			if !regexp.MustCompile(regexp.QuoteMeta(name) + `[ ,\n]`).MatchString(known.String()) {
				t.Errorf("%s: no command has the flag %s", doc, name)
			}
		}
		for _, m := range regexp.MustCompile("`(?:bin/)?verdict ([a-z-]+)").FindAllStringSubmatch(text, -1) {
			if !strings.Contains(help, "\n  "+m[1]+" ") {
				t.Errorf("%s: there is no command %s", doc, m[1])
			}
		}
		for _, b := range blocks(text) {
			for _, args := range calls(b.body) {
				// With --help all flags are read and nothing is done.
				if code, out := verdict(t.Context(), append(args, "--help")...); code != 0 {
					t.Errorf("%s: verdict %v: %s", doc, args, out)
				}
			}
		}
	}
}

func TestSnippetsThatNeedNoBrowserRun(t *testing.T) {
	t.Parallel()
	for _, args := range calls(marked(t, read(t, "README.md"), "flags")[0].body) {
		switch args[0] {
		case "demo-app", "list":
			for i := range args {
				args[i] = strings.Replace(args[i], "testcases/", filepath.Join(root, "testcases")+"/", 1)
			}
			code, out := verdict(t.Context(), args...)
			require.Zero(t, code, out)
			require.NotEmpty(t, out)
		}
	}
}

func TestVerdictsAndExitCodes(t *testing.T) {
	t.Parallel()
	var got, want []string
	for _, cells := range rows(section(t, read(t, "README.md"), "## Verdicts and exit codes"))[1:] {
		got = append(got, strings.Trim(cells[0], "`")+" "+cells[2])
	}
	for _, v := range agent.Verdicts() {
		want = append(want, fmt.Sprintf("%s %d", v, v.ExitCode()))
	}
	require.ElementsMatch(t, want, got)
}

func TestCasesAreRead(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, doc := range documents(t) {
		for _, b := range blocks(read(t, doc)) {
			if b.lang != "markdown" {
				continue
			}
			seen++
			c, err := testcases.Parse(fmt.Sprintf("%s-%d.md", doc, b.line), []byte(b.body))
			require.NoError(t, err)
			_, err = c.Rows()
			require.NoError(t, err)
			noRefusal(t, doc, c.Body)
		}
	}
	require.GreaterOrEqual(t, seen, 3)
}

func noRefusal(t *testing.T, doc, body string) {
	t.Helper()
	for _, s := range language.Split(body) {
		if s.Refusal != nil || s.Step == nil {
			t.Errorf("%s: the builtin model cannot follow %q: %+v", doc, s.Text, s.Refusal)
		}
	}
}

func TestTheBuiltinModelFollowsItsExamples(t *testing.T) {
	t.Parallel()
	for _, b := range marked(t, read(t, "README.md"), "builtin") {
		noRefusal(t, "README.md", b.body)
	}
}

func TestTheBuiltinModelRefuses(t *testing.T) {
	t.Parallel()
	for _, b := range marked(t, read(t, "README.md"), "refused") {
		sentences := language.Split(b.body)
		require.Len(t, sentences, strings.Count(b.body, "\n"))
		for _, s := range sentences {
			if s.Refusal == nil || s.Refusal.Hint == "" {
				t.Errorf("%q is not refused with a hint", s.Text)
			}
		}
	}
}

func TestConfigurationsAreRead(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{"README.md", "docs/configuration.md"} {
		for _, b := range marked(t, read(t, doc), "config") {
			path := filepath.Join(t.TempDir(), config.Name)
			require.NoError(t, os.WriteFile(path, []byte(b.body), 0o644))
			_, err := config.Load(path)
			require.NoError(t, err, doc)
		}
	}
}

func TestEverySettingIsDescribed(t *testing.T) {
	t.Parallel()
	text := section(t, read(t, "docs/configuration.md"), "# Configuration")
	described := map[string]bool{}
	for _, cells := range rows(text)[1:] {
		for name := range strings.SplitSeq(strings.ReplaceAll(cells[0], "`", ""), ", ") {
			described[name] = true
		}
	}
	settings := reflect.TypeFor[config.File]()
	for i := range settings.NumField() {
		name := settings.Field(i).Tag.Get("yaml")
		require.True(t, described[name], "docs/configuration.md does not describe %s", name)
		delete(described, name)
	}
	require.Empty(t, described, "docs/configuration.md describes what is no setting")
}

func TestPricesAreRead(t *testing.T) {
	t.Parallel()
	prices, err := cost.Default()
	require.NoError(t, err)
	require.NoError(t, prices.Override(strings.NewReader(marked(t, read(t, "docs/configuration.md"), "prices")[0].body)))
	for _, name := range []string{"our-model", "our-model-large"} {
		_, priced := prices.Price(name, model.Usage{Input: 1})
		require.True(t, priced, name)
	}
}

func TestWorkflowIsYAML(t *testing.T) {
	t.Parallel()
	var v any
	require.NoError(t, yaml.Unmarshal([]byte(marked(t, read(t, "README.md"), "ci")[0].body), &v))
}

// TestTheFirstTest does what the README tells a newcomer: write the case, run
// it, then spoil a check and see it fail. It is all of this package that takes a browser.
func TestTheFirstTest(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a browser")
	}
	handler, err := demoapp.New(demoapp.Config{})
	require.NoError(t, err)
	shop := httptest.NewServer(handler)
	defer shop.Close()
	text := read(t, "README.md")
	file, lines := marked(t, text, "file")[0], calls(marked(t, text, "run")[0].body)
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll(filepath.Dir(file.rest), 0o755))
	require.NoError(t, os.WriteFile(file.rest, []byte(file.body), 0o644))
	for _, args := range lines {
		code, out := verdict(t.Context(), at(shop.URL, args)...)
		require.Zero(t, code, out)
	}
	for _, row := range rows(section(t, text, "## Artifacts"))[1:] {
		if strings.Contains(row[1], "when asked for") {
			continue
		}
		for name := range strings.SplitSeq(strings.ReplaceAll(row[0], "`", ""), ", ") {
			pattern := strings.Replace(name, "<case>", "*", 1)
			if strings.Contains(row[0], "<case>") && !strings.Contains(pattern, "/") {
				pattern = "*/" + pattern
			}
			found, err := filepath.Glob(filepath.Join(".verdict", "runs", "*", pattern))
			require.NoError(t, err)
			require.NotEmpty(t, found, "no artifact %s", name)
		}
	}
	spoilt := strings.Replace(file.body, "Welcome back", "Farewell", 1)
	require.NotEqual(t, file.body, spoilt)
	require.NoError(t, os.WriteFile(file.rest, []byte(spoilt), 0o644))
	code, out := verdict(t.Context(), at(shop.URL, lines[len(lines)-1])...)
	require.Equal(t, 1, code, out)
	require.Contains(t, out, "failed")
}

// at puts the address of the shop that is served for the test into a call.
func at(url string, args []string) []string {
	out := append([]string(nil), args...)
	for i := range out {
		out[i] = strings.Replace(out[i], "http://127.0.0.1:8080", url, 1)
	}
	return out
}
