package navigate_test

import (
	"errors"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/commands/commandtest"
	"github.com/verdict-run/verdict/commands/navigate"
	"github.com/verdict-run/verdict/platform"
)

func TestAbsolute(t *testing.T) {
	t.Parallel()
	const base = "https://shop.example/a/b?x=1"
	for text, want := range map[string]string{
		"https://other.example/x": "https://other.example/x", "shop.example/cart": "https://shop.example/cart", "www.shop.example": "https://www.shop.example",
		"localhost:8080/x": "http://localhost:8080/x", "127.0.0.1:9": "http://127.0.0.1:9", "shop.localhost": "http://shop.localhost", "[::1]:80/x": "http://[::1]:80/x",
		"/cart": "https://shop.example/cart", "?y=2": "https://shop.example/a/b?y=2", "#top": "https://shop.example/a/b?x=1#top", "../c": "https://shop.example/c",
		"c": "https://shop.example/a/c", "products/7": "https://shop.example/a/products/7", "settings.html": "https://shop.example/a/settings.html", "//cdn.example/x": "https://cdn.example/x",
		"file:///etc/passwd": "file:///etc/passwd", "javascript:alert(1)": "javascript:alert(1)", "shop.example:8443": "https://shop.example:8443",
		"": "", "a b": "", "https://": "", "https://%zz": "",
	} {
		got, err := navigate.Absolute(text, base)
		require.Equal(t, want, got, text)
		require.Equal(t, want == "", err != nil, "%s: %v", text, err)
	}
	_, err := navigate.Absolute("/cart", "about:blank")
	require.ErrorContains(t, err, "no page it could be relative to")
}

func FuzzAbsolute(f *testing.F) {
	for _, s := range []string{"shop.example", "//", ":", "http:", "a:1", "[::1", "?%zz", "%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := navigate.Absolute(text, commandtest.URL)
		if err != nil {
			return
		}
		u, err := url.Parse(got)
		require.NoError(t, err, text)
		require.NotEmpty(t, u.Scheme, "%q became %q", text, got)
	})
}

func TestAnAddressIsOpened(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t)
	require.NoError(t, b.Env.Memory.Set("id", "7"))
	out, err := commandtest.Do(t, b, navigate.New(), `{"url":"/orders/{{id}}"}`)
	require.NoError(t, err)
	require.Equal(t, "Opened https://shop.example/orders/7", out)
}

func TestWhatIsNotAllowedIsNotOpened(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t)
	b.Env.AllowURL = func(string) error { return errors.New("outside of shop.example") }
	_, err := commandtest.Do(t, b, navigate.New(), `{"url":"https://evil.example"}`)
	require.Contains(t, commandtest.Failure(t, err, commands.NotAllowed).Message, "outside of shop.example")
	require.NotContains(t, b.Calls(), "Navigate https://evil.example")
}

func TestAPageThatDoesNotComeSaysWhy(t *testing.T) {
	t.Parallel()
	b := commandtest.New(t)
	b.FailNext("Navigate", &platform.Error{Op: "navigate", Class: platform.Permanent, Err: errors.New("net::ERR_NAME_NOT_RESOLVED")})
	_, err := commandtest.Do(t, b, navigate.New(), `{"url":"https://nowhere.example"}`)
	require.Contains(t, commandtest.Failure(t, err, commands.NavigationFailed).Message, "ERR_NAME_NOT_RESOLVED")
}
