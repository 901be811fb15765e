package appiumtest

import (
	"encoding/base64"
	"net/http"
	"slices"
)

// native is the context that is no web view.
const native = "NATIVE_APP"

func (p *phone) contexts() []string { return append([]string{native}, p.cfg.WebViews...) }

func (p *phone) switchContext(r request) (any, *fail) {
	var in struct{ Name string }
	if err := r.into(&in); err != nil {
		return nil, err
	}
	if !slices.Contains(p.contexts(), in.Name) {
		return nil, unknownError("No such context found.")
	}
	p.context = in.Name
	return nil, nil
}

func (p *phone) turn(r request) (any, *fail) {
	var in struct{ Orientation string }
	if err := r.into(&in); err != nil {
		return nil, err
	}
	if in.Orientation != "PORTRAIT" && in.Orientation != "LANDSCAPE" {
		return nil, unknownError("Orientation must be LANDSCAPE or PORTRAIT")
	}
	p.orientation = in.Orientation
	return nil, nil
}

func (p *phone) alertText(request) (any, *fail) {
	if p.alert == "" {
		return nil, noAlert()
	}
	return p.alert, nil
}

func (p *phone) endAlert(request) (any, *fail) {
	if p.alert == "" {
		return nil, noAlert()
	}
	p.alert = ""
	return nil, nil
}

func noAlert() *fail {
	return &fail{http.StatusNotFound, "no such alert", "An attempt was made to operate on a modal dialog when one was not open."}
}

// Film is what a recording holds.
const Film = "film of the double"

func (p *phone) startFilm(request) (any, *fail) {
	p.filming = true
	return "", nil
}

// stopFilm answers "" when nothing was recorded.
func (p *phone) stopFilm(request) (any, *fail) {
	if !p.filming {
		return "", nil
	}
	p.filming = false
	return base64.StdEncoding.EncodeToString([]byte(Film)), nil
}
