package demoapp_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/verdict-run/verdict/internal/demoapp"
)

// symptoms are, for each bug, a visit that tells whether the shop is sound.
func symptoms() map[string]func(b *browser) bool {
	return map[string]func(b *browser) bool{
		"login-wrong-error": func(b *browser) bool {
			return strings.Contains(b.signIn("locked@example.com", "demo-pass-1").text(), "This account is locked.")
		},
		"search-ignored": func(b *browser) bool {
			return strings.Contains(b.get("/products?q=backpack").body, ">2 products<")
		},
		"sort-broken": func(b *browser) bool {
			return b.get("/products?sort=price").before("Pocket Stove", "Storm Shell Jacket")
		},
		"cart-total": func(b *browser) bool {
			b.post("/cart/add", "slug", "enamel-mug", "quantity", "3")
			return strings.Contains(b.get("/cart").text(), "Total $42.95")
		},
		"promo-not-applied": func(b *browser) bool {
			b.post("/cart/add", "slug", "storm-shell")
			return strings.Contains(b.post("/cart/promo", "code", "TRAIL10").text(), "Total $107.10")
		},
		"checkout-accepts-empty": func(b *browser) bool {
			b.post("/cart/add", "slug", "enamel-mug")
			return b.post("/checkout").path == "/checkout"
		},
		"order-500": func(b *browser) bool {
			b.post("/cart/add", "slug", "enamel-mug")
			confirmation := b.post("/checkout", address()...)
			paid := b.post("/api/orders/NW-1042/payment")
			return paid.status == http.StatusOK && strings.Contains(confirmation.body, "data-checked") &&
				strings.Contains(b.get("/orders").text(), "Paid")
		},
		"deactivate-wrong-row": func(b *browser) bool {
			a := b.post("/admin/users/6/status")
			return strings.Contains(a.row(b.t, "m.silva@"), "Inactive") && !strings.Contains(a.row(b.t, "maria.silva@"), "Inactive")
		},
		"cancel-deletes": func(b *browser) bool {
			return strings.Contains(b.get("/admin/users").body, `type="button" data-close>Cancel`)
		},
		"settings-not-saved": func(b *browser) bool {
			return strings.Contains(b.post("/settings/profile", "display-name", "Somebody").body, `value="Somebody"`)
		},
		"job-never-ends": func(b *browser) bool {
			b.post("/api/job")
			time.Sleep(time.Minute)
			return strings.Contains(b.get("/api/job").body, "Job finished")
		},
		"upload-empty": func(b *browser) bool {
			return strings.Contains(b.upload("list.txt", make([]byte, 94)).text(), "94 bytes")
		},
	}
}

func TestEachBugChangesWhatItNamesAndNothingElse(t *testing.T) {
	t.Parallel()
	all := symptoms()
	if len(all) != len(demoapp.Bugs()) {
		t.Errorf("%d symptoms for %d bugs", len(all), len(demoapp.Bugs()))
	}
	for _, bug := range append(demoapp.Bugs(), demoapp.Bug{Name: demoapp.AllBugs}) {
		t.Run(bug.Name, func(t *testing.T) {
			t.Parallel()
			for name, sound := range all {
				synctest.Test(t, func(t *testing.T) {
					want := name != bug.Name && bug.Name != demoapp.AllBugs
					if got := sound(open(t, bug.Name)); got != want {
						t.Errorf("with %s on, %s is sound: %t", bug.Name, name, got)
					}
				})
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		for name, sound := range all {
			synctest.Test(t, func(t *testing.T) {
				if !sound(open(t)) {
					t.Errorf("%s shows without being on", name)
				}
			})
		}
	})
}
