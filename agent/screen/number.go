package screen

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

// ParseNumber reads the one number a text shows: "$1,234.50", "1.234,50 €",
// "(12)" for minus 12, "45 %" for 45, "Total: 3 items" for 3. It is false for a
// text without a number, with more than one ("3 of 5"), a date, a time, a
// version, or a separator that could be read in two ways is read as thousands
// only when exactly three digits follow and it stands alone ("1,234", "1.234" is 1.234).
func ParseNumber(s string) (float64, bool) {
	r := fold(s, false).runes
	start, end := -1, 0
	for i := 0; i < len(r); i++ {
		if !isDigit(r[i]) {
			continue
		}
		if start >= 0 { // a second number
			return 0, false
		}
		start = i
		for i < len(r) && partOfNumber(r, i) {
			i++
		}
		end = i
		i--
	}
	if start < 0 || joinedToWord(r, start, end) {
		return 0, false
	}
	if start > 0 && r[start-1] == '.' && (start == 1 || !isWord(r[start-2])) { // ".5"
		start--
	}
	text, ok := plainDigits(string(r[start:end]))
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, false
	}
	scaled, ok := magnitude(r, end, v)
	if !ok {
		return 0, false
	}
	if negative(r, start, end) {
		scaled = -scaled
	}
	return scaled, true
}

// partOfNumber: a digit, or one separator between digits.
func partOfNumber(r []rune, i int) bool {
	if isDigit(r[i]) {
		return true
	}
	if i+1 >= len(r) || i == 0 || !isDigit(r[i+1]) || !isDigit(r[i-1]) {
		return false
	}
	switch r[i] {
	case '.', ',', '\'', thin:
		return true
	case ' ':
		// "1 234": groups of exactly three digits, after at most three.
		n := 0
		for j := i + 1; j < len(r) && isDigit(r[j]); j++ {
			n++
		}
		b := 0
		for j := i - 1; j >= 0 && isDigit(r[j]); j-- {
			b++
		}
		return n == 3 && b <= 3
	}
	return false
}

// joinedToWord: "B2", "10:30", "2024-01", "5/10", "1st" are no plain numbers. A unit ("5px", "3kg", "2k") is allowed.
func joinedToWord(r []rune, start, end int) bool {
	if start > 0 {
		p := r[start-1]
		if isWord(p) && !unspaced(p) && !currencyLetters(r, start) || p == ':' || p == '/' {
			return true
		}
	}
	if end < len(r) && (r[end] == ':' || r[end] == '/') && end+1 < len(r) && isDigit(r[end+1]) {
		return true
	}
	return false
}

// currencyLetters: "usd12", "r$5", "chf7" glued to the number.
func currencyLetters(r []rune, start int) bool {
	i := start
	for i > 0 && unicode.IsLetter(r[i-1]) {
		i--
	}
	w := string(r[i:start])
	switch w {
	case "usd", "eur", "gbp", "chf", "jpy", "cad", "aud", "inr", "rs", "kr", "zł", "brl", "cny", "sek", "nok", "dkk", "pln":
		return true
	}
	return false
}

// plainDigits turns separators into what ParseFloat reads.
func plainDigits(s string) (string, bool) {
	for _, space := range []string{" ", string(thin), "'"} {
		if strings.Contains(s, space) {
			parts := strings.Split(s, space)
			for k, p := range parts[1:] {
				digits := p
				if k == len(parts)-2 {
					digits, _, _ = strings.Cut(strings.ReplaceAll(p, ",", "."), ".")
				}
				if len(digits) != 3 {
					return "", false
				}
			}
			s = strings.ReplaceAll(s, space, "")
		}
	}
	dots, commas := strings.Count(s, "."), strings.Count(s, ",")
	switch {
	case dots == 0 && commas == 0:
		return s, true
	case dots > 0 && commas > 0:
		if strings.LastIndex(s, ".") > strings.LastIndex(s, ",") {
			return grouped(s, ",", ".")
		}
		return grouped(s, ".", ",")
	case dots > 1:
		return grouped(s, ".", "")
	case commas > 1:
		return grouped(s, ",", "")
	case commas == 1:
		if head, tail, _ := strings.Cut(s, ","); len(tail) == 3 && head != "0" {
			return head + tail, true
		}
		return strings.Replace(s, ",", ".", 1), true
	}
	return s, true // one dot is a decimal point
}

// grouped removes the thousands separator, provided it stands every three digits, and makes the decimal mark a dot.
func grouped(s, thousands, decimal string) (string, bool) {
	whole, fraction := s, ""
	if decimal != "" {
		var more bool
		whole, fraction, more = strings.Cut(s, decimal)
		if more && (strings.Contains(fraction, thousands) || strings.Contains(fraction, decimal)) {
			return "", false
		}
	}
	parts := strings.Split(whole, thousands)
	if len(parts[0]) == 0 || len(parts[0]) > 3 {
		return "", false
	}
	indian := len(parts) > 2 && thousands == ","
	for k, p := range parts[1:] {
		if len(p) == 3 || indian && len(p) == 2 && k < len(parts)-2 {
			continue
		}
		return "", false
	}
	out := strings.Join(parts, "")
	if fraction != "" {
		out += "." + fraction
	}
	return out, true
}

// magnitude applies a glued "k", "m" or "b"; any other unit leaves the number as it is.
func magnitude(r []rune, end int, v float64) (float64, bool) {
	if end >= len(r) || !unicode.IsLetter(r[end]) {
		return v, true
	}
	i := end
	for i < len(r) && isWord(r[i]) {
		i++
	}
	switch string(r[end:i]) {
	case "k":
		return v * 1e3, true
	case "m", "mio":
		return v, false // metres or millions: not known
	case "b", "bn":
		return v, false
	case "st", "nd", "rd", "th": // an ordinal names a place, not an amount
		return v, false
	}
	return v, true
}

// negative: a minus in front of the number or of its currency sign, or accountants' brackets.
func negative(r []rune, start, end int) bool {
	i := start - 1
	for i >= 0 && (isSpace(r[i]) || unicode.Is(unicode.Sc, r[i])) {
		i--
	}
	if i >= 0 && r[i] == '-' && (i == 0 || isSpace(r[i-1]) || r[i-1] == ':' || r[i-1] == '(') {
		return true
	}
	j := end
	for j < len(r) && (isSpace(r[j]) || unicode.Is(unicode.Sc, r[j]) || r[j] == '%') {
		j++
	}
	// "(12)" alone is an amount; "Cart (3)" is a count.
	return i == 0 && j == len(r)-1 && r[i] == '(' && r[j] == ')'
}
