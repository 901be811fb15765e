package language

import (
	"strconv"
	"strings"
)

var numberWords = map[string]int{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}

var ordinals = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
	"eighth": 8, "ninth": 9, "tenth": 10, "last": -1, "final": -1, "topmost": 1, "penultimate": -2}

// ordinal reads "third", "3rd", "#3".
func ordinal(low string) (int, bool) {
	if n, ok := ordinals[low]; ok {
		return n, true
	}
	if rest, ok := strings.CutPrefix(low, "#"); ok {
		n, err := strconv.Atoi(rest)
		return n, err == nil && n > 0
	}
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		if rest, ok := strings.CutSuffix(low, suffix); ok {
			n, err := strconv.Atoi(rest)
			return n, err == nil && n > 0
		}
	}
	return 0, false
}

// count reads a whole number, in digits or as a word.
func count(t token) (int, bool) {
	if t.kind != word && t.kind != quoted {
		return 0, false
	}
	if n, ok := numberWords[t.low]; ok {
		return n, true
	}
	s := strings.ReplaceAll(t.text, ",", "")
	if strings.Contains(t.text, ",") {
		if f, ok := number(t.text); !ok || f != float64(int(f)) {
			return 0, false
		}
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n < 1e9
}

// spaces are thousand separators which are no comma and no full stop.
var spaces = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "")

// number reads a number with currency, percent sign and thousand separators.
func number(text string) (float64, bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return 0, false
	}
	s := strings.TrimSpace(text)
	negative := false
	if r, ok := strings.CutPrefix(s, "-"); ok {
		s, negative = r, true
	} else if r, ok := strings.CutPrefix(s, "−"); ok {
		s, negative = r, true
	}
	for _, sign := range []string{"$", "€", "£", "¥", "₹", "US$", "USD", "EUR", "GBP", "CHF", "%", "°"} {
		s = strings.TrimSpace(strings.TrimPrefix(s, sign))
		s = strings.TrimSpace(strings.TrimSuffix(s, sign))
	}
	s = spaces.Replace(s)
	comma, dot := strings.LastIndex(s, ","), strings.LastIndex(s, ".")
	switch {
	case comma >= 0 && dot > comma:
		s = strings.ReplaceAll(s, ",", "")
	case dot >= 0 && comma > dot:
		s = strings.ReplaceAll(strings.ReplaceAll(s, ".", ""), ",", ".")
	case comma >= 0 && (strings.Count(s, ",") > 1 || len(s)-comma == 4):
		s = strings.ReplaceAll(s, ",", "")
	case comma >= 0:
		s = strings.ReplaceAll(s, ",", ".")
	case strings.Count(s, ".") > 1:
		s = strings.ReplaceAll(s, ".", "")
	}
	if s == "" || strings.ContainsAny(s, "eExXpP_nNiI+") {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, false
	}
	if negative {
		f = -f
	}
	return f, true
}
