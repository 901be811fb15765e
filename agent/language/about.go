package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// about reads subject, verb group and the rest of a statement.
func (s statements) about(subject []token, p predicate, rest []token) (*check.Form, *Refusal) {
	subject, rest = trimMarks(subject), offPage(trimMarks(rest))
	for len(subject) > 1 && subject[0].has("that", "whether") {
		subject = subject[1:]
	}
	for len(subject) > 1 && subject[len(subject)-1].is("still", "now", "also", "then", "again", "currently") {
		subject = subject[:len(subject)-1]
	}
	if len(subject) == 0 {
		return nil, refuse("the statement does not say what it is about", hintText)
	}
	noun := dropDeterminers(subject)
	if noun[0].has("no") && len(noun) > 1 {
		noun, p.negated = noun[1:], !p.negated
		subject = noun
	}
	if n := len(noun); n > 1 && noun[0].is("new") && noun[1].is("tab", "window", "browser") {
		return nil, refuse("tabs of the browser cannot be checked by code", "write: Switch to the new tab. Then: Check that the title is \"...\"")
	}
	switch {
	case len(noun) == 1 && noun[0].has("focus", "cursor", "caret") && p.kind == be && len(rest) > 1 && rest[0].is("on", "in"):
		q, bad := s.subject(rest[1:])
		if bad != nil {
			return nil, bad
		}
		return &check.Form{Kind: check.Focus, Subject: q, Value: "focused", Negated: p.negated}, nil
	case len(noun) == 2 && noun[0].has("current") && noun[1].has("page", "screen") && p.kind == be, len(noun) == 1 && noun[0].has("page") && p.kind == be && len(rest) == 2 && rest[0].is("titled"):
		return s.pageIs(p, rest)
	case len(noun) > 3 && noun[0].has("selected", "chosen") && noun[1].is("option", "value", "item") && noun[2].is("of", "in", "for"):
		return s.value(noun[3:], p, rest, true, check.Equals)
	case len(noun) > 3 && noun[0].has("number", "text", "value", "amount") && noun[1].is("shown", "displayed") && noun[2].is("in", "on", "by"):
		return s.partOf("text", noun[3:], p, rest)
	case len(noun) > 2 && noun[0].has("options", "choices") && noun[1].is("of", "in", "for"):
		if form, bad, ok := s.offers(noun[2:], predicate{kind: offer, negated: p.negated}, rest); ok {
			return form, bad
		}
		return nil, refuse("the options cannot be read literally", "quote the options: Check that the Size dropdown offers \"S\" and \"M\"")
	case len(noun) == 1 && noun[0].has("there"):
		return s.there(p, rest)
	case person(subject) == len(subject):
		return s.personDoes(p, rest)
	case isURL(noun):
		return s.compared(&check.Form{Kind: check.URL}, p, rest)
	case isTitle(noun):
		return s.compared(&check.Form{Kind: check.Title}, p, rest)
	case len(noun) > 2 && noun[0].has("number", "count", "amount") && noun[1].is("of"):
		return s.numberOf(noun[2:], p, rest)
	case len(noun) > 2 && noun[0].has("value", "text", "content", "contents") && noun[1].is("of"):
		return s.partOf(noun[0].low, noun[2:], p, rest)
	case ownText(noun) && (opaqueIn(rest) || p.kind != be || anyNumeric(rest)) && p.kind != appear && p.kind != disappear && p.kind != exist:
		return s.partOf(noun[len(noun)-1].low, noun[:len(noun)-1], p, rest)
	case namedVariable(noun) != "":
		return s.variable(namedVariable(noun), p, rest)
	}
	if form, bad, ok := s.counted(subject, nil); ok && (p.kind == be || p.kind == appear || p.kind == exist) {
		if bad != nil {
			return nil, bad
		}
		if len(rest) > 0 && (p.kind == be || p.kind == appear) {
			hidden, known := shownWords[rest[0].text]
			if !known || hidden && rest[0].is("removed") {
				return nil, refuse("the statement about the number of things cannot be read literally", hintText)
			}
			if len(rest) > 1 {
				var inside *screen.Query
				if inside, bad = s.insideOf(rest[1:]); bad != nil {
					return nil, bad
				}
				if form != nil && inside != nil {
					form.Subject.Rel = append(form.Subject.Rel, screen.Relation{Kind: screen.In, To: *inside})
				}
			}
		}
		return negate(form, p.negated), bad
	}
	subject, rest = s.rowLast(subject, rest)
	switch p.kind {
	case be:
		return s.being(subject, p, rest)
	case have:
		return s.having(subject, p, rest)
	case appear, disappear, exist:
		return s.appearing(subject, p, rest)
	case offer:
		return s.offering(subject, p, rest)
	case download:
		return nil, refuse("a download is checked by its file name", "write: Check that \"report.csv\" was downloaded")
	}
	return s.showing(subject, p, rest)
}

func isURL(noun []token) bool {
	n := len(noun)
	if n == 0 || n > 4 || opaqueIn(noun) {
		return false
	}
	for _, t := range noun {
		if !t.has("current", "page", "browser", "url", "address", "the", "page's", "bar", "of", "browser's", "tab's", "location", "uri") {
			return false
		}
	}
	return noun[n-1].has("url", "address", "uri") || noun[0].has("url") || n > 1 && noun[n-1].has("bar")
}

func isTitle(noun []token) bool {
	n := len(noun)
	if n == 0 || n > 4 {
		return false
	}
	for _, t := range noun {
		if !t.has("title", "page", "browser", "tab", "document", "of", "the", "page's", "window", "current", "browser's") {
			return false
		}
	}
	return noun[n-1].has("title") || noun[0].has("title")
}

// ownText reads "the Save button text", "the "Qty" field value".
func ownText(noun []token) bool {
	n := len(noun)
	if n < 2 || !noun[n-1].is("text", "value") {
		return false
	}
	_, kind := kindBefore(noun, n-1)
	return kind > 0 || noun[n-2].opaque() && noun[n-1].is("value")
}

// namedVariable reads {{x}}, "the stored x", "the variable x", "stored value x".
func namedVariable(noun []token) string {
	strip := func(t token) string { return strings.Trim(t.text, "{}<>") }
	n := len(noun)
	if n == 1 && noun[0].kind == variable {
		return strip(noun[0])
	}
	if n > 1 && noun[0].has("stored", "saved", "remembered", "variable", "value", "grabbed", "captured") {
		last := noun[n-1]
		stored := false
		for _, t := range noun[:n-1] {
			stored = stored || t.has("stored", "saved", "remembered", "variable", "grabbed", "captured")
			if !t.has("stored", "saved", "remembered", "variable", "value", "grabbed", "captured", "text", "number") {
				return ""
			}
		}
		if stored && (last.kind == variable || last.kind == quoted && variableName(last.text, false) || last.kind == word && n == 2 && last.low != "value" && last.low != "variable" && variableName(last.text, false)) {
			return strip(last)
		}
	}
	return ""
}

// compared reads "is V", "contains V", "starts with V" for a subject without an element.
func (s statements) compared(form *check.Form, p predicate, rest []token) (*check.Form, *Refusal) {
	form.Negated = p.negated
	switch p.kind {
	case be, equal, show, say, have:
		form.Op = check.Equals
		switch {
		case len(rest) > 1 && rest[0].is("starting", "beginning") && rest[1].is("with"):
			form.Op, rest = check.Starts, rest[2:]
		case len(rest) > 1 && rest[0].is("ending") && rest[1].is("with"):
			form.Op, rest = check.Ends, rest[2:]
		case len(rest) > 1 && rest[0].is("matching", "like"):
			form.Op, rest = check.Matches, rest[1:]
		case len(rest) > 1 && rest[0].is("containing"):
			form.Op, rest = check.Contains, rest[1:]
		}
	case contain:
		form.Op = check.Contains
	case starts:
		form.Op = check.Starts
	case finishes:
		form.Op = check.Ends
	case matches:
		form.Op = check.Matches
	default:
		return nil, refuse("this cannot be said of an address or a title", "write: Check that the URL contains \"/cart\"")
	}
	if len(rest) > 0 && rest[0].is("set", "changed", "updated") && len(rest) > 2 && rest[1].is("to") {
		rest = rest[2:]
	}
	for len(rest) > 1 && rest[0].is("the", "path", "pattern", "expression", "regex", "regexp", "regular", "URL", "url", "title", "address") {
		rest = rest[1:]
	}
	if len(rest) == 1 && rest[0].kind == regex {
		form.Op, form.Value, form.Quoted = check.Matches, rest[0].text, true
		return form, nil
	}
	if len(rest) == 1 && form.Kind == check.URL && rest[0].kind == word && strings.ContainsAny(rest[0].text, "/.#?=") {
		form.Value, form.Quoted = rest[0].text, true
		return form, nil
	}
	v, bad := valueOf(s.src, rest)
	if bad != nil {
		return nil, bad
	}
	v.fill(form)
	if form.Op == check.Matches {
		if bad := pattern(form); bad != nil {
			return nil, bad
		}
	}
	return form, nil
}

// there reads "there is (no) T", "there are at least 3 T".
func (s statements) there(p predicate, rest []token) (*check.Form, *Refusal) {
	if p.kind != be && p.kind != exist && p.kind != appear {
		return nil, refuse("this is not a statement code can check", hintText)
	}
	if form, bad, ok := s.technical(rest); ok {
		return negate(form, p.negated), bad
	}
	if form, bad, ok := s.counted(rest, nil); ok {
		return negate(form, p.negated), bad
	}
	if p.negated && len(rest) > 1 && rest[0].is("any") {
		rest = rest[1:]
	}
	if n := len(rest); n > 1 {
		if hidden, ok := shownWords[rest[n-1].text]; ok && !hidden {
			rest = rest[:n-1]
		}
	}
	return s.visible(rest, p.negated)
}

// pageIs reads "the current page is X", "the page is titled X".
func (s statements) pageIs(p predicate, rest []token) (*check.Form, *Refusal) {
	if len(rest) == 2 && rest[0].is("titled") {
		return s.compared(&check.Form{Kind: check.Title}, p, rest[1:])
	}
	if name, ok := pageName(s.src, rest); ok {
		return &check.Form{Kind: check.Page, Value: name, Negated: p.negated, Quoted: opaqueIn(rest)}, nil
	}
	v, bad := valueOf(s.src, rest)
	if bad != nil {
		return nil, bad
	}
	form := &check.Form{Kind: check.Page, Negated: p.negated}
	if address(v.text) {
		form.Kind = check.URL
	}
	v.fill(form)
	return form, nil
}

// personDoes reads "the user is on the X page", "I am redirected to X".
func (s statements) personDoes(p predicate, rest []token) (*check.Form, *Refusal) {
	if p.kind == be || p.kind == redirect {
		if form, bad, ok := s.place(rest); ok {
			return negate(form, p.negated), bad
		}
	}
	if p.kind == be && len(rest) > 1 && rest[0].is("shown", "presented") && opaqueIn(rest) {
		return s.visible(rest[1:], p.negated)
	}
	return nil, refuse("what a user is or can do is no statement about the screen", hintText)
}

// place reads "on the X page", "redirected to X".
func (s statements) place(tokens []token) (*check.Form, *Refusal, bool) {
	i := person(tokens)
	negated := false
	for i < len(tokens) && tokens[i].has("am", "is", "are", "be", "should", "must", "get", "gets", "still", "now", "not", "'m", "will", "stay", "stays", "remain", "remains", "land", "lands") {
		negated = negated || tokens[i].has("not")
		i++
	}
	start := i
	for i < len(tokens) && tokens[i].has("redirected", "taken", "navigated", "brought", "sent", "forwarded", "directed", "returned", "back", "landed") {
		i++
	}
	moved := i > start
	if i+1 >= len(tokens) || !(tokens[i].is("on", "at") || moved && tokens[i].is("to")) {
		return nil, nil, false
	}
	rest := trimMarks(tokens[i+1:])
	if len(rest) > 1 && rest[0].has("the", "a") && rest[1].has("url", "address", "page") && rest[len(rest)-1].opaque() && len(rest) == 3 {
		rest = rest[2:]
	}
	if len(rest) == 1 && (rest[0].kind == word || rest[0].opaque()) && address(rest[0].text) {
		return &check.Form{Kind: check.URL, Value: rest[0].text, Quoted: true, Negated: negated}, nil, true
	}
	if name, ok := pageName(s.src, rest); ok {
		return &check.Form{Kind: check.Page, Value: name, Negated: negated, Quoted: opaqueIn(rest)}, nil, true
	}
	if len(rest) == 1 && rest[0].opaque() {
		return &check.Form{Kind: check.Page, Value: rest[0].text, Negated: negated, Quoted: true}, nil, true
	}
	noun := dropDeterminers(rest)
	if len(noun) == 1 && noun[0].has("homepage", "dashboard", "cart", "checkout", "inbox", "home") {
		return &check.Form{Kind: check.Page, Value: strings.TrimSuffix(noun[0].text, "page"), Negated: negated}, nil, true
	}
	if !moved && start == 0 && !tokens[0].is("on") {
		return nil, nil, false
	}
	return nil, refuse("the page is not named literally", "write: Check that I am on the \"Cart\" page, or: Check that the URL contains \"/cart\""), true
}

// address says that a text is a URL or a path.
func address(text string) bool {
	return strings.Contains(text, "://") || strings.HasPrefix(text, "/") && len(text) > 1 && !strings.ContainsAny(text, " ")
}
