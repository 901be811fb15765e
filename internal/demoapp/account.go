package demoapp

import (
	"encoding/csv"
	"net/http"
	"strings"
)

type account struct {
	Email, Name string
}

const (
	demoEmail    = "demo@example.com"
	demoPassword = "demo-pass-1" // printed in the README and in the example cases: it guards nothing
	lockedEmail  = "locked@example.com"
)

type loginData struct {
	Email                     string
	Error                     string
	EmailError, PasswordError string
}

func (a *app) loginForm(w http.ResponseWriter, _ *http.Request, s *session) {
	a.renderLogin(w, s, loginData{})
}

func (a *app) renderLogin(w http.ResponseWriter, s *session, d loginData) {
	a.render(w, s, http.StatusOK, "login", page{Title: "Sign in", Active: "/login", Data: d})
}

func (a *app) login(w http.ResponseWriter, r *http.Request, s *session) {
	d := loginData{Email: strings.TrimSpace(r.PostFormValue("email"))}
	password := r.PostFormValue("password")
	switch {
	case d.Email == "":
		d.EmailError = "Enter your e-mail address."
	case !strings.Contains(d.Email, "@"):
		d.EmailError = "Enter a valid e-mail address."
	}
	if password == "" {
		d.PasswordError = "Enter your password."
	}
	if d.EmailError == "" && d.PasswordError == "" {
		d.Error = a.signIn(s, d.Email, password)
	}
	if d != (loginData{Email: d.Email}) {
		a.renderLogin(w, s, d)
		return
	}
	http.Redirect(w, r, "/dashboard", http.StatusSeeOther)
}

// signIn returns what to tell someone who may not enter, or "".
func (a *app) signIn(s *session, email, password string) string {
	const wrong = "Wrong e-mail or password."
	email = strings.ToLower(email)
	switch {
	case password != demoPassword:
		return wrong
	case email == lockedEmail && a.bugs[bugLoginWrongError]:
		return wrong
	case email == lockedEmail:
		return "This account is locked. Contact support."
	case email != demoEmail:
		return wrong
	}
	s.account = &account{Email: demoEmail, Name: "Dana Reyes"}
	return ""
}

func (a *app) logout(w http.ResponseWriter, r *http.Request, s *session) {
	s.account = nil
	a.done(w, r, s, "You are signed out.", "/login")
}

// history is what a fresh session finds in the dashboard.
func history() []order {
	return []order{
		{Number: "NW-1039", Customer: "Aisha Khan", Totals: totals{Total: 149_00}, Status: statusPaid},
		{Number: "NW-1040", Customer: "Tom Becker", Totals: totals{Total: 231_95}, Status: statusPaid},
		{Number: "NW-1041", Customer: "Lena Fischer", Totals: totals{Total: 64_00}, Status: statusPaid},
	}
}

func (a *app) dashboard(w http.ResponseWriter, r *http.Request, s *session) {
	if s.account == nil {
		a.done(w, r, s, "Sign in to see the dashboard.", "/login")
		return
	}
	d := struct {
		Orders  []order
		Revenue cents
		Open    int
	}{Orders: append(history(), s.placed...)}
	for _, o := range d.Orders {
		if o.Status == statusPaid {
			d.Revenue += o.Totals.Total
		} else {
			d.Open++
		}
	}
	a.render(w, s, http.StatusOK, "dashboard", page{Title: "Dashboard", Active: "/dashboard", Data: d})
}

func (a *app) report(w http.ResponseWriter, _ *http.Request, s *session) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="report.csv"`)
	out := csv.NewWriter(w)
	_ = out.Write([]string{"order", "total", "status"}) // csv keeps the first error for Flush; a browser that left needs none
	for _, o := range append(history(), s.placed...) {
		_ = out.Write([]string{o.Number, o.Totals.Total.String(), o.Status})
	}
	out.Flush()
}
