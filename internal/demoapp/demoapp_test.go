package demoapp_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/verdict-run/verdict/internal/demoapp"
)

func TestNewNamesTheKnownBugsWhenOneIsUnknown(t *testing.T) {
	t.Parallel()
	_, err := demoapp.New(demoapp.Config{Bugs: []string{"cart-totl"}})
	if err == nil {
		t.Fatal("an unknown bug was accepted")
	}
	for _, want := range []string{`"cart-totl"`, "cart-total", "upload-empty", demoapp.AllBugs} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %q", want, err)
		}
	}
}

func TestEveryPageHasItsTitleAndOneHeading(t *testing.T) {
	t.Parallel()
	const shop = "Northwind Outfitters"
	for path, want := range map[string]struct {
		status         int
		title, heading string
	}{
		"/":                    {200, shop, "Gear for the long way round"},
		"/login":               {200, "Sign in · " + shop, "Sign in"},
		"/dashboard":           {200, "Dashboard · " + shop, "Dashboard"},
		"/products":            {200, "Products · " + shop, "Products"},
		"/products/enamel-mug": {200, "Enamel Mug · " + shop, "Enamel Mug"},
		"/products/none":       {404, "Page not found · " + shop, "Page not found"},
		"/cart":                {200, "Cart · " + shop, "Your cart"},
		"/checkout":            {200, "Checkout · " + shop, "Checkout"},
		"/orders":              {200, "Your orders · " + shop, "Your orders"},
		"/orders/NW-1":         {404, "Page not found · " + shop, "Page not found"},
		"/admin/users":         {200, "Users · " + shop, "Users"},
		"/admin/users/1":       {200, "Edit user · " + shop, "Edit user"},
		"/admin/users/99":      {404, "Page not found · " + shop, "Page not found"},
		"/settings":            {200, "Settings · " + shop, "Settings"},
		"/jobs":                {200, "Jobs · " + shop, "Jobs"},
		"/upload":              {200, "Files · " + shop, "Files"},
		"/help":                {200, "Help center · " + shop, "Help center"},
		"/no/such/page":        {404, "Page not found · " + shop, "Page not found"},
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			b := open(t)
			b.signIn("demo@example.com", "demo-pass-1")
			b.post("/cart/add", "slug", "enamel-mug")
			b.get("/cart") // takes the toast
			a := b.get(path)
			if a.status != want.status {
				t.Errorf("status is %d, not %d", a.status, want.status)
			}
			for _, part := range []string{"<title>" + want.title + "</title>", "<h1>" + want.heading + "</h1>"} {
				if strings.Count(a.body, part) != 1 {
					t.Errorf("%q is not there once", part)
				}
			}
			if strings.Contains(a.body, "http://") || strings.Contains(a.body, "https://") {
				t.Error("the page points to the network")
			}
		})
	}
}

func TestStaticFilesAreServed(t *testing.T) {
	t.Parallel()
	for path, kind := range map[string]string{
		"/static/style.css": "text/css", "/static/app.js": "text/javascript", "/static/icons.svg": "image/svg+xml",
		"/static/hero.svg": "image/svg+xml", "/static/icon.svg": "image/svg+xml", "/healthz": "text/plain",
	} {
		a := open(t).get(path)
		if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), kind) {
			t.Errorf("%s: %d %s", path, a.status, a.header.Get("Content-Type"))
		}
	}
}

func TestEveryProductHasAPageAndAPicture(t *testing.T) {
	t.Parallel()
	b := open(t)
	list := b.get("/products")
	icons := b.get("/static/icons.svg").body
	pages := 0
	for _, part := range strings.Split(list.body, `<h2 id="p-`)[1:] {
		slug, _, _ := strings.Cut(part, `"`)
		if a := b.get("/products/" + slug); a.status != http.StatusOK {
			t.Errorf("%s answers %d", slug, a.status)
		}
		pages++
	}
	if pages != 12 {
		t.Errorf("%d products, not 12", pages)
	}
	for _, part := range strings.Split(list.body, "icons.svg#")[1:] {
		if icon, _, _ := strings.Cut(part, `"`); !strings.Contains(icons, `<symbol id="`+icon+`"`) {
			t.Errorf("icon %q does not exist", icon)
		}
	}
}

func TestSessionsDoNotSeeEachOther(t *testing.T) {
	t.Parallel()
	shop := newShop(t)
	one, two := &browser{t: t, shop: shop}, &browser{t: t, shop: shop}
	one.signIn("demo@example.com", "demo-pass-1")
	one.post("/cart/add", "slug", "enamel-mug", "quantity", "2")
	one.post("/admin/users/1/delete")
	one.post("/settings/profile", "display-name", "Somebody Else", "theme", "Dark")
	one.get("/cart").shows(t, "Cart 2")
	two.get("/cart").shows(t, "Cart 0", "Your cart is empty.")
	two.get("/admin/users").shows(t, "8 users", "tom.becker@northwind.example")
	if a := two.get("/dashboard"); a.path != "/login" {
		t.Errorf("the other session is signed in: %s", a.path)
	}
	if a := two.get("/settings"); strings.Contains(a.body, "Somebody Else") || strings.Contains(a.body, `data-theme="dark"`) {
		t.Error("the other session has the settings of the first")
	}
}

func TestTheLeastRecentlyUsedSessionGoesFirst(t *testing.T) {
	t.Parallel()
	shop, err := demoapp.New(demoapp.Config{MaxSessions: 2})
	if err != nil {
		t.Fatal(err)
	}
	one, two, three := &browser{t: t, shop: shop}, &browser{t: t, shop: shop}, &browser{t: t, shop: shop}
	one.post("/cart/add", "slug", "enamel-mug")
	two.post("/cart/add", "slug", "enamel-mug")
	one.get("/cart")
	three.get("/cart")
	one.get("/cart").shows(t, "Cart 1")
	two.get("/cart").shows(t, "Cart 0")
}

func TestABrowserCannotChooseItsSession(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.cookie = &http.Cookie{Name: "northwind_session", Value: "chosen"}
	b.get("/cart")
	if b.cookie.Value == "chosen" {
		t.Error("the shop adopted an id from outside")
	}
}

func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "/admin/users/1/delete", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	if a := open(t).do(r); a.status != http.StatusForbidden {
		t.Errorf("status is %d", a.status)
	}
}

func TestScriptsGetJSON(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "/cart/add", strings.NewReader("slug=enamel-mug&quantity=3"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	a := open(t).do(r)
	if got := strings.TrimSpace(a.body); got != `{"cart_count":3,"message":"Enamel Mug added to your cart"}` {
		t.Errorf("answer is %s", got)
	}
}

func TestATooLargeRequestIsRefused(t *testing.T) {
	t.Parallel()
	b := open(t)
	if a := b.upload("big.bin", make([]byte, 7<<20)); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("an upload of 7 MB answers %d", a.status)
	}
	if a := b.post("/login", "email", strings.Repeat("x", 7<<20)); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a form of 7 MB answers %d", a.status)
	}
}
