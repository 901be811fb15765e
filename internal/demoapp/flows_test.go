package demoapp_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		email, password, path, shows string
	}{
		"the demo user enters":              {"demo@example.com", "demo-pass-1", "/dashboard", "Welcome back, Dana Reyes!"},
		"case of the e-mail does not count": {" Demo@Example.com ", "demo-pass-1", "/dashboard", "$444.95"},
		"a wrong password":                  {"demo@example.com", "nope", "/login", "Wrong e-mail or password."},
		"an unknown user":                   {"nobody@example.com", "demo-pass-1", "/login", "Wrong e-mail or password."},
		"a locked user":                     {"locked@example.com", "demo-pass-1", "/login", "This account is locked. Contact support."},
		"a locked user, wrong password":     {"locked@example.com", "nope", "/login", "Wrong e-mail or password."},
		"no e-mail":                         {"", "demo-pass-1", "/login", "Enter your e-mail address."},
		"no password":                       {"demo@example.com", "", "/login", "Enter your password."},
		"no e-mail address":                 {"demo", "x", "/login", "Enter a valid e-mail address."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := open(t).signIn(c.email, c.password)
			a.shows(t, c.shows)
			if a.path != c.path {
				t.Errorf("ended on %s, not %s", a.path, c.path)
			}
		})
	}
}

func TestLogout(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.get("/dashboard").shows(t, "Sign in to see the dashboard.")
	b.signIn("demo@example.com", "demo-pass-1").shows(t, "Sign out")
	b.get("/logout").shows(t, "You are signed out.")
	if a := b.get("/dashboard"); a.path != "/login" {
		t.Errorf("still signed in: %s", a.path)
	}
}

func TestProductList(t *testing.T) {
	t.Parallel()
	for query, c := range map[string]struct{ shows, hides string }{
		"":                            {"12 products", "No products"},
		"?q=BackPack":                 {"2 products", "Enamel Mug"},
		"?q=mug":                      {"1 product", "products Search"},
		"?q=zeppelin":                 {"No products match your search.", "Enamel Mug"},
		"?category=Kitchen":           {"3 products", "Larkspur"},
		"?q=bag&category=Shelter":     {"Featherdown Sleeping Bag", "Drifter Sling Bag"},
		"?category=Nowhere":           {"0 products", "Enamel Mug"},
		"?q=%3Cscript%3Ex%3C/script>": {"0 products", "Enamel Mug"},
	} {
		a := open(t).get("/products" + query)
		a.shows(t, c.shows)
		a.hides(t, c.hides)
	}
	for sort, order := range map[string][]string{
		"price":  {"Enamel Mug", "Pocket Stove", "Storm Shell Jacket", "Larkspur 2-Person Tent"},
		"-price": {"Larkspur 2-Person Tent", "Storm Shell Jacket", "Pocket Stove", "Enamel Mug"},
		"name":   {"Canopy Tarp", "Drifter Sling Bag", "Enamel Mug", "Trail Runner Shoes"},
	} {
		a := open(t).get("/products?sort=" + sort)
		for i := range len(order) - 1 {
			if !a.before(order[i], order[i+1]) {
				t.Errorf("sorted by %s, %s does not come before %s", sort, order[i], order[i+1])
			}
		}
	}
}

func TestCartArithmetic(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fields []string // slug, quantity ...
		promo  string
		want   []string
	}{
		"shipping below $100":       {[]string{"enamel-mug", "3"}, "", []string{"Subtotal $36.00", "Shipping $6.95", "Total $42.95", "Cart 3"}},
		"free shipping from $100":   {[]string{"storm-shell", "1"}, "", []string{"Shipping Free", "Total $119.00"}},
		"two products":              {[]string{"enamel-mug", "2", "drifter-sling", "1"}, "", []string{"Subtotal $58.50", "Total $65.45"}},
		"ten percent off":           {[]string{"storm-shell", "1"}, "trail10", []string{"Discount -$11.90", "Total $107.10", "Promo code TRAIL10 is applied."}},
		"shipping counts before it": {[]string{"enamel-mug", "9"}, "TRAIL10", []string{"Subtotal $108.00", "Discount -$10.80", "Shipping Free", "Total $97.20"}},
		"a wrong code":              {[]string{"enamel-mug", "1"}, "NOPE", []string{"This promo code is not valid.", "Total $18.95"}},
		"no code":                   {[]string{"enamel-mug", "1"}, " ", []string{"Enter a promo code.", "Total $18.95"}},
		"at most 99":                {[]string{"larkspur-tent", "500"}, "", []string{"Total $21,681.00", "Cart 99"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t)
			for i := 0; i < len(c.fields); i += 2 {
				b.post("/cart/add", "slug", c.fields[i], "quantity", c.fields[i+1])
			}
			a := b.get("/cart")
			if c.promo != "" {
				a = b.post("/cart/promo", "code", c.promo)
			}
			a.shows(t, c.want...)
		})
	}
}

func TestCartQuantities(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.post("/cart/add", "slug", "enamel-mug")
	b.post("/cart/add", "slug", "enamel-mug").shows(t, "Cart 2", "Enamel Mug added to your cart")
	b.post("/cart/step", "step", "up:enamel-mug").shows(t, "Cart 3")
	b.post("/cart/step", "step", "down:enamel-mug").shows(t, "Cart 2")
	b.post("/cart/update", "quantity-enamel-mug", "7").shows(t, "Cart 7", "Cart updated")
	b.post("/cart/update", "quantity-enamel-mug", "many").shows(t, "Cart 7")
	b.post("/cart/update", "quantity-enamel-mug", "0").shows(t, "Your cart is empty.")
	b.post("/cart/add", "slug", "enamel-mug")
	b.post("/cart/remove", "slug", "enamel-mug").shows(t, "Your cart is empty.", "Enamel Mug removed")
	if a := b.post("/cart/add", "slug", "none"); a.status != http.StatusNotFound {
		t.Errorf("an unknown product answers %d", a.status)
	}
}

// address is a checkout form without mistakes; later fields win.
func address(more ...string) []string {
	return append([]string{"name", "Dana Reyes", "street", "12 Harbor Street", "city", "Lisbon", "postcode", "1100-053",
		"country", "Portugal", "date", "2099-05-20", "delivery", "Standard", "terms", "yes"}, more...)
}

func TestCheckoutValidation(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fields []string
		want   []string
	}{
		"an empty form": {nil, []string{"8 problems", "Enter your full name.", "Enter a street.", "Enter a city.", "Enter a postcode.",
			"Choose a country.", "Choose a delivery date.", "Choose a delivery option.", "Accept the terms"}},
		"blanks are no name":   {address("name", "  "), []string{"1 problem to fix", "Enter your full name."}},
		"a date in the past":   {address("date", "2001-01-01"), []string{"not in the past"}},
		"no date":              {address("date", "tomorrow"), []string{"Choose a delivery date."}},
		"an unknown country":   {address("country", "Atlantis"), []string{"Choose a country."}},
		"an unknown delivery":  {address("delivery", "Drone"), []string{"Choose a delivery option."}},
		"terms are not agreed": {address("terms", ""), []string{"Accept the terms"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t)
			b.post("/cart/add", "slug", "enamel-mug")
			a := b.post("/checkout", c.fields...)
			a.shows(t, append(c.want, "Cart 1")...)
			if a.path != "/checkout" {
				t.Errorf("ended on %s", a.path)
			}
			b.get("/orders").shows(t, "You have no orders yet.")
		})
	}
}

func TestCheckout(t *testing.T) {
	t.Parallel()
	b := open(t)
	if a := b.get("/checkout"); a.path != "/cart" {
		t.Errorf("an empty cart gets to %s", a.path)
	}
	b.post("/cart/add", "slug", "storm-shell")
	today := time.Now().Format(time.DateOnly)
	a := b.post("/checkout", address("delivery", "Express", "date", today)...)
	a.shows(t, "Thank you for your order", "Order number NW-1042", "Confirming your payment", "Express delivery $12.00", "Total $131.00", "Cart 0")
	b.get("/orders").shows(t, "NW-1042", "Awaiting payment")
	if a := b.post("/api/orders/NW-1042/payment"); a.status != http.StatusOK {
		t.Errorf("the payment answers %d", a.status)
	}
	b.get("/orders").shows(t, "Paid")
	b.get("/orders/NW-1042").shows(t, "Payment confirmed")
	b.signIn("demo@example.com", "demo-pass-1").shows(t, "Orders 4", "Revenue $575.95", "NW-1042 Dana Reyes $131.00 Paid")
	b.post("/cart/add", "slug", "enamel-mug")
	b.post("/checkout", address()...).shows(t, "NW-1043")
	if a := b.post("/api/orders/NW-9/payment"); a.status != http.StatusNotFound {
		t.Errorf("paying for no order answers %d", a.status)
	}
}

func TestUsers(t *testing.T) {
	t.Parallel()
	b := open(t)
	a := b.post("/admin/users/6/status?sort=email")
	if a.path != "/admin/users?sort=email" {
		t.Errorf("the order of the table is lost: %s", a.path)
	}
	a.shows(t, "Maria Silva deactivated")
	if row := a.row(t, "m.silva@"); !strings.Contains(row, "Inactive Edit Activate") {
		t.Errorf("row is %q", row)
	}
	if row := a.row(t, "maria.silva@"); !strings.Contains(row, "Active Edit Deactivate") {
		t.Errorf("row is %q", row)
	}
	b.post("/admin/users/6/status").shows(t, "Maria Silva activated")
	a = b.post("/admin/users/1/delete")
	a.shows(t, "7 users", "Tom Becker deleted")
	a.hides(t, "tom.becker@")
	b.post("/admin/users/3", "name", "Priya N.", "email", "priya", "role", "Admin").shows(t, "Enter a name and a valid e-mail address.")
	a = b.post("/admin/users/3", "name", "Priya N.", "email", "priya@x.example", "role", "Admin")
	if row := a.row(t, "priya@x.example"); !strings.Contains(row, "Priya N. priya@x.example Admin") {
		t.Errorf("row is %q", row)
	}
}

func TestUserOrder(t *testing.T) {
	t.Parallel()
	for query, c := range map[string]struct{ first, second, state string }{
		"":                     {"Tom Becker", "Aisha Khan", `aria-sort="none"`},
		"?sort=name":           {"Aisha Khan", "Tom Becker", `aria-sort="ascending"`},
		"?sort=name&dir=desc":  {"Tom Becker", "Aisha Khan", `aria-sort="descending"`},
		"?sort=email":          {"m.silva@", "maria.silva@", `aria-sort="ascending"`},
		"?sort=status":         {"Oscar Lind", "Jonas Weber", `aria-sort="ascending"`},
		"?sort=shoe-size&x=<>": {"Tom Becker", "Aisha Khan", `aria-sort="none"`},
	} {
		a := open(t).get("/admin/users" + query)
		if !a.before(c.first, c.second) || !strings.Contains(a.body, c.state) {
			t.Errorf("%q: %s does not come before %s, or %s is missing", query, c.first, c.second, c.state)
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	b := open(t)
	a := b.post("/settings/profile", "display-name", "Dana the Explorer", "about", "hi", "theme", "Dark")
	a.shows(t, "Profile saved", "hi")
	for _, want := range []string{`value="Dana the Explorer"`, `data-theme="dark"`} {
		if !strings.Contains(a.body, want) {
			t.Errorf("%s is missing", want)
		}
	}
	b.post("/settings/switch", "name", "weekly", "on", "true").shows(t, "Preference saved")
	const on = `data-switch="weekly" aria-describedby="switch-weekly-note" autocomplete="off" checked`
	if !strings.Contains(b.get("/settings").body, on) {
		t.Error("the switch is not on")
	}
	if a := b.post("/settings/switch", "name", "rocket", "on", "true"); a.status != http.StatusNotFound {
		t.Errorf("an unknown switch answers %d", a.status)
	}
	a = b.post("/settings/reset")
	a.shows(t, "Settings reset to defaults")
	if strings.Contains(a.body, on) || !strings.Contains(a.body, `value="Dana Reyes"`) {
		t.Error("the settings are not the defaults")
	}
}

func TestJob(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := open(t)
		b.get("/jobs").shows(t, "No job is running")
		b.post("/api/job").shows(t, `"state":"running","progress":0`)
		time.Sleep(time.Second)
		b.get("/jobs").shows(t, "Job running: 50 %")
		time.Sleep(time.Second)
		b.get("/api/job").shows(t, `"state":"finished"`, "Job finished")
		b.post("/api/job").shows(t, `"state":"running"`)
	})
}

func TestFiles(t *testing.T) {
	t.Parallel()
	b := open(t)
	b.upload("", nil).shows(t, "Choose a file first.")
	b.upload(`..\..\list.txt`, make([]byte, 94)).shows(t, "94 bytes")
	b.upload("<b>.txt", make([]byte, 1500)).shows(t, "1.5 kB", "&lt;b&gt;.txt uploaded")
	for range 6 {
		b.upload("map.png", make([]byte, 1))
	}
	if n := strings.Count(b.get("/upload").body, "1 byte<"); n != 5 {
		t.Errorf("%d uploads are kept, not 5", n)
	}
	a := b.get("/report.csv")
	if a.header.Get("Content-Disposition") != `attachment; filename="report.csv"` {
		t.Errorf("not an attachment: %v", a.header)
	}
	a.shows(t, "order,total,status", "NW-1039,$149.00,Paid")
}
