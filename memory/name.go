package memory

import (
	"regexp"
	"strings"
	"unicode"
)

// A name starts with a letter or underscore; letters, digits, "_", "-", "."
// and single spaces inside ("First name" of a spreadsheet) may follow.
var nameForm = regexp.MustCompile(`^[\p{L}_][\p{L}\p{M}\p{N}_.-]*( [\p{L}\p{M}\p{N}_.-]+)*$`)

// ValidName reports whether name can be stored and written as {{name}}.
func ValidName(name string) bool { return len(name) <= 100 && nameForm.MatchString(name) }

// secretWords make a key secret when one of its words is among them.
const secretWords = " password passwords passwd pwd passphrase passcode token tokens secret secrets key keys apikey otp pin "

// SecretName reports whether a value under this key is secret by its name
// alone: one whole word of it (api_key, userPassword, OTP code; not monkey)
// is password, token, secret, key, otp, pin or a common spelling of these.
func SecretName(key string) bool {
	for _, word := range words(key) {
		if strings.Contains(secretWords, " "+strings.ToLower(word)+" ") {
			return true
		}
	}
	return false
}

// words splits a key at everything that is no letter and where the case changes: "APIKey2" is API, Key.
func words(key string) []string {
	var out []string
	runes := []rune(key)
	start := -1
	flush := func(end int) {
		if start >= 0 && end > start {
			out = append(out, string(runes[start:end]))
		}
		start = -1
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) {
			flush(i)
			continue
		}
		if start >= 0 && unicode.IsUpper(r) {
			afterLower := !unicode.IsUpper(runes[i-1])
			beforeLower := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if afterLower || beforeLower {
				flush(i)
			}
		}
		if start < 0 {
			start = i
		}
	}
	flush(len(runes))
	return out
}

// Nearest is the candidate a mistyped word most likely meant, "" when none is
// near. Case, "-", "_" and spaces do not count; among equals the first wins.
func Nearest(word string, candidates []string) string {
	best, bestDistance := "", 0
	w := fold(word)
	for _, c := range candidates {
		f := fold(c)
		d := distance(w, f)
		limit := max(1, min(len(w), len(f))/3)
		if d > limit || (best != "" && d >= bestDistance) || d >= max(len(w), len(f)) {
			continue
		}
		best, bestDistance = c, d
	}
	return best
}

func fold(s string) []rune {
	if len(s) > 200 { // nobody's typing slip; keeps the distance cheap
		s = s[:200]
	}
	return []rune(strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s)))
}

// distance counts insertions, deletions, replacements and swaps of neighbours.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
