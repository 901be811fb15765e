package screen

import (
	"slices"
	"strings"
)

// Contradicts reports whether a description clearly names something else than
// the node it was given for, and says what. It forgives paraphrase: only a different action word, a
// wrong kind, or a short caption with nothing in common counts.
func Contradicts(n *Node, q Query) (bool, string) {
	kind := normalKind(q.Kind)
	if kind != "" && wrongKind(kind, n) {
		return true, "the description says " + kind + ", it is " + describe(n)
	}
	name := q.Name
	if name == "" {
		name = q.Full
	}
	if name == "" {
		return false, ""
	}
	captions := captionsOf(n)
	if len(captions) == 0 {
		return false, ""
	}
	p := newPhrase(name, false)
	for _, c := range captions {
		if p.compare(c) >= .55 {
			return false, ""
		}
	}
	said, is := actions(name), actions(strings.Join(captions, " "))
	shared := slices.ContainsFunc(said, func(g int) bool { return slices.Contains(is, g) })
	differ := len(said) > 0 && len(is) > 0 && !shared
	if differ || !shared && stranger(n, p, captions) {
		return true, "the description says \"" + clip(name, 60) + "\", it is " + describe(n)
	}
	return false, ""
}

func captionsOf(n *Node) []string {
	var out []string
	texts := []string{n.Name, n.Label, n.VisualLabel, n.Placeholder, n.Title, n.Alt}
	if !field(n) && len(n.Text) <= longestCaption {
		texts = append(texts, n.Text)
	}
	for _, s := range texts {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// wrongKind: what is clicked is not typed into, and the other way round; a
// heading is no checkbox. Kinds that people mix up do not count.
func wrongKind(kind string, n *Node) bool {
	switch kind {
	case "text", "item", "card", "section", "icon", "image", "page", "message", "heading", "cell", "row", "option", "menu", "list", "table", "navigation", "toolbar":
		return false
	}
	if kindFits[kind] == nil || kindFit(kind, n) > kindWrong {
		return false
	}
	of, is := family(kind), nodeFamily(n)
	return of != "" && is != "" && of != is
}

func family(kind string) string {
	switch kind {
	case "button", "link", "tab", "menuitem":
		return "press"
	case "textbox", "textarea", "searchbox", "password", "spinbutton", "date":
		return "type"
	case "checkbox", "radio", "switch":
		return "toggle"
	case "combobox":
		return "choose"
	case "slider":
		return "slide"
	}
	return ""
}

func nodeFamily(n *Node) string {
	switch {
	case checkable(n):
		return "toggle"
	case n.Tag == "select" || n.Role == "listbox":
		return "choose"
	case n.Role == "combobox" || n.Role == "file":
		return "" // these pass for many things
	case n.Role == "slider":
		return "slide"
	case field(n):
		return "type"
	case n.Role == "button" || n.Role == "link" || n.Role == "tab" || n.Role == "menuitem":
		return "press"
	}
	return ""
}

// actionWords are the groups of captions that do different things; a caption of one is never a paraphrase of another's.
var actionWords = [][]string{
	{"delete", "remove", "trash", "erase", "discard", "destroy"}, {"edit", "modify", "change", "rename", "pencil", "update"},
	{"save", "apply", "update", "submit", "confirm", "ok", "done", "send", "publish", "post"}, {"cancel", "close", "dismiss", "discard", "abort", "x"},
	{"next", "continue", "forward", "proceed"}, {"back", "previous", "prev"},
	{"login", "signin", "logon"}, {"logout", "signout", "logoff"}, {"register", "signup", "join"},
	{"add", "new", "create", "plus", "insert"}, {"search", "find", "magnifier"}, {"filter", "sort"}, {"copy", "duplicate", "clone"},
	{"download", "export"}, {"upload", "import", "attach", "browse"}, {"pay", "checkout", "buy", "purchase", "order", "continue", "proceed"},
	{"accept", "agree", "allow", "approve", "confirm", "yes", "ok"}, {"reject", "decline", "deny", "disagree", "no", "refuse"},
	{"view", "show", "open", "see", "details"}, {"hide", "collapse"}, {"print"}, {"share"}, {"refresh", "reload", "reset", "undo"}, {"increase", "plus", "more"}, {"decrease", "minus", "less", "fewer"},
	{"username"}, {"password"}, {"email"},
}

// actions are the groups whose words a text has.
func actions(s string) []int {
	s = plain(s)
	for _, pair := range [][2]string{{"log in", "login"}, {"sign in", "signin"}, {"log out", "logout"}, {"sign out", "signout"}, {"sign up", "signup"}, {"check out", "checkout"}, {"user name", "username"}, {"e mail", "email"}, {"log on", "logon"}} {
		s = strings.ReplaceAll(s, pair[0], pair[1])
	}
	var out []int
	for _, w := range strings.Fields(s) {
		for g, group := range actionWords {
			if slices.Contains(group, w) || slices.Contains(group, strings.TrimSuffix(w, "s")) {
				out = append(out, g)
			}
		}
	}
	return out
}

// pictorial are words of a description by looks, which no caption can be held against.
var pictorial = []string{"icon", "logo", "picture", "image", "arrow", "avatar", "corner", "top", "bottom", "left", "right", "first", "second", "third", "last", "red", "green",
	"blue", "round", "big", "small", "large", "main", "primary", "symbol", "sign", "chevron", "dots", "burger", "hamburger", "toggle", "badge", "menu", "product", "item", "row", "card", "option", "result", "date", "day"}

// stranger reports a short caption that shares nothing with a short description in words.
func stranger(n *Node, p *phrase, captions []string) bool {
	if interactive(n) < 2 || len(p.stems) > 4 || len(p.stems) == 0 || !isASCII(p.plain) {
		return false
	}
	for _, w := range strings.Fields(p.plain) {
		if slices.Contains(pictorial, w) {
			return false
		}
	}
	for _, c := range append(captions, iconWords(n.Class), identifierWords(n.TestID), identifierWords(n.HTMLID), identifierWords(n.HTMLName), n.Value) {
		cp := plain(c)
		if c != "" && !isASCII(cp) || len(stems(cp)) > 6 {
			return false // another language, or too long to tell
		}
		for _, s := range stems(cp) {
			for k, w := range p.stems {
				if s == w || p.groups[k] >= 0 && p.groups[k] == wordGroup(s) || len(w) > 3 && (strings.Contains(s, w) || strings.Contains(w, s) && len(s) > 3) {
					return false
				}
			}
		}
		if p.similar(cp) > .3 {
			return false
		}
	}
	return true
}
