package testcases_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/testcases"
)

func TestExpandReachesEveryValue(t *testing.T) {
	t.Parallel()
	c := parse(t, front(`url: https://${HOST}/login
storage_state: ${DIR}/s.json
cookies: [{name: sid, value: "${SESSION}"}]
headers: {Authorization: "Bearer ${API_TOKEN}", X-Plain: "$${HOST}"}
http_credentials: {username: u, password: "${HTTP_PASSWORD}"}
credentials: {user: "${USER}", login: "${SHOP_PASSWORD}"}
variables: {city: "in ${HOST}, $${HOST}"}
allowed_origins: ["${HOST}"]
ask: {defaults: {otp: "${HOST}"}}
data: [{day: "${HOST}-1"}]`))
	require.NoError(t, c.Expand(env("HOST", "shop.example", "DIR", "auth", "SESSION", "session-0001", "API_TOKEN", "token-123456",
		"HTTP_PASSWORD", "http-pass", "USER", "alice", "SHOP_PASSWORD", "hunter2-${HOST}")))
	require.Equal(t, "https://shop.example/login", c.URL)
	require.Equal(t, "auth/s.json", c.StorageState)
	require.Equal(t, "session-0001", c.Cookies[0].Value)
	require.Equal(t, map[string]string{"Authorization": "Bearer token-123456", "X-Plain": "${HOST}"}, c.Headers)
	require.Equal(t, "http-pass", c.HTTPCredentials.Password)
	require.Equal(t, []string{"user=alice", "login=***"}, shown(c.Credentials), "a value from a secret-named variable is secret")
	require.True(t, c.Credentials[0].FromEnv)
	login, _ := c.Credentials.Get("login")
	require.Equal(t, "hunter2-${HOST}", login.Text(), "what came from the environment is not expanded again")
	require.Equal(t, []string{"city=in shop.example, ${HOST}"}, shown(c.Variables))
	require.Equal(t, []string{"shop.example"}, c.AllowedOrigins)
	require.Equal(t, []string{"day=shop.example-1"}, shown(c.Data.Rows[0].Values))
	require.NoError(t, c.Expand(env()), "a second call does nothing")

	m := memory.New()
	require.NoError(t, c.Seed(m))
	for _, secret := range []string{"session-0001", "token-123456", "http-pass", "hunter2-${HOST}"} {
		require.NotContains(t, m.Mask("x "+secret+" x"), secret)
	}
	require.Len(t, c.Secrets(), 8)
}

func TestExpandReports(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		front, want string
		env         []string
	}{
		"every missing variable with its line": {"variables:\n  a: ${NOPE}\n  b: ${NEITHER}", "cases/a.md:3: variables.a: the environment variable NOPE is not set (set it, or write $${NOPE} for the text itself)\n" +
			"cases/a.md:4: variables.b: the environment variable NEITHER is not set (set it, or write $${NEITHER} for the text itself)", nil},
		"a missing variable of a header": {"headers:\n  X-A: ${NOPE}", "cases/a.md:3: headers[X-A]: the environment variable NOPE is not set (set it, or write $${NOPE} for the text itself)", nil},
		"an empty secret":                {"variables:\n  a: ${TOKEN}", "cases/a.md:3: variables.a: the environment variable TOKEN is empty (give the secret to this job)", []string{"TOKEN", ""}},
		"what is no name":                {"variables: {a: '${a.b}'}", `cases/a.md:2: variables.a: "${a.b}" names no environment variable (write $${ for the two characters)`, nil},
		"what is never closed":           {"variables: {a: '${A'}", `cases/a.md:2: variables.a: "${A" names no environment variable (write $${ for the two characters)`, nil},
		"a value that is wrong now":      {"url: ${A}", `cases/a.md:2: url: the scheme ftp: is refused (only http and https pages can be tested)`, []string{"A", "ftp://x"}},
		"a wrong value without a secret": {"url: ${A_KEY}", `cases/a.md:2: url: "***" has no scheme (write https://shop.example/login, or /login for a path below --base-url)`, []string{"A_KEY", "hunter2"}},
		"a locale that is wrong now":     {"locale: ${A}", "cases/a.md:2: locale: \"x_y\" is no language tag (for example `locale: pt-PT`)", []string{"A", "x_y"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.EqualError(t, parse(t, front(c.front)).Expand(env(c.env...)), c.want)
		})
	}
}

func TestResolveURL(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ url, base, want, err string }{
		"an absolute url stays":      {"https://a.example/x", "https://b.example", "https://a.example/x", ""},
		"a path goes below the base": {"/login?a=1#b", "https://a.example/app/", "https://a.example/app/login?a=1#b", ""},
		"the root keeps its slash":   {"/", "https://a.example/app", "https://a.example/app/", ""},
		"a trailing slash stays":     {"/a/../b/", "http://localhost:8080", "http://localhost:8080/b/", ""},
		"escapes stay":               {"/a%2Fb", "http://127.0.0.1:1", "http://127.0.0.1:1/a%2Fb", ""},
		"no url is the base":         {"", "https://a.example", "https://a.example", ""},
		"no url and no base":         {"", "", "", "cases/a.md:1: the case has no url (add `url: https://…` to the front matter, or pass --base-url)"},
		"a path and no base":         {"/login", "", "", "cases/a.md:2: url: /login is a path and there is no base URL (pass --base-url https://…, or write the whole URL)"},
		"a base of another scheme":   {"/login", "file:///x", "", "cases/a.md: the base URL \"file:///x\": the scheme file: is refused (only http and https pages can be tested)"},
		"a base with a query":        {"/login", "https://a.example?x", "", "cases/a.md: the base URL \"https://a.example?x\": it has a query or a fragment (take everything from ? or # out)"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := "Check."
			if c.url != "" {
				src = front("url: " + c.url)
			}
			k := parse(t, src)
			err := k.ResolveURL(c.base)
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, k.URL)
		})
	}
}

func TestABrowserOfAPhoneHasAURL(t *testing.T) {
	t.Parallel()
	k := parse(t, front("platform: android\nurl: /login\ncapabilities: {browserName: Chrome}"))
	require.NoError(t, k.ResolveURL("https://shop.example"))
	require.Equal(t, "https://shop.example/login", k.URL)
	require.Equal(t, []string{"shop.example"}, k.Origins())
	require.Equal(t, map[string]any{"browserName": "Chrome"}, k.Spec("").Capabilities)

	app := parse(t, front("platform: android\napp: shop.apk"))
	require.NoError(t, app.ResolveURL("https://shop.example"))
	require.Empty(t, app.URL, "an application has no address")
}

func TestABadURLIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"file:///etc/passwd": "the scheme file: is refused", "javascript:alert(1)": "the scheme javascript: is refused", "localhost:3000": `"localhost:3000" has no scheme`,
		"//a.example": "has no scheme", "https://": "the URL has no host", "https://u:p@a.example": "a url cannot hold a user name or password", "/../x": "the path leaves the base URL",
		"'https://a.example/{{x}}'": "a url cannot hold {{variables}}", "https://a b.example": "a url cannot hold spaces", "https://a.example:x": "this is no URL", "login": "has no scheme", "https://[::1": "this is no URL",
	} {
		_, err := testcases.Parse("f.md", []byte(front("url: "+url)))
		require.ErrorContains(t, err, want, url)
		require.True(t, strings.HasPrefix(err.Error(), "f.md:2: url: "), url)
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		front string
		want  []string
	}{
		"the registrable domain":        {"url: https://www.shop.example.co.uk/x", []string{"example.co.uk"}},
		"a host on a public suffix":     {"url: https://me.github.io", []string{"me.github.io"}},
		"localhost":                     {"url: http://localhost:8080", []string{"localhost"}},
		"an address":                    {"url: http://127.0.0.1:8080", []string{"127.0.0.1"}},
		"listed ones and the url's own": {"url: http://a.example:81/x\nallowed_origins: ['https://b.example/']", []string{"https://b.example", "http://a.example:81"}},
		"the url's own, listed already": {"url: https://a.example\nallowed_origins: ['https://a.example']", []string{"https://a.example"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, parse(t, front(c.front)).Spec("").AllowedOrigins); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}
