package language

import (
	"fmt"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// isCondition says that the sentence starts with "When <statement>, <clause>".
func (s *sentence) isCondition(tokens []token) bool {
	_, _, ok := s.splitCondition(tokens)
	return ok
}

// splitCondition finds the statement and the rest of "If <statement>, <clause>".
func (s *sentence) splitCondition(tokens []token) (form *check.Form, rest []token, ok bool) {
	start := 1
	if tokens[0].has("as") {
		start = 3
	}
	tried := 0
	for i := start + 1; i < len(tokens) && i < longestStatement && tried < 4; i++ {
		if !tokens[i].mark(",") && !tokens[i].is("then") {
			continue
		}
		after := tokens[i+1:]
		if len(after) > 0 && after[0].is("then") {
			after = after[1:]
		}
		if len(after) == 0 || !verbLike(after) && !softVerbs[dropSubject(after)[0].low] {
			continue
		}
		tried++
		form, bad := statements{src: s.src}.single(tokens[start:i])
		if bad == nil {
			return form, dropSubject(after), true
		}
	}
	return nil, nil, false
}

// condition reads "If <statement>, clauses"; false when that cannot be read.
func (s *sentence) condition(tokens []token) ([]token, bool) {
	t := tokens[0]
	conditional := t.has("if")
	waits := t.has("when", "once", "after") || t.has("as") && len(tokens) > 3 && tokens[1].is("soon") && tokens[2].is("as")
	if !conditional && !waits {
		return tokens, true
	}
	form, rest, ok := s.splitCondition(tokens)
	if !ok {
		s.refused(tokens, s.refusedKind(tokens), refuse("the condition cannot be read literally", "write: If \"Accept cookies\" is visible, click \"Accept cookies\""))
		return nil, false
	}
	for _, w := range rest {
		if w.has("otherwise", "else") {
			s.refused(tokens, s.refusedKind(tokens), refuse("two ways to go on need a model", "write one condition: If \"Accept cookies\" is visible, click \"Accept cookies\""))
			return nil, false
		}
	}
	s.cond, s.optional, s.condTokens = form, conditional, between(tokens[1:], rest)
	if waits && len(s.condTokens) > 2 && t.has("as") {
		s.condTokens = s.condTokens[2:]
	}
	s.prefix = s.text(tokens[:1]) + " " + textOf(s.src, between(tokens[1:], rest))
	return rest, true
}

// between are the tokens of all before rest.
func between(all, rest []token) []token {
	var out []token
	for _, t := range all {
		if len(rest) > 0 && t.from >= rest[0].from {
			break
		}
		out = append(out, t)
	}
	for len(out) > 0 && (out[len(out)-1].mark(",") || out[len(out)-1].is("then")) {
		out = out[:len(out)-1]
	}
	return out
}

// scoped reads "In T, clauses".
func (s *sentence) scoped(tokens []token) []token {
	t := tokens[0]
	if !t.has("in", "within", "inside", "on", "from", "under", "at", "below", "next", "into") {
		return tokens
	}
	plain := scopeEnd(tokens)
	for i := 2; i < len(tokens) && i < 25; i++ {
		if i != plain && !tokens[i].mark(",") && !tokens[i].mark(":") {
			continue
		}
		rest := tokens[i:]
		if i != plain {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return tokens
		}
		head := tokens[:i]
		if noun := dropDeterminers(head[1:]); t.has("on", "in", "at") && noun[len(noun)-1].has("page", "screen", "keyboard") {
			// "On the login page, ..." says where one is already.
			s.prefix = joinText(s.prefix, s.text(head))
			s.badCond = s.overall(noun)
			return dropSubject(rest)
		}
		if wholePage(head[1:]) {
			s.prefix, s.placed = joinText(s.prefix, s.text(head)), true
			return dropSubject(rest)
		}
		s.badCond = guardPlace(head[1:])
		lower := head[0]
		lower.text = lower.low
		dummy := append([]token{{kind: word, text: "x", low: "x"}, lower}, head[1:]...)
		kind, n := targets{src: s.src}.relation(dummy, 1)
		if n == 0 || 1+n >= len(dummy) {
			if t.has("from", "in", "into") && len(head) > 1 {
				kind, n = screen.In, 1
			} else {
				return tokens
			}
		}
		q, bad := targets{src: s.src}.read(dummy[1+n:])
		if bad != nil || q.Name == "" && q.Kind == "" {
			return tokens
		}
		if kind == screen.In && q.Kind == "row" {
			kind = screen.InRow
		}
		if kind == screen.InRow && q.Name != "" {
			q.Kind, q.Full = "", ""
		}
		s.scope, s.scopeTokens = []screen.Relation{{Kind: kind, To: q}}, head
		s.prefix = joinText(s.prefix, s.text(head))
		return dropSubject(rest)
	}
	return tokens
}

// scopeEnd is where the clause starts after a place without a comma: "In the
// "City" field enter ...", "In the "Ana" row the "Status" column shows ...".
func scopeEnd(tokens []token) int {
	for i := 2; i+1 < len(tokens) && i < 12; i++ {
		if tokens[i].kind == punct {
			return -1
		}
		_, n := kindBefore(tokens, i)
		page := tokens[i-1].is("page", "screen")
		if !page && !tokens[i-1].opaque() && (n == 0 || n >= i-1 && !opaqueIn(tokens[:i])) {
			continue
		}
		if after := tokens[i:]; after[0].is("the", "The") || person(after) > 0 {
			if _, ok := verbAt(dropSubject(after)); ok && person(after) > 0 {
				return i
			}
			if _, ok := findPredicate(after, 1); ok && after[0].is("the") {
				return i
			}
			continue
		}
		if base, ok := verbAt(tokens[i:]); ok && tokens[i].text == base && (tokens[i+1].opaque() || determiner(tokens[i+1]) || tokens[i+1].is("on")) {
			return i
		}
	}
	return -1
}

// overall refuses "on every page": more, or another, than the page one is on.
func (s *sentence) overall(noun []token) *Refusal {
	for i, t := range noun {
		_, nth := ordinal(t.low)
		if !t.opaque() && (vague[t.low] || nth && i == 0 || t.is("next", "previous", "new", "only")) {
			return refuse(fmt.Sprintf("%q says more than where one is", s.text(noun)), hintOne)
		}
		if last := i == len(noun)-1; !last && !pageWords([]token{t}) && !t.is("top", "bottom", "upper", "lower", "left", "right", "corner", "side", "end", "middle", "of", "the", "this", "current", "same", "right-hand", "left-hand") {
			return refuse(fmt.Sprintf("%q says more than where one is", s.text(noun)), hintOne)
		}
		s.placed = s.placed || t.is("top", "bottom", "left", "right", "corner", "end", "middle", "side")
	}
	return nil
}

func joinText(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}
