package language

import (
	"regexp"
	"strings"
)

const hintRead = "write: Save the text of \"Order number\" as order, Save the text after \"Reference\" as code, or: Save the text matching /R\\d+/ as code"

// saving reads "save the (text|value) of T as NAME", "save "v" as NAME",
// "save the text after "x" as NAME", "save the text matching /x/ as NAME".
func (r *reader) saving(rest []token) ([]Step, *Refusal) {
	at := -1
	for i, t := range rest {
		if t.is("as", "in", "into", "to", "under") && i > 0 && i+1 < len(rest) {
			at = i
		}
	}
	if at < 0 {
		return nil, refuse("the name to save under is missing", hintRead)
	}
	name, ok := variableFor(rest[at+1:])
	if !ok {
		return nil, refuse("the name to save under cannot be read literally", hintRead)
	}
	if rest[at+1].kind == word && set("draft", "template", "favorite", "favourite", "pdf", "default", "new", "copy", "image", "csv", "bookmark", "private", "public", "is", "final", "json", "png", "text")[rest[at+1].low] {
		return nil, refuse("saving under that name is no command", hintRead)
	}
	if last := rest[len(rest)-1]; !rest[at].is("as") && last.kind == word && !contains(rest[at:], "variable") && strings.ToLower(last.text) == last.text && !strings.Contains(last.text, "_") {
		return nil, refuse("saving there is no command", hintRead) // "to favorites"
	}
	step := Step{Command: "read", Variable: name}
	what := rest[:at]
	if step, bad, ok := r.readPattern(what, step); ok {
		if bad != nil {
			return nil, bad
		}
		return []Step{step}, nil
	}
	noun := dropDeterminers(what)
	switch {
	case len(noun) == 1 && noun[0].is("clipboard"), len(noun) == 3 && noun[0].is("content", "contents", "text") && noun[2].is("clipboard"), len(noun) == 4 && noun[0].is("content", "contents", "text") && noun[3].is("clipboard"):
		return []Step{{Command: "save-clipboard", Variable: name}}, nil
	case len(what) == 1 && what[0].opaque():
		// A quoted text is the literal itself.
		step.Value = what[0].text
		return []Step{step}, nil
	case len(noun) == 2 && noun[1].opaque() && (noun[0].is("text", "value", "string") || noun[0].is("number", "amount") && noun[1].numeric()):
		step.Value = noun[1].text
		return []Step{step}, nil
	case len(noun) == 2 && noun[0].has("current", "page") && noun[1].has("url", "title"), len(noun) == 1 && noun[0].has("url", "title"):
		return nil, refuse("only texts and values of elements can be saved", hintRead)
	case len(noun) > 2 && noun[0].is("text", "value", "content", "contents", "number", "amount", "label") && noun[1].is("of", "in", "from", "on", "inside", "shown"):
		if noun[1].is("in", "on", "inside") && noun[0].is("number", "amount", "label") {
			break
		}
		after := noun[2:]
		if noun[1].is("shown") && after[0].is("in", "by") && len(after) > 1 {
			after = after[1:]
		}
		return r.onTarget(step, after)
	}
	if len(noun) > 1 && noun[len(noun)-1].is("value", "text") && !noun[0].is("value", "text") {
		noun = noun[:len(noun)-1]
		return r.onTarget(step, noun)
	}
	if len(what) > 0 && !determiner(what[0]) && !what[0].capital() && !opaqueIn(what) {
		return nil, refuse("what to save cannot be read literally", hintRead)
	}
	if noun[len(noun)-1].is("document", "file", "page", "draft", "changes", "form", "image", "settings", "project", "message", "search", "filter", "view", "template") {
		return nil, refuse("what to save is no text", hintRead)
	}
	return r.onTarget(step, what)
}

// variableFor reads the name: {{x}}, "x", x, "the variable x".
func variableFor(tokens []token) (string, bool) {
	for len(tokens) > 1 && tokens[0].is("the", "a", "variable", "memory", "named", "called", "as", "name", "new") {
		tokens = tokens[1:]
	}
	if len(tokens) != 1 {
		return "", false
	}
	t := tokens[0]
	switch t.kind {
	case variable:
		return t.text[trimStart(t.text) : len(t.text)-trimStart(t.text)], true
	case quoted, word:
		text := t.text
		if len(text) > 4 && text[:2] == "{{" && text[len(text)-2:] == "}}" {
			text = text[2 : len(text)-2]
		}
		return text, variableName(text, false)
	}
	return "", false
}

func trimStart(text string) int {
	if text[0] == '<' {
		return 1
	}
	return 2
}

// readPattern reads "the text after "x" [in T]" and "the text matching /x/ [in T]".
func (r *reader) readPattern(what []token, step Step) (Step, *Refusal, bool) {
	for i, t := range what {
		if i == 0 || i+1 >= len(what) {
			continue
		}
		switch {
		case t.is("matching", "matches") || t.is("match"):
			j := i + 1
			for j < len(what) && what[j].is("the", "pattern", "regex", "regexp", "regular", "expression") {
				j++
			}
			if j >= len(what) || what[j].kind != regex && what[j].kind != quoted {
				return step, nil, false
			}
			step.Pattern = what[j].text
			if _, err := regexp.Compile(step.Pattern); err != nil {
				return step, refuse("the pattern is no regular expression", hintRead), true
			}
			return r.readIn(what[j+1:], step)
		case t.is("after", "following", "behind") && what[i+1].opaque():
			group := `(\S.*?)\s*$`
			if what[i-1].is("code", "number", "word", "id", "amount", "reference", "token") || what[i-1].has("id", "pin", "otp") {
				group = `(\S*[^\s.,;:!?])`
			}
			step.Pattern = `(?m)` + regexp.QuoteMeta(what[i+1].text) + `[\s:#=–-]*` + group
			return r.readIn(what[i+2:], step)
		}
	}
	return step, nil, false
}

func (r *reader) readIn(rest []token, step Step) (Step, *Refusal, bool) {
	rest = offPage(rest)
	if len(rest) == 0 {
		return step, nil, true
	}
	if !rest[0].is("in", "of", "from", "on", "inside") || len(rest) < 2 {
		return step, refuse("what to save cannot be read literally", hintRead), true
	}
	noun := dropDeterminers(rest[1:])
	if len(noun) == 1 && pageNouns[noun[0].low] {
		return step, nil, true
	}
	q, phrase, bad := r.target(rest[1:])
	step.Target, step.Phrase = q, phrase
	return step, bad, true
}
