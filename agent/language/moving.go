package language

import (
	"regexp"
	"strconv"
	"strings"
)

var domain = regexp.MustCompile(`^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)(:\d+)?(/\S*)?$`)

// destination reads what to navigate to; free accepts a page named without the word page.
func (r *reader) destination(rest []token, free bool) (Step, bool) {
	step := Step{Command: "navigate"}
	rest = trimMarks(rest)
	for len(rest) > 1 && rest[0].is("to", "the") && (rest[0].is("to") || rest[1].has("url", "address", "website", "site", "page", "following") && len(rest) > 2) {
		rest = rest[1:]
	}
	for len(rest) > 1 && rest[0].has("url", "address", "website", "site", "page") && (rest[1].opaque() || address(rest[1].text)) {
		if rest[0].has("page") && !address(rest[1].text) {
			break
		}
		rest = rest[1:]
	}
	if len(rest) == 0 || len(rest) > 1 && rest[0].is("a", "an") && !opaqueIn(rest) {
		return step, false
	}
	last := rest[len(rest)-1]
	if len(rest) == 2 && last.has("page", "url") && address(rest[0].text) {
		rest = rest[:1]
	}
	if len(rest) > 3 && last.is("browser") && rest[len(rest)-2].is("the", "a") && rest[len(rest)-3].is("in") {
		rest = rest[:len(rest)-3]
	}
	first := rest[0]
	if len(rest) == 1 {
		switch {
		case first.kind == variable && free:
		case first.kind == punct || first.kind == regex:
			return step, false
		case address(first.text), first.kind == word && !fileWord.MatchString(first.text) && domain.MatchString(first.low) && strings.ContainsAny(first.text, ".:"),
			free && domain.MatchString(strings.ToLower(first.text)) && strings.Contains(first.text, ".") || strings.HasPrefix(first.low, "localhost"):
		case first.has("homepage"):
			step.Value = "home"
			return step, true
		default:
			goto page
		}
		step.Value = first.text
		return step, true
	}
page:
	noun := dropDeterminers(rest)
	if len(noun) <= 2 && noun[0].has("site", "website", "app", "application", "homepage", "base", "start", "home", "main", "landing") &&
		(len(noun) == 1 || noun[1].has("page", "url", "site", "screen", "homepage")) && !(len(noun) == 1 && noun[0].capital()) {
		if !(len(noun) == 1 && noun[0].has("main", "base", "start", "landing")) {
			step.Value = "home"
			return step, true
		}
	}
	if name, ok := pageName(r.src, rest); ok {
		if in, _ := r.inRelation(rest); in {
			return step, false
		}
		step.Value = name
		return step, true
	}
	if !free {
		return step, false
	}
	if _, n := kindBefore(noun, len(noun)); n > 0 || len(noun) > 4 || hasOr(noun) {
		return step, false
	}
	if bad := guardTarget(noun); bad != nil {
		return step, false
	}
	for i, t := range noun {
		if t.kind != word && !(t.kind == quoted && len(noun) == 1) || t.is("next", "previous", "same", "new", "bottom", "top", "step", "in", "of", "on") {
			return step, false
		}
		if _, ok := ordinal(t.low); ok && i == 0 {
			return step, false
		}
	}
	step.Value = r.text(noun)
	if len(noun) == 1 {
		step.Value = noun[0].text
	}
	return step, true
}

func (r *reader) inRelation(tokens []token) (bool, int) {
	p := targets{src: r.src}
	for i := 1; i < len(tokens); i++ {
		if _, n := p.relation(tokens, i); n > 0 {
			return true, i
		}
	}
	return false, 0
}

// goingTo is going for verbs which need a "to": "browse the catalogue" is a goal.
func (r *reader) goingTo(rest []token) ([]Step, *Refusal) {
	if len(rest) > 0 && !rest[0].is("to", "back", "forward", "forwards", "into", "over") && !rest[0].has("home") && !address(rest[0].text) && !domain.MatchString(strings.ToLower(rest[0].text)) {
		return nil, refuse("the place to go to is not literal", "write: Go to the \"Cart\" page")
	}
	return r.going(rest)
}

// going reads "go to X", "navigate to X", "visit X", "go back".
func (r *reader) going(rest []token) ([]Step, *Refusal) {
	hint := "write an address, a path or a page: Go to https://shop.example/cart, Go to /cart, Go to the \"Cart\" page"
	if len(rest) == 0 {
		return nil, refuse("the sentence does not say where to go", hint)
	}
	if rest[0].is("back", "forward", "forwards") {
		return r.history(rest)
	}
	if rest[0].is("to", "into", "on", "over") {
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[0].is("back") {
		return r.history(rest)
	}
	if noun := dropDeterminers(rest); len(noun) == 2 && noun[0].is("previous") && noun[1].is("page", "screen") {
		return []Step{{Command: "back", Direction: "back"}}, nil
	}
	if step, ok := r.tab(rest, true); ok {
		return []Step{step}, nil
	}
	if steps, ok := r.path(rest); ok {
		return steps, nil
	}
	if step, ok := r.destination(rest, true); ok {
		return []Step{step}, nil
	}
	if noun := dropDeterminers(rest); len(noun) > 1 && noun[0].is("bottom", "top", "end") {
		return r.scrolling(append([]token{{kind: word, text: "to", low: "to"}}, rest...))
	}
	if q, phrase, bad := r.target(rest); bad == nil && (q.Kind == "tab" || q.Kind == "link" || q.Kind == "menuitem" || q.Kind == "button" || q.Kind == "menu" || q.Kind == "section") && q.Name != "" {
		return []Step{{Command: "click", Target: q, Phrase: phrase}}, nil
	}
	return nil, refuse("the place to go to is not literal", hint)
}

// history reads "back", "back to the previous page", "forward".
func (r *reader) history(rest []token) ([]Step, *Refusal) {
	step := Step{Command: "back", Direction: "back"}
	if rest[0].is("forward", "forwards") {
		step.Direction = "forward"
	}
	after := rest[1:]
	for len(after) > 0 && after[0].is("to", "in", "the", "previous", "page", "one", "browser", "history", "by", "using", "with", "button", "screen", "browser's") {
		after = after[1:]
	}
	if len(after) == 0 {
		return []Step{step}, nil
	}
	if len(rest) > 1 && rest[1].is("to") && step.Direction == "back" {
		return r.going(rest[1:])
	}
	return nil, refuse("the step back cannot be read literally", "write: Go back")
}

// refreshing reads "reload the page".
func (r *reader) refreshing(rest []token) ([]Step, *Refusal) {
	for _, t := range rest {
		if !t.is("the", "page", "current", "browser", "this", "again", "screen", "tab", "it", "window", "site", "website") {
			return nil, refuse("only the page can be reloaded", "write: Reload the page")
		}
	}
	return []Step{{Command: "refresh"}}, nil
}

// tab reads "the new tab", "the first tab", "the "Docs" tab", "tab 2"; browser
// says that quoted names are titles of browser tabs.
func (r *reader) tab(rest []token, browser bool) (Step, bool) {
	step := Step{Command: "switch-tab"}
	noun := dropDeterminers(trimMarks(rest))
	n := len(noun)
	window := func(t token) bool { return t.is("tab", "window") }
	if n < 2 {
		return step, false
	}
	if noun[0].is("newly") {
		noun = noun[1:]
		n--
	}
	said := false
	if n > 2 && noun[n-2].is("browser") && window(noun[n-1]) {
		noun = append(append([]token{}, noun[:n-2]...), noun[n-1])
		n, said = n-1, true
	}
	if n == 2 && window(noun[1]) {
		t := noun[0]
		switch {
		case t.is("new", "opened", "next", "previous", "last", "other"):
			step.Value = map[string]string{"new": "new", "opened": "new", "next": "next", "previous": "previous", "last": "last", "other": "next"}[t.text]
			if t.is("other") {
				return step, false
			}
			return step, browser || said || !t.is("new")
		case t.is("original", "initial", "main"):
			step.Value = "1"
			return step, true
		}
		if num, ok := ordinal(t.low); ok && !t.capital() && num > 0 {
			step.Value = strconv.Itoa(num)
			return step, true
		}
		if said && t.opaque() {
			step.Value = t.text
			return step, true
		}
	}
	if n == 3 && noun[0].is("new", "newly") && noun[1].is("opened", "browser") && window(noun[2]) {
		step.Value = "new"
		return step, true
	}
	if n == 2 && window(noun[0]) && noun[1].numeric() {
		if num, ok := count(noun[1]); ok && num > 0 {
			step.Value = strconv.Itoa(num)
			return step, true
		}
	}
	return step, false
}

// switching reads "switch to the X tab", "switch on T".
func (r *reader) switching(rest []token) ([]Step, *Refusal) {
	if len(rest) == 0 {
		return nil, refuse("the sentence does not say what to switch", hintTarget)
	}
	if rest[0].is("on") {
		return r.toggle("check", rest[1:])
	}
	if rest[0].is("off") {
		return r.toggle("uncheck", rest[1:])
	}
	if n := len(rest); rest[n-1].is("on") && n > 1 {
		return r.toggle("check", rest[:n-1])
	} else if rest[n-1].is("off") && n > 1 {
		return r.toggle("uncheck", rest[:n-1])
	}
	if rest[0].is("back") && len(rest) > 1 {
		rest = rest[1:]
	}
	if !rest[0].is("to") || len(rest) < 2 {
		return nil, refuse("what to switch to cannot be read literally", "write: Switch to the new tab, or: Turn on the \"Wi-Fi\" switch")
	}
	to := rest[1:]
	if step, ok := r.tab(to, true); ok {
		return []Step{step}, nil
	}
	noun := dropDeterminers(to)
	n := len(noun)
	if n == 2 && noun[1].is("tab", "window") && noun[0].opaque() || n == 2 && noun[0].is("tab", "window") && noun[1].opaque() {
		step := Step{Command: "switch-tab", Value: literals(noun)[0]}
		return []Step{step}, nil
	}
	if n > 3 && noun[0].is("tab", "window") && noun[n-1].opaque() && (noun[1].is("with", "titled", "named", "called", "whose")) {
		return []Step{{Command: "switch-tab", Value: noun[n-1].text}}, nil
	}
	q, phrase, bad := r.target(to)
	if bad != nil {
		return nil, bad
	}
	if q.Kind == "tab" && q.Name != "" || q.Quoted {
		return []Step{{Command: "click", Target: q, Phrase: phrase}}, nil
	}
	return nil, refuse("what to switch to cannot be read literally", "write: Switch to the new tab, or: Click the \"Details\" tab")
}

// turning reads "turn on T", "turn T off".
func (r *reader) turning(rest []token) ([]Step, *Refusal) {
	if len(rest) > 1 {
		n := len(rest)
		switch {
		case rest[0].is("on"):
			return r.toggle("check", rest[1:])
		case rest[0].is("off"):
			return r.toggle("uncheck", rest[1:])
		case rest[n-1].is("on"):
			return r.toggle("check", rest[:n-1])
		case rest[n-1].is("off"):
			return r.toggle("uncheck", rest[:n-1])
		}
	}
	return nil, refuse("what to turn on or off is missing", "write: Turn on the \"Wi-Fi\" switch")
}

// waiting reads "wait 3 seconds", "wait for T to appear", "wait until ...".
func (r *reader) waiting(rest []token) ([]Step, *Refusal) {
	hint := "write: Wait until \"Saved\" appears, or: Wait 3 seconds"
	step := Step{Command: "wait"}
	if len(rest) > 0 && rest[0].is("patiently") {
		rest = rest[1:]
	}
	if contains(rest, "least") && (contains(rest, "up") || contains(rest, "most")) {
		return nil, refuse("how long to wait is not literal", hint)
	}
	rest, limit := waitLimit(rest)
	lead := rest
	for len(lead) > 0 && lead[0].is("for", "about", "at", "least", "another", "up", "to", "a", "exactly") && !(lead[0].is("a") && len(lead) > 1 && !lead[1].has("second", "minute")) {
		if _, n := duration(lead); n > 0 && n == len(lead) {
			break
		}
		lead = lead[1:]
	}
	if ms, n := duration(lead); n > 0 {
		if n == len(lead) && limit == 0 {
			step.Value = seconds(ms)
			return []Step{step}, nil
		}
		if n < len(lead) && lead[n].is("for", "until") {
			limit, rest = ms, lead[n:]
		}
	}
	if limit > 0 {
		step.Value = seconds(limit)
	}
	if len(rest) < 2 || !rest[0].is("for", "until", "till") {
		return nil, refuse("how long to wait is not literal", hint)
	}
	what := rest[1:]
	if ready(what) {
		return []Step{step}, nil
	}
	s := statements{src: r.src, bare: true, named: rest[0].is("for")}
	list, bad := s.all(what)
	if bad != nil {
		bad.Hint = hint
		return nil, bad
	}
	var steps []Step
	for _, item := range list {
		step.Form = item.form
		steps = append(steps, step)
	}
	return steps, nil
}

// waitLimit takes "for up to 10 seconds", "(max 10 s)", "within 10 seconds" off the end.
func waitLimit(rest []token) ([]token, int) {
	for i := 1; i < len(rest); i++ {
		j := i
		if rest[j].mark("(,") {
			j++
		}
		start := j
		for j < len(rest) && rest[j].is("for", "up", "to", "at", "most", "max", "within", "maximum", "of", "a") {
			j++
		}
		if j == start || j >= len(rest) {
			continue
		}
		if j-start == 1 && rest[start].is("for", "to", "of", "a", "up", "at") {
			continue // "visible for 3 seconds" is how long it stays
		}
		if ms, n := duration(rest[j:]); n > 0 {
			end := j + n
			if end < len(rest) && rest[end].mark(")") {
				end++
			}
			if end == len(rest) && !(i == 1 && rest[0].is("for")) {
				return rest[:i], ms
			}
		}
	}
	return rest, 0
}

func seconds(ms int) string { return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64) }

// ready reads "the page to load", "the page is ready".
func ready(what []token) bool {
	words := strings.ToLower(wordsOf(dropDeterminers(what)))
	switch words {
	case "page to load", "page is ready", "page to be ready", "page to finish loading", "page is loaded", "page to be loaded", "page has loaded", "page loads", "page to load completely",
		"page is fully loaded", "page to fully load", "page to be fully loaded", "page load", "page finishes loading", "page has finished loading", "page to settle", "network to be idle", "network idle", "network is idle",
		"page to become stable", "page to be stable", "page is stable", "screen to load", "app to load", "page has fully loaded", "page loading to finish":
		return true
	}
	return false
}

func wordsOf(tokens []token) string {
	parts := make([]string, 0, len(tokens))
	for _, t := range tokens {
		if t.kind != word {
			return ""
		}
		parts = append(parts, t.text)
	}
	return strings.Join(parts, " ")
}
