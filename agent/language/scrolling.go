package language

import (
	"strconv"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

const hintScroll = "write: Scroll down, Scroll to the bottom, Scroll to \"Reviews\", or: Scroll the \"Parts\" list until \"Part 3777\" is visible"

// scrolling reads "scroll [T] [direction] [by N] [to T] [until ...] [in T]".
func (r *reader) scrolling(rest []token) ([]Step, *Refusal) {
	step := Step{Command: "scroll"}
	for i, t := range rest {
		if t.is("until", "till") && i+1 < len(rest) {
			what := rest[i+1:]
			if len(what) > 2 && (what[0].is("you", "I", "the") && what[1].is("see", "reach", "find") || what[0].is("the") && what[1].is("user") && what[2].is("sees")) {
				what = append([]token{{kind: word, text: "see", low: "see"}}, what[2:]...)
				if len(what) > 1 && what[1].is("sees") {
					what = append(what[:1:1], what[2:]...)
				}
			}
			form, bad := statements{src: r.src, bare: true}.single(what)
			if bad != nil {
				return nil, bad
			}
			step.Form, step.Direction = form, "down"
			rest = rest[:i]
			break
		}
	}
	if form := step.Form; form != nil && form.Negated {
		return nil, refuse("scrolling ends when something is there", hintScroll)
	}
	rest = trimMarks(rest)
	rest, bad := r.direction(rest, &step)
	if bad != nil {
		return nil, bad
	}
	if len(rest) == 0 {
		if step.Direction == "" {
			step.Direction = "down"
		}
		return []Step{step}, nil
	}
	return r.scrollTarget(rest, step)
}

// direction takes the direction and the amount out of the words.
func (r *reader) direction(rest []token, step *Step) ([]token, *Refusal) {
	var out []token
	for i := 0; i < len(rest); i++ {
		t := rest[i]
		next := token{kind: punct}
		if i+1 < len(rest) {
			next = rest[i+1]
		}
		bare := t.kind == word && !t.capital()
		switch {
		case bare && t.is("down", "up", "left", "right") && !next.is("of") && (i == 0 || i == len(rest)-1 || len(out) > 0 && !out[len(out)-1].is("the") || out == nil):
			step.Direction = t.text
		case bare && t.is("to") && next.is("the") && i+2 < len(rest) && rest[i+2].is("left", "right") && (i+3 >= len(rest) || !rest[i+3].is("of", "panel", "column", "sidebar")):
			step.Direction = rest[i+2].text
			i += 2
		case bare && t.is("horizontally"):
			step.Direction = "right"
		case bare && t.is("vertically"), bare && t.is("all") && next.is("the"):
			if next.is("the") && i+2 < len(rest) && rest[i+2].is("way") {
				i += 2
				if i+1 < len(rest) && rest[i+1].is("down", "up") {
					step.Direction = map[string]string{"down": "bottom", "up": "top"}[rest[i+1].text]
					i++
				}
			}
		case bare && t.is("by", "for") && next.numeric():
		case bare && t.numeric() && (next.is("px", "pixels", "pixel") || strings.HasSuffix(t.low, "px")):
			n, err := strconv.Atoi(strings.TrimSuffix(t.low, "px"))
			if err != nil || n <= 0 || n > 1e6 {
				return nil, refuse("the distance cannot be read literally", hintScroll)
			}
			step.Pixels = n
			if !strings.HasSuffix(t.low, "px") || next.is("px") {
				i++
			}
		default:
			out = append(out, t)
		}
	}
	if len(out) > 0 && quantity(out[0]) {
		return nil, refuse("the distance cannot be read literally", hintScroll)
	}
	if step.Pixels > 0 && step.Direction == "" {
		step.Direction = "down"
	}
	return out, nil
}

// scrollTarget reads what is left: "to T", "to the bottom of T", "in T", "T", "T into view".
func (r *reader) scrollTarget(rest []token, step Step) ([]Step, *Refusal) {
	n := len(rest)
	if n > 2 && rest[n-2].is("into") && rest[n-1].is("view") {
		return r.scrollTo(rest[:n-2], step, nil)
	}
	if rest[0].is("to", "until") && n > 1 {
		what := dropDeterminers(rest[1:])
		if len(what) > 1 && what[0].is("very") {
			what = what[1:]
		}
		if what[0].is("bottom", "top", "end", "start", "beginning") && !what[0].capital() {
			step.Direction = map[string]string{"bottom": "bottom", "end": "bottom", "top": "top", "start": "top", "beginning": "top"}[what[0].text]
			what = what[1:]
			if len(what) > 1 && what[0].is("of", "in") {
				return r.container(what[1:], step)
			}
			if len(what) > 0 {
				return nil, refuse("where to scroll cannot be read literally", hintScroll)
			}
			return []Step{step}, nil
		}
		return r.scrollTo(rest[1:], step, nil)
	}
	if rest[0].is("in", "inside", "within", "through", "on", "over", "along") && n > 1 {
		rest = rest[1:]
	}
	for i := 1; i+1 < len(rest); i++ {
		if !rest[i].is("to") || step.Form != nil {
			continue
		}
		what := dropDeterminers(rest[i+1:])
		if what[0].is("bottom", "top", "end", "start") {
			step.Direction = map[string]string{"bottom": "bottom", "end": "bottom", "top": "top", "start": "top"}[what[0].text]
			if len(what) > 1 {
				return nil, refuse("where to scroll cannot be read literally", hintScroll)
			}
			return r.container(rest[:i], step)
		}
		q, _, bad := r.target(rest[:i])
		if bad != nil {
			return nil, bad
		}
		return r.scrollTo(rest[i+1:], step, q)
	}
	return r.container(rest, step)
}

// container is what is scrolled; the page is none.
func (r *reader) container(rest []token, step Step) ([]Step, *Refusal) {
	if step.Direction == "" {
		step.Direction = "down"
	}
	if noun := dropDeterminers(rest); len(noun) == 1 && pageNouns[noun[0].low] {
		return []Step{step}, nil
	}
	return r.onTarget(step, rest)
}

// scrollTo brings an element into view; inside is the container that is moved.
func (r *reader) scrollTo(what []token, step Step, inside *screen.Query) ([]Step, *Refusal) {
	q, phrase, bad := r.target(what)
	if bad != nil {
		return nil, bad
	}
	if step.Direction == "" && inside == nil {
		step.Target, step.Phrase = q, phrase
		return []Step{step}, nil
	}
	if step.Direction == "" {
		step.Direction = "down"
	}
	step.Target = inside
	step.Form = &check.Form{Kind: check.Visible, Subject: q}
	if q.Quoted && q.Kind == "" && len(q.Rel) == 0 {
		step.Form = &check.Form{Kind: check.Text, Value: q.Name, Quoted: true}
	}
	return []Step{step}, nil
}
