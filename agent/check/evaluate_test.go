package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/check"
	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/agent/screen/screentest"
)

const (
	yes  = check.Holds
	no   = check.DoesNotHold
	idk  = check.CannotTell
	shop = `
@url https://shop.example/cart?id=55
@title Your cart - Shop
banner
  link "Home" href=/
main
  heading "Cart" level=1
  text "15 items"
  text "Total: $5.50"
  text "Old news" hidden
  textbox "Coupon" placeholder="SAVE10" id=coupon
  textbox "City" value="Lisbon" required
  textbox "Code" value="ABC" readonly
  password "Pin"
  checkbox "Gift wrap" checked
  checkbox "Newsletter"
  checkbox "All" mixed
  combobox "Country" options="Peru|*Chile|Spain"
  button "Pay" disabled title="Pay now"
  button "Save" focused
  button "More" collapsed
  img "Blue shoes"
`
	prices = `
generic class=product
  link "Mouse" href=/1
  text "$9.50"
generic class=product
  link "Keyboard" href=/2
  text "$31.00"
generic class=product
  link "Laptop" href=/3
  text "$1,200.00"
`
	users = `
@url https://app.example/users
@title Users
heading "Users" level=1
table "Users"
  row
    columnheader "Name"
    columnheader "Age"
    columnheader "Joined"
    columnheader "Actions"
  row
    cell "Ana Duarte"
    cell "9"
    cell "2024-01-05"
    cell
      button "Edit"
      button "Delete" disabled
  row
    cell "Bruno Reis"
    cell "31"
    cell "2023-11-30"
    cell
      button "Edit"
      button "Delete"
  row
    cell "Carla Sá"
    cell "120"
    cell "2022-02-01"
    cell
      button "Edit"
      button "Delete"
`
)

func text(s string) check.Form { return check.Form{Kind: check.Text, Value: s, Quoted: true} }

func el(kind, name string) *screen.Query { return &screen.Query{Kind: kind, Name: name, Quoted: true} }

func plain(kind, name string) *screen.Query { return &screen.Query{Kind: kind, Name: name} }

func visible(q *screen.Query) check.Form { return check.Form{Kind: check.Visible, Subject: q} }

func state(q *screen.Query, s string) check.Form {
	return check.Form{Kind: check.State, Subject: q, Value: s}
}

func value(q *screen.Query, op check.Op, v string) check.Form {
	return check.Form{Kind: check.Value, Subject: q, Op: op, Value: v, Quoted: true}
}

func count(q *screen.Query, op check.Op, n float64) check.Form {
	return check.Form{Kind: check.Count, Subject: q, Op: op, Number: n}
}

func number(q *screen.Query, op check.Op, n float64) check.Form {
	return check.Form{Kind: check.Number, Subject: q, Op: op, Number: n}
}

func not(f check.Form) check.Form { f.Negated = true; return f }

func unquoted(f check.Form) check.Form {
	f.Quoted = false
	if f.Subject != nil {
		s := *f.Subject
		s.Quoted = false
		f.Subject = &s
	}
	return f
}

func rel(q *screen.Query, k screen.RelationKind, to screen.Query) *screen.Query {
	c := *q
	c.Rel = append(c.Rel, screen.Relation{Kind: k, To: to})
	return &c
}

func url(op check.Op, v string) check.Form {
	return check.Form{Kind: check.URL, Op: op, Value: v, Quoted: true}
}

func page(v string) check.Form { return check.Form{Kind: check.Page, Value: v, Quoted: true} }

func order(name, direction string) check.Form {
	return check.Form{Kind: check.Order, Subject: plain("column", name), Value: direction}
}

type adversary struct {
	page string
	form check.Form
	want check.Answer
	w    check.World // without its tree
}

// clip is a clipboard's content.
func clip(s string) *string { return &s }

func TestEvaluate(t *testing.T) {
	t.Parallel()
	seen := func(words ...string) func(string) bool {
		return func(s string) bool {
			for _, w := range words {
				if w == s {
					return true
				}
			}
			return false
		}
	}
	missing := check.World{Status: 404}
	for name, c := range map[string]adversary{
		"a text of the page":                               {page: shop, form: text("15 items"), want: yes},
		"a number that is the end of a longer one":         {page: shop, form: text("5 items"), want: no},
		"a number that is the start of a longer one":       {page: shop, form: text("$5"), want: no},
		"the singular where the page has the plural":       {page: shop, form: text("15 item"), want: no},
		"part of a word when the case says so":             {page: shop, form: check.Form{Kind: check.Text, Value: "15 item", Quoted: true, Part: true}, want: yes},
		"a text in other letter case":                      {page: shop, form: text("TOTAL: $5.50"), want: yes},
		"a text in other letter case, exactly":             {page: shop, form: check.Form{Kind: check.Text, Value: "TOTAL: $5.50", Quoted: true, Exact: true}, want: no},
		"a hidden text":                                    {page: shop, form: text("Old news"), want: no},
		"a hidden text is not shown":                       {page: shop, form: not(text("Old news")), want: yes},
		"a text that stands only in a title attribute":     {page: shop, form: text("Pay now"), want: no},
		"a text that stands only in a placeholder":         {page: shop, form: text("SAVE10"), want: idk},
		"a text that stands only in a field":               {page: shop, form: text("Lisbon"), want: idk},
		"a text that stands only in a field is not shown":  {page: shop, form: not(text("Lisbon")), want: idk},
		"a text that is only the description of a picture": {page: shop, form: text("Blue shoes"), want: idk},
		"a text within a field":                            {page: shop, form: check.Form{Kind: check.Text, Subject: el("textbox", "City"), Value: "Lisbon", Quoted: true}, want: yes},
		"a text of another place":                          {page: shop, form: check.Form{Kind: check.Text, Subject: plain("", "main"), Value: "Home", Quoted: true}, want: no},
		"a text of the place":                              {page: shop, form: check.Form{Kind: check.Text, Subject: plain("", "main"), Value: "15 items", Quoted: true}, want: yes},
		"an unquoted text that is missing may be misread":  {page: shop, form: unquoted(text("Thanks")), want: idk},
		"an absent quoted text":                            {page: shop, form: not(text("Sold out")), want: yes},
		"an absent unquoted text":                          {page: shop, form: unquoted(not(text("Sold out"))), want: idk},
		"an absent unquoted text that was seen before":     {page: shop, form: unquoted(not(text("Sold out"))), want: yes, w: check.World{Seen: seen("Sold out")}},
		"an absent text that is there":                     {page: shop, form: not(text("15 items")), want: no},
		"an absent text on a 404 page":                     {page: "heading \"Not Found\"", form: not(text("Sold out")), want: idk, w: missing},
		"an absent text that is there on a 404 page":       {page: "heading \"Not Found\"", form: not(text("Not Found")), want: no, w: missing},
		"an absent text on a browser error":                {page: "text \"Connection refused\"", form: not(text("Sold out")), want: idk, w: check.World{ErrorPage: true}},
		"an absent text on an empty page":                  {page: "main", form: not(text("Sold out")), want: idk},
		"a present text on an empty page":                  {page: "main", form: text("Cart"), want: no},
		"a text on a page that is one canvas":              {page: "canvas box=0,0,1280,800", form: text("Score"), want: idk},
		"no error message on a page without any":           {page: shop, form: not(visible(plain("", "error message"))), want: yes},
		"no error message beside an alert":                 {page: "text \"Hi\"\nalert \"Wrong\"", form: not(visible(plain("", "error message"))), want: no},
		"no error message beside a red text without role":  {page: "text \"Wrong password\" class=form-error", form: not(visible(plain("", "error message"))), want: idk},
		"no dialog":                                             {page: shop, form: not(visible(plain("dialog", ""))), want: yes},
		"no dialog while one is open":                           {page: "text \"x\"\ndialog \"Cookies\"\n  button \"OK\"", form: not(visible(plain("dialog", ""))), want: no},
		"no dialog on a 404 page":                               {page: "text \"x\"", form: not(visible(plain("dialog", ""))), want: idk, w: missing},
		"an element that is there":                              {page: shop, form: visible(el("button", "Save")), want: yes},
		"an element that is not there":                          {page: shop, form: visible(el("button", "Publish")), want: no},
		"an unquoted element that is not there":                 {page: shop, form: visible(plain("button", "Publish")), want: no},
		"an element of the wrong kind":                          {page: "heading \"Save\"", form: visible(el("button", "Save")), want: no},
		"an element with a longer caption":                      {page: "button \"Save draft\"", form: visible(el("button", "Save")), want: no},
		"an unquoted element with a longer caption":             {page: "button \"Save draft\"", form: visible(plain("button", "Save")), want: idk},
		"an element that is hidden":                             {page: "text \"x\"\nbutton \"Save\" hidden", form: visible(plain("button", "Save")), want: no},
		"a hidden element is not visible":                       {page: "text \"x\"\nbutton \"Save\" hidden", form: not(visible(plain("button", "Save"))), want: yes},
		"a quoted element that is gone":                         {page: shop, form: not(visible(el("button", "Publish"))), want: yes},
		"an unquoted element that is gone":                      {page: shop, form: not(visible(plain("button", "Publish"))), want: idk},
		"an unquoted element that was seen and is gone":         {page: shop, form: not(visible(plain("button", "Publish"))), want: yes, w: check.World{Seen: seen("Publish")}},
		"one of several equal elements":                         {page: users, form: visible(el("button", "Edit")), want: yes},
		"an element by its colour":                              {page: shop, form: visible(&screen.Query{Kind: "button", Name: "Save", Colour: "red"}), want: idk},
		"an element in the right row":                           {page: users, form: state(rel(el("button", "Delete"), screen.InRow, *el("", "Ana Duarte")), "disabled"), want: yes},
		"an element in the wrong row":                           {page: users, form: state(rel(el("button", "Delete"), screen.InRow, *el("", "Bruno Reis")), "disabled"), want: no},
		"a text in the wrong row":                               {page: users, form: check.Form{Kind: check.Text, Subject: plain("row", "Ana Duarte"), Value: "31", Quoted: true}, want: no},
		"a text in the right row":                               {page: users, form: check.Form{Kind: check.Text, Subject: plain("row", "Bruno Reis"), Value: "31", Quoted: true}, want: yes},
		"the state of one of several":                           {page: users, form: state(el("button", "Delete"), "disabled"), want: idk},
		"disabled":                                              {page: shop, form: state(el("button", "Pay"), "disabled"), want: yes},
		"greyed out":                                            {page: shop, form: state(el("button", "Pay"), "greyed out"), want: yes},
		"enabled when disabled":                                 {page: shop, form: state(el("button", "Pay"), "enabled"), want: no},
		"not disabled when enabled":                             {page: shop, form: not(state(el("button", "Save"), "disabled")), want: yes},
		"not disabled when it is missing":                       {page: shop, form: not(state(el("button", "Publish"), "disabled")), want: idk},
		"disabled when a quoted one is missing":                 {page: shop, form: state(el("button", "Publish"), "disabled"), want: no},
		"disabled when an unquoted one is missing":              {page: shop, form: state(plain("button", "Publish"), "disabled"), want: idk},
		"a text is neither enabled nor disabled":                {page: shop, form: state(el("", "15 items"), "enabled"), want: idk},
		"checked":                                               {page: shop, form: state(el("checkbox", "Gift wrap"), "ticked"), want: yes},
		"unchecked":                                             {page: shop, form: state(el("checkbox", "Newsletter"), "unchecked"), want: yes},
		"not unchecked":                                         {page: shop, form: not(state(el("checkbox", "Newsletter"), "unchecked")), want: no},
		"partly checked is not checked":                         {page: shop, form: state(el("checkbox", "All"), "checked"), want: no},
		"partly checked is not unchecked for sure":              {page: shop, form: state(el("checkbox", "All"), "unchecked"), want: idk},
		"a button cannot be checked":                            {page: shop, form: state(el("button", "Save"), "checked"), want: idk},
		"focused":                                               {page: shop, form: check.Form{Kind: check.Focus, Subject: el("button", "Save")}, want: yes},
		"focused when another has the focus":                    {page: shop, form: state(el("textbox", "City"), "focused"), want: no},
		"a placeholder leaves a field empty":                    {page: shop, form: state(el("textbox", "Coupon"), "empty"), want: yes},
		"a field with a value is not empty":                     {page: shop, form: state(el("textbox", "City"), "empty"), want: no},
		"a password cannot be known empty":                      {page: shop, form: state(el("textbox", "Pin"), "empty"), want: idk},
		"required":                                              {page: shop, form: state(el("textbox", "City"), "required"), want: yes},
		"read-only":                                             {page: shop, form: state(el("textbox", "Code"), "read-only"), want: yes},
		"editable when read-only":                               {page: shop, form: state(el("textbox", "Code"), "editable"), want: no},
		"collapsed":                                             {page: shop, form: state(el("button", "More"), "collapsed"), want: yes},
		"expanded when it cannot expand":                        {page: shop, form: state(el("button", "Save"), "expanded"), want: idk},
		"a judgement is no state":                               {page: shop, form: state(el("button", "Save"), "pretty"), want: idk},
		"hidden on a page that has it":                          {page: shop, form: state(el("button", "Save"), "hidden"), want: no},
		"hidden on a 404 page":                                  {page: "text \"x\"", form: state(el("button", "Save"), "hidden"), want: idk, w: missing},
		"the value of a field":                                  {page: shop, form: value(el("textbox", "City"), check.Equals, "Lisbon"), want: yes},
		"a placeholder is not the value of a field":             {page: shop, form: value(el("textbox", "Coupon"), check.Equals, "SAVE10"), want: no},
		"a value in other letter case":                          {page: shop, form: value(el("textbox", "Code"), check.Equals, "abc"), want: no},
		"the chosen option":                                     {page: shop, form: value(el("combobox", "Country"), check.Equals, "Chile"), want: yes},
		"an option that is not chosen":                          {page: shop, form: value(el("combobox", "Country"), check.Equals, "Peru"), want: no},
		"an option that is not chosen, as page text":            {page: shop, form: text("Peru"), want: no},
		"the value of a password is never read":                 {page: shop, form: value(el("textbox", "Pin"), check.Equals, ""), want: idk},
		"a value beside its label":                              {page: shop, form: value(plain("", "Total"), check.Equals, "$5.50"), want: yes},
		"a value that starts":                                   {page: shop, form: value(el("textbox", "City"), check.Starts, "Lis"), want: yes},
		"a value that matches":                                  {page: shop, form: value(el("textbox", "Code"), check.Matches, "^[A-Z]{3}$"), want: yes},
		"a broken pattern":                                      {page: shop, form: value(el("textbox", "Code"), check.Matches, "("), want: idk},
		"not another value":                                     {page: shop, form: not(value(el("textbox", "City"), check.Equals, "Porto")), want: yes},
		"not another value of a missing field":                  {page: shop, form: not(value(el("textbox", "Street"), check.Equals, "Porto")), want: idk},
		"options offered":                                       {page: shop, form: check.Form{Kind: check.Options, Subject: el("combobox", "Country"), Values: []string{"Peru", "Spain"}}, want: yes},
		"an option not offered":                                 {page: shop, form: check.Form{Kind: check.Options, Subject: el("combobox", "Country"), Values: []string{"Peru", "France"}}, want: no},
		"one of two options that should not be offered":         {page: shop, form: not(check.Form{Kind: check.Options, Subject: el("combobox", "Country"), Values: []string{"Peru", "France"}}), want: no},
		"a number less than":                                    {page: shop, form: number(plain("", "Total"), check.Less, 6), want: yes},
		"a number equal":                                        {page: shop, form: number(plain("", "Total"), check.Equals, 5.5), want: yes},
		"a number more than":                                    {page: shop, form: number(plain("", "Total"), check.More, 5.5), want: no},
		"a number where two stand":                              {page: `text "Total: 3 of 5"`, form: number(plain("", "Total"), check.Equals, 3), want: idk},
		"the rows of a table":                                   {page: users, form: count(plain("row", ""), check.Equals, 3), want: yes},
		"one row too many":                                      {page: users, form: count(plain("row", ""), check.Equals, 4), want: no},
		"at least so many":                                      {page: users, form: count(el("button", "Edit"), check.AtLeast, 3), want: yes},
		"more than so many":                                     {page: users, form: count(el("button", "Edit"), check.More, 3), want: no},
		"a count of what nobody knows":                          {page: users, form: count(plain("", "unicorns"), check.Equals, 0), want: idk},
		"no rows on a 404 page":                                 {page: "text \"x\"", form: count(plain("row", ""), check.Equals, 0), want: idk, w: missing},
		"no rows on a page with an empty table":                 {page: "table \"Users\"\n  row\n    columnheader \"Name\"", form: count(plain("row", ""), check.Equals, 0), want: yes},
		"a part of the address":                                 {page: shop, form: url(check.Contains, "/cart"), want: yes},
		"a number in the address that is longer":                {page: shop, form: url(check.Contains, "id=5"), want: no},
		"a path":                                                {page: users, form: url(check.Equals, "/users"), want: yes},
		"a path that is only the start":                         {page: users, form: url(check.Equals, "/user"), want: no},
		"a whole address with a slash":                          {page: users, form: url(check.Equals, "https://app.example/users/"), want: yes},
		"another host":                                          {page: users, form: url(check.Equals, "https://evil.example/users"), want: no},
		"not an address":                                        {page: users, form: not(url(check.Contains, "/login")), want: yes},
		"not an address on a 404 page":                          {page: users, form: not(url(check.Contains, "/login")), want: idk, w: missing},
		"a title":                                               {page: users, form: check.Form{Kind: check.Title, Value: "users"}, want: yes},
		"a title that contains a word":                          {page: shop, form: check.Form{Kind: check.Title, Op: check.Contains, Value: "car"}, want: no},
		"on the page by URL and heading":                        {page: users, form: page("Users"), want: yes},
		"on a page only the title names":                        {page: "@url https://a/x\n@title Billing\nheading \"Hello\"", form: page("Billing"), want: idk},
		"on another page":                                       {page: users, form: page("Billing"), want: no},
		"on an unquoted page of another name":                   {page: users, form: unquoted(page("confirmation")), want: idk},
		"not on the page":                                       {page: users, form: not(page("Users")), want: no},
		"not on another page":                                   {page: users, form: not(page("Billing")), want: yes},
		"on the page with HTTP 404":                             {page: users, form: page("Users"), want: no, w: missing},
		"a column of names sorted":                              {page: users, form: order("Name", "ascending"), want: yes},
		"numbers sort as numbers":                               {page: users, form: order("Age", "ascending"), want: yes},
		"dates sort as dates":                                   {page: users, form: order("Joined", "descending"), want: yes},
		"a column the other way round":                          {page: users, form: order("Age", "descending"), want: no},
		"a column that is not there":                            {page: users, form: order("Salary", "ascending"), want: idk},
		"one row has no order":                                  {page: "table \"T\"\n  row\n    columnheader \"Name\"\n  row\n    cell \"a\"", form: order("Name", "ascending"), want: idk},
		"texts in order":                                        {page: users, form: check.Form{Kind: check.Order, Value: "Ana Duarte|Bruno Reis", Quoted: true}, want: yes},
		"texts out of order":                                    {page: users, form: check.Form{Kind: check.Order, Value: "Carla Sá|Bruno Reis", Quoted: true}, want: no},
		"a text of the order is missing":                        {page: users, form: check.Form{Kind: check.Order, Value: "Ana Duarte|Zed", Quoted: true}, want: no},
		"a cell":                                                {page: users, form: check.Form{Kind: check.Cell, Name: "Age", Value: "31", Subject: plain("row", "Bruno Reis")}, want: yes},
		"a cell of the wrong row":                               {page: users, form: check.Form{Kind: check.Cell, Name: "Age", Value: "31", Subject: plain("row", "Ana Duarte")}, want: no},
		"a cell of a column that is not there":                  {page: users, form: check.Form{Kind: check.Cell, Name: "Salary", Value: "31", Subject: plain("row", "Ana Duarte")}, want: idk},
		"a stored variable":                                     {form: check.Form{Kind: check.Variable, Name: "n", Value: "7"}, want: yes, w: check.World{Variables: map[string]string{"n": "7"}}},
		"a stored number is more":                               {form: check.Form{Kind: check.Variable, Name: "n", Op: check.More, Number: 8}, want: no, w: check.World{Variables: map[string]string{"n": "$7"}}},
		"a variable nobody stored":                              {form: check.Form{Kind: check.Variable, Name: "x", Value: "7"}, want: idk},
		"no console errors":                                     {form: not(check.Form{Kind: check.Console}), want: yes},
		"a console error":                                       {form: not(check.Form{Kind: check.Console}), want: no, w: check.World{Console: []string{"TypeError: x"}}},
		"no failed requests, said by negation":                  {form: not(check.Form{Kind: check.Request}), want: yes},
		"a failed request breaks a negation":                    {form: not(check.Form{Kind: check.Request}), want: no, w: check.World{Requests: []string{"GET /x 500"}}},
		"a text beside its label":                               {page: shop, form: check.Form{Kind: check.Text, Subject: plain("", "Total"), Value: "$5.50", Quoted: true}, want: yes},
		"another text beside its label":                         {page: shop, form: check.Form{Kind: check.Text, Subject: plain("", "Total"), Value: "$5", Quoted: true}, want: no},
		"a heading that is the text":                            {page: shop, form: check.Form{Kind: check.Text, Subject: plain("heading", ""), Value: "Cart", Quoted: true}, want: yes},
		"a heading that has more than the text":                 {page: "heading \"Cart items\"", form: check.Form{Kind: check.Text, Subject: plain("heading", ""), Value: "Cart", Quoted: true}, want: idk},
		"a heading that contains the text":                      {page: "heading \"Cart items\"", form: check.Form{Kind: check.Text, Op: check.Contains, Subject: plain("heading", ""), Value: "Cart", Quoted: true}, want: yes},
		"a heading that is another text":                        {page: "heading \"Cart items\"", form: check.Form{Kind: check.Text, Subject: plain("heading", ""), Value: "Orders", Quoted: true}, want: no},
		"an error message is any text":                          {page: "text \"Sorry, locked out.\"", form: check.Form{Kind: check.Text, Op: check.Contains, Subject: plain("", "error message"), Value: "locked out", Quoted: true}, want: yes},
		"a text by pattern":                                     {page: shop, form: check.Form{Kind: check.Text, Op: check.Matches, Value: `\d+ items`, Quoted: true}, want: yes},
		"a count by a noun that is a plural role":               {page: users, form: count(&screen.Query{Kind: "row", Name: "rows"}, check.Equals, 3), want: yes},
		"a count against a variable":                            {page: users, form: check.Form{Kind: check.Count, Subject: plain("row", ""), Value: "3"}, want: yes},
		"cards sorted by the price in them":                     {page: prices, form: check.Form{Kind: check.Order, Subject: plain("", "products"), Name: "price", Value: "ascending"}, want: yes},
		"cards not sorted by name":                              {page: prices, form: check.Form{Kind: check.Order, Subject: plain("", "products"), Name: "name", Value: "ascending"}, want: no},
		"items whose numbers and words disagree":                {page: "list \"Files\"\n  listitem \"File 2\"\n  listitem \"File 10\"", form: order("Files", "ascending"), want: idk},
		"not that console error":                                {form: not(check.Form{Kind: check.Console, Value: "RangeError"}), want: yes, w: check.World{Console: []string{"TypeError: x"}}},
		"no failed requests":                                    {form: check.Form{Kind: check.Request}, want: no, w: check.World{Requests: []string{"GET /x 500"}}},
		"a download":                                            {form: check.Form{Kind: check.Download, Value: "report.csv"}, want: yes, w: check.World{Downloads: []string{"report.csv"}}},
		"a download of another name":                            {form: check.Form{Kind: check.Download, Value: "report.csv"}, want: no, w: check.World{Downloads: []string{"report.csv.part"}}},
		"the clipboard":                                         {form: check.Form{Kind: check.Clip, Value: "abc"}, want: yes, w: check.World{Clipboard: clip("abc")}},
		"a clipboard that cannot be read":                       {form: check.Form{Kind: check.Clip, Value: "abc"}, want: idk},
		"a native dialog":                                       {form: check.Form{Kind: check.Dialog, Value: "Sure?"}, want: yes, w: check.World{Dialogs: []string{"Are you Sure?"}}},
		"no native dialog":                                      {form: not(check.Form{Kind: check.Dialog}), want: yes},
		"a kind nobody knows":                                   {page: shop, form: check.Form{Kind: "weather"}, want: idk},
		"a page without a tree":                                 {form: text("x"), want: idk},
		"a checkbox whose visible part is its label is checked": {page: "checkbox \"I agree\" transparent checked\nlabel \"I agree\"", form: state(el("checkbox", "I agree"), "checked"), want: yes},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := c.w
			if c.page != "" {
				w.Tree = screentest.Parse(c.page)
			}
			got := check.Evaluate(c.form, w)
			require.Equal(t, c.want, got.Answer, "%+v", got)
			require.NotEmpty(t, got.Reason)
			require.Equal(t, "code", got.By)
		})
	}
}

func TestAbsenceIsNotJudgedOnAnIncompleteTree(t *testing.T) {
	t.Parallel()
	tree := screentest.Parse(shop)
	tree.LeftOut = 3
	for _, f := range []check.Form{text("Sold out"), not(text("Sold out")), not(visible(el("button", "Publish"))), not(visible(plain("dialog", ""))), count(el("button", "Publish"), check.Equals, 0)} {
		require.Equal(t, idk, check.Evaluate(f, check.World{Tree: tree}).Answer)
	}
	require.Equal(t, yes, check.Evaluate(text("15 items"), check.World{Tree: tree}).Answer)
}

func TestEvidenceSaysWhere(t *testing.T) {
	t.Parallel()
	got := check.Evaluate(text("total: $5.50"), check.World{Tree: screentest.Parse(shop)})
	require.Equal(t, "Total: $5.50", got.Quote)
	require.Len(t, got.Boxes, 1)
	require.Equal(t, "https://shop.example/cart?id=55", got.URL)
	got = check.Evaluate(value(el("textbox", "City"), check.Equals, "Porto"), check.World{Tree: screentest.Parse(shop)})
	require.Equal(t, `"Porto"`, got.Expected)
	require.Equal(t, "Lisbon", got.Actual)
	require.Equal(t, `the value of textbox "City" is "Lisbon"`, got.Reason)
}

func TestNegative(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		f    check.Form
		want bool
	}{
		"a text":                        {text("x"), false},
		"no text":                       {not(text("x")), true},
		"an element":                    {visible(el("button", "x")), false},
		"no element":                    {not(visible(el("button", "x"))), true},
		"hidden":                        {state(el("button", "x"), "hidden"), true},
		"not hidden":                    {not(state(el("button", "x"), "hidden")), false},
		"not disabled is a state":       {not(state(el("button", "x"), "disabled")), false},
		"none of them":                  {count(el("button", "x"), check.Equals, 0), true},
		"fewer than two":                {count(el("button", "x"), check.Less, 2), true},
		"three of them":                 {count(el("button", "x"), check.Equals, 3), false},
		"not three of them":             {not(count(el("button", "x"), check.Equals, 3)), true},
		"no console errors":             {not(check.Form{Kind: check.Console}), true},
		"a console error":               {check.Form{Kind: check.Console}, false},
		"no failed requests":            {not(check.Form{Kind: check.Request}), true},
		"not on the page":               {not(page("x")), true},
		"not that value of a field":     {not(value(el("textbox", "x"), check.Equals, "y")), false},
		"a download":                    {check.Form{Kind: check.Download, Value: "x"}, false},
		"an address that is not so":     {not(url(check.Contains, "x")), true},
		"a console error with a text":   {check.Form{Kind: check.Console, Value: "x"}, false},
		"an order is never an absence":  {not(order("x", "ascending")), false},
		"a variable is never one too":   {not(check.Form{Kind: check.Variable, Name: "x"}), false},
		"no console error with a text":  {not(check.Form{Kind: check.Console, Value: "x"}), true},
		"more than none is no negative": {count(el("button", "x"), check.More, 0), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, check.Negative(c.f))
		})
	}
}

func FuzzEvaluate(f *testing.F) {
	f.Add("text", "15 items", "Coupon", "textbox", "", false)
	f.Add("order", "a|b", "", "column", "", true)
	f.Add("url", "%zz", "", "", "matches", false)
	f.Add("value", "(", "City", "textbox", "matches", true)
	tree := screentest.Parse(shop)
	f.Fuzz(func(t *testing.T, kind, value, name, noun, op string, negated bool) {
		form := check.Form{Kind: check.Kind(kind), Value: value, Op: check.Op(op), Negated: negated, Quoted: true, Subject: &screen.Query{Name: name, Kind: noun}}
		got := check.Evaluate(form, check.World{Tree: tree})
		switch got.Answer {
		case yes, no, idk:
		default:
			t.Fatalf("%+v", got)
		}
		if got.Reason == "" {
			t.Fatalf("%+v gives no reason", form)
		}
	})
}
