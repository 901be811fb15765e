package testcases

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// KeyDoc describes one key of the front matter.
type KeyDoc struct {
	Name    string
	Aliases []string
	Type    string
	Default string
	Where   string // all, web, browsers (the web, and browsers of phones), phones, android, ios
	Doc     string
	Example string // one valid line of front matter
}

// Keys is the key table: it drives what Parse accepts and the table of docs/case-format.md.
func Keys() []KeyDoc {
	var docs []KeyDoc
	for _, k := range keyTable() {
		docs = append(docs, k.KeyDoc)
	}
	return docs
}

// key is one row of the table and how it is read.
type key struct {
	KeyDoc
	read func(d *decoder, path string, n *yaml.Node)
}

func keyTable() []key {
	var t table
	t.all()
	t.web()
	t.limits()
	t.phones()
	return t
}

type table []key

func (t *table) add(name, kind, def, where, doc, example string, read func(d *decoder, path string, n *yaml.Node)) {
	*t = append(*t, key{KeyDoc{Name: name, Type: kind, Default: def, Where: where, Doc: doc, Example: example}, read})
}

func (t *table) text(name, kind, def, where, doc, example string, field func(*Case) *string) {
	t.add(name, kind, def, where, doc, example, func(d *decoder, path string, n *yaml.Node) {
		d.text(path, n, example, field(d.c))
	})
}

func (t *table) texts(name, kind, def, where, doc, example string, field func(*Case) *[]string) {
	t.add(name, kind, def, where, doc, example, func(d *decoder, path string, n *yaml.Node) {
		d.texts(path, n, example, field(d.c))
	})
}

func (t *table) all() {
	t.text("name", "text", "the file name", "all", "What reports call the case.", "name: Locked user is refused", func(c *Case) *string { return &c.Name })
	t.text("url", "URL", "the base URL", browsers, "Where the case starts: an absolute http(s) URL, or a path below `--base-url`.", "url: https://shop.example/login", func(c *Case) *string { return &c.URL })
	t.text("platform", "web, android or ios", "web", "all", "What the case runs on.", "platform: web", func(c *Case) *string { return &c.Platform })
	t.texts("tags", "list", "none", "all", "For `--tag`: letters, digits and `_ - . : /`.", "tags: [login, smoke]", func(c *Case) *[]string { return &c.Tags })
	const credentials = "credentials: {user: alice, password: \"${SHOP_PASSWORD}\"}"
	t.add("credentials", "map", "none", "all", "Who to log in as; `{{user}}` in the text. Secret by name or mark, see Secrets.", credentials,
		func(d *decoder, path string, n *yaml.Node) { d.values(path, n, credentials, &d.c.Credentials) })
	t.add("variables", "map", "none", "all", "Other values for `{{name}}` in the text. Secret by name or mark, see Secrets.", "variables: {city: Lisbon}",
		func(d *decoder, path string, n *yaml.Node) {
			d.values(path, n, "variables: {city: Lisbon}", &d.c.Variables)
		})
	(*t)[len(*t)-1].Aliases = []string{"recipe_variables"}
	t.add("data", "CSV or JSON file, or list of rows", "none", "all", "One run a row, see Data rows.", "data: [{city: Lisbon}, {city: Porto}]", (*decoder).data)
}

func (t *table) web() {
	t.add("viewport", "WIDTHxHEIGHT", "1280x800", "web", "Size of the page in CSS pixels, 100 to 8192 each way.", "viewport: 1280x800", (*decoder).viewport)
	t.text("emulate", "device name", "none", "web", "A device of the driver's list; it brings its own viewport.", "emulate: Pixel 7", func(c *Case) *string { return &c.Emulate })
	t.add("scale", "number", "the driver's", "web", "Device scale factor, 0.5 to 5.", "scale: 2", func(d *decoder, path string, n *yaml.Node) {
		before := len(d.errs)
		d.number(path, n, "scale: 2", &d.c.Scale)
		if len(d.errs) == before && d.c.Scale == 0 { // the rule of the tag takes 0 as "not given"
			d.fail(n, "for example `scale: 2`", "scale must be at least 0.5")
		}
	})
	t.text("locale", "language tag", "the driver's", "web", "Language and region of the browser.", "locale: pt-PT", func(c *Case) *string { return &c.Locale })
	t.text("timezone", "IANA time zone", "the driver's", "web", "Time zone of the browser.", "timezone: Europe/Lisbon", func(c *Case) *string { return &c.Timezone })
	t.add("geolocation", "map", "none", "web", "`latitude`, `longitude` in degrees, `accuracy` in metres; grant the permission `geolocation` too.", "geolocation: {latitude: 38.72, longitude: -9.14}", (*decoder).geolocation)
	t.text("color_scheme", "light, dark or no-preference", "the driver's", "web", "The colour scheme the browser asks for.", "color_scheme: dark", func(c *Case) *string { return &c.ColorScheme })
	t.texts("permissions", "list", "none", "all", "Permissions granted from the start. Web: "+strings.Join(permissionNames(), ", ")+". Android: a permission's name, short (`CAMERA`) or full. iOS simulators: "+strings.Join(iosPermissions(), ", ")+".", "permissions: [geolocation, notifications]", func(c *Case) *[]string { return &c.Permissions })
	t.text("storage_state", "file", "none", "web", "A saved storage state (cookies, local storage), relative to the case's folder.", "storage_state: auth/alice.json", func(c *Case) *string { return &c.StorageState })
	t.add("cookies", "list of maps", "none", "web", "Set before the first page: `name`, `value`, and `domain`, `path` or `url` (default: the case's url).", "cookies: [{name: consent, value: all}]", (*decoder).cookies)
	t.add("headers", "map", "none", "web", "Sent with every request.", "headers: {X-Test-Run: nightly}", (*decoder).headers)
	t.add("http_credentials", "map", "none", "web", "`username` and `password` of HTTP authentication.", "http_credentials: {username: admin, password: \"${ADMIN_PASSWORD}\"}", (*decoder).httpCredentials)
	t.texts("allowed_origins", "list", "the url's registrable domain", "web", "Origins (https://login.example) or domains (example.org) the run may visit; the url's own origin always is allowed.", "allowed_origins: [shop.example, https://login.example]", func(c *Case) *[]string { return &c.AllowedOrigins })
	t.text("containment", "navigation or strict", "navigation", "web", "What is held to the allowed origins: top-level navigation, or every request.", "containment: strict", func(c *Case) *string { return &c.Containment })
	t.text("upload_dir", "folder", "the case's folder", "web", "The only folder files are uploaded from, relative to the case's folder.", "upload_dir: files", func(c *Case) *string { return &c.UploadDir })
}

func (t *table) limits() {
	t.add("max_steps", "whole number", "50", "all", "Model turns before the case is blocked, 1 to 10000.", "max_steps: 50", func(d *decoder, path string, n *yaml.Node) {
		d.integer(path, n, "max_steps: 50", &d.c.MaxSteps)
	})
	t.add("timeout", "duration", "10m", "all", "Time for the whole case, 1s to 24h.", "timeout: 10m", func(d *decoder, path string, n *yaml.Node) {
		d.duration(path, n, "timeout: 10m", &d.c.Timeout)
	})
	t.add("max_tokens", "whole number", "none", "all", "Tokens the models may use for the case.", "max_tokens: 200000", func(d *decoder, path string, n *yaml.Node) {
		before := len(d.errs)
		d.integer(path, n, "max_tokens: 200000", &d.c.MaxTokens)
		if len(d.errs) == before && d.c.MaxTokens < 1 {
			d.fail(n, "leave it out for no limit", "max_tokens must be at least 1")
		}
	})
	t.add("max_cost", "number (US dollars)", "none", "all", "Money the models may cost for the case.", "max_cost: 0.20", func(d *decoder, path string, n *yaml.Node) {
		before := len(d.errs)
		d.number(path, n, "max_cost: 0.20", &d.c.MaxCost)
		if len(d.errs) == before && d.c.MaxCost <= 0 {
			d.fail(n, "leave it out for no limit", "max_cost must be more than 0 US dollars")
		}
	})
	t.add("ask", "map", "none; 10m", "all", "`defaults`: answers by question id, given without asking; `timeout`: how long a person may take.", "ask: {defaults: {pay_method: card}, timeout: 5m}", (*decoder).ask)
}

func (t *table) phones() {
	t.text("app", "file, URL or app id", "none", "phones", "The application (apk, ipa, zip), relative to the case's folder.", "app: builds/shop.apk", func(c *Case) *string { return &c.App })
	t.text("app_package", "package name", "of the app", "android", "Package of an installed application.", "app_package: com.example.shop", func(c *Case) *string { return &c.AppPackage })
	t.text("activity", "activity name", "of the app", "android", "Activity to start.", "activity: .MainActivity", func(c *Case) *string { return &c.Activity })
	t.text("bundle_id", "bundle id", "of the app", "ios", "Bundle id of an installed application.", "bundle_id: com.example.shop", func(c *Case) *string { return &c.BundleID })
	t.text("device", "device name", "any", "phones", "Name of the device or simulator.", "device: iPhone 16", func(c *Case) *string { return &c.Device })
	t.text("os_version", "version", "any", "phones", "Version of the operating system.", "os_version: 18.2", func(c *Case) *string { return &c.OSVersion })
	t.text("udid", "device id", "any", "phones", "One particular device.", "udid: emulator-5554", func(c *Case) *string { return &c.UDID })
	t.add("capabilities", "map", "none", "phones", "Appium capabilities, passed as they are; they win over the other keys.", "capabilities: {\"appium:autoGrantPermissions\": true}", (*decoder).capabilities)
	t.text("reset", "none, app or full", "the driver's", "phones", "Before the run: keep the app's data, clear it, or install the app anew.", "reset: full", func(c *Case) *string { return &c.Reset })
	t.text("orientation", "portrait or landscape", "the device's", "phones", "How the device is held.", "orientation: landscape", func(c *Case) *string { return &c.Orientation })
}
