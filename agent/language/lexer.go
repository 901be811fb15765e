package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	word     tokenKind = iota // a run of letters, digits and inner punctuation
	quoted                    // "text", 'text', **text**, `text`
	variable                  // {{name}}, ${name}, <name>
	regex                     // /text/ after "matching"
	punct                     // one of . , ; : ! ? ( )
)

// token is one word of a sentence. Quoted texts and variables are opaque:
// nothing inside them is ever read as English.
type token struct {
	kind tokenKind
	text string // a quoted text without its quotes, a variable as it is stored in a value
	low  string // text in lower case; "" for opaque tokens
	// from and to are byte offsets in the text which was read.
	from, to int
	code     bool // quoted as `code`
}

func (t token) is(words ...string) bool {
	if t.kind != word {
		return false
	}
	for _, w := range words {
		if t.text == w {
			return true
		}
	}
	return false
}

// has is is for any letter case: only for places where a caption cannot stand.
func (t token) has(words ...string) bool {
	if t.kind != word {
		return false
	}
	for _, w := range words {
		if t.low == w {
			return true
		}
	}
	return false
}

func (t token) mark(marks string) bool {
	return t.kind == punct && t.text != "" && strings.Contains(marks, t.text)
}

// opaque says that the token stands for itself: a literal a person marked as such.
func (t token) opaque() bool { return t.kind == quoted || t.kind == variable }

// capital says that the token is a word which starts with an upper-case letter.
func (t token) capital() bool {
	if t.kind != word {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t.text)
	return unicode.IsUpper(r)
}

// numeric says that the token is a word with a digit in it.
func (t token) numeric() bool {
	return t.kind == word && strings.ContainsAny(t.text, "0123456789")
}

// limits keep a hostile text from costing more than its length.
const (
	longestQuote    = 4000
	longestSoft     = 300 // quotes which may be apostrophes or signs
	longestVariable = 60
)

type lexer struct {
	src    string
	pos    int
	tokens []token
	// missing remembers closers which do not occur after a position any more.
	missing map[string]bool
}

// lex reads a text into tokens.
func lex(src string) []token {
	l := lexer{src: src, missing: map[string]bool{}}
	l.tokens = make([]token, 0, len(src)/5+1)
	for l.pos < len(l.src) {
		r, size := utf8.DecodeRuneInString(l.src[l.pos:])
		switch {
		case unicode.IsSpace(r):
			l.pos += size
		case l.opaque(r):
		default:
			l.word()
		}
	}
	return l.tokens
}

func (l *lexer) before() rune {
	if l.pos == 0 {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(l.src[:l.pos])
	return r
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// closers are the quotes which cannot be anything else.
var closers = map[rune]string{'"': "\"", '“': "”", '„': "“", '«': "»", '`': "`", '‘': "’"}

func (l *lexer) opaque(r rune) bool {
	rest := l.src[l.pos:]
	switch {
	case strings.HasPrefix(rest, "**"):
		return l.enclosed("**", "**", longestQuote)
	case strings.HasPrefix(rest, "__") && !letter(l.before()):
		return l.enclosed("__", "__", longestQuote)
	case strings.HasPrefix(rest, "{{"):
		return l.variable("{{", "}}")
	case strings.HasPrefix(rest, "${"):
		return l.variable("${", "}")
	case r == '<':
		return l.variable("<", ">")
	case r == '\'':
		return !letter(l.before()) && l.apostrophe()
	case r == '*':
		return !letter(l.before()) && l.enclosed("*", "*", longestSoft)
	case r == '/':
		return l.regex()
	case r == '„':
		return l.enclosed("„", "“", longestQuote) || l.enclosed("„", "”", longestQuote)
	case r == '“':
		return l.enclosed("“", "”", longestQuote) || l.enclosed("“", "\"", longestQuote)
	}
	if end, ok := closers[r]; ok {
		return l.enclosed(string(r), end, longestQuote)
	}
	return false
}

func (l *lexer) enclosed(start, end string, limit int) bool {
	if l.missing[end] {
		return false
	}
	body := l.src[l.pos+len(start):]
	if len(body) > limit {
		body = body[:limit]
	}
	at := strings.Index(body, end)
	if at < 0 {
		if len(l.src)-l.pos-len(start) <= limit {
			l.missing[end] = true
		}
		return false
	}
	text := body[:at]
	if strings.TrimSpace(text) == "" && end != "\"" {
		return false
	}
	if start == "*" && (strings.HasPrefix(text, " ") || strings.HasSuffix(text, " ")) {
		return false
	}
	if strings.Contains(text, "\n\n") {
		return false
	}
	l.quote(unwrap(strings.TrimSpace(strings.ReplaceAll(text, "\n", " "))), len(start)+at+len(end), start == "`")
	return true
}

// unwrap takes quotes off a bold or code text: **"Save"** is Save.
func unwrap(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	end, ok := closers[r]
	if !ok || len(text) < size+len(end)+1 || !strings.HasSuffix(text, end) {
		return text
	}
	inner := text[size : len(text)-len(end)]
	if strings.Contains(inner, end) {
		return text
	}
	return inner
}

func (l *lexer) quote(text string, size int, code bool) {
	l.tokens = append(l.tokens, token{kind: quoted, text: text, from: l.pos, to: l.pos + size, code: code})
	l.pos += size
}

// apostrophe reads 'text', which ends at the first ' that no letter follows and that closes a word.
func (l *lexer) apostrophe() bool {
	body := l.src[l.pos+1:]
	if len(body) > longestSoft {
		body = body[:longestSoft]
	}
	for i := 0; i < len(body); i++ {
		if body[i] == '\n' && strings.HasPrefix(body[i:], "\n\n") {
			return false
		}
		if body[i] != '\'' || i == 0 {
			continue
		}
		next, _ := utf8.DecodeRuneInString(body[i+1:])
		if i+1 < len(body) && letter(next) {
			continue
		}
		if body[0] == ' ' {
			return false
		}
		l.quote(body[:i], i+2, false)
		return true
	}
	return false
}

func (l *lexer) variable(start, end string) bool {
	body := l.src[l.pos+len(start):]
	if len(body) > longestVariable {
		body = body[:longestVariable]
	}
	at := strings.Index(body, end)
	if at <= 0 {
		return false
	}
	name := strings.TrimSpace(body[:at])
	if !variableName(name, start == "<") {
		return false
	}
	size := len(start) + at + len(end)
	text := "{{" + name + "}}"
	if start == "<" {
		text = "<" + name + ">"
	}
	l.tokens = append(l.tokens, token{kind: variable, text: text, from: l.pos, to: l.pos + size})
	l.pos += size
	return true
}

func variableName(name string, spaces bool) bool {
	for i, r := range name {
		switch {
		case unicode.IsLetter(r) || r == '_':
		case i > 0 && (unicode.IsDigit(r) || r == '-' || r == '.'):
		case i > 0 && r == ' ' && spaces:
		default:
			return false
		}
	}
	return name != ""
}

func (l *lexer) regex() bool {
	n := len(l.tokens)
	if n == 0 || letter(l.before()) || !l.tokens[n-1].has("matching", "matches", "match", "pattern", "regex", "regexp", "expression") {
		return false
	}
	body := l.src[l.pos+1:]
	if len(body) > longestSoft {
		body = body[:longestSoft]
	}
	at := -1
	for i := 0; i < len(body) && body[i] != '\n'; i++ {
		if body[i] == '\\' {
			i++
		} else if body[i] == '/' {
			at = i
			break
		}
	}
	if at <= 0 {
		return false
	}
	size, text := at+2, body[:at]
	if at+1 < len(body) && body[at+1] == 'i' {
		size, text = size+1, "(?i)"+text
	}
	l.tokens = append(l.tokens, token{kind: regex, text: text, from: l.pos, to: l.pos + size})
	l.pos += size
	return true
}
