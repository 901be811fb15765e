package language

// selecting reads "select V from T", "select T", "select the text "V" in T".
func (r *reader) selecting(rest []token) ([]Step, *Refusal) {
	if len(rest) == 0 {
		return nil, refuse("the sentence does not say what to select", hintTarget)
	}
	if step, bad, ok := r.selectText(rest); ok {
		if bad != nil {
			return nil, bad
		}
		return []Step{*step}, nil
	}
	if noun := dropDeterminers(rest); len(noun) > 1 && noun[0].is("file") && (noun[1].opaque() || fileWord.MatchString(noun[1].text)) && (len(noun) == 2 || noun[2].is("for", "in", "to", "as", "using", "with")) {
		return r.uploading(rest)
	}
	if hasOr(rest) {
		return nil, refuse("the sentence leaves a choice (\"or\")", hintPick)
	}
	for i := 1; i+1 < len(rest); i++ {
		if !rest[i].is("from", "in", "for", "as", "on", "within", "under") || rest[i].is("in", "on") && rest[i-1].is("sign", "log") {
			continue
		}
		if rest[i].is("from", "in") && rest[i+1].is("row", "to") {
			break
		}
		if step, bad, ok := r.selectFrom(rest[:i], rest[i], rest[i+1:]); ok {
			if bad != nil {
				return nil, bad
			}
			return []Step{*step}, nil
		}
		break
	}
	return r.selectTarget(rest)
}

// selectTarget is "select T": a box to tick, or a click.
func (r *reader) selectTarget(rest []token) ([]Step, *Refusal) {
	if bad := guardTarget(unquotedOnly(rest)); bad != nil {
		return nil, bad
	}
	if n := len(andPositions(rest)); n > 0 && len(literals(rest)) > 1 {
		return nil, refuse("the sentence does not say from where to select", "write: Select \"Ines\" and \"Tomas\" from the \"Crew\" list")
	}
	steps, bad := r.click(rest)
	if bad != nil {
		return nil, bad
	}
	if q := steps[0].Target; !q.Quoted && q.Kind == "" && q.Ordinal == 0 && !rest[0].capital() && !rest[0].numeric() && !determiner(rest[0]) {
		return nil, refuse("the sentence has no literal option", "write: Select \"Large\" from \"Size\"")
	}
	if q := steps[0].Target; q.Kind == "checkbox" || q.Kind == "switch" {
		steps[0].Command = "check"
	}
	if q := steps[0].Target; (q.Kind == "combobox" || q.Kind == "date") && !q.Quoted && q.Ordinal == 0 && rest[0].is("a", "an") {
		return nil, refuse("the sentence has no literal value", "write: Select \"Large\" from \"Size\"")
	}
	if len(rest) > 1 && rest[0].is("a", "an") && !opaqueIn(rest) {
		return nil, refuse("the sentence does not say which", "write: Select \"Large\" from \"Size\"")
	}
	return steps, nil
}

// containers hold things to click, not options to select.
var containers = set("radiogroup", "menu", "dialog", "section", "table", "row", "column", "menuitem", "image", "form", "cell", "tab")

// selectFrom reads the options and the control they are chosen from.
func (r *reader) selectFrom(what []token, joint token, from []token) (*Step, *Refusal, bool) {
	values, ok := r.options(what)
	if !ok {
		if joint.is("from") {
			return nil, refuse("the sentence has no literal option", "write: Select \"Large\" from \"Size\""), true
		}
		return nil, nil, false
	}
	if joint.is("as", "for") && len(from) == 0 {
		return nil, nil, false
	}
	q, phrase, bad := r.target(from)
	if bad != nil {
		return nil, bad, true
	}
	for _, t := range what {
		if k, n := kindAfter([]token{t}, 0); n > 0 && k != "option" && k != "listitem" {
			return nil, nil, false // "select the "Express" radio button in ..."
		}
	}
	if containers[q.Kind] || (joint.is("on") || joint.is("in", "within", "under")) && q.Kind != "combobox" && q.Kind != "list" && q.Kind != "textbox" && !(joint.is("in") && q.Kind == "" && !from[0].is("the", "this")) && !(joint.is("in") && q.Kind == "" && q.Quoted) {
		return nil, nil, false
	}
	if !joint.is("in", "for", "as") && q.Kind == "" && !q.Quoted && set("sidebar", "toolbar", "header", "footer", "navigation", "navbar", "calendar", "suggestions", "results", "page")[lastWord(q.Name)] {
		return nil, nil, false
	}
	if joint.is("as") && q.Kind == "" && !q.Quoted && len(values) == 1 && dropDeterminers(from)[0].has("default") {
		return nil, nil, false
	}
	return &Step{Command: "select", Target: q, Phrase: phrase, Values: values}, nil, true
}

func lastWord(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == ' ' {
			return name[i+1:]
		}
	}
	return name
}

// options reads "A", "B" and "C", or one bare literal.
func (r *reader) options(what []token) ([]string, bool) {
	if items := literals(what); len(items) > 0 {
		for _, t := range what {
			if !t.opaque() && !t.mark(",:") && !t.is("and", "the", "option", "options", "value", "values", "item", "items", "entry", "entries", "an", "a", "both", "choice", "size", "country", "following", "also") {
				if _, nth := ordinal(t.low); t.kind != word || nth || vague[t.low] || joints[t.low] || len(what) > len(items)+3 {
					return nil, false
				}
			}
		}
		return items, true
	}
	bare := dropDeterminers(what)
	if len(bare) > 1 && bare[len(bare)-1].is("option") {
		bare = bare[:len(bare)-1]
	} else if len(bare) > 1 && bare[0].is("option") {
		bare = bare[1:]
	} else if len(bare) != len(what) && !bare[0].capital() {
		return nil, false
	}
	if len(bare) == 0 || len(bare) > 5 {
		return nil, false
	}
	for i, t := range bare {
		if t.kind != word || vague[t.low] || pronouns[t.low] || joints[t.low] {
			return nil, false
		}
		if _, n := kindOf(t.low); i == 0 && !t.capital() && !t.numeric() || i == 1 && n && quantity(bare[0]) {
			return nil, false // "3 items" are any three
		}
		if _, n := ordinal(t.low); n && i == 0 && !t.capital() {
			return nil, false
		}
	}
	return []string{r.text(bare)}, true
}

func unquotedOnly(tokens []token) []token {
	var out []token
	for _, t := range tokens {
		if t.kind == word && (vague[t.low] || t.low == "or") {
			out = append(out, t)
		}
	}
	return out
}

// selectText reads "select the text "Friday" in the Memo field", "select all [the] text".
func (r *reader) selectText(rest []token) (*Step, *Refusal, bool) {
	i := 0
	all := false
	if rest[0].is("all") {
		all = true
		i++
	}
	for i < len(rest) && rest[i].is("the", "of") {
		i++
	}
	if i >= len(rest) {
		return nil, nil, false
	}
	if !rest[i].is("text", "word", "words", "phrase", "sentence") {
		if all && rest[i].is("with", "using") {
			i--
		} else {
			return nil, nil, false
		}
	}
	i++
	step := &Step{Command: "select", TextRange: true}
	if !all {
		if i >= len(rest) || !rest[i].opaque() {
			return nil, nil, false
		}
		step.Values = []string{rest[i].text}
		i++
	}
	after := rest[i:]
	switch {
	case len(after) == 0 && all:
		return &Step{Command: "press", Value: "Control+A"}, nil, true
	case len(after) == 0:
		return step, nil, true
	case all && len(after) > 1 && after[0].is("with", "using", "by"):
		after = after[1:]
		for len(after) > 1 && after[0].is("pressing", "the", "keyboard", "shortcut") {
			after = after[1:]
		}
		if c, n := keys(after); n == len(after) {
			return &Step{Command: "press", Value: c}, nil, true
		}
	case len(after) > 1 && after[0].is("in", "of", "inside", "within", "from"):
		q, phrase, bad := r.target(after[1:])
		if bad != nil {
			return nil, bad, true
		}
		if q.Kind == "list" || q.Kind == "combobox" || q.Kind == "menu" {
			return nil, nil, false
		}
		step.Target, step.Phrase = q, phrase
		return step, nil, true
	}
	return nil, refuse("the text to select cannot be read literally", "write: Select the text \"Friday\" in the \"Memo\" field"), true
}

// dragging reads "drag T to U", "drag T by 40 pixels" and sliders "drag T to 70".
func (r *reader) dragging(rest []token) ([]Step, *Refusal) {
	if len(rest) > 2 && rest[0].is("and") && rest[1].is("drop") {
		rest = rest[2:]
	}
	for i := 1; i+1 < len(rest); i++ {
		j := i
		if rest[i].is("and") && rest[i+1].is("drop") {
			j = i + 2
			if j < len(rest) && rest[j].is("it") {
				j++
			}
		}
		if j+1 >= len(rest) || !rest[j].is("to", "onto", "into", "on", "above", "below", "before", "after", "over", "in", "inside", "under") {
			continue
		}
		if rest[j].is("in", "on", "above", "below", "under", "inside", "over", "after", "before") && laterTo(rest[j+1:]) {
			continue
		}
		to := rest[j+1:]
		relation := rest[j].text
		if rest[j].is("to") && len(to) > 1 && to[0].is("before", "after", "above", "below") {
			relation, to = to[0].text, to[1:]
		}
		if rest[j].is("to") && len(to) > 2 && to[0].is("the") && to[1].is("top", "bottom", "end", "start", "left", "right") && !to[2].is("panel", "list", "column") {
			return nil, refuse("the destination of the drag is not one control", "write: Drag \"A\" to \"B\"")
		}
		q, phrase, bad := r.target(rest[:i])
		if bad != nil {
			return nil, bad
		}
		step := Step{Command: "drag", Target: q, Phrase: phrase}
		switch relation {
		case "above", "before":
			step.Direction = "up"
		case "below", "after", "under":
			step.Direction = "down"
		}
		if len(to) == 1 && to[0].kind == word && to[0].numeric() {
			step.Value = to[0].text
			return []Step{step}, nil
		}
		if noun := dropDeterminers(to); len(noun) == 1 && noun[0].is("left", "right", "top", "bottom", "up", "down", "end", "start", "side") {
			return nil, refuse("the destination of the drag is not one control", "write: Drag \"A\" to \"B\", or for a slider: Drag the \"Volume\" slider to 70")
		}
		step.To, step.ToPhrase, bad = r.target(to)
		if bad != nil {
			return nil, bad
		}
		return []Step{step}, nil
	}
	return nil, refuse("the destination of the drag is missing", "write: Drag \"Write release notes\" to \"Done\"")
}

func laterTo(tokens []token) bool {
	for i, t := range tokens {
		if i > 0 && t.is("to", "onto", "into") {
			return true
		}
	}
	return false
}

// uploading reads "upload FILE to T".
func (r *reader) uploading(rest []token) ([]Step, *Refusal) {
	hint := "write: Upload \"receipt.txt\" to \"Attach receipt\""
	i := 0
	for i < len(rest) && rest[i].is("the", "a", "file", "document", "image", "picture", "photo", "named", "called", "files") {
		i++
	}
	if i >= len(rest) || !(rest[i].opaque() || rest[i].kind == word && fileWord.MatchString(rest[i].text)) {
		return nil, refuse("the file is not named", hint)
	}
	step := Step{Command: "upload", Value: rest[i].text}
	after := rest[i+1:]
	if len(after) > 0 && after[0].is("file", "image", "document") {
		after = after[1:]
	}
	if len(after) == 0 {
		return []Step{step}, nil
	}
	if len(after) < 2 || !after[0].is("to", "into", "in", "using", "via", "with", "through", "as", "for", "on", "at", "by") {
		return nil, refuse("the words after the file cannot be read literally", hint)
	}
	to := after[1:]
	if to[0].kind == word && gerunds[to[0].low] != "" {
		to = to[1:]
	}
	return r.onTarget(step, to)
}
