package language

import (
	"regexp"
	"strings"
)

// Split reads the body of a case into numbered units of one action or one check each.
func Split(body string) []Sentence {
	var out []Sentence
	for _, b := range blocks(body) {
		for _, s := range b.sentences() {
			s.N = len(out) + 1
			out = append(out, s)
		}
	}
	return out
}

// block is a paragraph, a list item, a heading or a table row.
type block struct {
	text []string // lines
	size int
	// starts are the offsets where lines start in the text of all, with their numbers.
	starts  []int
	lines   []int
	context bool
	table   bool
}

func (b *block) line(offset int) int {
	n := b.lines[0]
	for i, start := range b.starts {
		if start > offset {
			break
		}
		n = b.lines[i]
	}
	return n
}

func (b *block) add(text string, line int) {
	b.starts = append(b.starts, b.size)
	b.lines = append(b.lines, line)
	b.text = append(b.text, text)
	b.size += len(text) + 1
}

// sentences reads a block.
func (b *block) sentences() []Sentence {
	body := strings.Join(b.text, "\n")
	text := strings.Join(strings.Fields(body), " ")
	switch {
	case text == "":
		return nil
	case b.context:
		return []Sentence{{Text: text, Line: b.lines[0], Kind: Context}}
	case b.table:
		return []Sentence{{Text: text, Line: b.lines[0], Kind: Unclear, CheckWord: hasCheckWord(lex(text)), Refusal: refuse("a table cannot be read literally", hintOne)}}
	}
	var out []Sentence
	for _, tokens := range sentencesOf(lex(body)) {
		for _, u := range readSentence(body, tokens) {
			s := Sentence{Text: u.text, Line: b.line(u.from), Kind: u.kind, Step: u.step, Refusal: u.refusal, Optional: u.optional}
			if u.kind != Action {
				s.CheckWord = hasCheckWord(u.tokens) && u.kind != Context
			} else if u.refusal != nil && strictCheck(u.tokens) {
				s.CheckWord, s.Kind = true, Unclear
			}
			out = append(out, s)
		}
	}
	return out
}

// strictCheck looks for check words which no command has.
func strictCheck(tokens []token) bool {
	if len(tokens) > 0 && tokens[0].has("check", "checks") {
		return true
	}
	for i, t := range tokens {
		if i > 0 && t.is("should", "must", "verify", "verifies", "ensure", "ensures", "assert", "expect", "expects", "see", "sees", "shows", "displayed", "displays") {
			return true
		}
	}
	return false
}

var (
	marker    = regexp.MustCompile(`^\s*(?:>\s*)*(?:(?:[-+•–]|\*)\s+|(?:\d{1,3}[.)]|\(\d{1,3}\)|[a-zA-Z][)])\s+)+(?:\[[ xX]\]\s+)?`)
	heading   = regexp.MustCompile(`^\s{0,3}#{1,6}(\s|$)`)
	rule      = regexp.MustCompile(`^\s*([-*_=]\s*){3,}$`)
	tableRule = regexp.MustCompile(`^\s*\|?[\s:|-]*-[\s:|-]*$`)
	gherkin   = regexp.MustCompile(`^\s*(Given|When|Then|And|But)\s`)
	story     = regexp.MustCompile(`^\s*(Feature|Scenario|Scenario Outline|Background|Rule|Examples)\s*:`)
)

// stripMarker takes a list marker, a number or a quote mark off the start.
func stripMarker(text string) string {
	return text[markerSize(text):]
}

// markerSize is the length of the list marker of a line. Most lines have none,
// and are spared the regular expression.
func markerSize(line string) int {
	t := strings.TrimLeft(line, " \t")
	if t == "" || t[0] != 0xe2 && !strings.ContainsAny(t[:1], "->*+([0123456789") && !(len(t) > 1 && t[1] == ')') {
		return 0
	}
	return len(marker.FindString(line))
}

// blocks splits a body into what belongs together, by the lines of its Markdown.
func blocks(body string) []*block {
	var out []*block
	var open *block
	fence, comment := "", false
	for i, line := range strings.Split(strings.ReplaceAll(body, "\r\n", "\n"), "\n") {
		n := i + 1
		trimmed := strings.TrimSpace(line)
		if comment {
			comment = !strings.Contains(line, "-->")
			continue
		}
		if strings.HasPrefix(trimmed, "<!--") {
			comment, open = !strings.Contains(trimmed, "-->"), nil
			continue
		}
		if fence != "" || strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			switch {
			case fence == "":
				fence = trimmed[:3]
				open = &block{context: true}
				open.add("", n)
				out = append(out, open)
			case strings.HasPrefix(trimmed, fence):
				fence, open = "", nil
			default:
				open.add(line, n)
			}
			continue
		}
		switch {
		case trimmed == "" || strings.ContainsAny(trimmed[:1], "-*_=") && rule.MatchString(line):
			open = nil
			continue
		case trimmed[0] == '#' && heading.MatchString(line) || strings.Contains(trimmed, ":") && story.MatchString(line):
			b := &block{context: true}
			b.add(strings.TrimSpace(strings.Trim(trimmed, "#")), n)
			out, open = append(out, b), nil
			continue
		case strings.HasPrefix(trimmed, "|") && strings.Count(trimmed, "|") > 1:
			open = nil
			if !tableRule.MatchString(line) {
				b := &block{table: true}
				b.add(strings.TrimSpace(strings.Trim(trimmed, "|")), n)
				out = append(out, b)
			}
			continue
		}
		text := stripMarker(line)
		if open == nil || len(text) != len(line) || strings.ContainsAny(trimmed[:1], "GWTAB") && gherkin.MatchString(text) || startsLine(open.text[len(open.text)-1], text) {
			open = &block{}
			out = append(out, open)
		}
		open.add(strings.TrimSpace(text), n)
	}
	return out
}

// startsLine says that a line of a paragraph is an instruction of its own, not
// the rest of the line before.
func startsLine(before, line string) bool {
	last := strings.TrimSpace(before)
	tokens := lex(line)
	if len(tokens) == 0 || tokens[0].kind == word && !tokens[0].capital() {
		return false
	}
	if strings.HasSuffix(last, ".") || strings.HasSuffix(last, "!") || strings.HasSuffix(last, "?") {
		return false // the sentence ends anyway
	}
	// An open quote goes on.
	if strings.Count(last, "\"")%2 == 1 || strings.Count(last, "“") != strings.Count(last, "”") || strings.Count(last, "`")%2 == 1 || strings.Count(last, "**")%2 == 1 {
		return false
	}
	prior := lex(last)
	if n := len(prior); n > 0 {
		end := prior[n-1]
		if n == 1 && end.kind == word || end.is("the", "a", "an", "and", "or", "to", "in", "on", "of", "for", "with", "into", "from", "that", "as", "by", "at", "is", "are", "be") || end.mark(",:;(") {
			return false
		}
	}
	if len([]rune(last)) > 70 && !verbLike(tokens) {
		return false
	}
	if n := len(prior); n > 0 && prior[n-1].kind == word && verbForms[prior[n-1].text] != "" {
		return false // "click" and its caption
	}
	if tokens[0].opaque() {
		_, found := findPredicate(tokens, 1)
		return found
	}
	return verbLike(tokens) || person(tokens) > 0 || determiner(tokens[0]) || softVerbs[tokens[0].low] || tokens[0].has("if", "when", "then", "expected")
}
