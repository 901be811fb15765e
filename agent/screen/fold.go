package screen

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// thin stands for a no-break or thin space between two digits: a thousands
// separator, so no end of a number, yet equal to a space in a comparison.
const thin = '\u2009'

// folded is a text made comparable, with the way back to the original.
type folded struct {
	runes []rune
	from  []int // byte offset in source of each rune, and one past the last
	src   string
}

// fold makes typographic variants of a text equal: quotes, dashes, spaces,
// composed accents; white space runs become one space, soft hyphens and zero width
// characters go. Letter case goes too unless exact.
func fold(s string, exact bool) folded {
	if !isASCII(s) {
		s = norm.NFC.String(s)
	}
	f := folded{runes: make([]rune, 0, len(s)), from: make([]int, 0, len(s)+1), src: s}
	for at, r := range s {
		r = foldRune(r)
		if r == 0 {
			continue
		}
		if isSpace(r) {
			if len(f.runes) == 0 {
				continue
			}
			if last := f.runes[len(f.runes)-1]; isSpace(last) {
				f.runes[len(f.runes)-1] = ' '
				continue
			}
		} else if !exact {
			r = unicode.ToLower(r)
		}
		f.runes, f.from = append(f.runes, r), append(f.from, at)
	}
	f.from = append(f.from, len(s))
	for n := len(f.runes); n > 0 && isSpace(f.runes[n-1]); n-- {
		f.from[n-1] = f.from[n]
		f.runes, f.from = f.runes[:n-1], f.from[:n]
	}
	for i, r := range f.runes {
		if r == thin && !(i > 0 && isDigit(f.runes[i-1]) && i+1 < len(f.runes) && isDigit(f.runes[i+1])) {
			f.runes[i] = ' '
		}
	}
	return f
}

// quote is the original text of the runes from a up to b.
func (f folded) quote(a, b int) string { return strings.TrimSpace(f.src[f.from[a]:f.from[b]]) }

// foldRune maps a rune to its plain form; 0 drops it.
func foldRune(r rune) rune {
	if r < 0x80 {
		if r == '\t' || r == '\n' || r == '\r' || r == '\f' || r == '\v' {
			return ' '
		}
		return r
	}
	switch r {
	case '\u2018', '\u2019', '\u201A', '\u201B', '\u2032', '\u00B4', '\uFF07':
		return '\''
	case '\u201C', '\u201D', '\u201E', '\u201F', '\u2033', '\u00AB', '\u00BB', '\uFF02':
		return '"'
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\uFE63', '\uFF0D':
		return '-'
	case '\u00A0', '\u202F', '\u2007', '\u2009', '\u200A':
		return thin
	case '\u00AD', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u200E', '\u200F', '\uFE0F':
		return 0
	}
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func isSpace(r rune) bool { return r == ' ' || r == thin }
func isDigit(r rune) bool { return r >= '0' && r <= '9' }
func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// unspaced reports a letter of a script that writes no spaces between words,
// or glues particles to them, so that a word's end cannot be seen.
func unspaced(r rune) bool {
	return r > 0xFF && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// plain is a caption without case and punctuation: "Username *:" is "username".
// A trailing count ("Cart (3)") goes as well, a plain number stays.
func plain(s string) string {
	if p, ok := plainASCII(s); ok {
		return p
	}
	f := fold(s, false)
	runes := f.runes
	if n := len(runes); n > 2 && (runes[n-1] == ')' || runes[n-1] == ']') {
		i := n - 2
		for i > 0 && (isDigit(runes[i]) || runes[i] == '+' || runes[i] == ',') {
			i--
		}
		if i < n-2 && i > 0 && (runes[i] == '(' || runes[i] == '[') {
			runes = runes[:i]
		}
	}
	var b strings.Builder
	b.Grow(len(runes))
	gap := false
	for _, r := range runes {
		switch {
		case isWord(r) && r != '_', r == '+', r == '%', r == '#', unicode.Is(unicode.Sc, r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		case r == '\'':
		default:
			gap = true
		}
	}
	if b.Len() == 0 { // nothing but signs: they are the caption ("×", "…")
		return string(runes)
	}
	return b.String()
}

// plainASCII is plain for the common caption of ASCII words; ok is false when it takes more than that.
func plainASCII(s string) (string, bool) {
	var buf [longestCaption]byte
	if len(s) > len(buf) {
		return "", false
	}
	n, gap := 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 0x80, c == ')', c == ']':
			return "", false
		case letter(c) != ' ', c == '+', c == '%', c == '#', c == '$':
			if gap && n > 0 {
				if n+1 >= len(buf) {
					return "", false
				}
				buf[n] = ' '
				n++
			}
			gap = false
			buf[n] = lower(c)
			n++
		case c == '\'':
		default:
			gap = true
		}
	}
	return string(buf[:n]), n > 0
}

// clip cuts s to at most n runes, with an ellipsis when something is lost.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	if n <= 1 {
		return "…"[:min(len("…"), 3*max(n, 0))]
	}
	count := 0
	cut := 0
	for at := range s {
		if count == n-1 {
			cut = at
		}
		if count == n {
			return strings.TrimRight(s[:cut], " ") + "…"
		}
		count++
	}
	return s
}
