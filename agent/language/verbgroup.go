package language

// relation words of a statement: what its subject is said to do.
type predicateKind uint8

const (
	noPredicate predicateKind = iota
	be
	have
	show // shows, displays
	say  // says, reads
	contain
	equal
	matches
	starts
	finishes // ends with
	appear
	disappear
	exist
	offer
	download
	redirect
)

// predicate is the verb group of a statement: its place, what it says, whether it is denied.
type predicate struct {
	kind    predicateKind
	from    int
	to      int
	negated bool
	open    bool // "opens", "pops up": appear, of dialogs and pages
}

var finite = map[string]predicateKind{
	"is": be, "are": be, "was": be, "were": be, "isn't": be, "aren't": be, "wasn't": be, "weren't": be, "becomes": be, "become": be,
	"remains": be, "remain": be, "stays": be, "stay": be, "turns": be, "changes": be, "changed": be, "gets": be,
	"has": have, "have": have, "hasn't": have, "haven't": have,
	"contains": contain, "includes": contain, "holds": contain, "shows": show, "displays": show, "says": say, "reads": say, "states": say,
	"equals": equal, "matches": matches, "starts": starts, "begins": starts, "ends": finishes, "appears": appear, "disappears": disappear,
	"vanishes": disappear, "exists": exist, "offers": offer, "lists": offer, "opens": appear, "pops": appear, "closes": disappear,
	"downloads": download, "comes": appear,
}

// base forms count only after an auxiliary ("should contain"), or after a plural.
var baseForms = map[string]predicateKind{
	"be": be, "become": be, "remain": be, "stay": be, "change": be, "turn": be, "have": have, "contain": contain, "include": contain, "hold": contain,
	"show": show, "display": show, "say": say, "read": say, "state": say, "equal": equal, "match": matches, "start": starts, "begin": starts,
	"end": finishes, "appear": appear, "disappear": disappear, "vanish": disappear, "exist": exist, "offer": offer, "list": offer,
	"open": appear, "pop": appear, "close": disappear, "get": be, "come": appear, "redirect": redirect, "see": noPredicate,
}

// plurals take base forms without an auxiliary ("the results contain").
var pluralForms = map[string]predicateKind{"contain": contain, "include": contain, "appear": appear, "disappear": disappear, "exist": exist, "match": matches, "come": appear}

var modals = set("should", "must", "shall", "will", "would", "may", "can", "shouldn't", "mustn't", "won't", "can't", "cannot", "needs", "ought")

var auxiliaries = set("does", "do", "did", "doesn't", "don't", "didn't")

var adverbs = set("now", "still", "also", "currently", "then", "again", "already", "both", "finally", "initially", "just", "therefore")

// findPredicate is the first verb group at or after start.
func findPredicate(tokens []token, start int) (predicate, bool) {
	for i := start; i < len(tokens); i++ {
		if p, ok := predicateAt(tokens, i); ok {
			if i > 0 && tokens[i-1].is("that", "which", "who") && (i < 2 || !tokens[i-2].has("verify", "check", "assert", "ensure", "see", "sure", "confirm", "expect")) {
				continue // a relative clause: "the error that says ..."
			}
			return p, true
		}
	}
	return predicate{}, false
}

func predicateAt(tokens []token, i int) (predicate, bool) {
	p := predicate{from: i}
	t := tokens[i]
	if t.kind != word || t.capital() {
		return p, false
	}
	j, aux := i, false
	skip := func() {
		for j < len(tokens) && tokens[j].kind == word {
			switch {
			case tokens[j].is("not", "never"):
				p.negated = !p.negated
			case tokens[j].is("no") && j+1 < len(tokens) && tokens[j+1].is("longer"):
				p.negated = true
				j++
			case adverbs[tokens[j].text]:
			default:
				return
			}
			j++
		}
	}
	switch {
	case modals[t.low] || auxiliaries[t.low]:
		p.negated = len(t.low) > 3 && t.low[len(t.low)-3:] == "n't" || t.low == "cannot"
		j, aux = j+1, true
		skip()
	case t.is("to") && i > 0:
		j, aux = j+1, true
		skip()
	case t.is("not") && i+2 < len(tokens) && tokens[i+1].is("to"):
		p.negated = true
		j, aux = j+2, true
	case t.is("no") && i+1 < len(tokens) && tokens[i+1].is("longer"):
		p.negated = true
		j += 2
	}
	if j >= len(tokens) || tokens[j].kind != word || tokens[j].capital() {
		return p, false
	}
	low := tokens[j].low
	kind, ok := finite[low]
	if focuses(tokens, j) {
		p.kind, p.to = have, j+1
		return p, true
	}
	if aux {
		kind, ok = baseForms[low]
		if low == "see" {
			return p, false
		}
	} else if !ok && i > 0 && len(tokens[i-1].low) > 2 && tokens[i-1].low[len(tokens[i-1].low)-1] == 's' {
		kind, ok = pluralForms[low]
	}
	if !ok {
		return p, false
	}
	if len(low) > 3 && low[len(low)-3:] == "n't" {
		p.negated = !p.negated
	}
	p.open = low == "opens" || low == "open"
	j++
	skip()
	switch kind {
	case be, have:
		// "has been downloaded", "should be shown".
		for j < len(tokens) && tokens[j].is("been", "being") {
			kind = be
			j++
			skip()
		}
		if been := perfects[word0(tokens, j)]; kind == have && been != noPredicate {
			p.kind, p.to = been, j+1
			return p, true
		}
		if (low == "changes" || low == "changed" || low == "change") && j < len(tokens) && tokens[j].is("to") {
			j++
		} else if low == "changes" || low == "changed" || low == "change" || low == "turns" || low == "turn" || low == "gets" {
			return p, false
		}
	case starts, finishes:
		if j >= len(tokens) || !tokens[j].is("with", "in") {
			return p, false
		}
		j++
	case appear:
		if (low == "pops" || low == "pop") && j < len(tokens) && tokens[j].is("up") {
			j++
		}
		if low == "appears" || low == "appear" {
			if j+1 < len(tokens) && tokens[j].is("to") && tokens[j+1].is("be") {
				return p, false
			}
		}
	}
	p.kind, p.to = kind, j
	return p, true
}

// word0 is the word at i, if one stands there.
func word0(tokens []token, i int) string {
	if i >= len(tokens) || tokens[i].kind != word {
		return ""
	}
	return tokens[i].text
}
