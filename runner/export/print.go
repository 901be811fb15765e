package export

import (
	"fmt"
	"strings"
)

// lines collects indented source.
type lines struct {
	b      strings.Builder
	indent string
	depth  int
}

func (l *lines) add(format string, args ...any) {
	l.b.WriteString(strings.Repeat(l.indent, l.depth))
	fmt.Fprintf(&l.b, format+"\n", args...)
}

func (l *lines) open(format string, args ...any) {
	l.add(format, args...)
	l.depth++
}

func (l *lines) close(s string) {
	l.depth--
	l.add("%s", s)
}

func (l *lines) String() string { return l.b.String() }

// uses says whether a test goes to other tabs, and whether it answers dialogs.
func uses(t *Test) (switches, answers bool) {
	for _, b := range t.Blocks {
		walk(b.Actions, func(a Action) {
			switch a.(type) {
			case Opens, SwitchTab:
				switches = true
			case Answers, Answered:
				answers = true
			}
		})
	}
	return switches, answers
}

// stores reports that a test keeps or compares something under a name.
func stores(t *Test) (yes bool) {
	for _, b := range t.Blocks {
		walk(b.Actions, func(a Action) {
			switch a.(type) {
			case Read, Equal:
				yes = true
			}
		})
	}
	return yes
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// marks are the signs in a document that a field is required or invalid.
func marks(state string) string {
	if state == "required" {
		return `[required], [aria-required="true"]`
	}
	return `[aria-invalid="true"], :user-invalid`
}

func textAssertion(m Mode) string {
	if m == Whole {
		return "toHaveText"
	}
	return "toContainText"
}

// helper is source at the end of a test.
type helper struct {
	name   string
	needs  []string
	source string
}
