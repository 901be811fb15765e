package language

import "strings"

// soft verbs are known to ask for something, and to end the clause before them,
// but cannot be done literally.
var softVerbs = set("add", "remove", "delete", "complete", "create", "log", "login", "sign", "submit", "confirm", "edit", "configure", "return", "start",
	"stop", "play", "pause", "rename", "finish", "proceed", "continue", "register", "logout", "pay", "buy", "order", "send", "reply", "invite",
	"apply", "sort", "filter", "use", "try", "repeat", "do", "perform", "execute", "run", "install", "prepare", "publish", "archive", "approve",
	"reject", "cancel", "download", "export", "import", "print", "share", "look", "find", "read", "note", "ensure", "book", "transfer", "assign",
	"resize", "rotate", "launch", "kill", "restart", "swipe", "purchase", "provide", "adjust", "increase", "decrease", "pinch", "undo", "redo", "verify", "checkout", "review", "view", "give", "put", "insert", "paste", "cut", "copy", "test", "manage", "let", "bring", "get", "highlight", "draw", "sum", "calculate", "count", "compare", "mark", "skip", "solve", "explore", "navigate", "browse", "report", "describe", "tell", "ask", "answer", "process", "handle", "work", "keep", "ignore", "disable", "enable", "update", "change", "replace", "move", "reset", "restore", "duplicate", "save", "store", "inspect", "observe", "supply", "specify", "populate", "record")

// verbForms maps every form of a verb a clause may start with to its base form.
var verbForms = func() map[string]string {
	m := map[string]string{}
	for _, base := range strings.Fields("click tap press hit push follow open select choose pick type enter fill input set write check tick " +
		"uncheck untick clear hover drag scroll upload attach search visit go navigate browse load reload refresh accept dismiss wait save grab remember store " +
		"expand collapse close toggle turn switch deselect unselect double-click right-click doubleclick rightclick leave focus blur move append " +
		"verify assert ensure expect validate see make double right long long-press key erase pause capture extract " +
		"answer use confirm cancel empty change update mark activate deactivate enable disable unfold doubletap drop mouse tab replace " +
		"put insert provide supply specify populate complete remove delete note copy keep read record point add return") {
		m[base] = base
		m[third(base)] = base
	}
	return m
}()

func third(base string) string {
	switch {
	case strings.HasSuffix(base, "s"), strings.HasSuffix(base, "sh"), strings.HasSuffix(base, "ch"), strings.HasSuffix(base, "x"), base == "go":
		return base + "es"
	case strings.HasSuffix(base, "y") && base != "key" && base != "play":
		return base[:len(base)-1] + "ies"
	}
	return base + "s"
}

// gerunds are read after "by".
var gerunds = map[string]string{"clicking": "click", "tapping": "tap", "pressing": "press", "hitting": "hit", "typing": "type", "entering": "enter",
	"selecting": "select", "choosing": "choose", "picking": "pick", "opening": "open", "dragging": "drag", "uploading": "upload", "checking": "check",
	"ticking": "tick", "unchecking": "uncheck", "hovering": "hover", "scrolling": "scroll", "visiting": "visit", "following": "follow", "filling": "fill",
	"setting": "set", "navigating": "navigate", "going": "go", "double-clicking": "double-click", "right-clicking": "right-click", "toggling": "toggle",
	"searching": "search", "clearing": "clear", "attaching": "attach", "expanding": "expand", "reloading": "reload", "refreshing": "refresh", "turning": "turn"}

// participles are read after "I have".
var participles = map[string]string{"opened": "open", "navigated": "navigate", "visited": "visit", "clicked": "click", "entered": "enter", "typed": "type",
	"selected": "select", "chosen": "choose", "gone": "go", "filled": "fill", "pressed": "press", "ticked": "tick", "uploaded": "upload"}

// verbAt reads the verb a clause starts with, in any letter case at its head.
func verbAt(tokens []token) (string, bool) {
	if len(tokens) == 0 || tokens[0].kind != word {
		return "", false
	}
	base, ok := verbForms[tokens[0].low]
	if !ok {
		return "", false
	}
	if handlerOf(base) == nil {
		return "", false
	}
	return base, true
}

// startsClause says that a clause may start here: a known verb in small letters
// which something follows.
func startsClause(tokens []token) bool {
	if len(tokens) == 0 || tokens[0].kind != word {
		return false
	}
	t := tokens[0]
	if t.capital() {
		return false
	}
	alone := len(tokens) == 1 || tokens[1].mark(".;")
	if _, ok := verbAt(tokens); ok {
		if alone {
			return set("submit", "refresh", "reload", "refreshes", "reloads")[t.low]
		}
		// "search and filter buttons": a noun follows, no object.
		if _, n := kindAfter(tokens, 1); n > 0 && (1+n == len(tokens) || tokens[1+n].kind == punct || tokens[1+n].is("in", "on", "and", "are", "is")) {
			return false
		}
		return true
	}
	if n, _, sure := assertionLead(tokens); sure && n > 0 {
		return true
	}
	return softVerbs[t.low] && !alone && (determiner(tokens[1]) || tokens[1].opaque() || tokens[1].is("in", "out", "to", "all", "any", "some", "as", "it", "them", "for", "with", "up") || tokens[1].capital())
}
