package check

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// compareText compares an actual text with the value of a form; ok is false when the comparison itself is impossible.
func compareText(f Form, actual string, exact bool) (holds bool, why string) {
	switch f.Op {
	case Equals:
		return screen.SameText(actual, f.Value, exact), ""
	case Contains:
		return screen.MatchText(actual, f.Value, screen.TextOptions{Exact: exact, Part: f.Part}), ""
	case Starts:
		return affix(actual, f.Value, exact, strings.HasPrefix), ""
	case Ends:
		return affix(actual, f.Value, exact, strings.HasSuffix), ""
	case Matches:
		re, err := regexp.Compile(f.Value)
		if err != nil {
			return false, fmt.Sprintf("%q is no regular expression: %v", f.Value, err)
		}
		return re.MatchString(actual), ""
	case Less, AtMost, More, AtLeast:
		a, ok := screen.ParseNumber(actual)
		if !ok {
			return false, fmt.Sprintf("%q is not one number", cut(actual))
		}
		want := f.Number
		if f.Value != "" {
			if want, ok = screen.ParseNumber(f.Value); !ok {
				return false, fmt.Sprintf("%q is not one number", cut(f.Value))
			}
		}
		return compareNumber(f.Op, a, want), ""
	}
	return false, fmt.Sprintf("there is no comparison %q", f.Op)
}

func affix(actual, want string, exact bool, has func(string, string) bool) bool {
	a, w := strings.Join(strings.Fields(actual), " "), strings.Join(strings.Fields(want), " ")
	if !exact {
		a, w = strings.ToLower(a), strings.ToLower(w)
	}
	return w != "" && has(a, w)
}

// compareNumber compares a with b; equality forgives the rounding of decimal fractions.
func compareNumber(op Op, a, b float64) bool {
	same := math.Abs(a-b) <= 1e-9*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
	switch op {
	case Less:
		return a < b && !same
	case AtMost:
		return a < b || same
	case More:
		return a > b && !same
	case AtLeast:
		return a > b || same
	}
	return same
}

// expected is the right side of a comparison in words.
func expected(op Op, want string) string {
	switch op {
	case Contains:
		return "contains " + strconv.Quote(want)
	case Starts:
		return "starts with " + strconv.Quote(want)
	case Ends:
		return "ends with " + strconv.Quote(want)
	case Matches:
		return "matches /" + want + "/"
	case Less, AtMost, More, AtLeast:
		return string(op) + " " + want
	}
	return strconv.Quote(want)
}

func figure(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// cut shortens a text for a sentence, on a character boundary.
func cut(s string) string {
	const most = 120
	count := 0
	for at := range s {
		if count == most {
			return s[:at] + "…"
		}
		count++
	}
	return s
}
