package commands

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// Fold makes two spellings of a caption equal: letter case, composed accents and runs of white space.
func Fold(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFC.String(s)), " "))
}

// SameValue compares a value that was put in with what stands there now. It is
// the same when only letter case and separators differ, which reformatted
// says. A changed number ("1.5" kept as "15"), a lost sign and a changed
// e-mail address are not the same.
func SameValue(want, got string) (same, reformatted bool) {
	want, got = norm.NFC.String(want), norm.NFC.String(got)
	switch {
	case want == got:
		return true, false
	case spaced(want) == spaced(got), cut(spaced(want), spaced(got)):
		return true, false
	case strings.Contains(want, "@"):
		return Fold(want) == Fold(got), true
	case negative(want) != negative(got):
		return false, false
	}
	if a, err := strconv.ParseFloat(strings.TrimSpace(want), 64); err == nil {
		if b, ok := number(got); ok {
			return a == b || grouped.MatchString(strings.TrimSpace(got)) && bare(want) == bare(got), true
		}
	}
	w := bare(want)
	return w != "" && w == bare(got), true
}

// spaced folds white space, as drivers do with the values they read.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// cut says that a driver read a long value only in part (screen.Node.Value holds 2,000 characters).
func cut(want, got string) bool {
	const most = 1990
	return len(utf16.Encode([]rune(got))) >= most && strings.HasPrefix(want, got)
}

// grouped is a whole number with points between the thousands: "1.234" of 1234, but never of 1.234.
var grouped = regexp.MustCompile(`^[1-9]\d{0,2}(\.\d{3})+$`)

// number reads what a page makes of a number: "1,234.50 €" is 1234.5. Of "1,234" it cannot tell.
func number(s string) (float64, bool) {
	s = strings.TrimFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && r != '-' && r != '.' && r != ',' })
	if strings.Contains(s, ",") && !strings.Contains(s, ".") {
		return 0, false
	}
	if strings.LastIndex(s, ",") > strings.LastIndex(s, ".") {
		s = strings.NewReplacer(".", "", ",", ".").Replace(s)
	}
	f, err := strconv.ParseFloat(strings.NewReplacer(",", "", " ", "", "\u00a0", "", "\u202f", "").Replace(s), 64)
	return f, err == nil
}

func negative(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" {
		return false
	}
	minus := strings.HasPrefix(s, "-") || strings.HasPrefix(s, "\u2212") || strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")")
	return minus && bare(s) != "" && strings.TrimLeft(bare(s), "0123456789") == ""
}

// bare is a text without separators and letter case.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-–—\u2212/.,:;()'’_+|", r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}
