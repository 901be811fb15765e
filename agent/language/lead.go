package language

// assertionLead reads "verify that", "make sure", "check if"; sure says that
// what follows can only be a statement. n is the number of tokens it takes.
func assertionLead(tokens []token) (n int, rest []token, sure bool) {
	at := func(i int) token {
		if i < len(tokens) {
			return tokens[i]
		}
		return token{kind: punct}
	}
	i := 0
	if p := person(tokens); p > 0 {
		j := p
		for at(j).has("can", "should", "must", "will", "then", "also") {
			j++
		}
		if at(j).has("verify", "verifies", "check", "checks", "assert", "expect", "expects", "ensure", "ensures", "confirm", "confirms", "make", "validate", "validates") {
			i = j
		}
	}
	t := at(i)
	that := func(n int) (int, []token, bool) {
		for at(n).is("that", "whether", "if", "for") || at(n).mark(":") {
			if at(n).is("for") {
				return n + 1, tokens[min(n+1, len(tokens)):], true
			}
			n++
		}
		return n, tokens[min(n, len(tokens)):], true
	}
	switch {
	case t.has("verify", "verifies", "assert", "asserts", "ensure", "ensures", "expect", "expects", "validate", "validates"):
		return that(i + 1)
	case t.has("make") && at(i+1).has("sure"), t.has("be") && at(i+1).has("sure"):
		return that(i + 2)
	case t.has("confirm", "confirms") && at(i+1).is("that", "whether"):
		return that(i + 1)
	case t.has("check", "checks") && (at(i+1).is("that", "whether", "if", "for") || at(i+1).mark(":")):
		return that(i + 1)
	case t.has("check", "checks") && opensStatement(tokens, i+1):
		return i + 1, tokens[i+1:], true
	case t.has("confirm", "confirms") && opensStatement(tokens, i+1):
		return i + 1, tokens[i+1:], true
	}
	return 0, tokens, false
}

// opensStatement says that a statement with a verb, not a control, follows.
func opensStatement(tokens []token, from int) bool {
	if from >= len(tokens) {
		return false
	}
	rest := tokens[from:]
	if _, ok := findPredicate(rest, 1); ok {
		return true
	}
	return rest[0].has("there") || rest[0].is("no")
}

// checkWords keep a sentence an open check whatever a model calls it.
var checkWords = set("check", "checks", "verify", "verifies", "assert", "asserts", "expect", "expects", "expected", "should", "must", "shall",
	"ensure", "ensures", "validate", "validates", "see", "sees", "shows", "displays", "displayed", "appears", "visible", "shown", "shouldn't", "mustn't", "contains", "verifying", "checking",
	"expecting", "ensuring", "says", "reads", "redirected", "disappears", "exists", "equals")

// hasCheckWord looks for a check word outside quotes.
func hasCheckWord(tokens []token) bool {
	for i, t := range tokens {
		if t.kind != word {
			continue
		}
		if checkWords[t.low] && (i == 0 || !t.capital()) {
			return true
		}
		next := token{kind: punct}
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		if t.has("make", "be") && next.is("sure") || t.has("confirm", "confirms") && next.is("that", "whether") || t.is("is", "are") && next.is("displayed", "visible", "shown", "present") {
			return true
		}
	}
	return false
}
