package typetext

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	ordinal = regexp.MustCompile(`(?i)\b(\d{1,2})(st|nd|rd|th)\b`)
	numeric = regexp.MustCompile(`^(\d{1,2})([./-])\s*(\d{1,2})[./-]\s*(\d{4})$`)
	clocks  = regexp.MustCompile(`(?i)^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?$`)
	weeks   = regexp.MustCompile(`(?i)^(?:week\s+(\d{1,2})(?:\s+of)?[\s,]+(\d{4})|(\d{4})[\s,-]+(?:week\s+|w)(\d{1,2}))$`)
	hexes   = regexp.MustCompile(`(?i)^#?([0-9a-f]{3}|[0-9a-f]{6})$`)
)

// named are dates with the month in words; they cannot be misread.
var named = []string{"2 January 2006", "2 Jan 2006", "January 2 2006", "Jan 2 2006", "2006-01-02", "2006/01/02", "2006.01.02", "2006-1-2"}

func tidy(text string) string {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, ",", " ")), " ")
	text = ordinal.ReplaceAllString(text, "$1")
	text = regexp.MustCompile(`(?i)\b(\d{1,2}) of `).ReplaceAllString(text, "$1 ")
	return regexp.MustCompile(`(?i)\bsept\b`).ReplaceAllString(text, "Sep")
}

// date reads a date as people write it. A number form is taken only when it can
// be read in one way: with points the day is first everywhere, with slashes and
// dashes one of both must be above 12 or both the same.
func date(text string) (string, error) {
	text = tidy(text)
	for _, day := range []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"} {
		if rest, ok := cutFold(text, day+" "); ok {
			text = rest
		}
	}
	for _, layout := range named {
		if t, err := time.Parse(layout, title(text)); err == nil {
			return t.Format(time.DateOnly), nil
		}
	}
	m := numeric.FindStringSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%q is no date; write it as YYYY-MM-DD", text)
	}
	a, _ := strconv.Atoi(m[1])
	b, _ := strconv.Atoi(m[3])
	year, _ := strconv.Atoi(m[4])
	switch {
	case m[2] == ".", a > 12, a == b:
		return calendar(text, year, b, a)
	case b > 12:
		return calendar(text, year, a, b)
	}
	return "", fmt.Errorf("%q can be read in two ways; write it as YYYY-MM-DD", text)
}

func calendar(text string, year, month, day int) (string, error) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if month < 1 || month > 12 || t.Day() != day {
		return "", fmt.Errorf("%q is no day of the calendar", text)
	}
	return t.Format(time.DateOnly), nil
}

// clock reads 14:35, 14:35:10, 2:35 pm and 2pm.
func clock(text string) (string, error) {
	m := clocks.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[2] == "" && m[4] == "" {
		return "", fmt.Errorf("%q is no time; write it as HH:MM", text)
	}
	h, _ := strconv.Atoi(m[1])
	half := strings.ToLower(m[4])
	if half != "" && (h < 1 || h > 12) {
		return "", fmt.Errorf("%q is no time; write it as HH:MM", text)
	}
	if half != "" {
		h %= 12
	}
	if half == "p" {
		h += 12
	}
	wire := fmt.Sprintf("%02d:%s", h, m[2])
	if m[2] == "" {
		wire = fmt.Sprintf("%02d:00", h)
	}
	layout := "15:04"
	if m[3] != "" {
		wire, layout = wire+":"+m[3], time.TimeOnly
	}
	if _, err := time.Parse(layout, wire); err != nil {
		return "", fmt.Errorf("%q is no time of the day", text)
	}
	return wire, nil
}

var between = regexp.MustCompile(`(?i)^(.*\d)(?:\s*T\s*|\s+at\s+|,?\s+)(\d{1,2}(?::\d{2}){0,2}\s*(?:[ap]\.?m\.?)?)$`)

func dateTime(text string) (string, error) {
	m := between.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return "", fmt.Errorf("%q is no date and time; write it as YYYY-MM-DDTHH:MM", text)
	}
	d, err := date(m[1])
	if err != nil {
		return "", err
	}
	c, err := clock(m[2])
	if err != nil {
		return "", err
	}
	return d + "T" + c, nil
}

func month(text string) (string, error) {
	text = tidy(text)
	for _, layout := range []string{"2006-01", "2006-1", "January 2006", "Jan 2006", "01/2006", "1/2006", "2006 January"} {
		if t, err := time.Parse(layout, title(text)); err == nil {
			return t.Format("2006-01"), nil
		}
	}
	return "", fmt.Errorf("%q is no month; write it as YYYY-MM", text)
}

func week(text string) (string, error) {
	if m := weeks.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
		n, _ := strconv.Atoi(m[1] + m[4])
		year, _ := strconv.Atoi(m[2] + m[3])
		// 28 December always lies in the last week of its ISO year.
		_, last := time.Date(year, time.December, 28, 0, 0, 0, 0, time.UTC).ISOWeek()
		if n >= 1 && n <= last {
			return fmt.Sprintf("%04d-W%02d", year, n), nil
		}
	}
	return "", fmt.Errorf("%q is no week; write it as YYYY-Www, as in 2026-W07", text)
}

// The basic colours of CSS; everything else is said in hexadecimal.
var colours = map[string]string{
	"black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "grey": "#808080", "white": "#ffffff", "maroon": "#800000",
	"red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff", "magenta": "#ff00ff", "green": "#008000", "lime": "#00ff00",
	"olive": "#808000", "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff", "teal": "#008080", "aqua": "#00ffff",
	"cyan": "#00ffff", "orange": "#ffa500", "pink": "#ffc0cb", "brown": "#a52a2a",
}

func color(text string) (string, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if hex, ok := colours[text]; ok {
		return hex, nil
	}
	m := hexes.FindStringSubmatch(text)
	switch {
	case m == nil:
		return "", fmt.Errorf("%q is no colour; write it as #rrggbb", text)
	case len(m[1]) == 3:
		return fmt.Sprintf("#%c%c%c%c%c%c", m[1][0], m[1][0], m[1][1], m[1][1], m[1][2], m[1][2]), nil
	default:
		return "#" + m[1], nil
	}
}

func slider(text string) (string, error) {
	if f, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
		return strconv.FormatFloat(f, 'f', -1, 64), nil
	}
	return "", errors.New("a slider takes a number")
}

// title writes the words of a date with a capital, as time.Parse wants them.
func title(s string) string {
	words := strings.Fields(strings.ToLower(s))
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

func cutFold(s, prefix string) (string, bool) {
	if len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}
