package demoapp_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/verdict-run/verdict/internal/demoapp"
)

// browser is one browser session against a shop: it keeps the cookie and follows redirects.
type browser struct {
	t      *testing.T
	shop   http.Handler
	cookie *http.Cookie
}

type answer struct {
	status int
	path   string // after redirects
	header http.Header
	body   string
}

func newShop(t *testing.T, bugs ...string) http.Handler {
	t.Helper()
	shop, err := demoapp.New(demoapp.Config{Bugs: bugs})
	if err != nil {
		t.Fatal(err)
	}
	return shop
}

func open(t *testing.T, bugs ...string) *browser {
	t.Helper()
	return &browser{t: t, shop: newShop(t, bugs...)}
}

func (b *browser) do(r *http.Request) answer {
	b.t.Helper()
	for range 5 {
		if b.cookie != nil {
			r.AddCookie(b.cookie)
		}
		w := httptest.NewRecorder()
		b.shop.ServeHTTP(w, r)
		res := w.Result()
		for _, c := range res.Cookies() {
			b.cookie = c
		}
		if to := res.Header.Get("Location"); to != "" {
			r = httptest.NewRequest(http.MethodGet, to, nil)
			continue
		}
		body, err := io.ReadAll(res.Body)
		if err != nil {
			b.t.Fatal(err)
		}
		return answer{res.StatusCode, r.URL.RequestURI(), res.Header, string(body)}
	}
	b.t.Fatalf("%s redirects without end", r.URL)
	return answer{}
}

func (b *browser) get(path string) answer {
	b.t.Helper()
	return b.do(httptest.NewRequest(http.MethodGet, path, nil))
}

// post sends a form; fields are name, value, name, value ...
func (b *browser) post(path string, fields ...string) answer {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(r)
}

func (b *browser) upload(name string, content []byte) answer {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if name != "" {
		part, err := form.CreateFormFile("file", name)
		if err != nil {
			b.t.Fatal(err)
		}
		if _, err := part.Write(content); err != nil {
			b.t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		b.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/upload", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return b.do(r)
}

func (b *browser) signIn(email, password string) answer {
	b.t.Helper()
	return b.post("/login", "email", email, "password", password)
}

var tag = regexp.MustCompile(`<[^>]*>`)

// text is what a person reads: no tags, single spaces.
func (a answer) text() string {
	s := strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&#43;", "+", "&amp;", "&").Replace(tag.ReplaceAllString(a.body, " "))
	return strings.Join(strings.Fields(s), " ")
}

func (a answer) shows(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(a.text(), w) {
			t.Errorf("%s does not show %q:\n%s", a.path, w, a.text())
		}
	}
}

func (a answer) hides(t *testing.T, unwanted ...string) {
	t.Helper()
	for _, u := range unwanted {
		if strings.Contains(a.text(), u) {
			t.Errorf("%s shows %q:\n%s", a.path, u, a.text())
		}
	}
}

// row is the text of the table row with this word in it.
func (a answer) row(t *testing.T, word string) string {
	t.Helper()
	for _, row := range strings.Split(a.body, "<tr>") {
		if strings.Contains(row, word) {
			return answer{body: row}.text()
		}
	}
	t.Fatalf("%s has no row with %q:\n%s", a.path, word, a.text())
	return ""
}

// order of words as they stand in the page.
func (a answer) before(first, second string) bool {
	i, j := strings.Index(a.text(), first), strings.Index(a.text(), second)
	return i >= 0 && j >= 0 && i < j
}
