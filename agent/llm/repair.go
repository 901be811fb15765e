package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	maxArgs  = 64 << 10 // bytes of one call's arguments that are looked at
	maxDepth = 48
)

var (
	errCut  = errors.New("the JSON ends in the middle")
	errDeep = errors.New("the JSON is nested too deeply")
	errLong = fmt.Errorf("the arguments are longer than %d bytes", maxArgs)
	errHalf = errors.New("the text holds half of a character (a lone surrogate)")
)

// object makes one JSON object of what a model sent as arguments. It takes
// code fences, text around the object, JSON within a JSON string, trailing
// commas, comments, single quotes, bare keys, Python's literals, line breaks
// and quotes that were not escaped, and closing brackets that are missing. It
// never makes up the rest of a text that was cut off.
func object(s string) (json.RawMessage, error) {
	s = strings.TrimSpace(strings.TrimPrefix(s, "\ufeff"))
	if len(s) > maxArgs {
		return nil, errLong
	}
	if s == "" || s == "null" {
		return json.RawMessage("{}"), nil
	}
	for range 2 { // JSON within a string, also twice
		var inner string
		if s[0] != '"' || json.Unmarshal([]byte(s), &inner) != nil {
			break
		}
		if s = strings.TrimSpace(inner); s == "" {
			return json.RawMessage("{}"), nil
		}
	}
	if json.Valid([]byte(s)) {
		if s[0] != '{' {
			return nil, errors.New("the arguments are no JSON object")
		}
		return whole([]byte(s))
	}
	start := strings.IndexByte(s, '{')
	if start < 0 {
		return nil, errors.New("the arguments are no JSON object")
	}
	p := &parser{in: s[start:]}
	if err := p.value(0); err != nil {
		return nil, err
	}
	return whole(p.out.Bytes())
}

// whole refuses what decodes to half a character and makes it valid UTF-8.
func whole(raw []byte) (json.RawMessage, error) {
	if !json.Valid(raw) {
		return nil, errors.New("the arguments are no JSON")
	}
	if !utf8.Valid(raw) || bytes.ContainsRune(raw, utf8.RuneError) || loneSurrogate(raw) {
		return nil, errHalf
	}
	return raw, nil
}

// loneSurrogate finds a \uD800-\uDFFF escape without its other half.
func loneSurrogate(raw []byte) bool {
	for i := 0; i+5 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if raw[i+1] != 'u' {
			i++ // the escaped character
			continue
		}
		switch hex := strings.ToLower(string(raw[i+2 : i+6])); {
		case hex >= "dc00" && hex <= "dfff":
			return true
		case hex >= "d800" && hex <= "dbff":
			if i+11 >= len(raw) || raw[i+6] != '\\' || raw[i+7] != 'u' {
				return true
			}
			if low := strings.ToLower(string(raw[i+8 : i+12])); low < "dc00" || low > "dfff" {
				return true
			}
			i += 11
		default:
			i += 5
		}
	}
	return false
}

// parser reads lenient JSON and writes strict JSON.
type parser struct {
	in  string
	at  int
	out bytes.Buffer
}

// space skips white space and comments.
func (p *parser) space() {
	for p.at < len(p.in) {
		rest := p.in[p.at:]
		switch {
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			p.at++
		case strings.HasPrefix(rest, "//"):
			p.skipTo("\n")
		case strings.HasPrefix(rest, "/*"):
			p.skipTo("*/")
		default:
			return
		}
	}
}

func (p *parser) skipTo(end string) {
	if i := strings.Index(p.in[p.at:], end); i >= 0 {
		p.at += i + len(end)
	} else {
		p.at = len(p.in)
	}
}

func (p *parser) peek() byte {
	p.space()
	if p.at >= len(p.in) {
		return 0
	}
	return p.in[p.at]
}

func (p *parser) value(depth int) error {
	if depth > maxDepth {
		return errDeep
	}
	switch c := p.peek(); c {
	case 0:
		return errCut
	case '{':
		return p.group(depth, '{', '}')
	case '[':
		return p.group(depth, '[', ']')
	case '"', '\'':
		return p.text(c, false)
	default:
		return p.bare()
	}
}

// group reads an object or a list. Closing brackets that are missing at the
// very end are added, as every value before them is complete.
func (p *parser) group(depth int, open, end byte) error {
	p.at++
	p.out.WriteByte(open)
	for first := true; ; first = false {
		for p.peek() == ',' { // one too many
			p.at++
		}
		switch p.peek() {
		case end:
			p.at++
			p.out.WriteByte(end)
			return nil
		case 0:
			if first {
				return errCut
			}
			p.out.WriteByte(end)
			return nil
		case '}', ']':
			return errors.New("the brackets of the JSON do not match")
		}
		if !first {
			p.out.WriteByte(',')
		}
		if open == '{' {
			if err := p.key(); err != nil {
				return err
			}
		}
		if err := p.value(depth + 1); err != nil {
			return err
		}
		if c := p.peek(); c != ',' && c != end && c != 0 && open == '[' {
			return fmt.Errorf("a comma is missing in the JSON before %q", near(p.in[p.at:]))
		}
	}
}

func (p *parser) key() error {
	c := p.peek()
	if c == '"' || c == '\'' {
		if err := p.text(c, true); err != nil {
			return err
		}
	} else {
		n := 0
		for n < len(p.in)-p.at && (word(p.in[p.at+n]) || p.in[p.at+n] == '-') {
			n++
		}
		if n == 0 {
			return fmt.Errorf("a key is missing in the JSON before %q", near(p.in[p.at:]))
		}
		p.write(p.in[p.at : p.at+n])
		p.at += n
	}
	if c := p.peek(); c != ':' {
		if c == 0 {
			return errCut
		}
		return fmt.Errorf("a colon is missing in the JSON before %q", near(p.in[p.at:]))
	}
	p.at++
	p.out.WriteByte(':')
	return nil
}

// bare reads numbers and literals.
func (p *parser) bare() error {
	n := 0
	for n < len(p.in)-p.at && (word(p.in[p.at+n]) || strings.IndexByte("+-.", p.in[p.at+n]) >= 0) {
		n++
	}
	token := p.in[p.at : p.at+n]
	p.at += n
	switch strings.ToLower(token) {
	case "true", "false", "null":
		p.out.WriteString(strings.ToLower(token))
	case "none", "undefined", "nan":
		p.out.WriteString("null")
	default:
		number := strings.TrimPrefix(token, "+")
		if strings.HasPrefix(number, ".") {
			number = "0" + number
		}
		if number == "" || !json.Valid([]byte(number)) {
			return fmt.Errorf("%q in the JSON is neither text in quotes nor a number", near(token+p.in[p.at:]))
		}
		if p.at >= len(p.in) && p.out.Len() > 0 {
			return errCut // 12 may have been 1200
		}
		p.out.WriteString(number)
	}
	return nil
}

// text reads a text in quotes. A quote within it that was not escaped is told
// from the closing one by what follows.
func (p *parser) text(quote byte, key bool) error {
	p.at++
	var s strings.Builder
	for p.at < len(p.in) {
		c := p.in[p.at]
		switch {
		case c == quote && p.closes(p.at+1, key):
			p.at++
			p.write(s.String())
			return nil
		case c == '\\' && p.at+1 < len(p.in):
			n, err := unescape(&s, p.in[p.at:])
			if err != nil {
				return err
			}
			p.at += n
		default:
			s.WriteByte(c)
			p.at++
		}
	}
	return errCut
}

// closes says whether a quote before position at ends the text.
func (p *parser) closes(at int, key bool) bool {
	look := parser{in: p.in, at: at}
	switch look.peek() {
	case ':':
		return key
	case 0:
		return true
	case '}', ']':
		return !key
	case ',':
		if key {
			return false
		}
		look.at++
		switch c := look.peek(); c {
		case 0, '}', ']', '{', '[', ',':
			return true
		case '"', '\'': // the next key, or the next text of a list
			return look.entry(c)
		default: // a bare key, or the next literal of a list
			for look.at < len(look.in) && (word(look.in[look.at]) || strings.IndexByte("+-.", look.in[look.at]) >= 0) {
				look.at++
			}
			next := look.peek()
			return next == ':' || next == ',' || next == ']'
		}
	default:
		return false
	}
}

// entry says whether a key or a whole list element in quotes begins here.
func (p *parser) entry(quote byte) bool {
	end := strings.IndexByte(p.in[p.at+1:], quote)
	if end < 0 {
		return false
	}
	look := parser{in: p.in, at: p.at + 1 + end + 1}
	switch look.peek() {
	case ':', ',', ']', 0:
		return true
	}
	return false
}

// unescape reads one escape and says how long it is.
func unescape(s *strings.Builder, in string) (int, error) {
	switch in[1] {
	case 'n':
		s.WriteByte('\n')
	case 't':
		s.WriteByte('\t')
	case 'r':
		s.WriteByte('\r')
	case 'b', 'f':
	case 'u':
		n := 6
		if len(in) >= 12 && in[6] == '\\' && in[7] == 'u' {
			n = 12
		}
		if len(in) < n {
			return 0, errCut
		}
		var out string
		if loneSurrogate([]byte(in[:n])) && n == 12 && !loneSurrogate([]byte(in[:6])) {
			n = 6
		}
		if loneSurrogate([]byte(in[:n])) {
			return 0, errHalf
		}
		if err := json.Unmarshal([]byte(`"`+in[:n]+`"`), &out); err != nil {
			return 0, errors.New("a \\u escape in the JSON is not four hexadecimal digits")
		}
		s.WriteString(out)
		return n, nil
	default: // \" \\ \/ and escapes JSON does not know, such as \'
		_, size := utf8.DecodeRuneInString(in[1:])
		s.WriteString(in[1 : 1+size])
		return 1 + size, nil
	}
	return 2, nil
}

func (p *parser) write(s string) {
	enc := json.NewEncoder(&p.out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	p.out.Truncate(p.out.Len() - 1)
}

func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// near is the start of what stands here, for a message.
func near(s string) string {
	r := []rune(s[:min(len(s), 80)])
	return string(r[:min(len(r), 20)])
}
