package demoapp

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const (
	promoCode      = "TRAIL10"
	promoPercent   = 10
	shippingFee    = cents(6_95)
	freeFrom       = cents(100_00)
	expressFee     = cents(12_00)
	maxPerProduct  = 99
	stepUp, stepDn = "up", "down"
)

type cartLine struct {
	Product  product
	Quantity int
}

// Total is the price of the line.
func (l cartLine) Total() cents { return l.Product.Price * cents(l.Quantity) }

type cart struct {
	Lines []cartLine // one a product, in the order they were added
	Promo bool
}

func (c *cart) count() int {
	n := 0
	for _, l := range c.Lines {
		n += l.Quantity
	}
	return n
}

// set gives a product this quantity, held to 0..99; 0 takes it out.
func (c *cart) set(p product, quantity int) {
	quantity = min(max(quantity, 0), maxPerProduct)
	i := slices.IndexFunc(c.Lines, func(l cartLine) bool { return l.Product.Slug == p.Slug })
	switch {
	case i < 0 && quantity > 0:
		c.Lines = append(c.Lines, cartLine{p, quantity})
	case i >= 0 && quantity == 0:
		c.Lines = slices.Delete(c.Lines, i, i+1)
	case i >= 0:
		c.Lines[i].Quantity = quantity
	}
}

func (c *cart) quantity(p product) int {
	for _, l := range c.Lines {
		if l.Product.Slug == p.Slug {
			return l.Quantity
		}
	}
	return 0
}

// totals is the sum of a cart; Total is the other four together. Discount is positive.
type totals struct {
	Subtotal, Discount, Shipping, Express, Total cents
}

func (a *app) totals(c *cart, express bool) totals {
	var t totals
	if len(c.Lines) == 0 {
		return t
	}
	for _, l := range c.Lines {
		if a.bugs[bugCartTotal] {
			l.Quantity = 1
		}
		t.Subtotal += l.Total()
	}
	if c.Promo && !a.bugs[bugPromoNotApplied] {
		t.Discount = t.Subtotal * promoPercent / 100
	}
	if t.Subtotal < freeFrom {
		t.Shipping = shippingFee
	}
	if express {
		t.Express = expressFee
	}
	t.Total = t.Subtotal - t.Discount + t.Shipping + t.Express
	return t
}

type cartData struct {
	Cart       *cart
	Totals     totals
	PromoCode  string
	PromoError string
	TypedPromo string
}

func (a *app) showCart(w http.ResponseWriter, _ *http.Request, s *session) {
	a.renderCart(w, s, cartData{})
}

func (a *app) renderCart(w http.ResponseWriter, s *session, d cartData) {
	d.Cart, d.Totals, d.PromoCode = &s.cart, a.totals(&s.cart, false), promoCode
	a.render(w, s, http.StatusOK, "cart", page{Title: "Cart", Active: "/cart", Data: d})
}

func (a *app) addToCart(w http.ResponseWriter, r *http.Request, s *session) {
	p, ok := productBySlug(r.PostFormValue("slug"))
	if !ok {
		a.notFound(w, r, s)
		return
	}
	n, err := strconv.Atoi(r.PostFormValue("quantity"))
	if err != nil || n < 1 {
		n = 1 // the lists have no quantity field
	}
	s.cart.set(p, s.cart.quantity(p)+min(n, maxPerProduct))
	a.done(w, r, s, p.Name+" added to your cart", "/cart")
}

func (a *app) updateCart(w http.ResponseWriter, r *http.Request, s *session) {
	for _, l := range slices.Clone(s.cart.Lines) {
		if n, err := strconv.Atoi(r.PostFormValue("quantity-" + l.Product.Slug)); err == nil {
			s.cart.set(l.Product, n)
		}
	}
	a.done(w, r, s, "Cart updated", "/cart")
}

func (a *app) stepCart(w http.ResponseWriter, r *http.Request, s *session) {
	direction, slug, _ := strings.Cut(r.PostFormValue("step"), ":")
	p, ok := productBySlug(slug)
	if !ok {
		a.notFound(w, r, s)
		return
	}
	switch direction {
	case stepUp:
		s.cart.set(p, s.cart.quantity(p)+1)
	case stepDn:
		s.cart.set(p, s.cart.quantity(p)-1)
	}
	a.done(w, r, s, "Cart updated", "/cart")
}

func (a *app) removeFromCart(w http.ResponseWriter, r *http.Request, s *session) {
	p, ok := productBySlug(r.PostFormValue("slug"))
	if !ok {
		a.notFound(w, r, s)
		return
	}
	s.cart.set(p, 0)
	a.done(w, r, s, p.Name+" removed", "/cart")
}

func (a *app) applyPromo(w http.ResponseWriter, r *http.Request, s *session) {
	code := strings.TrimSpace(r.PostFormValue("code"))
	if !strings.EqualFold(code, promoCode) {
		message := "This promo code is not valid."
		if code == "" {
			message = "Enter a promo code."
		}
		a.renderCart(w, s, cartData{PromoError: message, TypedPromo: code})
		return
	}
	s.cart.Promo = true
	a.done(w, r, s, fmt.Sprintf("Promo code %s applied", promoCode), "/cart")
}
