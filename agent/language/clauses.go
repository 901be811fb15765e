package language

// clauses splits the tokens of a sentence before the verbs.
func (s *sentence) clauses(tokens []token) [][]token {
	var out [][]token
	start := 0
	var verb []token
	for i := 1; i < len(tokens); i++ {
		end, next, ok := s.border(tokens, start, i, verb)
		if !ok {
			continue
		}
		out = append(out, tokens[start:end])
		if v := verbTokens(command(tokens[start:end])); len(v) > 0 {
			verb = v
		} else if s.isStatement(tokens[start:end], verb) {
			verb = nil
		}
		start, i = next, next
	}
	return append(out, tokens[start:])
}

// verbTokens are the words of the verb a clause starts with, for clauses after it which leave it out.
func verbTokens(tokens []token) []token {
	tokens = trimMarks(tokens)
	if _, ok := verbAt(tokens); !ok {
		return nil
	}
	if len(tokens) > 1 && tokens[0].has("fill") && tokens[1].is("in", "out") || len(tokens) > 1 && tokens[0].has("turn", "switch", "double", "right", "long") {
		return tokens[:2]
	}
	return tokens[:1]
}

// border says whether a clause ends at token i: where it ends and where the next one starts.
func (s *sentence) border(tokens []token, start, i int, verb []token) (end, next int, ok bool) {
	t := tokens[i]
	if t.mark(";") && i+1 < len(tokens) {
		return i, i + 1, true
	}
	if !(t.mark(",") || t.is("and", "then", "before", "but", "&")) {
		return 0, 0, false
	}
	j := i
	then := false
	for j < len(tokens) && (tokens[j].mark(",") || tokens[j].is("and", "then", "also", "finally", "afterwards", "next", "&", "but", "before", "subsequently", "now", "lastly") && !(tokens[j].is("next") && j+1 < len(tokens) && tokens[j+1].is("to"))) {
		then = then || tokens[j].is("then")
		if tokens[j].is("before") {
			break
		}
		j++
	}
	if t.is("before") || j >= len(tokens) {
		return 0, 0, false
	}
	left, rest := tokens[start:i], tokens[j:]
	if len(trimMarks(left)) == 0 {
		return 0, 0, false
	}
	if startsClause(dropSubject(rest)) || s.startsCheck(rest) {
		if t.is("and") && !then && s.isStatement(left, verb) && !s.statementEnds(left) {
			return 0, 0, false
		}
		return i, j, true
	}
	if then && t.mark(",") || t.is("then") && j+1 < len(tokens) {
		return i, j, true
	}
	if verb == nil {
		verb = verbTokens(command(left))
	}
	if v := verbTokens(command(left)); len(v) > 0 {
		verb = v
	}
	if len(verb) > 0 && (elides(verb, left, s.piece(rest)) || passive(s.piece(rest)) != nil) {
		return i, j, true
	}
	if len(verb) > 0 && !s.isStatement(left, verb) && !(verb[0].has("wait", "waits") && !then) {
		// "Click Save and the page shows ...".
		piece := s.piece(rest)
		if len(piece) > 2 && len(piece) < longestStatement && (determiner(piece[0]) || piece[0].opaque() || piece[0].has("i", "user", "url")) {
			if p, found := findPredicate(piece, 1); found && !tokensHave(piece[:p.from], intoWords) {
				if _, bad := (statements{src: s.src}).one(piece); bad == nil {
					return i, j, true
				}
			}
		}
	}
	return 0, 0, false
}

func tokensHave(tokens []token, words map[string]bool) bool {
	for _, t := range tokens {
		if t.kind == word && words[t.text] {
			return true
		}
	}
	return false
}

// startsCheck says that a check starts here: "verify", "I should see", "see that".
func (s *sentence) startsCheck(tokens []token) bool {
	if len(tokens) < 2 || tokens[0].capital() && !tokens[0].is("I") {
		return false
	}
	if n, _, sure := assertionLead(tokens); sure && n > 0 {
		return true
	}
	if tokens[0].is("see", "sees", "should") {
		return true
	}
	_, _, ok := sees(tokens)
	return ok && person(tokens) > 0
}

// isStatement says that a clause is no action; verb is that of the clause before, which it may leave out.
func (s *sentence) isStatement(tokens, verb []token) bool {
	tokens = trimMarks(tokens)
	if n, _, sure := assertionLead(tokens); sure && n > 0 {
		return true
	}
	if _, _, ok := sees(tokens); ok {
		return true
	}
	_, action := verbAt(command(tokens))
	return !action && len(verb) == 0
}

// statementEnds says that the tokens are a whole statement.
func (s *sentence) statementEnds(tokens []token) bool {
	if len(tokens) > longestStatement {
		return true
	}
	_, rest, sure := assertionLead(trimMarks(tokens))
	if _, bad := (statements{src: s.src, bare: sure}).all(rest); bad == nil {
		return true
	}
	_, found := findPredicate(rest, 1)
	return found
}

// piece is what stands before the next border mark.
func (s *sentence) piece(tokens []token) []token {
	for i, t := range tokens {
		if i > 0 && (t.mark(",;") || t.is("and", "then")) {
			return tokens[:i]
		}
	}
	return tokens
}

// elides says that the piece leaves out the verb of the clause before it:
// "type "a" into X and "b" into Y".
func elides(verb, left, piece []token) bool {
	if len(piece) == 0 || !opaqueIn(piece) && !piece[0].capital() && !anyNumeric(piece) && !determiner(piece[0]) {
		return false
	}
	body := left
	if _, ok := verbAt(dropSubject(left)); ok {
		body = dropSubject(left)[1:]
	}
	has := func(tokens []token, words ...string) bool { return index(tokens, words...) > 0 }
	base := verbForms[verb[0].low]
	switch base {
	case "type", "enter", "input", "write", "append", "put", "insert", "provide", "supply", "specify":
		return has(left, "into", "in", "to", "for", "as") && has(piece, "into", "in", "to", "for", "as") || labelled(body) && labelled(piece)
	case "select", "choose", "pick":
		return has(left, "from", "in", "for") && has(piece, "from", "in", "for") && (piece[0].opaque() || piece[0].capital())
	case "fill":
		return has(left, "with") && has(piece, "with") || has(left, "into", "in") && has(piece, "into", "in") && piece[0].opaque()
	case "set", "change":
		return has(left, "to") && has(piece, "to")
	case "drag", "upload", "attach", "save", "store", "remember":
		return has(left, "to", "as", "onto", "into") && has(piece, "to", "as", "onto", "into") && (opaqueIn(piece) || base == "save")
	case "click", "tap", "check", "uncheck", "tick", "untick", "hover", "clear", "toggle", "expand", "collapse", "turn", "switch", "double-click", "enable", "disable":
		return opaqueIn(piece) && opaqueIn(left) && len(piece) <= 5 && !has(left, "with", "while") && !hasOr(piece)
	case "press", "hit":
		_, n := keys(piece)
		_, m := keys(trimMarks(body))
		return n == len(piece) && m > 0 || opaqueIn(piece) && opaqueIn(left) && len(piece) <= 4 && !hasOr(piece)
	}
	return false
}

// labelled reads "the username "ann"": a noun, then its value.
func labelled(tokens []token) bool {
	tokens = trimMarks(dropDeterminers(tokens))
	n := len(tokens)
	return n >= 2 && n <= 5 && tokens[n-1].opaque() && tokens[0].kind == word && !fillers[tokens[0].text]
}

func anyNumeric(tokens []token) bool {
	for _, t := range tokens {
		if t.numeric() {
			return true
		}
	}
	return false
}

// clause reads one clause and adds its units.
func (s *sentence) clause(tokens []token) {
	tokens = trimMarks(tokens)
	for len(tokens) > 1 && tokens[0].has("then", "and", "also", "please", "finally") {
		tokens = trimMarks(tokens[1:])
	}
	if len(tokens) == 0 {
		return
	}
	full := tokens
	tokens = dropSubject(tokens)
	if active := passive(tokens); active != nil && !s.expected {
		tokens = active
	}
	text := s.text(full)
	if by := byGerund(tokens); by != nil {
		tokens = by
	} else if by := byMeans(tokens); by != nil {
		tokens = by
	}
	n, rest, sure := assertionLead(tokens)
	if sure && n > 0 {
		s.lead = tokens[:n]
		s.assertion(full, tokens[:n], rest)
		return
	}
	verb, isVerb := verbAt(tokens)
	if isVerb && !s.statementFirst(verb, tokens) {
		if v := verbTokens(tokens); len(v) > 0 {
			s.verb = v
		}
		steps, bad := s.reader.action(tokens)
		if bad != nil {
			s.refused(full, Action, bad)
			return
		}
		s.add(full, text, steps)
		return
	}
	if s.elided(full, tokens) {
		return
	}
	s.statement(full, tokens)
}

// statementFirst says that a word which may be a verb is the noun of a statement: "Search results are shown".
func (s *sentence) statementFirst(verb string, tokens []token) bool {
	if verb == "see" || verb == "make" || verb == "wait" || verb == "scroll" || verb == "save" {
		return false
	}
	p, ok := findPredicate(tokens, 1)
	if !ok || p.from > 4 || opaqueIn(tokens[1:p.from]) && !s.expected || index(tokens[:p.from], "if", "until", "when", "that", "to") >= 0 {
		return false
	}
	_, bad := (statements{src: s.src}).all(tokens)
	return bad == nil
}

// elided reads a clause which leaves out the verb of the one before.
func (s *sentence) elided(full, tokens []token) bool {
	if len(s.verb) == 0 || len(s.units) == 0 || s.units[len(s.units)-1].kind != Action || !opaqueIn(tokens) && !anyNumeric(tokens) && !tokens[0].capital() {
		return false
	}
	if _, found := findPredicate(tokens, 1); found && index(tokens, "to", "with", "into", "in", "from") < 0 {
		return false
	}
	joined := append(append([]token{}, s.verb...), tokens...)
	steps, bad := s.reader.action(joined)
	if bad != nil {
		return false
	}
	if len(steps) == 1 && !s.share(&steps[0], tokens) {
		s.refused(full, Action, refuse("whose place this is is not clear", "say the place for each: Click \"A\" in the \"X\" dialog. Click \"B\" in the \"X\" dialog"))
		return true
	}
	s.add(full, s.text(s.verb)+" "+s.text(tokens), steps)
	return true
}

// byGerund reads "remove the item by clicking X" as "clicking X".
func byGerund(tokens []token) []token {
	for i := 1; i+1 < len(tokens); i++ {
		if tokens[i].opaque() {
			return nil
		}
		if !tokens[i].is("by") || tokens[i+1].kind != word {
			continue
		}
		base, ok := gerunds[tokens[i+1].low]
		if !ok || !plainProse(tokens[:i]) {
			return nil
		}
		out := append([]token{}, tokens[i+1:]...)
		out[0].text, out[0].low = base, base
		return out
	}
	return nil
}

// byMeans reads "submit the form with the "Send" button" as a click on that button.
func byMeans(tokens []token) []token {
	if len(tokens) < 4 || tokens[0].kind != word {
		return nil
	}
	if base := verbForms[tokens[0].low]; handlerOf(base) != nil && base != "close" && base != "confirm" && base != "cancel" || !softVerbs[singular(tokens[0].low)] && !softVerbs[tokens[0].low] && base != "close" {
		return nil
	}
	for i := 2; i+2 < len(tokens); i++ {
		if tokens[i-1].opaque() {
			return nil
		}
		if !tokens[i].is("with", "using", "via", "through") || !tokens[i+1].is("the") {
			continue
		}
		rest := tokens[i+1:]
		kind, n := kindBefore(rest, len(rest))
		if !plainProse(tokens[:i]) || n == 0 || kind != "button" && kind != "link" && kind != "icon" || len(rest) > 4+n || hasOr(rest) {
			return nil
		}
		return append([]token{{kind: word, text: "click", low: "click", from: rest[0].from, to: rest[0].from}}, rest...)
	}
	return nil
}

// share gives the place after the last of several targets to the ones before it
// ("click "A" and "B" in the "X" dialog"). It is false where only the first one has a place.
func (s *sentence) share(last *Step, tokens []token) bool {
	if last.Target == nil || last.Command == "type" || last.Command == "select" || last.Command == "drag" || last.Command == "upload" || last.Command == "read" {
		return true
	}
	start := len(tokens)
	for i := 1; i < len(tokens) && start == len(tokens); i++ {
		if _, n := (targets{src: s.src}).relation(tokens, i); n > 0 {
			start = i
		}
	}
	for i := len(s.units) - 1; i >= 0; i-- {
		step := s.units[i].step
		if step == nil || step.Command != last.Command || step.Target == nil {
			return true
		}
		has := len(step.Target.Rel) - len(s.scope)
		switch {
		case has > 0 && len(last.Target.Rel) == 0:
			return false
		case has == 0 && len(last.Target.Rel) > 0 && step.Repeat == 0:
			step.Target.Rel = append(step.Target.Rel, last.Target.Rel...)
			step.Phrase += " " + s.text(tokens[start:])
			s.units[i].text += " " + s.text(tokens[start:])
		default:
			return true
		}
		if i == 0 || len(s.units[i].tokens) > 0 && len(verbTokens(dropSubject(s.units[i].tokens))) > 0 {
			return true
		}
	}
	return true
}
