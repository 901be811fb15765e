package text

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"

	"github.com/verdict-run/verdict/agent"
)

// color is an SGR code.
type color string

const (
	red     color = "31"
	green   color = "32"
	yellow  color = "33"
	magenta color = "35"
	cyan    color = "36"
	bold    color = "1"
	dim     color = "2"
)

// paint colours text, or does not.
type paint struct{ on bool }

func (p paint) in(c color, s string) string {
	if !p.on || strings.TrimSpace(s) == "" {
		return s
	}
	return "\x1b[" + string(c) + "m" + s + "\x1b[0m"
}

// look is how a verdict is shown.
type look struct {
	symbol, label string
	color         color
}

// looks differ by sign and word, never by colour alone.
func looks(v agent.Verdict) look {
	switch v {
	case agent.Passed:
		return look{"✓", "passed", green}
	case agent.Failed:
		return look{"✗", "failed", red}
	case agent.Blocked:
		return look{"■", "blocked", yellow}
	case agent.Unproven:
		return look{"?", "undecided", cyan}
	case agent.Infra:
		return look{"!", "infra", magenta}
	case agent.OverBudget:
		return look{"$", "over budget", yellow}
	case agent.Cancelled:
		return look{"-", "cancelled", dim}
	}
	return look{"?", string(v), yellow}
}

// plain makes one line of a text and drops what a terminal would obey: page
// text is hostile, and an escape sequence in it could rewrite the screen.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// columns is how wide a text is in a terminal's cells.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += cells(r)
	}
	return n
}

func cells(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// cut shortens to n columns.
func cut(s string, n int) string {
	if columns(s) <= n {
		return s
	}
	used, out := 0, []rune{}
	for _, r := range s {
		if used += cells(r); used > n-1 {
			break
		}
		out = append(out, r)
	}
	return string(out) + "…"
}

// pad fills with spaces up to n columns.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-columns(s))) }

// wrap breaks a text into lines of at most n columns at spaces; a word that is longer is broken.
func wrap(s string, n int) []string {
	n = max(n, 10)
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && columns(line)+1+columns(word) > n {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
		for columns(line) > n {
			head := strings.TrimSuffix(cut(line, n+1), "…")
			lines, line = append(lines, head), line[len(head):]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func short(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		d = d.Round(time.Second)
		return fmt.Sprintf("%dm %02ds", int(d.Minutes()), int(d.Seconds())%60)
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%dh %02dm", int(d.Hours()), int(d.Minutes())%60)
}
