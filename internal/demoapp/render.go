package demoapp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// page is what the layout and one page's template are filled with.
type page struct {
	Title     string // without the shop's name; "" on the home page
	Active    string // the navigation entry to mark, a path
	Data      any
	CartCount int
	Account   *account
	Flash     string
	Theme     string
	Shop      string
}

func parsePages() (map[string]*template.Template, error) {
	layout, err := template.ParseFS(web, "web/layout.html")
	if err != nil {
		return nil, fmt.Errorf("parsing the demo app's layout: %w", err)
	}
	files, err := fs.Glob(web, "web/pages/*.html")
	if err != nil {
		return nil, fmt.Errorf("listing the demo app's pages: %w", err)
	}
	pages := map[string]*template.Template{}
	for _, file := range files {
		t, err := template.Must(layout.Clone()).ParseFS(web, file)
		if err != nil {
			return nil, fmt.Errorf("parsing the demo app's page %s: %w", file, err)
		}
		pages[strings.TrimSuffix(path.Base(file), ".html")] = t
	}
	return pages, nil
}

// render writes a page. Form errors are sent with 200, as most server-rendered sites do; a status of 400 and above is for
// pages that do not exist.
func (a *app) render(w http.ResponseWriter, s *session, status int, name string, p page) {
	p.Shop = shopName
	p.CartCount = s.cart.count()
	p.Account = s.account
	p.Theme = strings.ToLower(s.settings.Theme)
	p.Flash, s.flash = s.flash, ""
	var body bytes.Buffer
	if err := a.pages[name].ExecuteTemplate(&body, "layout", p); err != nil {
		a.log.Error("demo app page not rendered", "page", name, "error", err)
		http.Error(w, "The page could not be rendered.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = body.WriteTo(w) // the browser has gone; there is no one to tell
}

// done answers a form that was carried out: a script gets the message as JSON, a browser is sent to the page and finds the
// message there as a toast.
func (a *app) done(w http.ResponseWriter, r *http.Request, s *session, message, to string) {
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		writeJSON(w, http.StatusOK, map[string]any{"message": message, "cart_count": s.cart.count()})
		return
	}
	s.flash = message
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the browser has gone; there is no one to tell
}

func isTooLarge(err error) bool {
	var tooLarge *http.MaxBytesError
	return errors.As(err, &tooLarge)
}

func (a *app) notFound(w http.ResponseWriter, _ *http.Request, s *session) {
	a.render(w, s, http.StatusNotFound, "notfound", page{Title: "Page not found"})
}

func (a *app) home(w http.ResponseWriter, _ *http.Request, s *session) {
	a.render(w, s, http.StatusOK, "home", page{Data: struct {
		Featured   []product
		Categories []string
	}{catalog()[:4], categories()}})
}

func (a *app) help(w http.ResponseWriter, _ *http.Request, s *session) {
	a.render(w, s, http.StatusOK, "help", page{Title: "Help center", Active: "/help"})
}
