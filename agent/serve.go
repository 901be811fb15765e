package agent

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/verdict-run/verdict/agent/language"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/commands"
)

// servants are the commands that can do what a sentence of the builtin
// language asks for; a word that is not here takes any.
var servants = map[string]map[string]bool{
	"click":          set("click", "press", "select"),
	"check":          set("click", "press", "select"),
	"uncheck":        set("click", "press", "select"),
	"type":           set("type", "press", "select"),
	"clear":          set("type", "press", "click"),
	"press":          set("press", "type", "click"),
	"select":         set("select", "click", "type", "press"),
	"drag":           set("drag", "click", "press", "type"),
	"navigate":       set("navigate", "click", "back"),
	"back":           set("back", "navigate", "click"),
	"refresh":        set("refresh", "navigate", "press"),
	"dialog":         set("dialog", "click", "press"),
	"upload":         set("upload"),
	"switch-tab":     set("switch-tab"),
	"read":           set("read", "save-clipboard"),
	"hover":          set("hover"),
	"scroll":         set("scroll", "hover", "press", "click"),
	"wait":           set("scroll", "read", "hover"),
	"save-clipboard": set("save-clipboard"),
}

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// asked are the parameters of a recorded command that a sentence may state.
type asked struct {
	Text      *string  `json:"text"`
	Submit    bool     `json:"submit"`
	Options   []string `json:"options"`
	Keys      []string `json:"keys"`
	Button    string   `json:"button"`
	Count     int      `json:"count"`
	Modifiers []string `json:"modifiers"`
	HoldMS    int      `json:"hold_ms"`
	State     string   `json:"state"`
	URL       string   `json:"url"`
	Direction string   `json:"direction"`
	Accept    *bool    `json:"accept"`
	Files     []string `json:"files"`
	Variable  string   `json:"variable"`
}

func askedOf(g *GeneratedStep) (a asked) {
	_ = json.Unmarshal(g.Params, &a) // they were decoded before; what does not fit here is of no interest here
	return a
}

// fulfils reports whether the successful attempts for a sentence add up to
// what it says: the kind of command, how often, and every literal it states.
func (r *run) fulfils(s language.Sentence, did []*GeneratedStep) bool {
	if len(did) == 0 {
		return false
	}
	if s.Step == nil {
		return true // nobody can say what it asks for; an attempt that names it must do
	}
	want := *s.Step
	allowed, known := servants[want.Command]
	count := 0
	var fit []*GeneratedStep
	for _, d := range did {
		if known && !allowed[d.Command] {
			continue
		}
		if n := r.times(want, d); n > 0 {
			count += n
			fit = append(fit, d)
		}
	}
	if count < max(1, want.Repeat) {
		return false
	}
	switch want.Command {
	case "type":
		return want.Value == "" || r.typed(fit, want.Value)
	case "select":
		return r.chosen(fit, want.Values)
	}
	return true
}

// times is how often one attempt does what the sentence asks for, 0 when it does something else.
func (r *run) times(want language.Step, d *GeneratedStep) int {
	p := askedOf(d)
	switch want.Command {
	case "click":
		return r.clicks(want, d, p)
	case "press":
		n := 0
		for _, k := range p.Keys {
			if sameChord(k, want.Value) {
				n++
			}
		}
		switch {
		case d.Command == "type" && p.Submit && sameChord("Enter", want.Value):
			n = 1
		case d.Command == "type" && p.Text != nil && r.same(*p.Text, want.Value):
			n = 1
		case d.Command == "click" && nodeSays(d, want.Value):
			n = 1
		}
		return n
	case "clear":
		return one(d.Command != "type" || p.Text != nil && *p.Text == "")
	case "navigate":
		return one(d.Command != "navigate" || r.sameAddress(p.URL, want.Value))
	case "back":
		return one(d.Command != "back" || (p.Direction == "forward") == (want.Direction == "forward"))
	case "refresh":
		return one(d.Command != "press" || len(p.Keys) == 1 && (sameChord(p.Keys[0], "F5") || sameChord(p.Keys[0], "Control+R")))
	case "dialog":
		return one(d.Command != "dialog" || p.Accept != nil && *p.Accept == want.Accept && (want.Value == "" || p.Text != nil && r.same(*p.Text, want.Value)))
	case "upload":
		for _, f := range p.Files {
			if want.Value == "" || r.same(filepath.Base(f), filepath.Base(want.Value)) {
				return 1
			}
		}
		return 0
	case "read", "save-clipboard":
		return one(want.Variable == "" || p.Variable == want.Variable)
	}
	return 1
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// clicks counts the clicks of one attempt that are of the kind the sentence asks for.
func (r *run) clicks(want language.Step, d *GeneratedStep, p asked) int {
	switch d.Command {
	case "press": // a focused control takes Enter or Space for a click
		for _, k := range p.Keys {
			if !sameChord(k, "Enter") && !sameChord(k, "Space") && !sameChord(k, " ") && !sameChord(k, "Tab") {
				return 0
			}
		}
		return one(len(p.Keys) > 0 && !sameChord(p.Keys[len(p.Keys)-1], "Tab"))
	case "click":
		given := max(1, p.Count)
		if (want.Button == "" || want.Button == "left") != (p.Button == "" || p.Button == "left") || len(want.Modifiers) != len(p.Modifiers) || want.HoldMS > 0 && p.HoldMS == 0 {
			return 0
		}
		if want.Count > 1 {
			return one(given == want.Count)
		}
		return given
	}
	return 1
}

// typed reports that exactly the text was entered: by one attempt, or by several that each entered a part.
func (r *run) typed(did []*GeneratedStep, want string) bool {
	var all strings.Builder
	for _, d := range did {
		p := askedOf(d)
		text := strings.Join(p.Keys, "")
		switch {
		case p.Text != nil:
			text = *p.Text
		case len(p.Options) == 1:
			if r.sameFold(p.Options[0], want) {
				return true
			}
			continue
		}
		if r.same(text, want) {
			return true
		}
		all.WriteString(text)
	}
	return r.same(all.String(), want)
}

// chosen reports that every option was chosen, under exactly its name.
func (r *run) chosen(did []*GeneratedStep, options []string) bool {
	for _, want := range options {
		found := false
		for _, d := range did {
			p := askedOf(d)
			for _, o := range p.Options {
				found = found || r.sameFold(o, want)
			}
			found = found || p.Text != nil && r.sameFold(*p.Text, want) || nodeSays(d, r.resolve(want))
		}
		if !found && !(len(did) > 0 && did[len(did)-1].Command == "select" && askedOf(did[len(did)-1]).Text != nil) {
			return false
		}
	}
	return true
}

// nodeSays reports that what an attempt acted on is called so.
func nodeSays(d *GeneratedStep, name string) bool {
	for _, l := range d.Targets {
		if l.Node != nil && screen.SameText(l.Node.Name, name, false) || d.Command == "click" && screen.SameText(l.Description, name, false) && l.Node == nil {
			return true
		}
	}
	return false
}

func (r *run) resolve(text string) string {
	if value, err := r.Memory.Resolve(text); err == nil {
		return value
	}
	return text
}

func (r *run) same(a, b string) bool { return screen.SameText(r.resolve(a), r.resolve(b), true) }
func (r *run) sameFold(a, b string) bool {
	return screen.SameText(r.resolve(a), r.resolve(b), false)
}

func sameChord(a, b string) bool {
	norm := strings.NewReplacer("controlormeta", "control", "ctrl", "control", "return", "enter", "esc", "escape", " ", "", "cmd", "meta")
	fold := func(s string) string {
		if s == " " {
			return "space"
		}
		return strings.ReplaceAll(norm.Replace(strings.ToLower(s)), "escapeape", "escape")
	}
	return fold(a) == fold(b)
}

// sameAddress compares an address with one the case states; a page that is only named is wherever the decider finds it.
func (r *run) sameAddress(got, want string) bool {
	got, want = r.resolve(got), r.resolve(want)
	if !strings.ContainsAny(want, "/.") && !strings.HasPrefix(want, "localhost") {
		return true
	}
	base, err := url.Parse(r.StartURL)
	if err != nil {
		return got == want
	}
	path := func(s string) string {
		if !strings.Contains(s, "://") && !strings.HasPrefix(s, "/") {
			s = "/" + strings.TrimPrefix(s, base.Host+"/")
			if s == "/"+base.Host {
				s = "/"
			}
		}
		u, err := url.Parse(s)
		if err != nil {
			return s
		}
		u = base.ResolveReference(u)
		return strings.TrimSuffix(u.Host+u.EscapedPath(), "/") + "?" + u.RawQuery
	}
	return path(got) == path(want)
}

// astray says what is wrong with the element an attempt is about to act on, or
// has acted on, for a sentence that names another; "" when nothing is.
func (r *run) astray(s language.Sentence, command string, at commands.Located) string {
	if s.Step == nil || s.Step.Target == nil || at.Node == nil || at.Tree == nil {
		return ""
	}
	want := s.Step
	verb, ok := verbs[want.Command]
	if !ok || want.Command != command && !servants[want.Command][command] {
		return ""
	}
	q := fillQuery(*want.Target, func(text *string) { *text = r.resolve(*text) })
	if want.Command == "select" && command == "click" || want.Command == "clear" && command == "click" {
		return "" // the list is opened, or one of its options is clicked; the field has a cross of its own
	}
	f := at.Tree.Find(q, verb)
	if f.Match == nil {
		if !q.Quoted && !startsUpper(q.Name) {
			return ""
		}
		if no, why := screen.Contradicts(at.Node, q); no {
			return why
		}
		return ""
	}
	j := f.Match.Index
	i := at.Tree.ByID(at.Node.ID)
	if i < 0 || i == j || f.Match.Control == at.Node.ID || at.Tree.Within(i, j) || at.Tree.Within(j, i) || f.Match.Caption < .9 {
		return ""
	}
	if screen.SameText(at.Node.Name, at.Tree.Nodes[j].Name, false) && len(q.Rel) == 0 && q.Ordinal == 0 {
		return "" // two of the same name, and the sentence does not say which
	}
	return fmt.Sprintf("sentence %d means %s", s.N, commands.Located{Node: &at.Tree.Nodes[j], Description: q.Name}.Label())
}

func startsUpper(s string) bool { return s != "" && strings.ToLower(s[:1]) != s[:1] }

var verbs = map[string]screen.Verb{
	"click": screen.VerbClick, "check": screen.VerbToggle, "uncheck": screen.VerbToggle, "type": screen.VerbType, "clear": screen.VerbType,
	"select": screen.VerbSelect, "hover": screen.VerbHover, "upload": screen.VerbUpload,
}
