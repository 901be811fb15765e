package screen

import "unicode"

// bounded reports whether hay[a:b] ends at word and number boundaries on both sides.
func bounded(hay []rune, a, b int) bool { return leftBounded(hay, a, b) && rightBounded(hay, a, b) }

func leftBounded(hay []rune, a, b int) bool {
	if a == 0 {
		return true
	}
	first, prev := hay[a], hay[a-1]
	if unspaced(first) || unspaced(prev) && !isDigit(first) {
		return true
	}
	before := rune(' ') // the rune before prev
	if a > 1 {
		before = hay[a-2]
	}
	switch {
	case isDigit(first):
		switch {
		case isWord(prev):
			return unspaced(prev)
		case separates(prev) && isDigit(before): // 1,5  1.5  10:30
			return false
		case prev == '.' && (a == 1 || isSpace(before)): // .5
			return false
		case prev == '-' && !isWord(before) && before != ')': // -5, but 2-5 and A-5
			return false
		case unicode.Is(unicode.Sc, prev) && before == '-': // -$5
			return false
		}
	case isWord(first):
		switch {
		case isWord(prev):
			return false
		case prev == '-' && unicode.IsLetter(before) && unicode.IsLetter(first): // non-refundable
			return false
		}
	case unicode.Is(unicode.Sc, first): // "$5" is not in "-$5" nor in "US$5"
		return prev != '-' && !unicode.IsLetter(prev) && !(isDigit(prev) && a+1 < b && isDigit(hay[a+1]))
	case first == '.' && b-a > 1 && isDigit(hay[a+1]): // ".5" is not in "1.5"
		return !isDigit(prev)
	}
	return true
}

func rightBounded(hay []rune, a, b int) bool {
	if b >= len(hay) {
		return true
	}
	last, next := hay[b-1], hay[b]
	if unspaced(last) || unspaced(next) {
		return true
	}
	after := rune(' ') // the rune after next
	if b+1 < len(hay) {
		after = hay[b+1]
	}
	switch {
	case isDigit(last):
		switch {
		case isWord(next):
			return false
		case separates(next) && isDigit(after):
			return false
		}
	case isWord(last):
		switch {
		case isWord(next):
			return false
		case next == '-' && unicode.IsLetter(after) && unicode.IsLetter(last): // log-in
			return false
		case next == '\'' && unicode.IsLetter(after) && !possessive(hay, b): // can't
			return false
		}
	case unicode.Is(unicode.Sc, last) && isDigit(next) && b-a > 1 && isDigit(hay[b-2]):
		return false
	case last == '.' && b-a > 1 && isDigit(hay[b-2]) && isDigit(next):
		return false
	}
	return true
}

// separates reports a sign that joins two digits into one number or time.
func separates(r rune) bool {
	return r == '.' || r == ',' || r == ':' || r == thin || r == '\''
}

// possessive reports "'s" at the end of a word: "Ana's" shows "Ana".
func possessive(hay []rune, at int) bool {
	return at+1 < len(hay) && hay[at+1] == 's' && (at+2 >= len(hay) || !isWord(hay[at+2]))
}
