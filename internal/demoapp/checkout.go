package demoapp

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	statusPaid    = "Paid"
	statusAwaited = "Awaiting payment"

	// firstOrder follows the numbers of history; each session counts on from it, so that a case can name its order.
	firstOrder = 1042
	maxOrders  = 50
	maxField   = 200
)

type order struct {
	Number, Customer, City, Country, Date, Delivery, Status string
	Lines                                                   []cartLine
	Totals                                                  totals
}

// field is one text field of the checkout form.
type field struct {
	ID, Label, Type, Autocomplete, Value, Error string
	missing                                     string
}

type deliveryOption struct {
	Value, Note string
	Checked     bool
}

type checkoutForm struct {
	Fields                                   []field
	Date                                     field
	Countries                                []option
	Deliveries                               []deliveryOption
	CountryError, DeliveryError, AcceptError string
	Accepted                                 bool
	Problems                                 string // the summary above the form
	Country, Delivery                        string
	Totals, Express                          totals // without and with express delivery
}

const express = "Express"

// readCheckout fills the form with what the browser sent (nothing, at first).
func (a *app) readCheckout(r *http.Request, s *session) *checkoutForm {
	f := &checkoutForm{
		Fields: []field{
			{ID: "name", Label: "Full name", Type: "text", Autocomplete: "name", missing: "Enter your full name."},
			{ID: "street", Label: "Street", Type: "text", Autocomplete: "street-address", missing: "Enter a street."},
			{ID: "city", Label: "City", Type: "text", Autocomplete: "address-level2", missing: "Enter a city."},
			{ID: "postcode", Label: "Postcode", Type: "text", Autocomplete: "postal-code", missing: "Enter a postcode."},
		},
		Date:       field{ID: "date", Label: "Delivery date", Type: "date"},
		Countries:  []option{{Label: "Choose a country"}},
		Deliveries: []deliveryOption{{Value: "Standard", Note: "3 to 5 days, included"}, {Value: express, Note: "1 to 2 days, " + expressFee.String()}, {Value: "Store pickup", Note: "from our shop on Harbor Street, included"}},
		Country:    r.PostFormValue("country"),
		Delivery:   r.PostFormValue("delivery"),
		Accepted:   r.PostFormValue("terms") != "",
		Totals:     a.totals(&s.cart, false),
		Express:    a.totals(&s.cart, true),
	}
	for i := range f.Fields {
		f.Fields[i].Value = cut(r.PostFormValue(f.Fields[i].ID))
	}
	f.Date.Value = cut(r.PostFormValue("date"))
	for _, c := range []string{"Austria", "Canada", "Germany", "Portugal", "United Kingdom", "United States"} {
		f.Countries = append(f.Countries, option{c, c, c == f.Country})
	}
	for i := range f.Deliveries {
		f.Deliveries[i].Checked = f.Deliveries[i].Value == f.Delivery
	}
	return f
}

// cut trims a value and bounds it: a session keeps it.
func cut(value string) string {
	value = strings.TrimSpace(value)
	if runes := []rune(value); len(runes) > maxField {
		value = string(runes[:maxField])
	}
	return value
}

// valid fills in the error beside each field.
func (f *checkoutForm) valid(today time.Time) bool {
	problems := 0
	for i := range f.Fields {
		if f.Fields[i].Value == "" {
			f.Fields[i].Error = f.Fields[i].missing
			problems++
		}
	}
	date, err := time.ParseInLocation(time.DateOnly, f.Date.Value, today.Location())
	switch {
	case err != nil:
		f.Date.Error = "Choose a delivery date."
		problems++
	case date.AddDate(0, 0, 1).Before(today):
		f.Date.Error = "Choose a delivery date that is not in the past."
		problems++
	}
	if f.Country == "" || !slices.ContainsFunc(f.Countries, func(o option) bool { return o.Value == f.Country }) {
		f.CountryError = "Choose a country."
		problems++
	}
	if !slices.ContainsFunc(f.Deliveries, func(d deliveryOption) bool { return d.Checked }) {
		f.DeliveryError = "Choose a delivery option."
		problems++
	}
	if !f.Accepted {
		f.AcceptError = "Accept the terms to place the order."
		problems++
	}
	if problems > 0 {
		f.Problems = fmt.Sprintf("Your order was not placed: %s to fix.", plural(problems, "problem"))
	}
	return problems == 0
}

func (a *app) checkoutForm(w http.ResponseWriter, r *http.Request, s *session) {
	if len(s.cart.Lines) == 0 {
		a.done(w, r, s, "Add a product before you check out", "/cart")
		return
	}
	a.renderCheckout(w, s, a.readCheckout(r, s))
}

func (a *app) renderCheckout(w http.ResponseWriter, s *session, f *checkoutForm) {
	a.render(w, s, http.StatusOK, "checkout", page{Title: "Checkout", Active: "/cart", Data: f})
}

func (a *app) checkout(w http.ResponseWriter, r *http.Request, s *session) {
	if len(s.cart.Lines) == 0 {
		a.done(w, r, s, "Add a product before you check out", "/cart")
		return
	}
	f := a.readCheckout(r, s)
	if !a.bugs[bugCheckoutAcceptsEmpty] && !f.valid(time.Now()) {
		a.renderCheckout(w, s, f)
		return
	}
	if len(s.placed) >= maxOrders {
		a.done(w, r, s, "This demo keeps 50 orders; start a new session for more", "/orders")
		return
	}
	o := order{
		Number:   fmt.Sprintf("NW-%d", firstOrder+len(s.placed)),
		Customer: f.Fields[0].Value, City: f.Fields[2].Value,
		Country: cut(f.Country), Date: f.Date.Value, Delivery: cut(f.Delivery),
		Lines: s.cart.Lines, Totals: f.Totals, Status: statusAwaited,
	}
	if f.Delivery == express {
		o.Totals = f.Express
	}
	s.placed = append(s.placed, o)
	s.cart = cart{}
	http.Redirect(w, r, "/orders/"+o.Number, http.StatusSeeOther)
}

func (s *session) orderByNumber(number string) *order {
	for i := range s.placed {
		if s.placed[i].Number == number {
			return &s.placed[i]
		}
	}
	return nil
}

func (a *app) order(w http.ResponseWriter, r *http.Request, s *session) {
	o := s.orderByNumber(r.PathValue("number"))
	if o == nil {
		a.notFound(w, r, s)
		return
	}
	a.render(w, s, http.StatusOK, "order", page{Title: "Order " + o.Number, Active: "/orders", Data: struct {
		*order
		Paid bool
		// TrustsReply is what the page's script does right: it looks at the status of the payment request.
		TrustsReply bool
	}{o, o.Status == statusPaid, !a.bugs[bugOrder500]}})
}

// pay is called by the script of the confirmation page.
func (a *app) pay(w http.ResponseWriter, r *http.Request, s *session) {
	o := s.orderByNumber(r.PathValue("number"))
	if o == nil {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "no such order"})
		return
	}
	if a.bugs[bugOrder500] {
		writeJSON(w, http.StatusInternalServerError, map[string]string{"error": "the payment service did not answer"})
		return
	}
	o.Status = statusPaid
	writeJSON(w, http.StatusOK, map[string]string{"status": o.Status})
}

func (a *app) orders(w http.ResponseWriter, _ *http.Request, s *session) {
	a.render(w, s, http.StatusOK, "orders", page{Title: "Your orders", Active: "/orders", Data: s.placed})
}
