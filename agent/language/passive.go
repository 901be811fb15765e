package language

// passives are participles of commands which name no state of the page, so that
// "the Publish button is clicked" can only mean the click.
var passives = map[string]string{"clicked": "click", "tapped": "tap", "double-clicked": "double-click", "right-clicked": "right-click", "hovered": "hover",
	"cleared": "clear", "reloaded": "reload", "refreshed": "refresh", "entered": "enter", "typed": "type", "dragged": "drag", "chosen": "choose", "picked": "pick"}

// passive reads "T is clicked", "V is entered into T" as "click T", "enter V into T";
// nil for anything else. "Has been clicked", "should be clicked" and "is not
// clicked" tell or demand something, and are no command.
func passive(tokens []token) []token {
	tokens = trimMarks(tokens)
	at := -1
	for i := 1; i+1 < len(tokens); i++ {
		if tokens[i].is("is", "are", "gets") && passives[tokens[i+1].text] != "" {
			at = i
			break
		}
		if tokens[i].kind == word && (finite[tokens[i].low] != noPredicate || modals[tokens[i].low] || auxiliaries[tokens[i].low]) && !tokens[i].capital() {
			return nil
		}
	}
	if at < 0 || verbForms[tokens[0].low] == tokens[0].low && handlerOf(tokens[0].low) != nil && !opaqueIn(tokens[:1]) && tokens[0].kind == word {
		return nil
	}
	subject, rest := tokens[:at], tokens[at+2:]
	if n, _, sure := assertionLead(tokens); sure && n > 0 {
		return nil
	}
	if n := len(rest); n > 2 && rest[n-3].is("by") && person(rest[n-2:]) == 2 {
		rest = rest[:n-3]
	}
	noun, verb := dropDeterminers(subject), passives[tokens[at+1].text]
	first := func(words ...string) bool { return len(rest) > 1 && rest[0].is(words...) }
	switch verb {
	case "enter", "type", "choose", "pick":
		for len(noun) > 1 && noun[0].is("text", "value", "option") {
			noun = noun[1:]
		}
		into := first("in", "into", "for") && (verb == "enter" || verb == "type") || first("from", "in") && (verb == "choose" || verb == "pick")
		if len(noun) != 1 || !noun[0].opaque() || !into {
			return nil
		}
	case "reload":
		if len(noun) != 1 || !noun[0].has("page", "app", "application", "site", "website") || len(rest) > 0 {
			return nil
		}
	case "refresh":
		if len(noun) != 1 || !noun[0].has("page", "browser", "app", "application", "site", "website") || len(rest) > 0 {
			return nil
		}
	case "clear":
		if kind, n := kindBefore(noun, len(noun)); n == 0 || kind != "textbox" && kind != "textarea" || len(rest) > 0 {
			return nil
		}
	case "drag":
		if !first("to", "onto", "into") {
			return nil
		}
	case "hover":
		if first("over", "on") {
			return nil // "the mouse is hovered over T"
		}
		if len(rest) == 1 && rest[0].is("over") {
			rest = nil
		}
	}
	if !opaqueIn(subject) && verb != "reload" && verb != "refresh" {
		if _, n := kindBefore(noun, len(noun)); n == 0 || n == len(noun) {
			return nil
		}
	}
	if _, nth := ordinal(subject[0].low); nth || determiner(subject[0]) || quantifiers[subject[0].low] || vague[subject[0].low] || pronouns[subject[0].low] {
		subject = append([]token{}, subject...)
		subject[0].text = subject[0].low
	}
	out := []token{{kind: word, text: verb, low: verb, from: subject[0].from, to: subject[0].from}}
	return append(append(out, subject...), rest...)
}

// command are the tokens of a clause from its verb on: without its subject, and
// with the verb of a passive in front.
func command(tokens []token) []token {
	tokens = dropSubject(tokens)
	if active := passive(tokens); active != nil {
		return active
	}
	return tokens
}
