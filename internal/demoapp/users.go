package demoapp

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

type user struct {
	ID                int
	Name, Email, Role string
	Active            bool
}

// Status is the word in the table.
func (u user) Status() string {
	if u.Active {
		return "Active"
	}
	return "Inactive"
}

// seedUsers has two people of one name, and is in no order that a column would sort into.
func seedUsers() []user {
	return []user{
		{1, "Tom Becker", "tom.becker@northwind.example", "Support", true},
		{2, "Maria Silva", "maria.silva@northwind.example", "Sales", true},
		{3, "Priya Nair", "priya.nair@northwind.example", "Editor", true},
		{4, "Jonas Weber", "jonas.weber@northwind.example", "Support", false},
		{5, "Aisha Khan", "aisha.khan@northwind.example", "Admin", true},
		{6, "Maria Silva", "m.silva@northwind.example", "Sales", true},
		{7, "Lena Fischer", "lena.fischer@northwind.example", "Editor", true},
		{8, "Oscar Lind", "oscar.lind@northwind.example", "Sales", true},
	}
}

func roles() []string { return []string{"Admin", "Editor", "Sales", "Support"} }

type column struct {
	Key, Label, Next, AriaSort string // Next is the query that a click on the heading leads to
}

// userOrder reads which column is sorted from a query; what it does not know is the order of the accounts.
func userOrder(q url.Values) (key string, descending bool) {
	key = q.Get("sort")
	if !slices.Contains([]string{"name", "email", "role", "status"}, key) {
		return "", false
	}
	return key, q.Get("dir") == "desc"
}

func userQuery(key string, descending bool) string {
	switch {
	case key == "":
		return ""
	case descending:
		return "?sort=" + key + "&dir=desc"
	}
	return "?sort=" + key
}

func sortUsers(users []user, key string, descending bool) {
	text := map[string]func(user) string{
		"name":   func(u user) string { return u.Name },
		"email":  func(u user) string { return u.Email },
		"role":   func(u user) string { return u.Role },
		"status": user.Status,
	}[key]
	if text == nil {
		return
	}
	slices.SortStableFunc(users, func(x, y user) int {
		if descending {
			x, y = y, x
		}
		return strings.Compare(text(x), text(y))
	})
}

func (a *app) users(w http.ResponseWriter, r *http.Request, s *session) {
	key, descending := userOrder(r.URL.Query())
	d := struct {
		Users         []user
		Columns       []column
		Count, Query  string
		CancelSubmits bool
	}{
		Users: slices.Clone(s.users), Count: plural(len(s.users), "user"), Query: userQuery(key, descending),
		// A button of a form without type="button" submits it, a mistake often made with Cancel.
		CancelSubmits: a.bugs[bugCancelDeletes],
	}
	sortUsers(d.Users, key, descending)
	for _, c := range []column{{Key: "name", Label: "Name"}, {Key: "email", Label: "E-mail"}, {Key: "role", Label: "Role"}, {Key: "status", Label: "Status"}} {
		c.Next, c.AriaSort = userQuery(c.Key, c.Key == key && !descending), "none"
		switch {
		case c.Key == key && descending:
			c.AriaSort = "descending"
		case c.Key == key:
			c.AriaSort = "ascending"
		}
		d.Columns = append(d.Columns, c)
	}
	a.render(w, s, http.StatusOK, "users", page{Title: "Users", Active: "/admin/users", Data: d})
}

// userIndex finds the user a path names, or -1.
func (s *session) userIndex(r *http.Request) int {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return -1
	}
	return slices.IndexFunc(s.users, func(u user) bool { return u.ID == id })
}

// backToUsers keeps the order that the table was in.
func (a *app) backToUsers(w http.ResponseWriter, r *http.Request, s *session, message string) {
	key, descending := userOrder(r.URL.Query())
	a.done(w, r, s, message, "/admin/users"+userQuery(key, descending))
}

func (a *app) toggleUser(w http.ResponseWriter, r *http.Request, s *session) {
	i := s.userIndex(r)
	if i < 0 {
		a.notFound(w, r, s)
		return
	}
	if a.bugs[bugDeactivateWrongRow] {
		name := s.users[i].Name
		i = slices.IndexFunc(s.users, func(u user) bool { return u.Name == name })
	}
	u := &s.users[i]
	u.Active = !u.Active
	verb := " deactivated"
	if u.Active {
		verb = " activated"
	}
	a.backToUsers(w, r, s, u.Name+verb)
}

func (a *app) deleteUser(w http.ResponseWriter, r *http.Request, s *session) {
	i := s.userIndex(r)
	if i < 0 {
		a.notFound(w, r, s)
		return
	}
	name := s.users[i].Name
	s.users = slices.Delete(s.users, i, i+1)
	a.backToUsers(w, r, s, name+" deleted")
}

type userData struct {
	User  user
	Roles []option
	Error string
}

func (a *app) userForm(w http.ResponseWriter, r *http.Request, s *session) {
	i := s.userIndex(r)
	if i < 0 {
		a.notFound(w, r, s)
		return
	}
	a.renderUser(w, s, s.users[i], "")
}

func (a *app) renderUser(w http.ResponseWriter, s *session, u user, problem string) {
	d := userData{User: u, Error: problem}
	for _, role := range roles() {
		d.Roles = append(d.Roles, option{role, role, role == u.Role})
	}
	a.render(w, s, http.StatusOK, "user", page{Title: "Edit user", Active: "/admin/users", Data: d})
}

func (a *app) saveUser(w http.ResponseWriter, r *http.Request, s *session) {
	i := s.userIndex(r)
	if i < 0 {
		a.notFound(w, r, s)
		return
	}
	u := s.users[i]
	u.Name, u.Email = cut(r.PostFormValue("name")), cut(r.PostFormValue("email"))
	if role := r.PostFormValue("role"); slices.Contains(roles(), role) {
		u.Role = role
	}
	if u.Name == "" || !strings.Contains(u.Email, "@") {
		a.renderUser(w, s, u, "Enter a name and a valid e-mail address.")
		return
	}
	s.users[i] = u
	a.done(w, r, s, u.Name+" saved", "/admin/users")
}
