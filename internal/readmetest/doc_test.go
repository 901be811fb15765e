// Package readmetest_test runs what the README says and holds the documents to the code.
package readmetest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var root = filepath.Join("..", "..")

// block is a fenced block of a document, with the marker comment above it:
// <!-- test: NAME REST -->.
type block struct {
	line       int
	lang, body string
	test, rest string
}

// read answers a document of the repository.
func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	require.NoError(t, err)
	return string(data)
}

// blocks are the fenced blocks of a document.
func blocks(text string) []block {
	var out []block
	var open *block
	test, rest := "", ""
	for i, line := range strings.Split(text, "\n") {
		lang, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open != nil:
			out, open = append(out, *open), nil
		case fence:
			open = &block{line: i + 1, lang: lang, test: test, rest: rest}
			test, rest = "", ""
		case open != nil:
			open.body += line + "\n"
		case strings.HasPrefix(line, "<!-- test: "):
			mark := strings.TrimSuffix(strings.TrimPrefix(line, "<!-- test: "), " -->")
			test, rest, _ = strings.Cut(mark, " ")
		}
	}
	return out
}

// marked are the blocks with a marker; there must be one.
func marked(t *testing.T, text, test string) []block {
	t.Helper()
	var out []block
	for _, b := range blocks(text) {
		if b.test == test {
			out = append(out, b)
		}
	}
	require.NotEmpty(t, out, "no block is marked %q", test)
	return out
}

// prose is a document without its fenced blocks.
func prose(text string) string {
	var out []string
	inside := false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "```") {
			inside = !inside
			continue
		}
		if !inside {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// rows are the cells of the tables in a text, code marks and emphasis dropped.
func rows(text string) [][]string {
	var out [][]string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		out = append(out, cells)
	}
	return out
}

// section is what stands below a heading, up to the next one of its level.
func section(t *testing.T, text, heading string) string {
	t.Helper()
	_, after, ok := strings.Cut("\n"+text, "\n"+heading+"\n")
	require.True(t, ok, "no heading %q", heading)
	level := strings.SplitN(heading, " ", 2)[0] + " "
	if i := strings.Index(after, "\n"+level); i >= 0 {
		after = after[:i]
	}
	return after
}

// documents are the README, the change log and the pages of docs.
func documents(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	out := []string{"README.md", "CHANGELOG.md"}
	for _, p := range pages {
		out = append(out, "docs/"+filepath.Base(p))
	}
	return out
}
