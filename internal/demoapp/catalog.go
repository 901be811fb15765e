package demoapp

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// cents is an amount in US cents.
type cents int

// String is the amount as the shop writes it: $1,284.50.
func (c cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	whole := fmt.Sprint(int(c) / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return fmt.Sprintf("%s$%s.%02d", sign, whole, int(c)%100)
}

// Neg is the amount as a deduction.
func (c cents) Neg() cents { return -c }

type product struct {
	Slug, Name, Category, Icon, About string
	Price                             cents
}

func catalog() []product {
	return []product{
		{"ridgeline-30", "Ridgeline 30 L Backpack", "Packs", "backpack", "A day pack with a frame that keeps its shape, and a back that breathes.", 89_00},
		{"larkspur-tent", "Larkspur 2-Person Tent", "Shelter", "tent", "Stands in four minutes, sleeps two, and weighs less than a full kettle.", 219_00},
		{"storm-shell", "Storm Shell Jacket", "Clothing", "jacket", "Three layers against sideways rain, with a hood that turns as you do.", 119_00},
		{"enamel-mug", "Enamel Mug", "Kitchen", "mug", "Takes coffee, soup and being dropped on granite.", 12_00},
		{"summit-55", "Summit 55 L Backpack", "Packs", "backpack", "For a week out: a wide hip belt, a lid that comes off, room for a bear can.", 149_00},
		{"canopy-tarp", "Canopy Tarp", "Shelter", "tarp", "Nine square meters of shade, or of dry ground.", 59_00},
		{"merino-base", "Merino Base Layer", "Clothing", "shirt", "Warm when wet, and still fit for company on day four.", 64_00},
		{"pocket-stove", "Pocket Stove", "Kitchen", "stove", "Boils half a liter in three minutes and folds to the size of a fist.", 42_00},
		{"drifter-sling", "Drifter Sling Bag", "Packs", "sling", "Map, phone, sandwich. Nothing else, and that is the point.", 34_50},
		{"featherdown", "Featherdown Sleeping Bag", "Shelter", "sleepingbag", "Comfortable at minus five, packs to two liters.", 129_00},
		{"trail-runners", "Trail Runner Shoes", "Clothing", "shoe", "Grip for wet roots and a toe cap for the ones you do not see.", 98_00},
		{"insulated-bottle", "Insulated Bottle", "Kitchen", "bottle", "Cold for a day, hot for a night.", 26_00},
	}
}

func categories() []string { return []string{"Packs", "Shelter", "Clothing", "Kitchen"} }

func productBySlug(slug string) (product, bool) {
	all := catalog()
	i := slices.IndexFunc(all, func(p product) bool { return p.Slug == slug })
	if i < 0 {
		return product{}, false
	}
	return all[i], true
}

const (
	sortPriceUp   = "price"
	sortPriceDown = "-price"
	sortName      = "name"
)

// search filters and sorts the catalog; "" leaves a criterion out.
func (a *app) search(query, category, order string) []product {
	found := slices.DeleteFunc(catalog(), func(p product) bool {
		hit := a.bugs[bugSearchIgnored] || strings.Contains(strings.ToLower(p.Name), strings.ToLower(query))
		return !hit || category != "" && p.Category != category
	})
	byPrice := func(x, y product) int { return cmp.Compare(x.Price, y.Price) }
	if a.bugs[bugSortBroken] {
		byPrice = func(x, y product) int { return strings.Compare(x.Price.String(), y.Price.String()) }
	}
	switch order {
	case sortPriceUp:
		slices.SortStableFunc(found, byPrice)
	case sortPriceDown:
		slices.SortStableFunc(found, func(x, y product) int { return byPrice(y, x) })
	case sortName:
		slices.SortStableFunc(found, func(x, y product) int { return strings.Compare(x.Name, y.Name) })
	}
	return found
}

type option struct {
	Value, Label string
	Selected     bool
}

func (a *app) products(w http.ResponseWriter, r *http.Request, s *session) {
	q := r.URL.Query()
	query, category, order := strings.TrimSpace(q.Get("q")), q.Get("category"), q.Get("sort")
	found := a.search(query, category, order)
	d := struct {
		Query, Count      string
		Categories, Sorts []option
		Products          []product
	}{Query: query, Count: plural(len(found), "product"), Products: found}
	d.Categories = []option{{Label: "All categories"}}
	for _, c := range categories() {
		d.Categories = append(d.Categories, option{c, c, c == category})
	}
	d.Sorts = []option{{Label: "Featured"}, {Value: sortPriceUp, Label: "Price: low to high"}, {Value: sortPriceDown, Label: "Price: high to low"}, {Value: sortName, Label: "Name: A to Z"}}
	for i := range d.Sorts {
		d.Sorts[i].Selected = d.Sorts[i].Value == order
	}
	a.render(w, s, http.StatusOK, "products", page{Title: "Products", Active: "/products", Data: d})
}

func (a *app) product(w http.ResponseWriter, r *http.Request, s *session) {
	p, ok := productBySlug(r.PathValue("slug"))
	if !ok {
		a.notFound(w, r, s)
		return
	}
	a.render(w, s, http.StatusOK, "product", page{Title: p.Name, Active: "/products", Data: p})
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
