package language

import (
	"fmt"
	"strings"
)

// quantifiers at the head of a subject speak of more than one thing, or of a choice among things.
var quantifiers = set("all", "each", "every", "some", "any", "none", "no", "both", "several", "most", "many", "few", "only", "just", "neither", "either", "another", "everything",
	"nothing", "anything", "nobody", "everyone", "half", "at", "up", "about", "almost", "nearly", "exactly", "approximately", "roughly", "not", "except", "multiple", "various", "others", "such", "even", "whatever", "a-few")

// guardSubject refuses a subject which is a number of things or a part of them.
func guardSubject(tokens []token) *Refusal {
	if len(tokens) < 2 || tokens[0].kind != word {
		return nil
	}
	t, next := tokens[0], tokens[1]
	if noun := dropDeterminers(tokens); noun[0].is("placeholder", "font", "colour", "color", "style", "layout", "width", "height", "alignment") && len(noun) > 1 && noun[1].is("of", "in") {
		return refuse(fmt.Sprintf("the %s cannot be checked by code", noun[0].text), hintText)
	}
	if bad := guardPointer(tokens); bad != nil {
		return bad
	}
	if _, n := kindOf(next.low); quantity(t) && !t.opaque() && (n || nouns[singular(next.low)]) {
		return refuse(fmt.Sprintf("%q are several things", t.text+" "+next.text), "say which, or count them: Check that there are 2 rows with \"Ana\"")
	}
	if quantifiers[t.low] && (!t.capital() || next.kind != word || !next.capital()) {
		return refuse(fmt.Sprintf("%q does not name one thing on the page", t.text), hintText)
	}
	return nil
}

// guardPointer refuses "that button", "its menu": which one it is stands elsewhere.
func guardPointer(tokens []token) *Refusal {
	if len(tokens) > 1 && tokens[0].has("this", "that", "these", "those", "its", "his", "her", "their") && !tokens[0].capital() && !opaqueIn(tokens) {
		return refuse(fmt.Sprintf("%q points back at something", tokens[0].text), hintTarget)
	}
	return nil
}

// unclear words in a name without quotes: the name would be half a sentence.
var unclear = set("only", "just", "couple", "dozen", "dozens", "single", "alone", "fails", "failed", "refuses", "seems", "ceases", "tends", "continues", "happens", "proves", "supposed",
	"between", "during", "against", "about", "from", "into", "onto", "upon", "within", "inside", "towards", "across", "behind", "among", "except", "per", "despite", "like", "at",
	"twice", "thrice", "once", "times", "again", "still", "already", "now", "yet", "later", "soon", "never", "always", "sometimes", "often", "too", "also", "even", "almost", "nearly",
	"matching", "containing", "starting", "ending", "showing", "saying", "having", "being", "clicking", "pressing", "opening", "entering", "selecting", "closing", "typing", "choosing", "submitting", "whose", "there", "remaining", "rest", "half", "pair", "previously", "just-created", "newly", "recently",
	"more", "fewer", "less", "greater", "nobody", "nowhere", "everyone", "everybody", "someone", "somebody", "no-one")

// guardName refuses the words of a name without quotes which tell more than a name.
func guardName(tokens []token, kind string) *Refusal {
	if len(tokens) > 0 && tokens[0].capital() && captionLike(tokens) {
		return nil
	}
	if len(tokens) == 1 && kind == "" && noName[tokens[0].text] {
		return refuse(fmt.Sprintf("%q is no control", tokens[0].text), hintTarget)
	}
	if len(tokens) > 0 && (len(tokens) > 1 || kind != "") && history[tokens[0].text] && (kind == "" || kind == "row" || kind == "listitem" || kind == "image" || kind == "option" || kind == "cell") {
		return refuse(fmt.Sprintf("which one was %s is known from before only", tokens[0].text), "quote its name: Check that \"Blue Mug\" is shown in the cart")
	}
	for i, t := range tokens {
		if i == 0 && kind != "" && conditions[t.text] {
			return refuse(fmt.Sprintf("which one is %s has to be seen first", t.text), hintTarget)
		}
		if strings.HasSuffix(t.low, "'s") && i+1 < len(tokens) && t.kind == word && !t.has("what's", "let's", "it's", "here's", "who's") {
			return refuse(fmt.Sprintf("%q narrows the name down", t.text), "say the row or section: Click \"Edit\" in the row of \"Ana\"")
		}
		if t.kind != word || t.capital() {
			continue
		}
		if _, ok := ordinal(t.low); i == 0 && ok && len(tokens) > 1 && quantity(tokens[1]) {
			return refuse("several things are named where one is needed", hintOne)
		}
		if unclear[t.low] || manner(t) && t.low != "first" && t.low != "no" || t.low == "to" && !(i > 0 && kind != "" && i+1 < len(tokens)) || i == 0 && t.has("of", "for", "with", "by", "to", "in", "on", "up", "not", "than") {
			return refuse(fmt.Sprintf("%q is no part of a name", t.text), hintTarget)
		}
	}
	return nil
}

// conditions before a kind pick by a state, not by a name.
var conditions = set("empty", "blank", "disabled", "enabled", "unchecked", "checked", "ticked", "unticked", "selected", "unselected", "visible", "hidden", "highlighted", "focused", "expanded", "collapsed", "unread", "invalid", "inactive", "existing", "correct", "corresponding", "appropriate", "respective", "clickable", "open", "closed")

// history words pick by what happened before.
var history = set("new", "added", "created", "deleted", "removed", "uploaded", "edited", "changed", "updated", "modified", "sent", "saved", "archived", "moved", "copied", "chosen", "clicked", "opened", "submitted", "entered", "typed", "completed", "renamed", "restored", "cancelled", "canceled", "purchased", "ordered", "said", "aforementioned", "above", "expected", "given", "resulting", "actual", "latest")

// noName are nouns which stand for a place or nothing at all.
var noName = set("end", "beginning", "start", "top", "bottom", "middle", "center", "centre", "position", "place", "side", "edge", "corner", "way", "thing", "things", "part", "parts", "time", "somewhere", "left", "right", "front", "back", "inside", "outside", "space", "area", "spot", "location", "other", "next", "previous", "following", "former", "latter")

// captionLike says that a name is a Capitalised caption, which may have any small words
// ("Sign in now", "Ship to another address") but no adverb of a sentence at its end.
func captionLike(tokens []token) bool {
	for _, t := range tokens {
		if t.is("twice", "thrice", "times", "only", "quickly", "slowly", "immediately") || strings.HasSuffix(t.text, "'s") && t.capital() && len(tokens) > 1 && !t.has("what's", "let's", "it's", "here's", "who's", "today's") {
			return false
		}
	}
	return true
}

// elsewhere are nouns after a preposition which are no place on the page.
var elsewhere = set("time", "times", "moment", "way", "case", "background", "meantime", "attempt", "try", "tries", "default", "second", "seconds", "minute", "minutes", "hour", "hours",
	"day", "days", "order", "mouse", "keyboard", "beginning", "test", "scenario", "step", "mode", "language", "reason", "same", "whole", "reload", "refresh", "change", "click", "load", "future", "past", "end", "fly", "user", "first", "last", "next", "result", "clipboard", "login", "logout", "action", "operation", "process", "browser", "turn", "once", "font", "style", "format", "color", "colour", "size", "theme", "design", "shape", "letters", "capitals", "sequence", "succession")

var calendar = set("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
	"english", "german", "french", "spanish", "italian", "uppercase", "lowercase", "bold")

// guardPlace refuses "for the second time", "in a new tab".
func guardPlace(tail []token) *Refusal {
	if len(tail) == 2 && tail[0].is("a", "an") && tail[1].is("grid", "table", "list", "row", "column", "line", "columns", "rows", "lines", "pair") {
		return refuse(fmt.Sprintf("%q says how it looks, not where it is", tail[1].text), hintText)
	}
	tail = dropDeterminers(trimMarks(tail))
	last := tail[len(tail)-1]
	if calendar[tail[0].low] && len(tail) < 3 || last.low == "spare" {
		return refuse(fmt.Sprintf("%q is a time, no place on the page", last.text), hintTarget)
	}
	if last.kind == word && !last.capital() && !opaqueIn(tail) && (elsewhere[last.low] || last.is("tab", "tabs", "window", "windows") && tail[0].is("new", "separate", "another", "other", "second", "incognito", "private", "background", "different", "same", "next", "current")) {
		return refuse(fmt.Sprintf("%q is no place on the page", last.text), hintTarget)
	}
	return nil
}

// guardPlural refuses several controls without a name.
func guardPlural(tokens []token, name string, ordinal int) *Refusal {
	last := trimMarks(tokens)[len(trimMarks(tokens))-1]
	if name != "" || ordinal != 0 || last.kind != word || last.low == singular(last.low) {
		return nil
	}
	if _, n := kindBefore([]token{last}, 1); n == 0 {
		return nil
	}
	return refuse(fmt.Sprintf("%q are several controls", last.text), hintTarget)
}
