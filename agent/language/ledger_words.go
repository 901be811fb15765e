package language

import "github.com/verdict-run/verdict/agent/check"

// neutral words carry nothing a step would have to say.
var neutral = set("the", "a", "an", "this", "that", "its", "his", "her", "their", "my", "your", "our", "it",
	"i", "we", "you", "they", "he", "she", "user", "users", "i'm", "'m",
	"is", "are", "was", "were", "be", "been", "being", "am", "has", "have", "do", "does", "did", "will", "shall", "should", "must", "would", "can", "may", "get", "gets",
	"need", "needs", "want", "wants", "able", "isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "doesn't", "don't", "didn't", "shouldn't", "mustn't", "won't", "can't", "cannot", "not", "no", "never",
	"to", "in", "on", "of", "for", "with", "as", "from", "by", "at", "into", "onto", "inside", "within", "and", "but", "&", "using", "via", "through",
	"then", "now", "also", "please", "kindly", "finally", "next", "afterwards", "subsequently", "lastly", "still", "already", "again", "currently", "anymore", "longer", "any",
	"there", "if", "when", "once", "whether", "following", "page", "screen", "current", "currently", "+", ">", "→", "»", "->", "back")

// commandWord says that the word at i belongs to a command: its verb, or a noun its reader knows.
func (l *ledger) commandWord(tokens []token, i int) bool {
	t := tokens[i]
	low := t.low
	base := verbForms[low]
	switch {
	case base != "" && handlerOf(base) != nil && l.firstVerb(tokens, i), gerunds[low] != "" && (i == 0 || tokens[i-1].is("by", "with", "using", "via", "through", "while")), participles[low] != "", passives[low] != "":
		return true
	case t.has("out", "up", "down", "on", "off", "over", "double", "right", "long", "press", "click", "clicks", "tap", "taps", "drop", "drops", "first") && i < 5 && !opaqueIn(tokens[:i]):
		return true
	case low == "off" || low == "out" || low == "over" || low == "up":
		return true
	}
	has := func(words ...string) bool { return t.has(words...) }
	for _, s := range l.steps {
		ok := false
		switch s.Command {
		case "click", "hover":
			ok = s.Button != "" && has("right", "middle", "mouse", "button") || len(s.Modifiers) > 0 && (has("while", "holding", "pressing", "down", "key", "pressed", "held", "hold") || isModifier(t)) ||
				s.HoldMS > 0 && has("hold", "holds", "second", "seconds", "sec", "s", "ms", "minute", "minutes") || s.Command == "hover" && has("mouse", "cursor", "pointer", "over")
		case "press":
			_, key := chord(t.text)
			ok = key || isModifier(t) || has("key", "keys", "keyboard", "shortcut", "arrow", "page", "bar", "all", "text", "field", "box", "focus") || len([]rune(low)) == 1
		case "type":
			ok = s.Append && has("without", "clearing", "overwriting", "end") || s.Submit && has("submit", "keyword", "product", "products", "item", "user", "customer", "order", "article", "book") ||
				fillers[low] || !opaqueIn(tokens[:i]) && (opaqueIn(tokens[i:]) || anyNumeric(tokens[i:])) && (nouns[singular(low)] || textNouns[low] && low != "new" || has("new", "first", "last") && i+1 < len(tokens) && tokens[i+1].is("name", "password"))
		case "check", "uncheck", "clear":
			ok = has("checked", "unchecked", "selected", "text", "content", "contents", "value", "box", "switch", "toggle", "tick", "mark")
		case "select":
			ok = has("option", "options", "value", "values", "choice", "all", "text", "word", "words", "phrase", "sentence", "set", "item", "items", "entry", "entries")
		case "scroll":
			ok = has("down", "up", "left", "right", "top", "bottom", "end", "start", "beginning", "horizontally", "vertically", "way", "very", "view", "until", "till", "px", "pixel", "pixels", "along", "see", "find", "reach", "sees")
		case "navigate", "back", "refresh", "switch-tab":
			ok = has("site", "website", "app", "application", "home", "homepage", "url", "address", "browser", "forward", "forwards", "previous", "history", "button", "one", "browser's", "last", "tab", "window", "new", "newly", "opened", "other", "original", "initial", "main", "active", "popup", "base", "start", "named", "titled", "called", "whose")
		case "dialog":
			ok = dialogNouns[low] || has("text", "answer", "value", "entering", "typing", "says", "asking") || s.Accept && has("ok", "yes", "accept") || !s.Accept && has("cancel", "no", "dismiss")
		case "upload":
			ok = has("file", "files", "document", "image", "picture", "photo", "named", "called")
		case "read", "save-clipboard":
			ok = has("text", "value", "content", "contents", "number", "amount", "label", "string", "variable", "memory", "named", "called", "name", "matching", "matches", "match", "pattern", "regex", "regexp", "regular", "expression", "after", "behind", "shown", "word", "clipboard", "under", "new") ||
				s.Pattern != "" && i+1 < len(tokens)
		case "wait":
			ok = has("until", "till", "up", "most", "max", "maximum", "least", "about", "another", "second", "seconds", "sec", "secs", "s", "ms", "minute", "minutes", "min", "mins", "patiently") ||
				s.Form == nil && has("load", "ready", "finish", "loading", "loaded", "loads", "completely", "fully", "finishes", "finished", "settle", "network", "idle", "become", "stable", "app", "complete")
		}
		ok = ok || s.Command == "scroll" && low == "all" && i+2 < len(tokens) && tokens[i+2].is("way")
		if ok || s.Repeat > 1 && has("twice", "thrice", "times", "time") || s.Until != nil && has("until") {
			return true
		}
	}
	return has("time", "times") && i > 0 && tokens[i-1].has("one", "1") || low == "one" && i+1 < len(tokens) && tokens[i+1].has("time") || has("exists", "exist", "available", "up", "pops") && index(tokens[:i], "if", "when") >= 0
}

func isModifier(t token) bool {
	_, ok := modifiers(t.text)
	return ok
}

// firstVerb says that no other verb stands before the word.
func (l *ledger) firstVerb(tokens []token, i int) bool {
	for _, t := range tokens[:i] {
		if t.opaque() {
			return false
		}
		if verbForms[t.low] != "" && !t.has("right", "long", "double", "press", "drag", "click") {
			return false
		}
	}
	return true
}

// formWord says that the word at i belongs to a statement the steps have.
func (l *ledger) formWord(tokens []token, i int) bool {
	t := tokens[i]
	low := t.low
	has := func(words ...string) bool { return t.has(words...) }
	if checkWords[low] || finite[low] != noPredicate || baseForms[low] != noPredicate || perfects[low] != noPredicate || has("confirm", "confirms", "make", "makes", "sure", "see", "sees", "seeing", "view", "notice", "observe", "find", "default", "stays", "pops", "up", "been", "changed", "until", "how", "ought") {
		return true
	}
	if _, ok := shownWords[low]; ok && l.form(check.Visible, check.Text, check.Page, check.Count, check.Variable, check.Order) {
		return true
	}
	if pageNouns[low] && i > 0 {
		return true
	}
	for _, f := range l.forms {
		ok := keptWord(f, t)
		switch f.Kind {
		case check.State, check.Focus:
			_, ok = states[low]
			ok = ok || has("on", "off", "turned", "switched", "toggled", "marked", "read", "greyed", "grayed", "out", "focus", "active", "cursor", "caret") || f.Kind == check.Focus && has("receives", "receive", "gains", "gain", "gets", "get", "keeps", "keep", "takes", "take") || low == "only" && i > 0 && tokens[i-1].is("read")
		case check.Value:
			ok = has("value", "text", "content", "contents", "selected", "chosen", "option", "options", "item", "entry", "set", "as", "current", "starting", "beginning", "ending", "containing", "matching", "amount", "number", "shown", "displayed", "equal", "preselected", "pre-selected", "prefilled", "pre-filled", "filled", "populated", "prepopulated", "pre-populated")
		case check.Text, check.Cell:
			ok = textNouns[low] && (f.Quoted || has("text", "message", "value")) || has("text", "content", "contents", "value", "starting", "beginning", "ending", "containing", "matching", "set", "column", "cell", "equal", "shown", "displayed", "pattern")
		case check.Count, check.Number:
			ok = has("number", "count", "amount", "total", "shown", "displayed", "value", "eur", "usd", "gbp", "dollars", "euros", "percent", "%", "€", "$", "one")
		case check.URL, check.Title:
			ok = has("url", "uri", "address", "bar", "title", "browser", "browser's", "page's", "tab", "tab's", "document", "window", "location", "path", "pattern", "expression", "regex", "regexp", "regular", "starting", "beginning", "ending", "matching", "like", "containing", "set", "updated", "redirected", "taken", "navigated", "brought", "sent", "forwarded", "directed", "landed", "titled", "lands", "land")
		case check.Page:
			ok = has("redirected", "taken", "navigated", "brought", "sent", "forwarded", "directed", "returned", "landed", "homepage", "lands", "land", "named", "called", "titled", "redirect")
		case check.Order:
			ok = orderWords[low] || has("sorted", "ordered", "arranged", "listed", "order", "before", "after", "first", "sorting", "items", "ranked", "above", "below", "under", "underneath", "beneath", "given", "shown", "displayed")
		case check.Variable:
			ok = has("stored", "saved", "remembered", "variable", "value", "grabbed", "captured", "text", "number", "same", "empty")
		case check.Clip:
			ok = has("clipboard", "text", "content", "contents", "copied")
		case check.Options:
			ok = has("option", "options", "choices", "choice", "values", "value", "entries", "these", "offered", "available", "selectable", "one")
		}
		if ok {
			return true
		}
	}
	return false
}

var orderWords = func() map[string]bool {
	m := map[string]bool{}
	for _, d := range directions {
		for _, t := range lex(d.words) {
			m[t.low] = true
		}
	}
	return m
}()
