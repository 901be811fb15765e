package language

import (
	"fmt"
	"strings"
)

// refuse builds a Refusal.
func refuse(reason, hint string) *Refusal { return &Refusal{Reason: reason, Hint: hint} }

const (
	hintTarget = "name one control as it is written on the page, in quotes: Click the \"Save\" button"
	hintValue  = "write the value itself in quotes or as a {{variable}}: Type \"ann@example.com\" into \"E-mail\""
	hintText   = "quote the text to look for: Check that the page shows \"...\""
	hintOne    = "write one instruction a line: Click \"Save\". Then: Check that the page shows \"Saved\""
	hintAction = "start with a command and quote its target: Click \"Save\", Type \"Ann\" into \"Name\", Go to /cart, Check that the page shows \"...\""
	hintPick   = "choose one: write a single instruction without \"or\""
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// judgements cannot be decided by code: whoever writes them means more than the words.
var judgements = set(
	"correct", "correctly", "proper", "properly", "successful", "successfully", "works", "working", "work", "worked",
	"bold", "italic", "underlined", "aligned", "centered", "centred", "same", "relevant", "appropriate", "appropriately",
	"expected", "right", "wrong", "nice", "nicely", "good", "well", "fine", "accurate", "accurately", "consistent", "responsive",
	"readable", "legible", "layout", "color", "colors", "colour", "colours", "style", "styled", "styling", "theme", "font",
	"animation", "animated", "smooth", "smoothly", "fast", "quickly", "slow", "different", "similar", "corresponding",
	"accordingly", "reasonable", "identical", "pretty", "beautiful", "usable", "intact", "ok", "okay", "functional",
	"functioning", "functions", "broken", "useful", "meaningful", "suitable", "complete", "completely", "matching",
	"looks", "look", "dark", "light", "bigger", "smaller", "visually", "user-friendly", "valid", "sensible", "normal", "normally",
)

// vague words stand for something the sentence does not name.
var vague = set(
	"any", "some", "each", "every", "all", "both", "everything", "anything", "something", "nothing", "none", "neither", "nor",
	"or", "either", "various", "several", "many", "few", "multiple", "random", "whatever", "whichever", "another", "other", "others",
	"necessary", "needed", "required-fields", "realistic", "arbitrary", "respective", "respectively", "else", "otherwise",
	"unless", "instead", "except", "etc", "etc.", "either/or", "and/or", "remaining", "certain", "appropriate", "relevant", "valid", "suitable",
	"desired", "preferred", "your", "own", "cheapest", "newest", "oldest", "latest", "longest", "shortest", "highest", "lowest", "largest", "biggest", "smallest",
	"fastest", "best", "nearest", "earliest", "most", "least", "same", "correct", "proper", "somewhere", "outside", "elsewhere", "again", "bit", "little", "while", "today", "tomorrow", "yesterday", "today's", "tomorrow's", "yesterday's", "around", "slightly", "enough", "sufficient", "plenty", "available",
)

// manner words say how something is or is done; none of them is part of a name around quotes.
func manner(t token) bool {
	return t.kind == word && !t.capital() && (strings.HasSuffix(t.low, "ly") && !set("reply", "apply", "family", "weekly", "monthly", "daily", "assembly", "supply", "fly", "early")[t.low] ||
		set("again", "twice", "only", "too", "once", "now", "first", "fast", "still", "already", "more", "much", "very", "also", "slow", "times", "no", "never", "always", "sometimes")[t.low])
}

// pronouns point back at something.
var pronouns = set("it", "them", "they", "this", "that", "these", "those", "one", "ones", "itself", "there", "here", "him", "her")

// joints are words a caption in small letters does not have; one of them left
// over means that the sentence says more than was read.
var joints = set("and", "then", "before", "after", "when", "while", "until", "because", "so", "if", "unless", "whether",
	"which", "who", "whose", "where", "since", "as", "but", "than", "without", "by", "via", "using", "through", "with",
	"can", "could", "should", "must", "will", "would", "may", "might", "cannot", "not", "is", "are", "was", "were", "be", "been", "has", "have", "had", "does", "do", "did")

var colours = set("red", "green", "blue", "yellow", "orange", "purple", "pink", "black", "white", "grey", "gray", "brown",
	"violet", "cyan", "magenta", "turquoise", "gold", "silver")

// guardTarget refuses words which make a target something else than one control.
func guardTarget(tokens []token) *Refusal {
	// A Capitalised phrase without article is a caption: "Show all", "View your cart".
	caption := len(tokens) > 1 && tokens[0].capital()
	for i, t := range tokens {
		if availableAmount(tokens, i) {
			continue
		}
		if t.kind != word || t.capital() && !t.has("or") {
			continue
		}
		switch {
		case t.low == "or":
			return refuse("the sentence leaves a choice (\"or\")", hintPick)
		case caption && set("all", "your", "own", "other", "another", "this", "that", "it", "here", "there", "one", "many", "few", "again", "latest", "newest", "oldest", "needed", "something", "else", "multiple", "most", "best")[t.low]:
		case vague[t.low]:
			return refuse(fmt.Sprintf("%q does not name one control", t.text), hintTarget)
		case pronouns[t.low]:
			return refuse(fmt.Sprintf("%q points back at something", t.text), hintTarget)
		case joints[t.low]:
			return refuse(fmt.Sprintf("the part from %q on cannot be read literally", t.text), hintOne)
		}
	}
	return nil
}

// availableAmount says that "available" is part of a name, as in "available balance".
func availableAmount(tokens []token, i int) bool {
	return tokens[i].low == "available" && i+1 < len(tokens) && set("balance", "credit", "funds", "stock", "quantity", "amount", "space")[tokens[i+1].low]
}

// guardStatement refuses statements code cannot decide; free says that the words are not a value.
func guardStatement(tokens []token) *Refusal {
	for i, t := range tokens {
		if availableAmount(tokens, i) || t.is("right") && i+1 < len(tokens) && tokens[i+1].is("of") {
			continue
		}
		if t.kind != word || t.capital() && !judgements[t.low] && !vague[t.low] {
			continue
		}
		switch {
		case t.low == "or" || t.low == "either":
			return refuse("the statement leaves a choice (\"or\")", hintPick)
		case judgements[t.low]:
			return refuse(fmt.Sprintf("%q is a judgement, which needs eyes", t.text), hintText)
		case colours[t.low] && !t.capital():
			return refuse("colours cannot be checked without a vision model", hintText)
		case vague[t.low] && !t.capital():
			return refuse(fmt.Sprintf("%q does not say what exactly", t.text), hintText)
		}
	}
	return nil
}

// hasOr finds a choice outside quotes.
func hasOr(tokens []token) bool {
	for _, t := range tokens {
		if t.is("or", "and/or") {
			return true
		}
	}
	return false
}
