package app_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/schema"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/tools"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
	executionfinished "github.com/verdict-run/verdict/tools/execution-finished"
	"github.com/verdict-run/verdict/tools/wait"
)

var update = flag.Bool("update", false, "write the golden files anew")

func registry(t *testing.T) *commands.Registry {
	t.Helper()
	r, err := app.Commands()
	require.NoError(t, err)
	return r
}

type nothing struct{}

func (nothing) Take(d time.Duration) time.Duration { return d }
func (nothing) Return(time.Duration)               {}
func (nothing) Ask(context.Context, []askuser.Question) ([]askuser.Answer, error) {
	return nil, nil
}

func definitions(t *testing.T) []tools.Definition {
	t.Helper()
	w, err := wait.New(wait.Config{Limiter: nothing{}})
	require.NoError(t, err)
	a, err := askuser.New(nothing{})
	require.NoError(t, err)
	f, err := executionfinished.New(func(context.Context, bool, string) (string, error) { return "", nil })
	require.NoError(t, err)
	return []tools.Definition{w.Definition(), a.Definition(), f.Definition()}
}

// folder is where a command of that name lives.
func folder(name string) string { return filepath.Join("..", "..", "commands", name) }

func TestEveryCommandSaysAllThatIsNeededOfIt(t *testing.T) {
	t.Parallel()
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, e := range registry(t).All() {
		s := e.Spec()
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			require.Regexp(t, kebab, s.Name)
			require.NotEmpty(t, s.Title)
			require.NotEmpty(t, s.Description)
			require.LessOrEqual(t, len([]rune(s.Description)), 400)
			require.NotContains(t, s.Description, "\n")
			require.NotEmpty(t, s.Icon)
			require.NotEmpty(t, s.Badge)
			for _, file := range []string{"spec.go", "execution.go", "tool.go", "description.md"} {
				require.FileExists(t, filepath.Join(folder(s.Name), file))
			}
			_, err := e.Schema().Resolve(nil)
			require.NoError(t, err)
			empty, err := e.Decode(json.RawMessage("{}"))
			if err == nil {
				require.NotEmpty(t, e.Instruction(empty))
			}
			require.NotEmpty(t, e.Instruction(empty), "also of arguments that were refused")
			require.Equal(t, s.Title, e.Instruction("no parameters at all"))
		})
	}
}

func TestEverySchemaIsAsItWasAgreed(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, path string, s *jsonschema.Schema) {
		t.Helper()
		got, err := json.MarshalIndent(s, "", "  ")
		require.NoError(t, err)
		golden(t, path, string(got)+"\n")
	}
	for _, e := range registry(t).All() {
		check(t, filepath.Join(folder(e.Spec().Name), "testdata", "schema.json"), e.Schema())
	}
	for _, d := range definitions(t) {
		check(t, filepath.Join("..", "..", "tools", d.Name, "testdata", "schema.json"), d.Schema)
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update")
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not up to date; run the test with -update\n%s", path, diff)
	}
}

// A model is sent all definitions with every turn.
func TestAllDefinitionsTogetherFitTheBudget(t *testing.T) {
	t.Parallel()
	const budget = 2500 // tokens of four characters
	total := 0
	count := func(name, description string, s *jsonschema.Schema) {
		raw, err := schema.Compact(s)
		require.NoError(t, err)
		n := len(name) + len([]rune(description)) + len(raw)
		total += n
		t.Logf("%-20s %5d characters, %d of them schema", name, n, len(raw))
	}
	for _, e := range registry(t).All() {
		count(e.Spec().Name, e.Spec().Description, commands.WithSentence(e.Schema()))
	}
	for _, d := range definitions(t) {
		count(d.Name, d.Description, d.Schema)
	}
	t.Logf("in all %d characters, %d tokens of %d", total, (total+3)/4, budget)
	require.LessOrEqual(t, total, 4*budget)
}

func TestAnUnknownCommandIsCalledSo(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Unknown command", registry(t).Instruction("teleport", json.RawMessage(`{"to":"Mars"}`)))
}

func TestOnlyWhatADeviceCanDoIsOffered(t *testing.T) {
	t.Parallel()
	names := func(d *platform.Device) []string {
		var out []string
		for _, e := range registry(t).For(d) {
			out = append(out, e.Spec().Name)
		}
		return out
	}
	bare := names(&platform.Device{})
	want := []string{"click", "type", "press", "hover", "drag", "scroll", "read", "assert"}
	if diff := cmp.Diff(want, bare); diff != "" {
		t.Error(diff)
	}
	require.False(t, slices.Contains(bare, "app"))
}

func TestDocsNameEveryCommand(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# Commands\n\nGenerated from the registry by internal/app; do not edit. Write it anew with `go test ./internal/app -update`.\n\n")
	b.WriteString("A command is one recorded step. A name in **bold** must be given. A target is always a description of the element;\n")
	b.WriteString("`number` (of the element list) or `point` (of the picture) picks one. Text may hold `{{name}}` of a stored value.\n\n")
	b.WriteString("| command | parameters | what it does |\n|---|---|---|\n")
	for _, e := range registry(t).All() {
		s := e.Spec()
		fmt.Fprintf(&b, "| %s `%s` | %s | %s%s |\n", s.Icon, s.Name, parameters(e.Schema()), cell(s.Description), only(s))
	}
	b.WriteString("\n## Tools\n\nTools are no commands: they are not recorded as steps.\n\n| tool | parameters | what it does |\n|---|---|---|\n")
	for _, d := range definitions(t) {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", d.Name, parameters(d.Schema), cell(d.Description))
	}
	golden(t, filepath.Join("..", "..", "docs", "commands.md"), b.String())
}

func only(s commands.Spec) string {
	if s.Available == nil {
		return ""
	}
	return " *Only where the device can.*"
}

func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

func parameters(s *jsonschema.Schema) string {
	var out []string
	for _, name := range s.PropertyOrder {
		p := s.Properties[name]
		text := "`" + name + "`"
		if slices.Contains(s.Required, name) {
			text = "**" + text + "**"
		}
		var values []string
		for _, v := range p.Enum {
			values = append(values, fmt.Sprint(v))
		}
		if len(values) > 0 {
			text += ": " + strings.Join(values, ", ")
		} else if p.Description != "" {
			text += ": " + cell(p.Description)
		}
		out = append(out, text)
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, "; ")
}
