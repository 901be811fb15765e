package readmetest_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// anchors are the places of a document that a link may name, spelled as forges do.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(prose(text), -1) {
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
				return r
			}
			return -1
		}, strings.ToLower(m[1]))
		out[slug] = true
	}
	return out
}

func TestLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	for _, doc := range documents(t) {
		text := read(t, doc)
		for _, m := range link.FindAllStringSubmatch(prose(text), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			to := doc
			if file != "" {
				to = path.Join(path.Dir(doc), file)
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(to))); err != nil {
				t.Errorf("%s: the link %s leads nowhere", doc, m[1])
				continue
			}
			if anchor != "" && !anchors(read(t, to))[anchor] {
				t.Errorf("%s: %s has no heading for #%s", doc, to, anchor)
			}
		}
	}
}

var makeTarget = regexp.MustCompile("(?m)(?:`|^|run: )make ([a-z -]+?)(?:`| #|$)")

func TestMakeTargetsExist(t *testing.T) {
	t.Parallel()
	makefile := read(t, "Makefile")
	for _, doc := range documents(t) {
		for _, m := range makeTarget.FindAllStringSubmatch(read(t, doc), -1) {
			for name := range strings.FieldsSeq(m[1]) {
				if !strings.Contains(makefile, "\n"+name+":") {
					t.Errorf("%s: there is no make %s", doc, name)
				}
			}
		}
	}
}

func TestTheLayoutIsThere(t *testing.T) {
	t.Parallel()
	folder := regexp.MustCompile(`([a-z]+(?:/[a-z]+)*)/(?: |$)`)
	body := blocks(section(t, read(t, "README.md"), "## Project layout"))[0].body
	parent := ""
	for line := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
		below := strings.HasPrefix(line, " ")
		for i, m := range folder.FindAllStringSubmatch(line, -1) {
			if !below && i == 0 {
				parent = m[1]
			}
			_, top := os.Stat(filepath.Join(root, m[1]))
			_, inner := os.Stat(filepath.Join(root, parent, m[1]))
			require.True(t, top == nil && !below || inner == nil && below, "the folder %s of %q is not there", m[1], line)
		}
	}
}
