package language

import (
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
)

// fillers are nouns before a typed value which name nothing.
var fillers = set("text", "value", "word", "words", "number", "string", "following", "the", "a", "an", "characters", "character", "message", "phrase", "letters", "digits", "sentence", "in", "content", "input", "query", "term", "data", "with", "exactly", "literal")

var intoWords = set("into", "in", "to", "for", "as", "inside", "within", "on", "onto", "at")

// typing reads "type V into T", "enter "a" and "b"".
func (r *reader) typing(rest []token) ([]Step, *Refusal) {
	step := Step{Command: "type"}
	rest, step = typeSuffix(rest, step)
	if len(rest) == 0 {
		return nil, refuse("the sentence does not say what to type", hintValue)
	}
	if steps, ok := r.byShape(rest); ok {
		return steps, nil
	}
	value, nouns, after, bad := r.typedValue(rest)
	if bad != nil {
		return nil, bad
	}
	step.Value = value
	if len(after) > 1 && after[0].is("to") && after[1].kind == word && !after[1].capital() && (softVerbs[after[1].low] || verbForms[after[1].low] == after[1].low && after[1].low != "search") {
		if opaqueIn(after) {
			return nil, refuse("the sentence mixes a command and its purpose", hintOne)
		}
		if !plainProse(after) {
			return nil, refuse("the words after the value cannot be read literally", hintValue)
		}
		after = nil
	}
	if len(after) > 0 {
		if !intoWords[after[0].text] || len(after) < 2 {
			return nil, refuse("the words after the value cannot be read literally", hintValue)
		}
		to := after[1:]
		if after[0].is("as") && dropDeterminers(to)[0].has("value", "text", "input") {
			return nil, refuse("the sentence does not say where to type", hintValue)
		}
		if noun := dropDeterminers(to); noun[len(noun)-1].has("prompt", "alert") && !opaqueIn(to) {
			return nil, refuse("a dialog of the browser is answered as a whole", hintDialog)
		}
		return r.into(step, to)
	}
	for len(nouns) > 0 && fillers[nouns[0].text] {
		nouns = nouns[1:]
	}
	if len(nouns) == 0 {
		if r.previous != nil && r.previous.Command == "clear" {
			step.Target, step.Phrase = r.previous.Target, r.previous.Phrase
		}
		return []Step{step}, nil
	}
	for len(nouns) > 1 && nouns[len(nouns)-1].is("of", "as", "with") {
		nouns = nouns[:len(nouns)-1]
	}
	return r.into(step, nouns)
}

// typeable refuses controls which take no text.
func typeable(q *screen.Query) *Refusal {
	switch q.Kind {
	case "form", "section", "table", "button", "link", "dialog", "row", "image", "menu", "heading", "checkbox", "radio", "switch", "tab", "icon", "list", "listitem", "menuitem", "radiogroup", "option", "column":
		if !q.Quoted || q.Kind != "section" && q.Kind != "list" {
			return refuse("text is typed into a field", hintValue)
		}
	}
	return nil
}

// into types into a target.
func (r *reader) into(step Step, tokens []token) ([]Step, *Refusal) {
	steps, bad := r.onTarget(step, tokens)
	if bad == nil {
		bad = typeable(steps[0].Target)
	}
	if bad != nil {
		return nil, bad
	}
	return steps, nil
}

// typedValue finds V: a quoted text or variable with nouns before it, or one bare literal word.
func (r *reader) typedValue(rest []token) (value string, nouns, after []token, bad *Refusal) {
	at, to := -1, -1
	for i, t := range rest {
		if at < 0 && t.opaque() {
			at = i
		}
		if to < 0 && i > 0 && intoWords[t.text] && t.kind == word {
			to = i
		}
	}
	if at >= 0 && (to < 0 || at < to) {
		nouns = rest[:at]
		for i, t := range nouns {
			if t.kind != word && !t.mark(":") {
				return "", nil, nil, refuse("the words before the value cannot be read literally", hintValue)
			}
			if vague[t.low] || t.is("on", "as", "for", "at", "by", "from", "within", "after", "before", "into") || i > 0 && t.is("in") || nth(nouns, i) {
				return "", nil, nil, refuse("the sentence has no literal value", hintValue)
			}
		}
		if len(nouns) > 5 {
			return "", nil, nil, refuse("the words before the value cannot be read literally", hintValue)
		}
		if len(nouns) > 0 && nouns[len(nouns)-1].mark(":") {
			nouns = nouns[:len(nouns)-1]
		}
		after = rest[at+1:]
		value = rest[at].text
		// "{{first}} {{last}}": values side by side are one text.
		for len(after) > 0 && after[0].kind == variable && rest[at].kind == variable {
			value += r.src[rest[at].to:after[0].from] + after[0].text
			at++
			after = after[1:]
		}
		return value, nouns, after, nil
	}
	words := rest
	if to >= 0 {
		words, after = rest[:to], rest[to:]
	}
	if n := len(words); n > 1 {
		last := words[n-1]
		if last.numeric() && bareLiteral(last) && n <= 4 {
			for i, t := range words[:n-1] {
				if t.kind != word || nth(words, i) || vague[t.low] || t.is("as", "on", "for", "at", "by", "than", "between", "over", "under", "about", "up", "from") {
					return "", nil, nil, refuse("the sentence has no literal value", hintValue)
				}
			}
			return last.text, words[:n-1], after, nil
		}
	}
	if len(words) == 1 && bareLiteral(words[0]) {
		return words[0].text, nil, after, nil
	}
	return "", nil, nil, refuse("the sentence has no literal value", hintValue)
}

// nth says that an ordinal stands at i, which is not that of a "first name".
func nth(tokens []token, i int) bool {
	_, ok := ordinal(tokens[i].low)
	ok = ok || quantity(tokens[i]) || tokens[i].is("times", "time")
	return ok && !(i+1 < len(tokens) && tokens[i+1].is("name", "names", "address", "line", "digits", "letters"))
}

// bareLiteral says that an unquoted word can only be meant literally.
func bareLiteral(t token) bool {
	if _, place := ordinal(t.low); t.kind != word || place {
		return false
	}
	return t.numeric() || strings.Contains(t.text, "@") || strings.HasPrefix(t.text, "/") && len(t.text) > 1
}

// typeSuffix reads "without clearing", "and submit".
func typeSuffix(rest []token, step Step) ([]token, Step) {
	n := len(rest)
	switch {
	case n > 2 && rest[n-2].is("without") && rest[n-1].is("clearing", "overwriting"):
		step.Append, rest = true, rest[:n-2]
	case n > 2 && rest[n-2].is("and") && rest[n-1].is("submit"):
		step.Submit, rest = true, rest[:n-2]
	}
	return trimMarks(rest), step
}

// byShape reads "enter "a@b.c" and "secret"": the first is the e-mail or what
// its variable is called, the second the password.
func (r *reader) byShape(rest []token) ([]Step, bool) {
	if len(rest) != 3 || !rest[0].opaque() || !rest[1].is("and") || !rest[2].opaque() {
		return nil, false
	}
	first, second := fieldFor(rest[0]), fieldFor(rest[2])
	if second == "" && first != "" && first != "Password" && rest[2].kind == quoted {
		second = "Password"
	}
	if first == "" || second == "" || first == second {
		return nil, false
	}
	var steps []Step
	for i, name := range []string{first, second} {
		t := rest[2*i]
		steps = append(steps, Step{Command: "type", Value: t.text, Phrase: name + " field", Target: &screen.Query{Name: name, Kind: "textbox"}})
		r.names = append(r.names, "enter "+r.text(rest[2*i:2*i+1])+" into the "+name+" field")
	}
	return steps, true
}

func fieldFor(t token) string {
	name := strings.ToLower(strings.Trim(t.text, "{}<>"))
	if t.kind == quoted && !strings.HasPrefix(t.text, "{{") {
		if strings.Contains(t.text, "@") && !strings.Contains(t.text, " ") {
			return "E-mail"
		}
		return ""
	}
	switch strings.NewReplacer("_", "", "-", "", " ", "").Replace(name) {
	case "email", "mail", "emailaddress", "useremail":
		return "E-mail"
	case "user", "username", "login":
		return "Username"
	case "password", "pass", "pwd", "userpassword":
		return "Password"
	}
	return ""
}

// filling reads "fill [in] T with V", "fill V into T".
func (r *reader) filling(rest []token) ([]Step, *Refusal) {
	if len(rest) > 0 && rest[0].is("in", "out", "up") {
		rest = rest[1:]
	}
	with := -1
	for i, t := range rest {
		if i > 0 && t.is("with") && i+1 < len(rest) && !rest[i+1].is("label", "placeholder", "text") {
			with = i
			break
		}
	}
	if with > 0 {
		value, nouns, after, bad := r.typedValue(rest[with+1:])
		if bad != nil {
			return nil, bad
		}
		if len(after) > 0 {
			return nil, refuse("the words after the value cannot be read literally", hintValue)
		}
		for _, t := range nouns {
			if !fillers[t.text] && !determiner(t) {
				if len(nouns) > 3 {
					return nil, refuse("the words before the value cannot be read literally", hintValue)
				}
			}
		}
		return r.into(Step{Command: "type", Value: value}, rest[:with])
	}
	if len(rest) > 2 && (rest[0].opaque() || bareLiteral(rest[0])) && intoWords[rest[1].text] {
		return r.typing(rest)
	}
	// "Fill in Name: "Ann"".
	if n := len(rest); n > 2 && rest[n-1].opaque() && rest[n-2].mark(":") {
		return r.into(Step{Command: "type", Value: rest[n-1].text}, rest[:n-2])
	}
	if n := len(rest); n > 2 && opaqueIn(rest) {
		if _, nouns, after, bad := r.typedValue(rest); bad == nil && (len(nouns) > 0 && len(after) == 0 || len(after) > 1 && intoWords[after[0].text]) {
			return r.typing(rest)
		}
	}
	return nil, refuse("the sentence has no literal value", hintValue)
}

// setting reads "set T to V" by the kind of T.
func (r *reader) setting(rest []token) ([]Step, *Refusal) {
	to := -1
	for i := len(rest) - 2; i > 0; i-- {
		if rest[i].is("to", "as", "=") && !(i+1 < len(rest) && rest[i+1].is("the") && !opaqueIn(rest[i:])) {
			to = i
		}
	}
	if to < 0 {
		if len(rest) > 2 && (rest[0].opaque() || bareLiteral(rest[0])) {
			return r.typing(rest)
		}
		return nil, refuse("the sentence has no literal value", "write: Set \"Quantity\" to \"3\"")
	}
	what, with := rest[:to], rest[to+1:]
	q, phrase, bad := r.target(valueOfField(what))
	if bad != nil {
		return nil, bad
	}
	if len(with) == 1 && with[0].kind == word {
		on := with[0].has("on", "checked", "enabled", "ticked", "true", "selected")
		off := with[0].has("off", "unchecked", "disabled", "unticked", "false")
		if (on || off) && (toggles(q.Kind) || q.Kind == "") {
			command := "check"
			if off {
				command = "uncheck"
			}
			return []Step{{Command: command, Target: q, Phrase: phrase}}, nil
		}
	}
	command := "type"
	if q.Kind == "combobox" || q.Kind == "list" {
		command = "select"
	}
	value := ""
	if v, nouns, after, bad := r.typedValue(with); bad == nil && len(after) == 0 && len(nouns) <= 2 {
		value = v
	} else if len(with) <= 3 && capitals(with) {
		value = r.text(with)
	} else if bad == nil {
		return nil, refuse("the words around the value cannot be read literally", hintValue)
	} else {
		return nil, bad
	}
	step := Step{Command: command, Target: q, Phrase: phrase, Value: value}
	if command == "select" {
		step.Value, step.Values = "", []string{value}
	}
	return []Step{step}, nil
}

// capitals says that all words are Capitalised, as a caption or option is.
func capitals(tokens []token) bool {
	for _, t := range tokens {
		if t.kind != word || !t.capital() && !t.numeric() {
			return false
		}
	}
	return len(tokens) > 0
}

// changing reads "change T to V".
func (r *reader) changing(rest []token) ([]Step, *Refusal) {
	n := len(rest)
	if n < 3 || !contains(rest, "to") || !opaqueIn(rest) && !rest[n-1].numeric() && !rest[n-1].capital() {
		return nil, refuse("the sentence has no literal value", "write: Set \"Quantity\" to \"3\"")
	}
	for i := n - 2; i > 0; i-- {
		if rest[i].is("from") {
			return nil, refuse("the old value is not needed", "write: Set \"Quantity\" to \"3\"")
		}
	}
	return r.setting(rest)
}

// appending reads "append V to T".
func (r *reader) appending(rest []token) ([]Step, *Refusal) {
	steps, bad := r.typing(rest)
	if bad == nil {
		for i := range steps {
			steps[i].Append = true
		}
	}
	return steps, bad
}

// replacing reads "replace the text in T with V"; "replace A with B" names no field.
func (r *reader) replacing(rest []token) ([]Step, *Refusal) {
	noun := dropDeterminers(rest)
	if len(noun) > 4 && noun[0].is("text", "content", "contents", "value") && noun[1].is("in", "of") && contains(noun, "with") {
		return r.filling(noun[2:])
	}
	return nil, refuse("what to replace is not literal", "write: Type \"Hi\" into \"Bio\"")
}
