package replaybench_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// world is the page as data, so that a change can be made to it in one place.
type world struct {
	nav, tabs []control
	fields    []control
	rows      []row
	cards     []card
	tools     []control // icons without words
	save      control
	frame     control
	shadow    control
	banner    bool
	wrapped   bool
	dark      bool
	dialog    bool
	class     string // ends every class name
}

// control is something to point at. what names it in the log; nothing that tells controls apart carries it.
type control struct {
	what, name, id, testID, icon, role string
}

type row struct {
	name    string
	actions []control
}

type card struct {
	name    string
	actions []control
}

func newWorld() *world {
	return &world{
		nav:  []control{{what: "reports", name: "Reports"}, {what: "settings", name: "Settings"}, {what: "people", name: "People"}},
		tabs: []control{{what: "general", name: "General"}, {what: "billing", name: "Billing"}},
		fields: []control{{what: "first", name: "First name", id: "first", testID: "first"}, {what: "last", name: "Last name", id: "last", testID: "last"},
			{what: "mail", name: "E-mail", id: "mail"}, {what: "country", name: "Country", id: "country", role: "select"}, {what: "news", name: "Newsletter", id: "news", role: "checkbox"}},
		rows:  []row{person("Ana Duarte", "ana"), person("Bruno Reis", "bruno"), person("Carla Pinto", "carla")},
		cards: []card{{"Ledger", icons("ledger", "pen", "copy", "bin")}, {"Atlas", icons("atlas", "pen", "copy", "bin")}},
		tools: icons("tool", "pen", "copy", "bin"),
		save:  control{what: "save", name: "Save", id: "save", testID: "save"},
		frame: control{what: "subscribe", name: "Subscribe", id: "subscribe"}, shadow: control{what: "rate", name: "Rate this page", id: "rate"},
	}
}

func person(name, what string) row {
	return row{name, []control{{what: what + "-edit", name: "Edit", id: "edit-" + what}, {what: what + "-delete", name: "Delete", id: "delete-" + what}}}
}

func icons(of string, names ...string) (out []control) {
	for _, n := range names {
		out = append(out, control{what: of + "-" + n, icon: n})
	}
	return out
}

// all are pointers to every control, so that one can be changed where it stands.
func (w *world) all() (out []*control) {
	add := func(cs []control) {
		for i := range cs {
			out = append(out, &cs[i])
		}
	}
	add(w.nav)
	add(w.tabs)
	add(w.fields)
	for i := range w.rows {
		add(w.rows[i].actions)
	}
	for i := range w.cards {
		add(w.cards[i].actions)
	}
	add(w.tools)
	return append(out, &w.save, &w.frame, &w.shadow)
}

func (w *world) find(what string) *control {
	for _, c := range w.all() {
		if c.what == what {
			return c
		}
	}
	return nil
}

// lists are the places controls stand in a row with others.
func (w *world) lists() (out []*[]control) {
	out = append(out, &w.nav, &w.tabs, &w.fields, &w.tools)
	for i := range w.rows {
		out = append(out, &w.rows[i].actions)
	}
	for i := range w.cards {
		out = append(out, &w.cards[i].actions)
	}
	return out
}

// remove takes a control out of the page.
func (w *world) remove(what string) {
	for _, l := range w.lists() {
		*l = slices.DeleteFunc(*l, func(c control) bool { return c.what == what })
	}
	for _, c := range []*control{&w.save, &w.frame, &w.shadow} {
		if c.what == what {
			*c = control{}
		}
	}
}

var drawings = map[string]string{
	"pen":  `<path d="M3 17l10-10 4 4-10 10H3z"/>`,
	"copy": `<rect x="3" y="3" width="10" height="12"/><rect x="7" y="7" width="10" height="12"/>`,
	"bin":  `<path d="M4 6h12l-1 12H5z"/><path d="M7 3h6v3H7z"/>`,
	"plus": `<path d="M9 3h2v6h6v2h-6v6H9v-6H3V9h6z"/>`,
	"nib":  `<path d="M2 18l4-12 8-3 3 3-3 8z"/>`,
}

func (w *world) attributes(c control) string {
	var b strings.Builder
	fmt.Fprintf(&b, ` name="%s" data-what="%s" class="c%s"`, mark(c.what), c.what, w.class)
	if c.id != "" {
		fmt.Fprintf(&b, ` id="%s"`, c.id)
	}
	if c.testID != "" {
		fmt.Fprintf(&b, ` data-testid="%s"`, c.testID)
	}
	return b.String()
}

// mark is how the stub model, which always answers right, finds a control: by its form name, which no fingerprint has.
func mark(what string) string {
	return "zq" + strings.Map(func(r rune) rune { return 'a' + (r*7)%26 }, what)
}

func (w *world) one(c control) string {
	if c.what == "" {
		return ""
	}
	name, at := html.EscapeString(c.name), w.attributes(c)
	switch {
	case c.icon != "":
		return fmt.Sprintf(`<button%s><svg width="20" height="20">%s</svg></button>`, at, drawings[c.icon])
	case c.role == "link":
		return fmt.Sprintf(`<a href="#"%s>%s</a>`, at, name)
	case c.role == "tab":
		return fmt.Sprintf(`<button role="tab"%s>%s</button>`, at, name)
	case c.role == "select":
		return fmt.Sprintf(`<label>%s <select%s><option>Spain</option><option>Portugal</option></select></label>`, name, at)
	case c.role == "checkbox":
		return fmt.Sprintf(`<label><input type="checkbox"%s> %s</label>`, at, name)
	}
	return fmt.Sprintf(`<button%s>%s</button>`, at, name)
}

func (w *world) html() string {
	var b strings.Builder
	wrap := func(s string) string {
		if w.wrapped {
			return `<div class="outer"><div class="inner">` + s + `</div></div>`
		}
		return s
	}
	b.WriteString(`<!doctype html><meta charset="utf-8"><title>Team</title><style>body{font:16px sans-serif;margin:20px}nav *,td *,.card *,.tools *{margin:4px}` +
		`.card{border:1px solid #999;padding:8px;margin:6px 0;max-width:400px}label{display:block;margin:6px 0}svg{display:block}</style>`)
	if w.dark {
		b.WriteString(`<style>body{background:#111;color:#eee;font-size:19px}button{background:#333;color:#eee;border-radius:9px;padding:8px}svg{fill:#eee}</style>`)
	}
	if w.banner {
		b.WriteString(`<div role="banner" style="padding:30px;background:#fd8">Big sale today <button>Show me</button></div>`)
	}
	b.WriteString("<h1>Team</h1><nav>")
	for _, c := range w.nav {
		if c.role == "" {
			c.role = "link"
		}
		b.WriteString(wrap(w.one(c)))
	}
	b.WriteString(`</nav><div role="tablist">`)
	for _, c := range w.tabs {
		c.role = "tab"
		b.WriteString(wrap(w.one(c)))
	}
	b.WriteString(`</div><form onsubmit="return false">`)
	for _, c := range w.fields {
		if c.role == "" {
			b.WriteString(wrap(fmt.Sprintf(`<label>%s <input%s></label>`, html.EscapeString(c.name), w.attributes(c))))
			continue
		}
		b.WriteString(wrap(w.one(c)))
	}
	b.WriteString(wrap(w.one(w.save)) + ` <span id="status" role="status"></span></form><table><caption>Users</caption>`)
	for _, r := range w.rows {
		fmt.Fprintf(&b, "<tr><td>%s</td><td>", html.EscapeString(r.name))
		for _, c := range r.actions {
			b.WriteString(wrap(w.one(c)))
		}
		b.WriteString("</td></tr>")
	}
	b.WriteString(`</table><div class="tools">`)
	for _, c := range w.tools {
		b.WriteString(wrap(w.one(c)))
	}
	b.WriteString(`</div>`)
	for _, k := range w.cards {
		fmt.Fprintf(&b, `<div class="card"><b>%s</b>`, html.EscapeString(k.name))
		for _, c := range k.actions {
			b.WriteString(wrap(w.one(c)))
		}
		b.WriteString("</div>")
	}
	log := `const log=e=>{const t=e.composedPath().find(x=>x.dataset&&x.dataset.what);const x=new XMLHttpRequest();x.open('POST','/log?what='+(t?t.dataset.what:'none')+'&kind='+e.type,false);x.send();` +
		`if(t&&t.dataset.what==='save'&&e.type==='click')setTimeout(()=>document.getElementById('status').textContent='All changes are kept',30)};` +
		`addEventListener('click',log,true);addEventListener('input',log,true);`
	fmt.Fprintf(&b, `<div id="host"></div><script>document.getElementById('host').attachShadow({mode:'open'}).innerHTML=%q;%s</script>`, w.one(w.shadow), log)
	frame := w.one(w.frame) + `<script>addEventListener('click',e=>{const t=e.target.closest('[data-what]');const x=new XMLHttpRequest();x.open('POST','/log?what='+(t?t.dataset.what:'none')+'&kind=click',false);x.send()},true)</script>`
	fmt.Fprintf(&b, `<iframe title="Letter" style="width:300px;height:60px" srcdoc="%s"></iframe>`, html.EscapeString(frame))
	if w.dialog {
		b.WriteString(`<section aria-label="Quick actions"><button data-what="other" class="c">Save</button><button data-what="other" class="c">Edit</button><a href="#" data-what="other">Reports</a></section>`)
	}
	return b.String()
}

// site serves one world and keeps what was done on it.
type site struct {
	mu    sync.Mutex
	world *world
	log   []string
	url   string
}

func serve(t testing.TB, w *world) *site {
	t.Helper()
	s := &site{world: w}
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if r.URL.Path == "/log" {
			s.log = append(s.log, r.URL.Query().Get("what"))
			return
		}
		out.Header().Set("Content-Type", "text/html")
		fmt.Fprint(out, s.world.html())
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// touched are the controls that something was done to, each once.
func (s *site) touched() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.log)
	slices.Sort(out)
	return slices.Compact(out)
}
