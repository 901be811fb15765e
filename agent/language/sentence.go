package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// unit is one clause as it was read: one action, one check, or a refusal.
type unit struct {
	text     string
	from     int // byte offset in the source
	step     *Step
	refusal  *Refusal
	kind     Kind
	optional bool
	tokens   []token
}

// most tokens a sentence may have to be read at all.
const longestSentence = 250

// sentence reads one sentence into units.
type sentence struct {
	src    string
	tokens []token
	// expected says that the sentence stands after "Expected result:" or "Then": a statement.
	expected bool
	scope    []screen.Relation
	prefix   string
	cond     *check.Form
	optional bool
	reader   reader
	units    []unit
	// condTokens and scopeTokens are what the condition and the scope were read from.
	condTokens, scopeTokens []token
	badCond                 *Refusal
	// placed says that the sentence starts with a place on the page, which a check would lose.
	placed bool
	verb   []token // of the clause before, for elided verbs
	lead   []token // of the assertion before
}

func readSentence(src string, tokens []token) []unit {
	s := &sentence{src: src, tokens: tokens, reader: reader{src: src}}
	if len(tokens) > longestSentence {
		s.refused(tokens, Unclear, refuse("the sentence is too long", hintOne))
		return s.units
	}
	s.read(tokens)
	s.audit()
	return s.units
}

func (s *sentence) text(tokens []token) string { return textOf(s.src, tokens) }

func (s *sentence) read(tokens []token) {
	tokens = s.opening(trimMarks(tokens))
	if len(tokens) == 0 {
		return
	}
	if isContext(tokens) {
		s.units = append(s.units, unit{text: s.text(tokens), from: tokens[0].from, kind: Context, tokens: tokens})
		return
	}
	tokens, ok := s.condition(tokens)
	if !ok {
		return
	}
	tokens = s.scoped(tokens)
	if len(tokens) == 0 {
		return
	}
	if s.enumeration(tokens) {
		return
	}
	for _, clause := range s.clauses(tokens) {
		s.clause(clause)
	}
}

// enumeration reads a check whose list is one statement ("verify that the
// dropdown offers "A", "B" and "C""), which would lose its end at the first comma.
func (s *sentence) enumeration(tokens []token) bool {
	n, rest, sure := assertionLead(tokens)
	if !sure || n == 0 {
		return false
	}
	list, bad := statements{src: s.src, bare: true}.all(rest)
	if bad != nil || len(list) != 1 || list[0].form.Kind != check.Order && list[0].form.Kind != check.Options {
		if i := index(rest, "order"); i >= 0 && len(rest) > i+3 && opaqueIn(rest[i+1:i+2]) && opaqueIn(rest[i+3:]) {
			s.refused(tokens, Check, refuse("the order of these items was not understood", `write: Check that the items are in the order "A", "B", "C"`))
			return true
		}
		return false
	}
	s.proven(tokens, s.text(tokens[:n]), list)
	return true
}

// keywords of Gherkin, and words which only order sentences.
func keyword(t token) bool {
	return t.kind == word && t.capital() && t.has("given", "when", "then", "and", "but")
}

// opening strips keywords, labels, politeness and the subject.
func (s *sentence) opening(tokens []token) []token {
	for len(tokens) > 1 {
		t := tokens[0]
		switch {
		case keyword(t) && !(t.has("when") && s.isCondition(tokens)):
			s.expected = s.expected || t.has("then")
			tokens = tokens[1:]
		case t.has("then", "next", "now", "finally", "afterwards", "please", "kindly", "also", "lastly", "firstly", "secondly", "thirdly", "subsequently", "and") && !tokens[1].mark(":"),
			t.has("first", "second", "third") && tokens[1].mark(","):
			if t.has("next", "now") && !tokens[1].mark(",") && !verbLike(tokens[1:]) {
				return tokens
			}
			s.expected = s.expected || t.has("then") && t.capital()
			tokens = tokens[1:]
		case t.mark(",;:."):
			tokens = tokens[1:]
		case s.label(tokens) > 0:
			tokens = tokens[s.label(tokens):]
		default:
			return tokens
		}
	}
	return tokens
}

func verbLike(tokens []token) bool {
	tokens = dropSubject(tokens)
	_, ok := verbAt(tokens)
	n, _, _ := assertionLead(tokens)
	return ok || n > 0
}

// label reads "Expected result:", "Step 3:", "Add a todo:" before a command.
func (s *sentence) label(tokens []token) int {
	for i := 1; i < len(tokens) && i <= 8; i++ {
		t := tokens[i]
		if t.opaque() || t.mark(".;") {
			return 0
		}
		if !t.mark(":") {
			continue
		}
		if i+1 >= len(tokens) {
			return 0
		}
		head := tokens[:i]
		if n, _, sure := assertionLead(head); sure && n >= i {
			return 0
		}
		if i < 4 && head[i-1].has("result", "results", "outcome") && plainTail(head) || head[0].has("expected", "result", "expect", "expectation", "assertion", "outcome") && !tokens[0].is("expect") && plainTail(head) {
			s.expected = true
			return i + 1
		}
		if head[0].has("step", "action", "todo", "task", "setup", "test") && (i == 1 || i == 2 && head[1].numeric()) {
			return i + 1
		}
		if head[0].has("note", "precondition", "preconditions", "prerequisite", "prerequisites", "background", "feature", "scenario", "goal", "context", "purpose", "objective") {
			return 0
		}
		if verbLike(tokens[i+1:]) && titles(head) {
			return i + 1
		}
		return 0
	}
	return 0
}

// titles says that the words before a colon are a title ("Add a todo:", "Test case 3:"),
// not a place, a role or a condition ("Optional:", "As an editor:", "In the dialog:").
func titles(head []token) bool {
	first, last := head[0], head[len(head)-1]
	if body := head[:len(head)-1]; !plainProse(head) && !(last.numeric() && plainProse(body)) {
		return false
	}
	if _, ok := verbAt(head); ok && !softVerbs[first.low] || index(head, "if", "when", "only", "unless", "as", "optional", "optionally", "times", "twice", "each", "every", "all") >= 0 ||
		first.has("repeat", "try", "skip", "ignore", "keep", "let", "ask", "tell", "undo", "redo", "do", "stop") {
		return false
	}
	return softVerbs[first.low] || strings.HasSuffix(first.low, "ing") || set("case", "test", "step", "scenario", "flow", "action", "task", "do", "follow", "steps", "check")[last.low] || last.numeric()
}

// dropSubject strips "I", "the user", "you should be able to" before a verb.
func dropSubject(tokens []token) []token {
	n := person(tokens)
	if n == 0 || n >= len(tokens) {
		return tokens
	}
	j := n
	for j < len(tokens) && tokens[j].has("can", "then", "will", "now", "also", "have", "has", "to", "need", "needs", "want", "wants", "first", "must", "should", "again") {
		j++
	}
	if j >= len(tokens) {
		return tokens
	}
	if base, ok := participles[tokens[j].text]; ok && j > n && tokens[j-1].has("have", "has") {
		out := append([]token{}, tokens[j:]...)
		out[0].text, out[0].low = base, base
		return out
	}
	if _, ok := verbAt(tokens[j:]); ok && !tokens[j].has("see", "sees") {
		for k := n; k < j; k++ {
			// "the user should click" is an instruction, but "should be able to click" an ability.
			if tokens[k].has("can") {
				return tokens
			}
		}
		return tokens[j:]
	}
	if softVerbs[tokens[j].low] || softVerbs[singular(tokens[j].low)] {
		if j == n {
			return tokens[j:]
		}
	}
	return tokens
}

// isContext knows headings and sentences which only tell about the case.
func isContext(tokens []token) bool {
	if tokens[0].has("this", "the", "these") && len(tokens) > 2 && tokens[1].has("test", "case", "scenario", "suite", "tests", "cases", "flow", "feature") && !tokens[2].has("button", "link", "field", "table", "list", "page") {
		return !hasStrongCheck(tokens[2:])
	}
	if tokens[0].has("note", "feature", "scenario", "background", "goal", "purpose", "context", "objective") && tokens[1%len(tokens)].mark(":") {
		return true
	}
	if tokens[0].has("as") && len(tokens) > 3 && tokens[1].has("a", "an", "the") && (index(tokens, "want") > 0 || len(tokens) < 6) {
		return true
	}
	if tokens[0].has("in") && len(tokens) > 2 && tokens[1].is("order") && tokens[2].is("to") {
		return !opaqueIn(tokens) && len(andPositions(tokens)) == 0
	}
	return false
}

func hasStrongCheck(tokens []token) bool {
	for _, t := range tokens {
		if t.has("should", "must", "shall", "expect", "ensure") {
			return true
		}
	}
	return false
}

// refused adds a unit which was not read.
func (s *sentence) refused(tokens []token, kind Kind, bad *Refusal) {
	s.units = append(s.units, unit{text: s.clauseText(s.text(tokens)), from: tokens[0].from, refusal: bad, kind: kind, tokens: tokens})
}

// clauseText puts "In the X section," before a clause.
func (s *sentence) clauseText(text string) string {
	if s.prefix == "" {
		return text
	}
	return s.prefix + ", " + strings.TrimSpace(text)
}
