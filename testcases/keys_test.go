package testcases_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/testcases"
)

var update = flag.Bool("update", false, "write golden files")

// keyCase is a good and a bad value of one key.
type keyCase struct {
	good string
	get  func(*testcases.Case) any
	want any
	bad  map[string]string // line -> message
}

func keyCases() map[string]keyCase {
	type c = testcases.Case
	return map[string]keyCase{
		"name":     {"name: 404", func(k *c) any { return k.Name }, "404", map[string]string{"name: [a]": "name: expected text, got a list (for example `name: Locked user is refused`)", "name:": "name: expected text, got nothing (for example `name: Locked user is refused`)", "name: ''": "name is empty (for example `name: Locked user is refused`, or take the key out)", `name: "a\nb"`: "name must be one line"}},
		"url":      {"url: /login?a=1", func(k *c) any { return k.URL }, "/login?a=1", map[string]string{"url: ftp://x": "url: the scheme ftp: is refused (only http and https pages can be tested)", "url: shop.example": `url: "shop.example" has no scheme (write https://shop.example/login, or /login for a path below --base-url)`}},
		"platform": {"platform: web", func(k *c) any { return k.Platform }, "web", map[string]string{"platform: andriod": `platform: "andriod" is none of web, android, ios (did you mean "android"?)`}},
		"tags":     {"tags: [a, b/c]", func(k *c) any { return k.Tags }, []string{"a", "b/c"}, map[string]string{"tags: smoke": "tags: expected a list of texts, got the text \"smoke\" (for example `tags: [login, smoke]`)", "tags: ['a,b']": "tags[0]: \"a,b\" cannot be a tag: letters, digits and _ - . : / only (for example `tags: [login, smoke]`)", "tags: [a, a]": "tags holds an entry twice (keep one of them)"}},
		"viewport": {"viewport: 800X600", func(k *c) any { return k.Viewport }, testcases.Viewport{W: 800, H: 600}, map[string]string{"viewport: 10x600": "viewport.width must be at least 100, is 10", "viewport: 800x99999": "viewport.height must be at most 8192, is 99999", "viewport: big": "viewport: expected WIDTHxHEIGHT, got the text \"big\" (for example `viewport: 1280x800`)"}},
		"emulate":  {"emulate: Pixel 7", func(k *c) any { return k.Emulate }, "Pixel 7", map[string]string{"emulate: {a: b}": "emulate: expected text, got a map (for example `emulate: Pixel 7`)"}},
		"scale":    {"scale: 2", func(k *c) any { return k.Scale }, 2.0, map[string]string{"scale: 0": "scale must be at least 0.5 (for example `scale: 2`)", "scale: 9": "scale must be at most 5, is 9", "scale: .nan": "scale: expected a number, got the number .nan (for example `scale: 2`)"}},
		"locale":   {"locale: pt-PT", func(k *c) any { return k.Locale }, "pt-PT", map[string]string{"locale: en_US": "locale: \"en_US\" is no language tag (for example `locale: pt-PT`)"}},
		"timezone": {"timezone: Europe/Lisbon", func(k *c) any { return k.Timezone }, "Europe/Lisbon", map[string]string{"timezone: Mars/Base": "timezone: \"Mars/Base\" is no time zone of the IANA list (for example `timezone: Europe/Lisbon`)"}},
		"geolocation": {"geolocation: {latitude: 38.7, longitude: -9}", func(k *c) any { return *k.Geolocation }, platform.Geolocation{Latitude: 38.7, Longitude: -9}, map[string]string{
			"geolocation: {latitude: 91, longitude: 0}": "geolocation.latitude must be at most 90, is 91", "geolocation: {latitude: 1}": "geolocation needs latitude and longitude (for example `geolocation: {latitude: 38.72, longitude: -9.14}`)",
			"geolocation: {lattitude: 1, latitude: 1, longitude: 1}": `unknown key "lattitude" in geolocation (did you mean "latitude"?)`, "geolocation: 1,2": "geolocation: expected a map, got the text \"1,2\" (for example `geolocation: {latitude: 38.72, longitude: -9.14}`)",
		}},
		"color_scheme":  {"color_scheme: dark", func(k *c) any { return k.ColorScheme }, "dark", map[string]string{"color_scheme: drak": `color_scheme: "drak" is none of light, dark, no-preference (did you mean "dark"?)`}},
		"permissions":   {"permissions: [camera]", func(k *c) any { return k.Permissions }, []string{"camera"}, map[string]string{"permissions: [notification]": `permissions[0]: "notification" is no permission a browser grants (did you mean "notifications"?)`}},
		"storage_state": {"storage_state: a.json", func(k *c) any { return k.StorageState }, "a.json", map[string]string{"storage_state: [a]": "storage_state: expected text, got a list (for example `storage_state: auth/alice.json`)"}},
		"cookies": {"cookies: [{name: a, value: ''}]", func(k *c) any { return k.Cookies }, []platform.Cookie{{Name: "a"}}, map[string]string{
			"cookies: {a: b}": "cookies: expected a list of cookies, got a map (for example `cookies: [{name: consent, value: all}]`)", "cookies: [{value: b}]": "cookies[0].name is missing",
			"cookies: [{name: a, path: /, url: https://x}]": "cookies[0]: url excludes domain and path (keep one of them)", "cookies: [{name: a, url: x}]": "cookies[0].url: \"x\" is no absolute http(s) URL (for example `https://shop.example/`)",
		}},
		"headers":          {"headers: {X-A: 1}", func(k *c) any { return k.Headers }, map[string]string{"X-A": "1"}, map[string]string{"headers: {'X A': b}": `headers: "X A" cannot be the name of a header`, `headers: {Authorization: "secret\nx"}`: "headers[Authorization]: the value cannot be sent in a header (it must be one line)", "headers: {A: [b]}": "headers[A]: expected text, got a list (for example `headers: {Accept-Language: pt}`)"}},
		"http_credentials": {"http_credentials: {username: a, password: b}", func(k *c) any { return *k.HTTPCredentials }, platform.HTTPCredentials{Username: "a", Password: "b"}, map[string]string{"http_credentials: {password: b}": "http_credentials.username is missing", "http_credentials: {username: a, passwrd: b}": `unknown key "passwrd" in http_credentials (did you mean "password"?)`}},
		"credentials": {"credentials: {user: a, pin: 0123, code: {secret: x}}", func(k *c) any { return shown(k.Credentials) }, []string{"user=a", "pin=***", "code=***"}, map[string]string{
			"credentials: [a]": "credentials: expected a map of names and values, got a list (for example `credentials: {user: alice, password: \"${SHOP_PASSWORD}\"}`)", "credentials: {user: }": `credentials.user has no value (write "" for an empty text)`,
			"credentials: {'1a': b}": "credentials: \"1a\" cannot be a name (start with a letter; letters, digits, _ - . may follow)", "credentials: {user: {secrt: x}}": "credentials.user: expected one value, got a map (for example `city: Lisbon`; `code: {secret: value}` for a secret; a template needs quotes)",
		}},
		"variables": {"variables: {city: Lisbon, secret: x, day: 2024-01-01}", func(k *c) any { return shown(k.Variables) }, []string{"city=Lisbon", "secret=***", "day=2024-01-01"}, map[string]string{"variables: {a: {{b}}}": "variables.a: expected one value, got a map (for example `city: Lisbon`; `code: {secret: value}` for a secret; a template needs quotes)"}},
		"data": {"data: [{city: Lisbon}, {city: {secret: Porto}}]", func(k *c) any { return []any{shown(k.Data.Rows[0].Values), shown(k.Data.Rows[1].Values)} }, []any{[]string{"city=Lisbon"}, []string{"city=***"}}, map[string]string{
			"data: cities.xls": "data: \"cities.xls\" is neither a .csv nor a .json file (for example `data: cities.csv`)", "data: []": "data has no rows (for example `data: [{city: Lisbon}, {city: Porto}]`)",
			"data: [a]": "data[0]: expected a map of names and values, got the text \"a\" (for example `data: [{city: Lisbon}, {city: Porto}]`)", "data: {a: b}": "data: expected a CSV or JSON file, or a list of rows, got a map (for example `data: cities.csv`)",
		}},
		"max_steps":       {"max_steps: 7", func(k *c) any { return k.MaxSteps }, 7, map[string]string{"max_steps: '7'": "max_steps: expected a whole number, got the text \"7\" (for example `max_steps: 50`)", "max_steps: 1.5": "max_steps: expected a whole number, got the number 1.5 (for example `max_steps: 50`)", "max_steps: 20000": "max_steps must be at most 10000, is 20000"}},
		"timeout":         {"timeout: 90s", func(k *c) any { return k.Timeout }, 90 * time.Second, map[string]string{"timeout: 10": "timeout: expected a duration with its unit (s, m, h), got the number 10 (for example `timeout: 10m`)", "timeout: 1ms": "timeout must be at least 1s, is 1ms", "timeout: -5m": "timeout must be at least 1s, is -5m0s"}},
		"max_tokens":      {"max_tokens: 1000", func(k *c) any { return k.MaxTokens }, 1000, map[string]string{"max_tokens: 0": "max_tokens must be at least 1 (leave it out for no limit)", "max_tokens: many": "max_tokens: expected a whole number, got the text \"many\" (for example `max_tokens: 200000`)"}},
		"max_cost":        {"max_cost: 0.2", func(k *c) any { return k.MaxCost }, 0.2, map[string]string{"max_cost: -1": "max_cost must be more than 0 US dollars (leave it out for no limit)", "max_cost: $1": "max_cost: expected a number, got the text \"$1\" (for example `max_cost: 0.20`)", "max_cost: .inf": "max_cost: expected a number, got the number .inf (for example `max_cost: 0.20`)"}},
		"allowed_origins": {"allowed_origins: ['https://a.example:8443', b.example]", func(k *c) any { return k.AllowedOrigins }, []string{"https://a.example:8443", "b.example"}, map[string]string{"allowed_origins: ['https://a.example/x']": "allowed_origins[0]: \"https://a.example/x\" is neither an http(s) origin nor a domain (for example `https://login.example` or `example.org`)", "allowed_origins: ['*']": "allowed_origins[0]: \"*\" is neither an http(s) origin nor a domain (for example `https://login.example` or `example.org`)"}},
		"containment":     {"containment: strict", func(k *c) any { return k.Containment }, "strict", map[string]string{"containment: none": `containment: "none" is none of navigation, strict`}},
		"upload_dir":      {"upload_dir: files", func(k *c) any { return k.UploadFolder() }, "cases/files", map[string]string{"upload_dir: ''": "upload_dir is empty (for example `upload_dir: files`, or take the key out)"}},
		"ask":             {"ask: {defaults: {pay: card, otp: 1}, timeout: 1m}", func(k *c) any { return fmt.Sprint(shown(k.Ask.Defaults), k.Ask.Timeout) }, "[pay=card otp=***] 1m0s", map[string]string{"ask: yes": "ask: expected a map, got the text \"yes\" (for example `ask: {defaults: {pay_method: card}, timeout: 5m}`)", "ask: {default: {a: b}}": `unknown key "default" in ask (did you mean "defaults"?)`, "ask: {timeout: 1ms}": "ask.timeout must be at least 1s, is 1ms"}},
		"app":             {"app: a.apk", func(k *c) any { return k.Spec("").Capabilities["appium:app"] }, "cases/a.apk", map[string]string{"app: [a]": "app: expected text, got a list (for example `app: builds/shop.apk`)"}},
		"app_package":     {"app_package: a.b", func(k *c) any { return k.AppPackage }, "a.b", map[string]string{"app_package: {}": "app_package: expected text, got a map (for example `app_package: com.example.shop`)"}},
		"activity":        {"activity: .Main", func(k *c) any { return k.Activity }, ".Main", map[string]string{"activity:": "activity: expected text, got nothing (for example `activity: .MainActivity`)"}},
		"bundle_id":       {"bundle_id: a.b", func(k *c) any { return k.BundleID }, "a.b", map[string]string{"bundle_id: []": "bundle_id: expected text, got a list (for example `bundle_id: com.example.shop`)"}},
		"device":          {"device: Pixel 9", func(k *c) any { return k.Device }, "Pixel 9", map[string]string{"device: []": "device: expected text, got a list (for example `device: iPhone 16`)"}},
		"os_version":      {"os_version: 18.20", func(k *c) any { return k.OSVersion }, "18.20", map[string]string{"os_version: []": "os_version: expected text, got a list (for example `os_version: 18.2`)"}},
		"udid":            {"udid: 0012", func(k *c) any { return k.UDID }, "0012", map[string]string{"udid: []": "udid: expected text, got a list (for example `udid: emulator-5554`)"}},
		"capabilities":    {"capabilities: {a: [1, {b: true}]}", func(k *c) any { return k.Capabilities }, map[string]any{"a": []any{1, map[string]any{"b": true}}}, map[string]string{"capabilities: [a]": "capabilities: expected a map, got a list (for example `capabilities: {appium:autoGrantPermissions: true}`)"}},
		"reset":           {"reset: full", func(k *c) any { return k.Spec("").Capabilities["appium:fullReset"] }, true, map[string]string{"reset: yes": `reset: "yes" is none of none, app, full`}},
		"orientation":     {"orientation: landscape", func(k *c) any { return k.Spec("").Capabilities["appium:orientation"] }, "LANDSCAPE", map[string]string{"orientation: portait": `orientation: "portait" is none of portrait, landscape (did you mean "portrait"?)`}},
	}
}

func shown(v testcases.Values) []string {
	var out []string
	for _, e := range v {
		out = append(out, e.Name+"="+e.String())
	}
	return out
}

// placed puts a key into a case of its platform; the key stands on the last line before the end.
func placed(k testcases.KeyDoc, line string) (src string, at int) {
	switch k.Where {
	case "phones", "android":
		return front("platform: android\n" + line), 3
	case "ios":
		return front("platform: ios\n" + line), 3
	}
	return front(line), 2
}

func TestEveryKeyHasAGoodAndABadValue(t *testing.T) {
	t.Parallel()
	cases := keyCases()
	for _, k := range testcases.Keys() {
		c, ok := cases[k.Name]
		require.True(t, ok, "%s has no test", k.Name)
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			src, _ := placed(k, c.good)
			got := parse(t, src)
			require.True(t, got.Given(k.Name))
			if diff := cmp.Diff(c.want, c.get(got)); diff != "" {
				t.Fatal(diff)
			}
			src, _ = placed(k, k.Example)
			parse(t, src)
			require.NotEmpty(t, c.bad)
			for line, msg := range c.bad {
				src, at := placed(k, line)
				_, err := testcases.Parse("f.md", []byte(src))
				require.EqualError(t, err, fmt.Sprintf("f.md:%d: %s", at, msg), line)
			}
		})
	}
	require.Len(t, cases, len(testcases.Keys()))
}

func TestAnAliasIsTheSameKey(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"city=Lisbon"}, shown(parse(t, front("recipe_variables: {city: Lisbon}")).Variables))
}

// The table of the documentation is made from Keys.
func TestTheDocumentedTableIsTheKeyTable(t *testing.T) {
	t.Parallel()
	const path, begin, end = "../docs/case-format.md", "<!-- keys: generated, go test ./testcases -update -->\n", "<!-- end of keys -->"
	var table strings.Builder
	table.WriteString(begin + "\n| key | type | default | where | what it says | example |\n|---|---|---|---|---|---|\n")
	for _, k := range testcases.Keys() {
		name := "`" + k.Name + "`"
		for _, a := range k.Aliases {
			name += " (alias `" + a + "`)"
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s | %s | `%s` |\n", name, k.Type, k.Default, k.Where, k.Doc, k.Example)
	}
	table.WriteString("\n")
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(src), begin)
	require.True(t, ok)
	got, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(before+table.String()+end+after), 0o644))
		return
	}
	if diff := cmp.Diff(table.String(), begin+got); diff != "" {
		t.Fatal("run go test ./testcases -update\n" + diff)
	}
}
