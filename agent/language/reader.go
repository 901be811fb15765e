package language

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
)

// reader reads the clauses of one sentence, in order.
type reader struct {
	src string
	// previous is the step before, for "clear X and type Y".
	previous *Step
	// names are the texts of steps, where a clause gives several.
	names []string
}

func (r *reader) text(tokens []token) string { return textOf(r.src, tokens) }

// target reads a target strictly and gives its phrase as written.
func (r *reader) target(tokens []token) (*screen.Query, string, *Refusal) {
	tokens = tokens[:onPage(r.src, trimMarks(tokens))]
	if hasOr(tokens) {
		return nil, "", refuse("the sentence leaves a choice (\"or\")", hintPick)
	}
	if len(tokens) > 1 && tokens[0].is("a", "an") && !opaqueIn(tokens) {
		return nil, "", refuse("the sentence does not say which one", hintTarget)
	}
	if bad := guardPointer(tokens); bad != nil {
		return nil, "", bad
	}
	q, bad := targets{src: r.src}.read(tokens)
	if bad != nil {
		return nil, "", bad
	}
	if bad := guardPlural(tokens, q.Name, q.Ordinal); bad != nil && len(q.Rel) == 0 {
		return nil, "", bad
	}
	return &q, r.text(tokens), nil
}

// onPage is where "on the home page" starts at the end of a command: it says where one is already.
func onPage(src string, tokens []token) int {
	n := len(tokens)
	for i := n - 2; i > 0 && i > n-6; i-- {
		if !tokens[i].is("on") {
			continue
		}
		if name, ok := pageName(src, tokens[i+1:]); ok && name != "" && tokens[i+1].is("the", "my") && pageWords(tokens[i+2:n-1]) {
			return i
		}
		break
	}
	return n
}

// pageWords says that the words are what pages are called by.
func pageWords(name []token) bool {
	for _, t := range name {
		known := t.capital() && !strings.HasSuffix(t.low, "'s") || nouns[singular(t.low)] || t.has("home", "login", "sign-in", "signup", "sign-up", "registration", "landing", "main", "start", "welcome", "product", "details", "overview", "settings", "front")
		if !t.opaque() && !known {
			return false
		}
	}
	return true
}

// action reads one clause that starts with a verb.
func (r *reader) action(tokens []token) ([]Step, *Refusal) {
	tokens = trimMarks(tokens)
	verb, ok := verbAt(tokens)
	if !ok {
		return nil, r.unknown(tokens)
	}
	rest, step, bad := r.suffixes(verb, trimMarks(tokens[1:]))
	if bad != nil {
		return nil, bad
	}
	steps, bad := handlerOf(verb)(r, rest)
	if bad == notSo {
		bad = r.unknown(tokens)
	}
	if bad != nil {
		return nil, bad
	}
	for i := range steps {
		if step.Repeat > 0 {
			if len(steps) > 1 {
				return nil, refuse("several commands cannot be repeated at once", hintOne)
			}
			steps[i].Repeat = step.Repeat
		}
		if step.Until != nil {
			if len(steps) > 1 {
				return nil, refuse("several commands cannot be repeated at once", hintOne)
			}
			steps[i].Until = step.Until
		}
		steps[i].If = step.If
		if step.If != nil && step.If.Kind == "" {
			if steps[i].Target == nil {
				return nil, refuse("\"if it exists\" needs a target", "write: If \"Accept cookies\" is visible, click \"Accept cookies\"")
			}
			steps[i].If = &check.Form{Kind: check.Visible, Subject: steps[i].Target}
		}
	}
	return steps, nil
}

func (r *reader) unknown(tokens []token) *Refusal {
	if len(tokens) > 0 && tokens[0].kind == word && softVerbs[tokens[0].low] {
		hint := hintAction
		if h, ok := goalHints[tokens[0].low]; ok {
			hint = h
		}
		return refuse(fmt.Sprintf("%q names a goal, not a command", r.text(tokens)), hint)
	}
	return refuse("no command is known for this sentence", hintAction)
}

// goalHints say how the most common goals are written literally.
var goalHints = map[string]string{
	"log":     "name the fields and the button: Type {{user}} into \"Username\". Type {{password}} into \"Password\". Click \"Log in\"",
	"login":   "name the fields and the button: Type {{user}} into \"Username\". Type {{password}} into \"Password\". Click \"Log in\"",
	"sign":    "name the fields and the button: Type {{user}} into \"Username\". Type {{password}} into \"Password\". Click \"Sign in\"",
	"submit":  "name the button which submits: Click \"Submit\", or: Press Enter",
	"confirm": "name the button which confirms: Click \"Confirm\"; to check something write: Check that the page shows \"...\"",
	"add":     "name the control which adds: Click \"Add to cart\" in the row of \"Mug\"",
	"delete":  "name the control which deletes: Click \"Delete\" in the row of \"Mug\"",
	"remove":  "name the control which removes: Click \"Remove\" in the row of \"Mug\"",
	"copy":    "select the text and press the keys: Select the text \"abc\". Press Control+C",
	"paste":   "click the field and press the keys: Click \"Name\". Press Control+V",
	"sort":    "name the control which sorts: Click the \"Price\" column header",
	"filter":  "name the control which filters: Select \"Open\" from \"Status\"",
}

// suffixes takes "3 times", "until ...", "if it exists" off the end of a clause.
func (r *reader) suffixes(verb string, rest []token) ([]token, Step, *Refusal) {
	var step Step
	for i := 1; i < len(rest); i++ {
		t := rest[i]
		switch {
		case t.is("if", "when") && i+1 < len(rest):
			form, bad := r.suffixIf(rest[i+1:])
			if bad != nil {
				return nil, step, bad
			}
			step.If = form
			rest = trimMarks(rest[:i])
		case t.is("until") && verb != "wait" && verb != "scroll":
			form, bad := statements{src: r.src}.single(rest[i+1:])
			if bad != nil {
				return nil, step, bad
			}
			step.Until = form
			rest = trimMarks(rest[:i])
		}
	}
	if verb == "wait" {
		return rest, step, nil
	}
	n := len(rest)
	switch {
	case n > 1 && rest[n-1].is("twice"):
		step.Repeat, rest = 2, rest[:n-1]
	case n > 1 && rest[n-1].is("thrice"):
		step.Repeat, rest = 3, rest[:n-1]
	case n > 1 && rest[n-1].is("once"):
		rest = rest[:n-1]
	case n > 2 && rest[n-1].is("times", "time"):
		times, ok := count(rest[n-2])
		if !ok || times < 1 || times > 100 {
			return nil, step, refuse("the number of times cannot be read literally", "write a number up to 100: Click \"Next month\" 4 times")
		}
		step.Repeat, rest = times, rest[:n-2]
		if step.Repeat == 1 {
			step.Repeat = 0
		}
	}
	return trimMarks(rest), step, nil
}

// suffixIf reads what follows "if" at the end of a clause; a form without kind is "it is visible".
func (r *reader) suffixIf(rest []token) (*check.Form, *Refusal) {
	rest = trimMarks(rest)
	words := strings.ToLower(r.text(rest))
	switch words {
	case "it exists", "it appears", "it is visible", "it is shown", "it is displayed", "it is present", "it is there", "present", "visible", "shown", "displayed",
		"it shows up", "it pops up", "it's visible", "it's shown", "it's there", "it's displayed", "it's present", "available", "it is available", "it exists on the page", "it is open", "there is one":
		return &check.Form{}, nil
	}
	return statements{src: r.src}.single(rest)
}

// single reads exactly one statement.
func (s statements) single(tokens []token) (*check.Form, *Refusal) {
	list, bad := s.all(tokens)
	if bad != nil {
		return nil, bad
	}
	if len(list) != 1 {
		return nil, refuse("several statements where one is needed", hintOne)
	}
	return list[0].form, nil
}
