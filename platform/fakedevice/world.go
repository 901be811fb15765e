package fakedevice

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// World is what a page's reactions can see and change. It is only valid inside
// a reaction or With.
type World struct {
	cfg       *Config
	tabs      []*tab
	active    int
	nextTab   int
	dialogs   []platform.Dialog
	answers   map[int]func(w *World, accepted bool, text string)
	downloads []platform.Download
	faults    []platform.Fault
	clipboard string
	// Cookies, Local and Session are what the browser keeps, by name; nil maps are empty.
	Cookies, Local, Session map[string]string

	requests int
	later    []func(w *World)
	unstable int
	trouble  string
}

type tab struct {
	id      int
	opener  int // id, -1 for none
	url     string
	page    *Page
	history []string
	at      int
}

func (w *World) tab() *tab { return w.tabs[w.active] }

// Page is the active tab's page.
func (w *World) Page() *Page { return w.tab().page }

// URL is the active tab's address.
func (w *World) URL() string { return w.tab().url }

// El is the element with that id on the active page. It panics when there is none, as that is a mistake of the test.
func (w *World) El(id string) *Element {
	if e := w.Page().byID(id); e != nil {
		return e
	}
	panic(fmt.Sprintf("fakedevice: no element %q on %s", id, w.URL()))
}

// Value is what stands in a field, a password included.
func (w *World) Value(id string) string {
	e := w.El(id)
	if e.Role == "password" {
		return e.secret
	}
	return e.Value
}

// SetText changes what an element reads, and shows it.
func (w *World) SetText(id, text string) {
	e := w.El(id)
	e.Text, e.OwnText, e.Hidden = text, text, false
	if e.Role != "text" {
		e.Name = text
	}
}

// Show makes an element visible.
func (w *World) Show(id string) { w.El(id).Hidden = false }

// Hide makes an element invisible.
func (w *World) Hide(id string) { w.El(id).Hidden = true }

// Add puts an element at the end of the page.
func (w *World) Add(e *Element) { w.Page().Elements = append(w.Page().Elements, e) }

// Goto loads a page into the active tab.
func (w *World) Goto(url string) { w.tab().visit(w, url) }

// OpenTab opens a page in a new tab, which becomes active.
func (w *World) OpenTab(url string) { w.openTab(url, w.tab().id) }

// Dialog opens a native dialog; answered may be nil.
func (w *World) Dialog(kind, message string, answered func(w *World, accepted bool, text string)) {
	id := len(w.dialogs) + 1
	w.dialogs = append(w.dialogs, platform.Dialog{ID: id, Kind: kind, Message: message})
	if w.answers == nil {
		w.answers = map[int]func(*World, bool, string){}
	}
	w.answers[id] = answered
}

// Copy puts text on the clipboard.
func (w *World) Copy(text string) { w.clipboard = text }

// Fault adds a console error, page error or failed request.
func (w *World) Fault(f platform.Fault) {
	if f.Time.IsZero() {
		f.Time = time.Now()
	}
	w.faults = append(w.faults, f)
}

// Request counts one request; a status of 400 or more, or 0, is also a fault.
func (w *World) Request(method, path string, status int) {
	w.requests++
	if status == 0 || status >= http.StatusBadRequest {
		w.Fault(platform.Fault{Kind: "request", Text: method + " " + path, URL: path, Status: status})
	}
}

// Later runs a change at the next WaitUntilStable.
func (w *World) Later(change func(w *World)) { w.later = append(w.later, change) }

// Unstable makes the next n waits end without a stable screen.
func (w *World) Unstable(n int, reason string) { w.unstable, w.trouble = n, reason }

// Focus is the focused element, nil when there is none.
func (w *World) Focus() *Element {
	for _, e := range w.Page().Elements {
		if e.State.Focused {
			return e
		}
	}
	return nil
}

func (w *World) focus(target *Element) {
	for _, e := range w.Page().Elements {
		e.State.Focused = e == target
		e.selected, e.marked = false, ""
	}
}

func (w *World) dialog() *platform.Dialog {
	if n := len(w.dialogs); n > 0 && w.dialogs[n-1].Answer == "" {
		return &w.dialogs[n-1]
	}
	return nil
}

func (w *World) answer(accept bool, text string) {
	d := w.dialog()
	d.Answer = "dismissed"
	if accept {
		d.Answer = "accepted"
	}
	if f := w.answers[d.ID]; f != nil {
		f(w, accept, text)
	}
}

func (w *World) openTab(url string, opener int) {
	t := &tab{id: w.nextTab, opener: opener, at: -1}
	w.nextTab++
	w.tabs = append(w.tabs, t)
	w.active = len(w.tabs) - 1
	if url == "" {
		url = "about:blank"
	}
	t.visit(w, url)
}

// closeTab closes a tab; when it was the active one its opener becomes active.
func (w *World) closeTab(i int) {
	gone := w.tabs[i]
	current := w.tab()
	w.tabs = slices.Delete(w.tabs, i, i+1)
	want := current.id
	if gone == current {
		want = gone.opener
	}
	w.active = max(0, len(w.tabs)-1)
	for j, t := range w.tabs {
		if t.id == want {
			w.active = j
		}
	}
}

func (t *tab) visit(w *World, url string) {
	t.history = append(t.history[:t.at+1], url)
	t.at++
	t.load(w)
}

func (t *tab) load(w *World) {
	t.url = t.history[t.at]
	w.requests++
	t.page = &Page{Title: ""}
	if make := w.cfg.Pages[t.url]; make != nil {
		t.page = make()
	} else if t.url != "about:blank" {
		t.page = &Page{Title: "Not found", Status: http.StatusNotFound, Elements: []*Element{Heading("not-found", "Not found")}}
	}
	if t.page.Status >= http.StatusBadRequest {
		w.Fault(platform.Fault{Kind: "request", Text: "GET " + t.url, URL: t.url, Status: t.page.Status})
	}
	t.page.layout(w.cfg.Viewport)
	if t.page.OnLoad != nil {
		t.page.OnLoad(w)
	}
}

func (w *World) tree() *screen.Tree {
	p := w.Page()
	p.layout(w.cfg.Viewport)
	t := &screen.Tree{Viewport: w.cfg.Viewport, URL: w.URL(), Title: p.Title}
	for _, e := range p.Elements {
		t.Nodes = append(t.Nodes, p.node(e, w.cfg.Viewport))
	}
	return t
}

func (t *tab) name() string { return "t" + strconv.Itoa(t.id) }
