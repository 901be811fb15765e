package language

import (
	"github.com/verdict-run/verdict/agent/check"
)

// technical reads statements about requests, the console, downloads, the clipboard and native dialogs.
func (s statements) technical(tokens []token) (*check.Form, *Refusal, bool) {
	tokens = trimMarks(tokens)
	if form, bad, ok := s.kept(tokens); ok {
		return form, bad, ok
	}
	low := map[string]bool{}
	for _, t := range tokens {
		if t.kind == word {
			low[t.low] = true
		}
	}
	switch {
	case low["console"] && !low["button"] && !low["link"] && !low["tab"] && (low["error"] || low["errors"] || low["console"] && firstNoun(tokens).has("console", "browser")):
		return s.console(tokens, low)
	case (low["request"] || low["requests"]) && (low["failed"] || low["fails"] || low["fail"]) && !opaqueIn(tokens):
		return s.requests(tokens, low)
	case low["clipboard"]:
		return s.clipboard(tokens)
	case low["downloaded"] || low["download"] && firstNoun(tokens).has("download"):
		return s.downloaded(tokens)
	case nativeDialog(tokens) > 0:
		return s.dialog(tokens)
	}
	return nil, nil, false
}

func firstNoun(tokens []token) token {
	tokens = dropDeterminers(tokens)
	if len(tokens) == 0 {
		return token{kind: punct}
	}
	return tokens[0]
}

func (s statements) console(tokens []token, low map[string]bool) (*check.Form, *Refusal, bool) {
	items := literals(tokens)
	if len(items) > 1 || low["warning"] || low["warnings"] {
		return nil, refuse("the statement about the console cannot be read literally", "write: Check that there are no console errors"), true
	}
	form := &check.Form{Kind: check.Console}
	negated, ok := noneOf(tokens)
	if !ok {
		return nil, refuse("the statement about the console cannot be read literally", "write: Check that there are no console errors"), true
	}
	form.Negated = negated
	if len(items) == 1 {
		form.Value, form.Quoted = items[0], true
		return form, nil, true
	}
	if !negated && !(low["error"] || low["errors"]) {
		return nil, nil, false
	}
	return form, nil, true
}

// noneOf says whether a statement of simple words denies something; ok is false for words it does not know.
// A statement which denies twice is not known either.
func noneOf(tokens []token) (negated, ok bool) {
	for _, t := range tokens {
		switch {
		case t.opaque() || t.kind == punct:
		case t.has("no", "not", "without", "zero", "0", "free", "isn't", "aren't", "doesn't", "don't", "any"):
			if negated && !t.has("any") {
				return false, false
			}
			negated = negated || !t.has("any")
		case t.has("the", "a", "an", "there", "is", "are", "was", "were", "should", "be", "been", "has", "have", "must", "in", "on", "of", "console", "browser", "javascript", "js", "error", "errors",
			"shows", "show", "contains", "contain", "logged", "log", "request", "requests", "network", "http", "failed", "fail", "fails", "page", "that", "with", "text", "message", "appears", "appear", "developer", "browser's",
			"to", "for", "says", "during", "includes", "displayed", "shown", "does", "do", "did"):
		default:
			return false, false
		}
	}
	return negated, true
}

func (s statements) requests(tokens []token, low map[string]bool) (*check.Form, *Refusal, bool) {
	form := &check.Form{Kind: check.Request}
	if negated, ok := noneOf(tokens); ok {
		form.Negated = negated
		if !negated {
			form.Op, form.Number = check.AtLeast, 1
		}
		return form, nil, true
	}
	op, n := check.Equals, 0
	rest := tokens
	if p, ok := findPredicate(tokens, 1); ok && firstNoun(tokens).has("there") {
		rest = tokens[p.to:]
	}
	op, n = comparison(rest)
	if len(rest) > n {
		if amount, ok := count(rest[n]); ok {
			form.Op, form.Number = op, float64(amount)
			if _, ok := noneOf(rest[n+1:]); ok {
				return form, nil, true
			}
		}
	}
	return nil, refuse("the statement about requests cannot be read literally", "write: Check that no request failed"), true
}

func (s statements) clipboard(tokens []token) (*check.Form, *Refusal, bool) {
	p, ok := findPredicate(tokens, 1)
	if !ok {
		return nil, nil, false
	}
	subject := dropDeterminers(tokens[:p.from])
	if !subject[len(subject)-1].has("clipboard") || len(subject) > 4 || opaqueIn(subject) {
		return nil, nil, false
	}
	for _, t := range subject {
		if !t.has("clipboard", "system", "browser", "browser's", "text", "content", "contents", "value", "of", "in", "on", "the") {
			return nil, nil, false
		}
	}
	form := &check.Form{Kind: check.Clip}
	switch p.kind {
	case be, equal, contain, show, have, starts, finishes, matches, say:
		if p.kind == have || p.kind == show || p.kind == say {
			p.kind = contain
		}
		form, bad := s.compared(form, p, tokens[p.to:])
		return form, bad, true
	}
	return nil, refuse("the statement about the clipboard cannot be read literally", "write: Check that the clipboard contains \"...\""), true
}

// downloaded reads "a file named "x" was downloaded", "x.csv is downloaded".
func (s statements) downloaded(tokens []token) (*check.Form, *Refusal, bool) {
	form := &check.Form{Kind: check.Download, Quoted: true}
	for _, t := range tokens {
		switch {
		case t.kind != word:
		case t.has("not", "isn't", "wasn't", "no", "hasn't"):
			form.Negated = true
		case t.has("the", "a", "file", "named", "called", "with", "name", "is", "was", "be", "been", "has", "should", "have", "download", "downloaded", "of", "that", "to", "in", "there", "must", "browser", "downloads", "it", "starts", "started", "begins", "and", "as", "will", "gets", "folder", "document", "report", "invoice", "finished", "finishes", "completed", "completes"):
		case fileWord.MatchString(t.text):
		default:
			return nil, refuse("the statement about the download cannot be read literally", "write: Check that \"report.csv\" was downloaded"), true
		}
	}
	name, bad := fileName(tokens)
	if bad != nil || len(literals(tokens)) > 1 {
		return nil, refuse("the file is not named", "write the file name in quotes: Check that \"report.csv\" was downloaded"), true
	}
	form.Value = name
	return form, nil, true
}

// nativeDialog reads "the browser dialog", "a JavaScript alert", "the confirm dialog", "alert box".
func nativeDialog(tokens []token) int {
	i := 0
	for i < len(tokens) && tokens[i].has("a", "an", "the", "there", "is", "no", "should", "be") {
		i++
	}
	native := false
	for i < len(tokens) && tokens[i].has("browser", "native", "javascript", "js", "system") {
		native = true
		i++
	}
	if i < len(tokens) && tokens[i].has("confirm", "prompt", "alert", "confirmation") && i+1 < len(tokens) && tokens[i+1].has("dialog", "box", "popup", "pop-up") {
		if native || tokens[i].has("confirm", "prompt", "alert") {
			return i + 2
		}
	}
	if native && i < len(tokens) && tokens[i].has("dialog", "alert", "prompt", "confirm", "popup") {
		return i + 1
	}
	return 0
}

func (s statements) dialog(tokens []token) (*check.Form, *Refusal, bool) {
	n := nativeDialog(tokens)
	form := &check.Form{Kind: check.Dialog, Op: check.Contains}
	for _, t := range tokens[:n] {
		form.Negated = form.Negated || t.has("no")
	}
	rest := tokens[n:]
	for _, t := range rest {
		switch {
		case t.opaque():
			if form.Value != "" {
				return nil, refuse("the statement has several values", hintOne), true
			}
			form.Value, form.Quoted = t.text, true
		case t.has("not", "isn't", "doesn't"):
			form.Negated = !form.Negated
		case t.has("exactly"):
			form.Exact = true
		case t.has("with", "the", "text", "message", "is", "was", "shown", "open", "opened", "displayed", "appears", "appeared", "opens", "says", "that", "should", "be", "shows", "contains", "asks", "asking", "a", "saying", "has", "visible", "appear", "say", "contain", "show", "and", "reads", "asked", "reading"):
		case t.kind == punct:
		default:
			return nil, refuse("the statement about the dialog cannot be read literally", "write: Check that the browser dialog says \"...\""), true
		}
	}
	return form, nil, true
}

// offering reads "the Size dropdown offers "S", "M" and "L"".
func (s statements) offering(subject []token, p predicate, rest []token) (*check.Form, *Refusal) {
	form, bad, ok := s.offers(subject, predicate{kind: offer, negated: p.negated}, rest)
	if !ok {
		return nil, refuse("the options cannot be read literally", "quote the options: Check that the Size dropdown offers \"S\" and \"M\"")
	}
	return form, bad
}

// offers reads a list of options; without the word "option" only after "offers".
func (s statements) offers(subject []token, p predicate, rest []token) (*check.Form, *Refusal, bool) {
	items := literals(rest)
	named := p.kind == offer
	for _, t := range rest {
		switch {
		case t.opaque():
		case t.is("option", "options", "choices", "choice"):
			named = true
		case t.is("the", "an", "a", "following", "and", "these", "values", "value", "entries") || t.mark(",:"):
		default:
			return nil, nil, false
		}
	}
	if !named || len(items) == 0 {
		return nil, nil, false
	}
	q, bad := s.subject(subject)
	if bad != nil {
		return nil, bad, true
	}
	return &check.Form{Kind: check.Options, Subject: q, Values: items, Negated: p.negated, Quoted: true}, nil, true
}
