package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// longestStatement is the number of tokens a statement may have.
const longestStatement = 60

// ParseProposition reads one statement about the screen ("the cart shows \"2\"",
// "the Save button is disabled", "there are 3 rows in the Users table").
func ParseProposition(text string) (*check.Form, *Refusal) {
	tokens := trimMarks(lex(text))
	_, tokens, _ = assertionLead(tokens)
	list, bad := statements{src: text, bare: true}.all(tokens)
	switch {
	case bad != nil:
		return nil, bad
	case len(list) != 1:
		return nil, refuse("several statements where one is needed", hintOne)
	}
	if bad := newLedger(nil, []*check.Form{list[0].form}, nil).audit(text, tokens); bad != nil {
		return nil, bad
	}
	return list[0].form, nil
}

// statements reads statements out of one text.
type statements struct {
	src string
	// bare accepts a noun alone ("verify the heading "X"").
	bare bool
	// named accepts any noun alone ("wait for the results").
	named bool
	// budget is how many readings of a list of statements may still be tried.
	budget *int
}

// readings is the most a single sentence costs.
const readings = 24

func (s statements) spent() bool {
	*s.budget--
	return *s.budget < 0
}

// statement is one form and the words it was read from.
type statement struct {
	form *check.Form
	text string
}

func (s statements) text(tokens []token) string { return textOf(s.src, tokens) }

func (s statements) target(tokens []token) (*screen.Query, *Refusal) {
	q, bad := targets{src: s.src}.read(tokens)
	if bad != nil {
		return nil, bad
	}
	return &q, nil
}

// subject reads the target a statement is about; judgements in it refuse.
func (s statements) subject(tokens []token) (*screen.Query, *Refusal) {
	if bad := guardStatement(tokens); bad != nil {
		return nil, bad
	}
	if bad := guardSubject(tokens); bad != nil {
		return nil, bad
	}
	q, bad := s.target(tokens)
	if bad != nil {
		return nil, bad
	}
	_, state := states[q.Name]
	_, shown := shownWords[q.Name]
	if (state || shown) && !q.Quoted || q.Name == "" && q.Kind == "" {
		return nil, refuse("the statement does not say what it is about", hintText)
	}
	return q, nil
}

// one reads a single statement.
func (s statements) one(tokens []token) (*check.Form, *Refusal) {
	tokens = trimMarks(tokens)
	for len(tokens) > 1 && tokens[0].has("that", "whether", "then", "also", "now") {
		tokens = trimMarks(tokens[1:])
	}
	if len(tokens) == 0 {
		return nil, refuse("there is no statement to check", hintText)
	}
	if len(tokens) > longestStatement {
		return nil, refuse("the statement is too long", hintOne)
	}
	if hasOr(tokens) && !orEqual(tokens) {
		return nil, refuse("the statement leaves a choice (\"or\")", hintPick)
	}
	if form, bad, ok := s.technical(tokens); ok {
		return form, bad
	}
	tokens = colonValue(tokens)
	if form, bad, ok := s.inOrder(tokens); ok {
		return form, bad
	}
	if rest, negated, ok := sees(tokens); ok {
		return s.seen(rest, negated)
	}
	if form, bad, ok := s.place(tokens); ok {
		return form, bad
	}
	if p, ok := findPredicate(tokens, 1); ok {
		return s.about(tokens[:p.from], p, tokens[p.to:])
	}
	if s.named && !opaqueIn(tokens) && contains(tokens, "to") {
		return nil, refuse("what to wait for cannot be read literally", hintText)
	}
	if s.named || s.bare && (opaqueIn(tokens) || thing(tokens)) {
		return s.seen(tokens, false)
	}
	return nil, refuse("this is not a statement code can check", hintText)
}

func orEqual(tokens []token) bool {
	for i, t := range tokens {
		if t.is("or") && (i+1 >= len(tokens) || !tokens[i+1].is("equal", "more", "fewer", "less")) {
			return false
		}
	}
	return true
}

// people are the subjects a statement may have without meaning a thing on the page.
func person(tokens []token) int {
	n := 0
	if n < len(tokens) && tokens[n].has("the", "a") {
		n++
	}
	if n < len(tokens) && tokens[n].has("i", "we", "you", "they", "user", "users", "customer", "visitor", "tester", "he", "she", "admin", "shopper") {
		return n + 1
	}
	return 0
}

// sees reads "I should (not) (be able to) see" and "see".
func sees(tokens []token) (rest []token, negated, ok bool) {
	i := person(tokens)
	for ; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t.has("should", "must", "can", "will", "shall", "to", "be", "able", "then", "still", "also", "now", "do", "does", "is"):
		case t.has("not", "cannot", "can't", "shouldn't", "don't", "doesn't", "mustn't", "never"):
			negated = true
		case t.is("no") && i+1 < len(tokens) && tokens[i+1].is("longer"):
			negated = true
			i++
		case t.has("see", "sees", "view", "observe", "notice", "find", "seeing") && i+1 < len(tokens):
			return tokens[i+1:], negated, true
		default:
			return nil, false, false
		}
	}
	return nil, false, false
}

// seen is what somebody sees: a statement, a number of things, a text or a thing.
func (s statements) seen(rest []token, negated bool) (*check.Form, *Refusal) {
	rest = offPage(trimMarks(rest))
	if len(rest) > 1 && rest[0].is("that", "how") {
		rest = rest[1:]
	}
	if p, ok := findPredicate(rest, 1); ok && !negated {
		return s.about(rest[:p.from], p, rest[p.to:])
	} else if ok {
		return nil, refuse("a denied statement within a statement cannot be read literally", hintText)
	}
	if form, bad, ok := s.counted(rest, nil); ok {
		return negate(form, negated), bad
	}
	return s.visible(rest, negated)
}

func negate(f *check.Form, negated bool) *check.Form {
	if f != nil && negated {
		f.Negated = !f.Negated
	}
	return f
}

// offPage drops "on the page", "anymore" and the like from the end.
func offPage(tokens []token) []token {
	for {
		n := len(tokens)
		switch {
		case n > 1 && tokens[n-1].is("anymore", "again", "there", "now", "initially"):
			tokens = tokens[:n-1]
		case n > 2 && tokens[n-1].is("default") && tokens[n-2].is("by"):
			tokens = tokens[:n-2]
		case n > 2 && tokens[n-1].is("more") && tokens[n-2].is("any"):
			tokens = tokens[:n-2]
		case n > 2 && tokens[n-1].is("screen", "page") && tokens[n-2].is("on", "in"):
			tokens = tokens[:n-2]
		case n > 3 && tokens[n-1].is("page", "screen", "view") && tokens[n-2].is("the", "this") && tokens[n-3].is("on", "in"):
			tokens = tokens[:n-3]
		case n > 3 && tokens[n-1].is("user") && tokens[n-2].is("the") && tokens[n-3].is("to"):
			tokens = tokens[:n-3]
		default:
			return tokens
		}
	}
}

// visible is a text or a thing that is shown.
func (s statements) visible(tokens []token, negated bool) (*check.Form, *Refusal) {
	tokens = offPage(trimMarks(tokens))
	if len(tokens) > 1 && tokens[0].has("no") {
		negated, tokens = !negated, tokens[1:]
	} else if len(tokens) > 1 && tokens[0].has("not") {
		negated, tokens = !negated, tokens[1:]
	}
	if len(tokens) == 0 {
		return nil, refuse("the statement does not say what is shown", hintText)
	}
	exact, part := false, false
	for n := len(tokens); n > 1 && tokens[n-1].is("exactly"); n-- {
		exact, tokens = true, tokens[:n-1]
	}
	for len(tokens) > 1 && (tokens[0].is("exactly") || tokens[0].is("part") && tokens[1].opaque()) {
		exact, part = exact || tokens[0].is("exactly"), part || tokens[0].is("part")
		tokens = tokens[1:]
	}
	if quantity(tokens[0]) && !tokens[0].opaque() {
		return nil, refuse("the number of things cannot be read literally", hintText)
	}
	if name, ok := pageName(s.src, tokens); ok {
		return &check.Form{Kind: check.Page, Value: name, Negated: negated, Quoted: opaqueIn(tokens)}, nil
	}
	if form, ok := s.dialogText(tokens, negated); ok {
		return form, nil
	}
	q, bad := s.subject(tokens)
	if bad != nil {
		return nil, bad
	}
	if !q.Quoted && q.Kind == "" && pageNouns[strings.ToLower(q.Name)] {
		return nil, refuse("that the page is shown says too little", "name the page: Check that I am on the \"Cart\" page")
	}
	if !q.Quoted && (len(strings.Fields(q.Name)) > 4 || q.Name == "new" && q.Kind == "tab") {
		return nil, refuse("what is shown cannot be read literally", hintText)
	}
	form := &check.Form{Kind: check.Visible, Subject: q, Negated: negated, Exact: exact, Part: part}
	if q.Quoted && q.Kind == "" && q.Ordinal == 0 && len(q.Rel) == 1 && fieldKinds[q.Rel[0].To.Kind] && len(q.Rel[0].To.Rel) == 0 {
		switch q.Rel[0].Kind {
		case screen.In:
			// What is in a field is its value.
			return &check.Form{Kind: check.Value, Subject: &q.Rel[0].To, Op: check.Contains, Value: q.Name, Quoted: true, Negated: negated, Exact: exact, Part: part}, nil
		case screen.Of:
			return form, nil // an error of the field stands beside it
		}
	}
	if q.Quoted && (q.Kind == "") && q.Ordinal == 0 {
		if form.Subject, bad = within(q.Rel); bad != nil {
			form.Subject = q
			return form, nil
		}
		form.Kind, form.Value, form.Quoted = check.Text, q.Name, true
	}
	return form, nil
}

// dialogText reads "a popup with "Are you sure?"": a text in a dialog of any name.
func (s statements) dialogText(tokens []token, negated bool) (*check.Form, bool) {
	noun := dropDeterminers(tokens)
	kind, n := kindAfter(noun, 0)
	if kind != "dialog" || len(noun) < n+2 || !noun[n].is("with", "containing", "saying", "showing", "that", "asking") || len(literals(noun)) != 1 || !noun[len(noun)-1].opaque() {
		return nil, false
	}
	for _, t := range noun[n+1 : len(noun)-1] {
		if !t.is("the", "text", "message", "a", "says", "shows", "contains", "reads", "asks") {
			return nil, false
		}
	}
	return &check.Form{Kind: check.Text, Subject: &screen.Query{Kind: "dialog"}, Value: noun[len(noun)-1].text, Quoted: true, Negated: negated}, true
}

// within turns the relations of a text to the element which shows it.
func within(rel []screen.Relation) (*screen.Query, *Refusal) {
	if len(rel) == 0 {
		return nil, nil
	}
	to := rel[0].To
	switch rel[0].Kind {
	case screen.In, screen.Of:
		return &to, nil
	case screen.InRow:
		if to.Kind == "" {
			to.Kind = "row"
		}
		return &to, nil
	}
	return nil, refuse("a place", "")
}

func opaqueIn(tokens []token) bool {
	for _, t := range tokens {
		if t.opaque() {
			return true
		}
	}
	return false
}

// quantity says that a word counts things.
func quantity(t token) bool {
	if _, ok := numberWords[t.low]; ok {
		return t.kind == word
	}
	_, ok := number(t.text)
	return ok && t.kind == word && !strings.HasPrefix(t.text, "$")
}

// pageName reads "the X page".
func pageName(src string, tokens []token) (string, bool) {
	tokens = dropDeterminers(trimMarks(tokens))
	n := len(tokens)
	if n < 2 {
		return "", false
	}
	if tokens[0].is("page", "screen") && tokens[1].opaque() && n == 2 {
		return tokens[1].text, true
	}
	if tokens[0].is("page") && n == 3 && tokens[1].is("named", "called", "titled") && tokens[2].opaque() {
		return tokens[2].text, true
	}
	if !tokens[n-1].has("page", "screen", "homepage") || tokens[n-1].capital() && n > 5 {
		return "", false
	}
	name := tokens[:n-1]
	if name[0].opaque() && len(name) == 1 {
		return name[0].text, true
	}
	if len(name) > 5 {
		return "", false
	}
	for _, t := range name {
		if t.kind != word || joints[t.text] || vague[t.text] || judgements[t.text] || t.is("the", "same", "previous", "next", "current", "new", "web", "in", "on", "of", "at") {
			return "", false
		}
		if _, ok := ordinal(t.low); ok {
			return "", false
		}
	}
	return textOf(src, name), true
}
