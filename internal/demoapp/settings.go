package demoapp

import (
	"net/http"
	"slices"
)

type settings struct {
	DisplayName, About, Theme string
	Switches                  map[string]bool
}

func themes() []string { return []string{"System", "Light", "Dark"} }

type switchField struct {
	Name, Label, Note string
	On                bool
}

func switchFields() []switchField {
	return []switchField{
		{Name: "email", Label: "E-mail notifications", Note: "Order updates as they happen", On: true},
		{Name: "weekly", Label: "Weekly summary", Note: "Every Monday at nine"},
		{Name: "offers", Label: "Special offers", Note: "Now and then, never more than twice a month"},
	}
}

func defaultSettings() settings {
	s := settings{DisplayName: "Dana Reyes", Theme: themes()[0], Switches: map[string]bool{}}
	for _, f := range switchFields() {
		s.Switches[f.Name] = f.On
	}
	return s
}

func (a *app) settings(w http.ResponseWriter, _ *http.Request, s *session) {
	d := struct {
		Settings settings
		Themes   []option
		Switches []switchField
	}{Settings: s.settings, Switches: switchFields()}
	for _, theme := range themes() {
		d.Themes = append(d.Themes, option{theme, theme, theme == s.settings.Theme})
	}
	for i := range d.Switches {
		d.Switches[i].On = s.settings.Switches[d.Switches[i].Name]
	}
	a.render(w, s, http.StatusOK, "settings", page{Title: "Settings", Active: "/settings", Data: d})
}

func (a *app) saveProfile(w http.ResponseWriter, r *http.Request, s *session) {
	if !a.bugs[bugSettingsNotSaved] {
		s.settings.DisplayName = cut(r.PostFormValue("display-name"))
	}
	s.settings.About = cut(r.PostFormValue("about"))
	if theme := r.PostFormValue("theme"); slices.Contains(themes(), theme) {
		s.settings.Theme = theme
	}
	a.done(w, r, s, "Profile saved", "/settings")
}

func (a *app) saveSwitch(w http.ResponseWriter, r *http.Request, s *session) {
	name := r.PostFormValue("name")
	if _, ok := s.settings.Switches[name]; !ok {
		a.notFound(w, r, s)
		return
	}
	s.settings.Switches[name] = r.PostFormValue("on") == "true"
	a.done(w, r, s, "Preference saved", "/settings")
}

func (a *app) resetSettings(w http.ResponseWriter, r *http.Request, s *session) {
	s.settings = defaultSettings()
	a.done(w, r, s, "Settings reset to defaults", "/settings")
}
