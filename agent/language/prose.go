package language

import "strings"

// plainProse says that words which are not carried out (the goal before "by
// clicking", the purpose after "to", a title before a colon) are a goal and its
// object, and say neither which one, nor when, nor how often.
func plainProse(tokens []token) bool {
	for i, t := range tokens {
		switch {
		case t.kind == punct && t.mark(","):
		case t.kind != word:
			return false
		case strings.HasSuffix(t.low, "'s"), calendar[t.low] && t.capital(), i == 0 && (joints[t.low] || unclear[t.low] || t.numeric() || t.is("per")):
			return false
		case determiner(t), i == 0 && (t.capital() || len(tokens) == 1), t.is("to", "of", "from", "into", "out", "up", "in", "it", "on", "off", "order", "and", "i", "I"):
		case softVerbs[t.low], softVerbs[singular(t.low)], verbForms[t.low] != "", purposes[t.low], gerunds[t.low] != "":
		case nouns[singular(t.low)], pageNouns[t.low], kindsOfWord[singular(t.low)] != nil, person(tokens[i:]) > 0:
		case t.capital() && i > 0:
		default:
			return false
		}
		if t.low != "it" && (quantifiers[t.low] && t.low != "up" || vague[t.low] || history[t.low] && t.low != "sent" || conditions[t.low] || manner(t)) {
			return false
		}
	}
	return true
}

// plainTail is plainProse for the words after a first one that is known.
func plainTail(tokens []token) bool {
	return plainProse(append([]token{{kind: word, text: "check", low: "check"}}, tokens[1:]...))
}
