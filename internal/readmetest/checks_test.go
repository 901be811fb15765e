package readmetest_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/language"
)

func TestChecksHaveTheFormsTheirPageSays(t *testing.T) {
	t.Parallel()
	text := read(t, "docs/checks.md")
	shown := map[string]bool{}
	for _, cells := range rows(section(t, text, "## The forms"))[1:] {
		require.Len(t, cells, 3, "%v", cells)
		kind, example := strings.Trim(cells[0], "`"), strings.Trim(cells[2], "`")
		shown[kind] = true
		form, refusal := language.ParseProposition(example)
		if refusal != nil {
			t.Errorf("%s: refused: %s", example, refusal.Reason)
			continue
		}
		if string(form.Kind) != kind {
			t.Errorf("%s: is of the form %s, the page says %s", example, form.Kind, kind)
		}
		if list := language.Split(example); len(list) != 1 || list[0].Kind != language.Check || list[0].Refusal != nil {
			t.Errorf("%s: is no single check as a sentence: %+v", example, list)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\s+\w+ +Kind = "(\w+)"`).FindAllStringSubmatch(read(t, "agent/check/form.go"), -1) {
		require.True(t, shown[m[1]], "the form %s has no example", m[1])
	}
}

func TestWhatCodeDoesNotDecideIsRefused(t *testing.T) {
	t.Parallel()
	for statement := range strings.Lines(marked(t, read(t, "docs/checks.md"), "refused")[0].body) {
		_, refusal := language.ParseProposition(statement)
		require.NotNil(t, refusal, statement)
	}
}
