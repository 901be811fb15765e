package prompts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cut shortens s to at most n characters, the last an ellipsis when something is missing.
func Cut(s string, n int) string {
	if n <= 0 {
		return ""
	}
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	i := 0
	for at := range s {
		if i == n-1 {
			return strings.TrimRightFunc(s[:at], unicode.IsSpace) + "…"
		}
		i++
	}
	return s
}

// OneLine folds white space and drops what is no text: control and direction characters, broken encoding.
func OneLine(s string) string {
	if plain(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), r == '\u200b', r >= 0xE0000 && r <= 0xE007F: // tags: invisible text
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// plain says that there is nothing to fold or drop: the common case, and a page has thousands of texts.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7f || s[i] == ' ' && (i == 0 || i == len(s)-1 || s[i+1] == ' ') {
			return false
		}
	}
	return true
}

var fence = regexp.MustCompile(`(?i)<(\s*/?\s*page)`)

// page makes text of the application fit to stand inside the fence: one line,
// bounded, and unable to close it.
func page(s string, n int) string {
	s = OneLine(s)
	if strings.Contains(s, "<") {
		s = fence.ReplaceAllString(s, "‹$1")
	}
	return Cut(s, n)
}

// Ranges writes numbers as "1-4, 6".
func Ranges(numbers []int) string {
	sorted := slices.Compact(slices.Sorted(slices.Values(numbers)))
	var out []string
	for i := 0; i < len(sorted); {
		j := i
		for j+1 < len(sorted) && sorted[j+1] == sorted[j]+1 {
			j++
		}
		switch {
		case j == i:
			out = append(out, fmt.Sprint(sorted[i]))
		case j == i+1:
			out = append(out, fmt.Sprint(sorted[i]), fmt.Sprint(sorted[j]))
		default:
			out = append(out, fmt.Sprintf("%d-%d", sorted[i], sorted[j]))
		}
		i = j + 1
	}
	return strings.Join(out, ", ")
}

// list joins parts up to n characters and says how many are left out.
func list(parts []string, sep string, n, dropped int) string {
	var out strings.Builder
	used := 0
	for i, p := range parts {
		size := utf8.RuneCountInString(p) + utf8.RuneCountInString(sep)
		if used+size > n-24 && !(i == len(parts)-1 && dropped == 0 && used+size <= n) {
			dropped += len(parts) - i
			break
		}
		if i > 0 {
			out.WriteString(sep)
		}
		out.WriteString(p)
		used += size
	}
	if dropped > 0 {
		if out.Len() > 0 {
			out.WriteString(sep)
		}
		fmt.Fprintf(&out, "and %d more", dropped)
	}
	return out.String()
}

// maxElements bounds the element list, also where there is room for more.
const maxElements = 6000

// elements joins the lines of the list within n characters: first the lines
// are shortened, and only then the last ones left out.
func elements(lines []string, leftOut, n int) string {
	n = min(n, maxElements)
	clean := make([]string, len(lines))
	for i, l := range lines {
		clean[i] = page(l, maxElements)
	}
	var cut []string
	for _, width := range []int{400, 160, 120, 100, 80, 64, 48, 40} {
		cut = cut[:0]
		total := 0
		for _, l := range clean {
			l = Cut(l, width)
			cut = append(cut, l)
			total += utf8.RuneCountInString(l) + 1
		}
		if total <= n-32 {
			break
		}
	}
	var out strings.Builder
	used := 0
	for i, l := range cut {
		size := utf8.RuneCountInString(l) + 1
		if used+size > n-32 {
			leftOut += len(cut) - i
			break
		}
		out.WriteString(l + "\n")
		used += size
	}
	if leftOut > 0 {
		fmt.Fprintf(&out, "(%d more not listed)\n", leftOut)
	}
	return strings.TrimRight(out.String(), "\n")
}
