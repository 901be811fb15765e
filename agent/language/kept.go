package language

import (
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
)

const hintKept = "write: Check that the cookie \"sid\" is \"abc\", ... the local storage item \"theme\" exists, ... the \"rel\" attribute of the \"Docs\" link contains \"noopener\""

// phrase matches the beginning of tokens with a pattern of words: "a|b" is either, "a?" may be left out, "$" is a
// literal and "#" a number. It gives those and how many tokens it took, -1 when it does not match.
func phrase(tokens []token, pattern string) (literals []token, n int) {
	for _, want := range strings.Fields(pattern) {
		optional := strings.HasSuffix(want, "?")
		want = strings.TrimSuffix(want, "?")
		ok := n < len(tokens)
		if ok {
			t := tokens[n]
			switch want {
			case "$":
				ok = t.opaque()
			case "/":
				ok = t.kind == regex
			case "#":
				ok = t.numeric()
			default:
				ok = t.has(strings.Split(want, "|")...)
			}
			if ok && (want == "$" || want == "#" || want == "/") {
				literals = append(literals, t)
			}
		}
		if ok {
			n++
		} else if !optional {
			return nil, -1
		}
	}
	return literals, n
}

// keptThings are how what is kept outside of the page is called; the literal is its name.
var keptThings = []struct {
	pattern string
	form    check.Form
}{
	{"cookie named|called? $", check.Form{Kind: check.Cookie}},
	{"$ cookie", check.Form{Kind: check.Cookie}},
	{"local storage item|entry|key|value named|called? $", check.Form{Kind: check.Storage}},
	{"localstorage item|entry|key|value named|called? $", check.Form{Kind: check.Storage}},
	{"item|entry|key|value $ of|in the? local storage", check.Form{Kind: check.Storage}},
	{"session storage item|entry|key|value named|called? $", check.Form{Kind: check.Storage, Session: true}},
	{"sessionstorage item|entry|key|value named|called? $", check.Form{Kind: check.Storage, Session: true}},
	{"item|entry|key|value $ of|in the? session storage", check.Form{Kind: check.Storage, Session: true}},
	{"downloaded file named|called? $", check.Form{Kind: check.File}},
}

// keptSays are the predicates of such things.
var keptSays = []struct {
	pattern string
	op      check.Op
	negated bool
}{
	{"exists|exist", check.Exists, false}, {"should|must|does exist", check.Exists, false}, {"is|was set|present|there", check.Exists, false}, {"should|must be set|present|there", check.Exists, false}, {"has been set", check.Exists, false},
	{"does|should|must not exist", check.Exists, true}, {"doesn't|shouldn't exist", check.Exists, true}, {"is|was not set|present|there", check.Exists, true}, {"isn't set|present|there", check.Exists, true}, {"should|must not be set|present|there", check.Exists, true},
	{"is|equals|was set? to? $", check.Equals, false}, {"is|should|must be? equal to $", check.Equals, false}, {"should|must be set? to? $", check.Equals, false}, {"has|have the? value $", check.Equals, false}, {"should|must have the? value $", check.Equals, false}, {"with the? value $", check.Equals, false},
	{"is not set? to? $", check.Equals, true}, {"isn't $", check.Equals, true}, {"should|must not be $", check.Equals, true}, {"does not equal $", check.Equals, true}, {"does not have the? value $", check.Equals, true},
	{"contains|includes|contain $", check.Contains, false}, {"should|must contain|include $", check.Contains, false},
	{"does|should|must not contain|include $", check.Contains, true}, {"doesn't|shouldn't contain|include $", check.Contains, true},
	{"starts|begins with $", check.Starts, false}, {"ends with $", check.Ends, false}, {"matches /", check.Matches, false},
}

// kept reads statements about cookies, web storage, attributes, what stands in downloaded files, and looks.
func (s statements) kept(tokens []token) (*check.Form, *Refusal, bool) {
	if form, bad, ok := s.looksLike(tokens); ok {
		return form, bad, ok
	}
	rest, denied := tokens, false
	exists := false
	if _, n := phrase(rest, "there is|was|should|must not? be?"); n > 0 {
		denied, exists = contains(rest[:n], "not"), true
		rest = rest[n:]
	}
	if len(rest) > 0 && rest[0].has("no") {
		denied, rest = true, rest[1:]
		exists = true
	}
	rest = dropDeterminers(rest)
	for _, thing := range keptThings {
		names, n := phrase(rest, thing.pattern)
		if n < 0 {
			continue
		}
		form := thing.form
		form.Name, form.Quoted = names[0].text, true
		if exists && n == len(rest) && form.Kind != check.File {
			form.Op, form.Negated = check.Exists, denied
			return &form, nil, true
		}
		if exists {
			return nil, refuse("the statement cannot be read literally", hintKept), true
		}
		f, bad := keptSaid(form, rest[n:])
		return f, bad, true
	}
	return s.attribute(tokens)
}

// keptSaid reads the predicate of a form.
func keptSaid(form check.Form, rest []token) (*check.Form, *Refusal) {
	rest = trimMarks(rest)
	if form.Kind == check.File {
		if f, ok := fileSize(form, rest); ok {
			return f, nil
		}
	}
	for _, p := range keptSays {
		values, n := phrase(rest, p.pattern)
		if n < 0 || n != len(rest) || form.Kind == check.File && p.op == check.Exists {
			continue
		}
		form.Op, form.Negated, form.Quoted = p.op, p.negated, true
		if len(values) == 1 {
			form.Value = values[0].text
		}
		if p.op == check.Matches {
			if bad := pattern(&form); bad != nil {
				return nil, bad
			}
		}
		return &form, nil
	}
	return nil, refuse("the statement cannot be read literally", hintKept)
}

// fileSize reads "is not empty", "is larger than 10 kB".
func fileSize(form check.Form, rest []token) (*check.Form, bool) {
	form.Kind = check.FileSize
	for _, p := range []struct {
		pattern string
		op      check.Op
		negated bool
	}{
		{"is|was not empty", check.More, false}, {"isn't empty", check.More, false}, {"should|must not be empty", check.More, false}, {"is|was empty", check.Equals, false}, {"should|must be empty", check.Equals, false},
		{"is|should|must be? larger|bigger|greater|more than # $?", check.More, false}, {"is|should|must be? smaller|less than # $?", check.Less, false}, {"is|has|should|must be|have? at least # $?", check.AtLeast, false}, {"is|has|should|must be|have? at most # $?", check.AtMost, false},
	} {
		numbers, n := phrase(rest, strings.TrimSuffix(p.pattern, " $?"))
		if n < 0 {
			continue
		}
		form.Op, form.Number = p.op, 0
		if len(numbers) == 0 {
			return &form, n == len(rest)
		}
		unit := 1.0
		if len(rest) == n+1 {
			known := map[string]float64{"byte": 1, "bytes": 1, "kb": 1e3, "kilobytes": 1e3, "mb": 1e6, "megabytes": 1e6}
			if unit = known[rest[n].low]; unit == 0 {
				return nil, false
			}
			n++
		}
		v, err := strconv.ParseFloat(numbers[0].text, 64)
		form.Number = v * unit
		return &form, err == nil && n == len(rest)
	}
	return nil, false
}

// attribute reads "the "rel" attribute of the "Docs" link is "noopener"" and "the "Docs" link has the attribute "rel" (with the value "x")".
func (s statements) attribute(tokens []token) (*check.Form, *Refusal, bool) {
	at := index(tokens, "attribute")
	if at < 0 {
		return nil, nil, false
	}
	form := check.Form{Kind: check.Attribute, Quoted: true}
	subject, rest := []token(nil), []token(nil)
	head := dropDeterminers(tokens)
	if names, n := phrase(head, "$ attribute of"); n > 0 {
		form.Name, rest = names[0].text, head[n:]
	} else if names, n := phrase(head, "attribute $ of"); n > 0 {
		form.Name, rest = names[0].text, head[n:]
	}
	if form.Name != "" {
		p, ok := findPredicate(rest, 1)
		if !ok {
			return nil, refuse("the statement about the attribute cannot be read literally", hintKept), true
		}
		subject, rest = rest[:p.from], rest[p.from:]
	} else {
		has := index(tokens, "has", "have")
		if has <= 0 || has > at {
			return nil, refuse("the statement about the attribute cannot be read literally", hintKept), true
		}
		subject, rest = tokens[:has], dropDeterminers(tokens[has+1:])
		if n := len(subject); n > 1 && subject[n-1].has("not") && subject[n-2].has("does", "should", "must") {
			subject, form.Negated = subject[:n-2], true
		} else if n > 1 && subject[n-1].has("should", "must") {
			subject = subject[:n-1]
		}
		if len(rest) > 0 && rest[0].has("no") {
			form.Negated, rest = true, dropDeterminers(rest[1:])
		}
		names, n := phrase(rest, "attribute $")
		if n < 0 {
			names, n = phrase(rest, "$ attribute")
		}
		if n < 0 {
			return nil, refuse("the attribute is not named in quotes", hintKept), true
		}
		form.Name, rest = names[0].text, rest[n:]
		if len(rest) == 0 {
			form.Op = check.Exists
		}
	}
	q, bad := s.target(subject)
	if bad != nil {
		return nil, bad, true
	}
	form.Subject = q
	if form.Op == check.Exists {
		return &form, nil, true
	}
	negated := form.Negated
	f, bad := keptSaid(form, rest)
	if bad != nil || negated && f.Negated {
		return nil, refuse("the statement about the attribute cannot be read literally", hintKept), true
	}
	f.Negated = f.Negated || negated
	return f, nil, true
}

// looksLike reads "the page looks like "home" within 1 % except for the "Clock" section".
func (s statements) looksLike(tokens []token) (*check.Form, *Refusal, bool) {
	at := index(tokens, "looks", "look")
	if at <= 0 || at+2 >= len(tokens) || !tokens[at+1].is("like") || !tokens[at+2].opaque() {
		return nil, nil, false
	}
	form := &check.Form{Kind: check.Looks, Name: tokens[at+2].text, Quoted: true}
	subject, rest := tokens[:at], tokens[at+3:]
	if n := len(subject); n > 1 && subject[n-1].is("not") && subject[n-2].has("does", "should", "must") {
		subject, form.Negated = subject[:n-2], true
	} else if n > 1 && subject[n-1].has("should", "must") {
		subject = subject[:n-1]
	}
	if noun := dropDeterminers(subject); len(noun) != 1 || !noun[0].has("page", "screen") {
		q, bad := s.target(subject)
		if bad != nil {
			return nil, bad, true
		}
		form.Subject = q
	}
	if numbers, n := phrase(rest, "within #"); n > 0 && n < len(rest) && (rest[n].has("percent") || rest[n].text == "%") {
		v, err := strconv.ParseFloat(numbers[0].text, 64)
		if err != nil || v > 50 {
			return nil, refuse("the share that may differ is no number of percent", "write: within 1 %"), true
		}
		form.Number, rest = v, rest[n+1:]
	}
	if _, n := phrase(rest, "except for?"); n > 0 {
		for part := rest[n:]; len(part) > 0; {
			next := index(part, "and")
			if next < 0 {
				next = len(part)
			}
			q, bad := s.target(part[:next])
			if bad != nil {
				return nil, bad, true
			}
			form.Except = append(form.Except, *q)
			part = part[min(next+1, len(part)):]
		}
		rest = nil
	}
	if len(rest) > 0 {
		return nil, refuse("the statement about the looks cannot be read literally", "write: Check that the page looks like \"home\" within 1 % except for the \"Clock\" section"), true
	}
	return form, nil, true
}

// keptWord says that a word belongs to a statement of kept.
func keptWord(f *check.Form, t token) bool {
	switch f.Kind {
	case check.Cookie:
		return t.has("cookie", "set", "present", "value", "named", "called", "exist", "exists", "equal", "with")
	case check.Storage:
		return t.has("local", "session", "storage", "localstorage", "sessionstorage", "item", "entry", "key", "value", "set", "present", "named", "called", "exist", "exists", "equal")
	case check.Attribute:
		return t.has("attribute", "value", "set", "present", "with", "equal")
	case check.File, check.FileSize:
		return t.has("downloaded", "file", "named", "called", "empty", "larger", "bigger", "greater", "smaller", "less", "more", "than", "least", "most", "bytes", "byte", "kb", "mb", "kilobytes", "megabytes", "equal")
	case check.Looks:
		return t.has("looks", "look", "like", "page", "screen", "within", "percent", "except", "for", "%")
	}
	return false
}
