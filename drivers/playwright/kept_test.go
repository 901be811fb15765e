package playwright_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
)

func TestCookiesStorageAndAttributes(t *testing.T) {
	t.Parallel()
	url := serve(t, map[string]any{"/": func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: "abc-1", HttpOnly: true, Path: "/"})
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>t</title><a href="/docs" target="_blank" rel="">Docs</a><iframe srcdoc="<button data-x='7'>In</button>"></iframe>
<script>localStorage.theme='dark';sessionStorage.setItem('step','3');document.cookie='seen=yes'</script>`))
	}})
	d := install(t, platform.Spec{})
	visit(t, d, url)
	check := func(value string, ok bool, err error) func(want string, there bool) {
		return func(want string, there bool) {
			t.Helper()
			require.NoError(t, err)
			require.Equal(t, there, ok)
			require.Equal(t, want, value)
		}
	}
	check(d.Storage.Cookie(t.Context(), "sid"))("abc-1", true)
	check(d.Storage.Cookie(t.Context(), "seen"))("yes", true)
	check(d.Storage.Cookie(t.Context(), "SID"))("", false)
	check(d.Storage.Stored(t.Context(), false, "theme"))("dark", true)
	check(d.Storage.Stored(t.Context(), true, "theme"))("", false)
	check(d.Storage.Stored(t.Context(), true, "step"))("3", true)
	link, button := node(t, d, "link", "Docs"), node(t, d, "button", "In")
	check(d.Attributes.Attribute(t.Context(), link.ID, "target"))("_blank", true)
	check(d.Attributes.Attribute(t.Context(), link.ID, "rel"))("", true)
	check(d.Attributes.Attribute(t.Context(), link.ID, "download"))("", false)
	check(d.Attributes.Attribute(t.Context(), button.ID, "data-x"))("7", true)
	_, _, err := d.Attributes.Attribute(t.Context(), "nobody", "x")
	wantClass(t, platform.Permanent, err)
	other := install(t, platform.Spec{})
	visit(t, other, "about:blank")
	_, _, err = other.Storage.Stored(t.Context(), false, "theme")
	wantClass(t, platform.Permanent, err)
}
