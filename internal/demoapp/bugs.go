package demoapp

import (
	"fmt"
	"slices"
	"strings"
)

// AllBugs as a name in [Config] switches every defect on.
const AllBugs = "all"

const (
	bugLoginWrongError      = "login-wrong-error"
	bugSearchIgnored        = "search-ignored"
	bugSortBroken           = "sort-broken"
	bugCartTotal            = "cart-total"
	bugPromoNotApplied      = "promo-not-applied"
	bugCheckoutAcceptsEmpty = "checkout-accepts-empty"
	bugOrder500             = "order-500"
	bugDeactivateWrongRow   = "deactivate-wrong-row"
	bugCancelDeletes        = "cancel-deletes"
	bugSettingsNotSaved     = "settings-not-saved"
	bugJobNeverEnds         = "job-never-ends"
	bugUploadEmpty          = "upload-empty"
)

// Bug is one defect of the shop that can be switched on.
type Bug struct {
	Name    string
	Summary string
}

// Bugs lists the defects, in the order of the shop's pages.
func Bugs() []Bug {
	return []Bug{
		{bugLoginWrongError, "a locked user is told that the password is wrong"},
		{bugSearchIgnored, "the product search returns every product"},
		{bugSortBroken, "prices are sorted as text, so $119.00 comes before $12.00"},
		{bugCartTotal, "the cart's subtotal and total ignore the quantity"},
		{bugPromoNotApplied, "a promo code is accepted, but takes nothing off"},
		{bugCheckoutAcceptsEmpty, "the checkout accepts an empty form"},
		{bugOrder500, "the payment request fails with 500, and the page says it is confirmed"},
		{bugDeactivateWrongRow, "deactivating a user finds them by name, so the first of two namesakes is hit"},
		{bugCancelDeletes, "Cancel in the delete dialog deletes the user"},
		{bugSettingsNotSaved, "saving the profile says it is saved, and keeps the old display name"},
		{bugJobNeverEnds, "a job stays at 90 %"},
		{bugUploadEmpty, "an uploaded file arrives with 0 bytes"},
	}
}

type bugSet map[string]bool

func newBugSet(names []string) (bugSet, error) {
	var known []string
	for _, b := range Bugs() {
		known = append(known, b.Name)
	}
	set := bugSet{}
	for _, name := range names {
		switch {
		case name == AllBugs:
			for _, k := range known {
				set[k] = true
			}
		case slices.Contains(known, name):
			set[name] = true
		default:
			return nil, fmt.Errorf("unknown bug %q; known bugs are %s, or %s", name, strings.Join(known, ", "), AllBugs)
		}
	}
	return set, nil
}
