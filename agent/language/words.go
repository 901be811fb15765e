package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// abbreviations keep their full stop and end no sentence.
var abbreviations = map[string]bool{
	"e.g.": true, "i.e.": true, "etc.": true, "no.": true, "mr.": true, "mrs.": true, "ms.": true,
	"dr.": true, "st.": true, "vs.": true, "approx.": true, "min.": true, "max.": true, "incl.": true,
	"nr.": true, "fig.": true, "p.m.": true, "a.m.": true, "u.s.": true, "inc.": true, "ltd.": true,
	"cf.": true, "resp.": true, "ca.": true,
}

// word reads up to the next space or quote and splits the punctuation off its end.
func (l *lexer) word() {
	start := l.pos
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		if l.pos > start && (unicode.IsSpace(r) || l.stops(r)) {
			break
		}
		if l.pos == start && unicode.IsSpace(r) {
			break
		}
		l.pos += size
	}
	text := l.src[start:l.pos]
	for len(text) > 0 && (text[0] == '(' || text[0] == '[') {
		l.add(punct, "(", start, start+1)
		text, start = text[1:], start+1
	}
	body := strings.TrimRight(text, ".,;:!?)]…")
	tail := text[len(body):]
	if body != "" && strings.HasPrefix(tail, ".") && l.abbreviates(body, len(tail) > 1) {
		body, tail = body+".", tail[1:]
	}
	if body != "" {
		l.add(word, body, start, start+len(body))
	}
	at := start + len(body)
	for _, r := range tail {
		size := utf8.RuneLen(r)
		mark := string(r)
		switch mark {
		case "]":
			mark = ")"
		case "…":
			mark = "."
		}
		l.add(punct, mark, at, at+size)
		at += size
	}
}

// abbreviates says that the full stop after body belongs to it. Words which are
// words without it, too, need a small letter or a digit after them.
func (l *lexer) abbreviates(body string, more bool) bool {
	low := strings.ToLower(body)
	if !abbreviations[low+"."] {
		return false
	}
	if strings.Contains(low, ".") || more {
		return true
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(l.src[l.pos:], " \t\n"))
	switch low {
	case "min", "max", "etc", "inc", "ltd", "ca", "cf", "fig", "resp", "approx", "incl":
		return unicode.IsLower(next) || unicode.IsDigit(next)
	case "no", "nr":
		return unicode.IsDigit(next)
	}
	return true
}

// stops says that a quote or variable starts in the middle of a word.
func (l *lexer) stops(r rune) bool {
	switch r {
	case '"', '“', '”', '„', '«', '»', '`':
		return true
	case '{':
		return strings.HasPrefix(l.src[l.pos:], "{{")
	case '*':
		return strings.HasPrefix(l.src[l.pos:], "**")
	}
	return false
}

func (l *lexer) add(kind tokenKind, text string, from, to int) {
	t := token{kind: kind, text: text, from: from, to: to}
	if kind == word {
		t.text = strings.ReplaceAll(text, "’", "'")
		t.low = strings.ToLower(t.text)
	}
	l.tokens = append(l.tokens, t)
}
