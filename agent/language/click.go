package language

import (
	"strconv"
)

// click reads "click [on] T", "tap T", "follow T".
func (r *reader) click(rest []token) ([]Step, *Refusal) {
	step := Step{Command: "click"}
	if answer, bad := nativeAnswer(rest); bad != nil {
		return nil, bad
	} else if answer != nil {
		return []Step{*answer}, nil
	}
	if len(rest) > 1 && rest[0].is("and") && rest[1].is("hold") {
		return r.hold(rest[2:])
	}
	if len(rest) > 0 && rest[0].is("on", "at", "in", "into", "onto", "over") {
		rest = rest[1:]
	}
	rest, step = clickSuffix(rest, step)
	rest, bad := r.purpose(rest)
	if bad != nil {
		return nil, bad
	}
	return r.onTarget(step, rest)
}

func (r *reader) onTarget(step Step, rest []token) ([]Step, *Refusal) {
	if len(rest) == 0 {
		return nil, refuse("the sentence does not say what to "+step.Command, hintTarget)
	}
	q, phrase, bad := r.target(rest)
	if bad != nil {
		return nil, bad
	}
	step.Target, step.Phrase = q, phrase
	return []Step{step}, nil
}

// clickSuffix reads "with the right mouse button", "while holding Shift".
func clickSuffix(rest []token, step Step) ([]token, Step) {
	n := len(rest)
	for i := 1; i < n; i++ {
		if rest[i].is("with", "using") && rest[n-1].is("button") && n-i <= 5 && i+1 < n {
			for _, t := range rest[i+1 : n-1] {
				if t.is("right", "middle") {
					step.Button = t.text
				}
			}
			if step.Button != "" {
				return rest[:i], step
			}
		}
		if rest[i].is("while", "holding", "with") {
			keys := rest[i+1:]
			for len(keys) > 0 && keys[0].is("holding", "pressing", "down", "the") {
				keys = keys[1:]
			}
			if len(keys) > 0 && (keys[len(keys)-1].is("key", "pressed", "held", "down")) {
				keys = keys[:len(keys)-1]
			}
			if len(keys) == 1 && keys[0].kind == word {
				if mods, ok := modifiers(keys[0].text); ok {
					step.Modifiers = mods
					return rest[:i], step
				}
			}
		}
	}
	return rest, step
}

// purpose drops "to submit the form" from the end: it says why, not what.
func (r *reader) purpose(rest []token) ([]token, *Refusal) {
	for i := 1; i+1 < len(rest); i++ {
		if !purposeAt(rest, i) || rest[i+1].is("cart", "basket") || !opaqueIn(rest[:i]) && !determinedBefore(rest, i) {
			continue
		}
		if opaqueIn(rest[i:]) {
			return nil, refuse("the sentence mixes a command and its purpose", hintOne)
		}
		return rest[:i], nil
	}
	return rest, nil
}

var purposes = set("submit", "open", "close", "confirm", "save", "log", "sign", "go", "proceed", "continue", "see", "view", "expand", "collapse", "add", "remove", "delete",
	"apply", "start", "finish", "send", "create", "edit", "return", "show", "hide", "search", "complete", "finalize", "place", "toggle", "select", "cancel", "dismiss", "accept", "begin", "load", "reveal",
	"enter", "leave", "navigate", "sort", "move", "focus", "trigger", "filter", "find", "get", "make", "download", "upload", "display", "publish", "approve", "pay", "buy", "book", "change", "update", "blur")

// purposeAt says that "to submit ..." or "in order to ..." starts at i.
func purposeAt(tokens []token, i int) bool {
	t, next := tokens[i], tokens[i+1]
	if next.kind != word || determiner(next) || next.capital() || tokens[i-1].is("next", "close", "adjacent") {
		return false
	}
	if !opaqueIn(tokens[i:]) && !plainProse(tokens[i:]) {
		return false
	}
	return t.is("to") && purposes[next.text] || t.is("in") && next.is("order") && i+2 < len(tokens) && tokens[i+2].is("to")
}

// determinedBefore says that an unquoted target before the purpose is closed by a kind word ("the Save button to ...") or Capitalised.
func determinedBefore(rest []token, i int) bool {
	_, n := kindBefore(rest, i)
	return n > 0 || rest[i-1].capital()
}

func (r *reader) hold(rest []token) ([]Step, *Refusal) {
	step := Step{Command: "click", HoldMS: 1000}
	if len(rest) > 0 && rest[0].is("on") {
		rest = rest[1:]
	}
	n := len(rest)
	for i := 1; i+1 < n; i++ {
		if rest[i].is("for") {
			if ms, size := duration(rest[i+1:]); size > 0 && i+1+size == n {
				step.HoldMS, rest = ms, rest[:i]
				break
			}
		}
	}
	return r.onTarget(step, rest)
}

// double reads "double click T", "double-click T".
func (r *reader) double(rest []token) ([]Step, *Refusal) {
	if len(rest) > 0 && rest[0].has("click", "clicks", "tap", "taps") {
		rest = rest[1:]
	} else {
		return nil, refuse("no command is known for this sentence", hintAction)
	}
	return r.doubleClick(rest)
}

func (r *reader) doubleClick(rest []token) ([]Step, *Refusal) {
	steps, bad := r.click(rest)
	if bad == nil {
		steps[0].Count = 2
	}
	return steps, bad
}

func (r *reader) right(rest []token) ([]Step, *Refusal) {
	if len(rest) > 0 && rest[0].has("click", "clicks") {
		return r.rightClick(rest[1:])
	}
	return nil, refuse("no command is known for this sentence", hintAction)
}

func (r *reader) rightClick(rest []token) ([]Step, *Refusal) {
	steps, bad := r.click(rest)
	if bad == nil {
		steps[0].Button = "right"
	}
	return steps, bad
}

func (r *reader) long(rest []token) ([]Step, *Refusal) {
	if len(rest) > 0 && rest[0].has("press", "presses", "click", "tap", "taps") {
		return r.hold(rest[1:])
	}
	return nil, refuse("no command is known for this sentence", hintAction)
}

// press reads a key chord, else a click.
func (r *reader) press(rest []token) ([]Step, *Refusal) {
	if len(rest) > 1 && rest[0].is("and") && rest[1].is("hold") {
		return r.hold(rest[2:])
	}
	if len(rest) > 0 && rest[0].is("on", "down") {
		return r.click(rest[1:])
	}
	if n := len(rest); n > 3 && rest[n-1].is("keyboard") && rest[n-2].is("the") && rest[n-3].is("on") {
		rest = append(rest[:n-3:n-3], token{kind: word, text: "key", low: "key", from: rest[n-3].from, to: rest[n-3].from})
	}
	if chord, n := keys(rest); n > 0 {
		step := Step{Command: "press", Value: chord}
		if n == len(rest) {
			return []Step{step}, nil
		}
		if rest[n].is("in", "on", "inside", "into", "within") && n+1 < len(rest) {
			if after := dropDeterminers(rest[n+1:]); len(after) == 1 && after[0].is("keyboard") {
				return []Step{step}, nil
			}
			return r.onTarget(step, rest[n+1:])
		}
		if n+1 < len(rest) && purposeAt(rest, n) && !opaqueIn(rest[n:]) {
			return []Step{step}, nil
		}
		if rest[n].is("key", "keys") {
			return nil, refuse("the key cannot be read literally", "write one chord: Press Control+A")
		}
	}
	return r.click(rest)
}

// duration reads "3 seconds", "500 ms", and returns milliseconds and the number of words.
func duration(tokens []token) (ms, n int) {
	if len(tokens) == 0 || tokens[0].kind != word {
		return 0, 0
	}
	text := tokens[0].low
	for _, unit := range []struct {
		suffix string
		ms     float64
	}{{"ms", 1}, {"s", 1000}, {"sec", 1000}, {"m", 60000}, {"min", 60000}} {
		if len(text) > len(unit.suffix) && text[len(text)-len(unit.suffix):] == unit.suffix {
			if f, err := strconv.ParseFloat(text[:len(text)-len(unit.suffix)], 64); err == nil && f > 0 && f < 1e5 {
				return int(f * unit.ms), 1
			}
		}
	}
	if len(tokens) < 2 || tokens[1].kind != word {
		return 0, 0
	}
	f, ok := number(text)
	if w, word := numberWords[text]; !ok && word {
		f, ok = float64(w), true
	}
	if !ok && text == "a" {
		f, ok = 1, true
	}
	if !ok || f <= 0 || f >= 1e5 {
		return 0, 0
	}
	switch tokens[1].low {
	case "s", "sec", "secs", "second", "seconds":
		return int(f * 1000), 2
	case "ms", "millisecond", "milliseconds", "msec":
		return int(f), 2
	case "min", "mins", "minute", "minutes":
		return int(f * 60000), 2
	}
	return 0, 0
}

// toggle reads "check T", "tick T".
func (r *reader) toggle(command string, rest []token) ([]Step, *Refusal) {
	if len(rest) > 0 && rest[0].is("on", "off") && len(rest) > 1 {
		rest = rest[1:]
	}
	steps, bad := r.onTarget(Step{Command: command}, rest)
	if bad != nil {
		return nil, bad
	}
	q := steps[0].Target
	if q.Kind == "textbox" && q.Full == "" || q.Kind == "textbox" && (q.Name == "" || opaqueIn(rest)) {
		q.Kind = "checkbox" // "the box next to ..."
	} else if q.Kind == "textbox" {
		q.Kind = "checkbox"
	}
	return steps, nil
}

// checkTarget reads "check T" only where T can be nothing but a box to tick.
func (r *reader) checkTarget(rest []token) ([]Step, *Refusal) {
	steps, bad := r.toggle("check", rest)
	if bad != nil {
		return nil, bad
	}
	q := steps[0].Target
	if toggles(q.Kind) || q.Kind == "option" || q.Quoted && q.Kind == "" || q.Kind == "" && rest[0].capital() {
		return steps, nil
	}
	return nil, refuse("\"check\" may mean to tick a box or to look: it is not clear which",
		"write: Tick the \"Terms\" checkbox, or: Check that the page shows \"...\"")
}

// open reads "open T": an address, a page or a control.
func (r *reader) open(rest []token) ([]Step, *Refusal) {
	if noun := dropDeterminers(rest); len(noun) > 1 && len(noun) < 4 && (noun[0].is("new", "another", "browser", "fresh", "private") || rest[0].is("a")) && noun[len(noun)-1].is("tab", "window", "browser", "session") {
		return nil, refuse("opening a browser tab is no command", "name the link which opens it: Click \"Open in a new tab\". Switch to the new tab")
	}
	if step, ok := r.destination(rest, false); ok {
		return []Step{step}, nil
	}
	if step, ok := r.tab(rest, false); ok {
		return []Step{step}, nil
	}
	if steps, ok := r.path(rest); ok {
		return steps, nil
	}
	return r.click(rest)
}

// path reads "Settings > Users" as clicks in order.
func (r *reader) path(rest []token) ([]Step, bool) {
	var parts [][]token
	start := 0
	for i, t := range rest {
		if t.kind == word && (t.text == ">" || t.text == "→" || t.text == "»" || t.text == "->") {
			parts = append(parts, rest[start:i])
			start = i + 1
		}
	}
	if len(parts) == 0 {
		return nil, false
	}
	parts = append(parts, rest[start:])
	var steps []Step
	for _, part := range parts {
		q, phrase, bad := r.target(part)
		if bad != nil {
			return nil, false
		}
		steps = append(steps, Step{Command: "click", Target: q, Phrase: phrase})
		r.names = append(r.names, "click "+phrase)
	}
	return steps, true
}
