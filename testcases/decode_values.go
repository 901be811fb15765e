package testcases

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/verdict-run/verdict/internal/secret"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
)

// values reads a map of names to values. A value is a single value as written,
// or {secret: value} to mark it secret.
func (d *decoder) values(path string, n *yaml.Node, example string, to *Values) {
	if n.Kind != yaml.MappingNode {
		d.want(path, n, "a map of names and values", example)
		return
	}
	d.mapping(path, n, func(name string, k, v *yaml.Node) {
		at := path + "." + name
		d.at(at, v)
		if !memory.ValidName(name) {
			d.fail(k, "start with a letter; letters, digits, _ - . may follow", "%s: %q cannot be a name", path, shorten(name, 40))
			return
		}
		value := Value{Name: name, Secret: memory.SecretName(name), Line: d.offset + k.Line}
		if mark := marked(v); mark != "" && d.plain(v.Content[1]) {
			value.Secret, value.TOTP = true, mark == "totp"
			v = v.Content[1]
			d.at(at, v)
		}
		switch {
		case v.Kind == yaml.ScalarNode && v.ShortTag() != "!!null":
			value.Content = secret.New(v.Value)
			*to = append(*to, value)
		case v.Kind == yaml.ScalarNode:
			d.fail(v, `write "" for an empty text`, "%s has no value", at)
		default:
			d.fail(v, "for example `city: Lisbon`; `code: {secret: value}` for a secret; a template needs quotes", "%s: expected one value, got %s", at, describe(v))
		}
	})
}

// marked is the mark of {secret: value} or {totp: key}, "" without one.
func marked(n *yaml.Node) string {
	if n.Kind != yaml.MappingNode || len(n.Content) != 2 {
		return ""
	}
	switch mark := n.Content[0].Value; mark {
	case "secret", "totp":
		return mark
	}
	return ""
}

func (d *decoder) viewport(path string, n *yaml.Node) {
	const example = "viewport: 1280x800"
	w, h, ok := strings.Cut(strings.ToLower(n.Value), "x")
	width, okW := digits(w)
	height, okH := digits(h)
	if n.Kind != yaml.ScalarNode || !ok || !okW || !okH {
		d.want(path, n, "WIDTHxHEIGHT", example)
		return
	}
	d.c.Viewport = Viewport{width, height}
}

// digits is a number of up to six digits.
func digits(s string) (n int, ok bool) {
	s = strings.TrimSpace(s)
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = n*10 + int(r-'0')
	}
	return n, s != "" && len(s) <= 6
}

func (d *decoder) geolocation(path string, n *yaml.Node) {
	const example = "geolocation: {latitude: 38.72, longitude: -9.14}"
	var g platform.Geolocation
	seen := map[string]bool{}
	ok := d.fields(path, n, example, []string{"latitude", "longitude", "accuracy"}, func(at, name string, v *yaml.Node) {
		seen[name] = true
		d.number(at, v, name+": 38.72", map[string]*float64{"latitude": &g.Latitude, "longitude": &g.Longitude, "accuracy": &g.Accuracy}[name])
	})
	if !ok {
		return
	}
	if !seen["latitude"] || !seen["longitude"] {
		d.fail(n, "for example `"+example+"`", "%s needs latitude and longitude", path)
	}
	d.c.Geolocation = &g
}

func (d *decoder) cookies(path string, n *yaml.Node) {
	const example = "cookies: [{name: consent, value: all}]"
	known := []string{"name", "value", "domain", "path", "url"}
	d.list(path, n, "a list of cookies", example, func(at string, item *yaml.Node) {
		var k platform.Cookie
		fields := map[string]*string{"name": &k.Name, "value": &k.Value, "domain": &k.Domain, "path": &k.Path, "url": &k.URL}
		d.fields(at, item, example, known, func(at, name string, v *yaml.Node) {
			if name == "value" && v.Kind == yaml.ScalarNode && v.ShortTag() == "!!str" {
				k.Value = v.Value // may be empty
				return
			}
			d.text(at, v, name+": text", fields[name])
		})
		d.c.Cookies = append(d.c.Cookies, k)
	})
}

func (d *decoder) headers(path string, n *yaml.Node) {
	const example = "headers: {Accept-Language: pt}"
	if n.Kind != yaml.MappingNode {
		d.want(path, n, "a map of header names and values", example)
		return
	}
	d.c.Headers = map[string]string{}
	d.mapping(path, n, func(name string, _, v *yaml.Node) {
		at := path + "[" + name + "]"
		d.at(at, v)
		if v.Kind != yaml.ScalarNode || v.ShortTag() == "!!null" {
			d.want(at, v, "text", example)
			return
		}
		d.c.Headers[name] = v.Value
	})
}

func (d *decoder) httpCredentials(path string, n *yaml.Node) {
	const example = `http_credentials: {username: admin, password: "${ADMIN_PASSWORD}"}`
	var h platform.HTTPCredentials
	fields := map[string]*string{"username": &h.Username, "password": &h.Password}
	if d.fields(path, n, example, []string{"username", "password"}, func(at, name string, v *yaml.Node) { d.text(at, v, name+": text", fields[name]) }) {
		d.c.HTTPCredentials = &h
	}
}

func (d *decoder) ask(path string, n *yaml.Node) {
	const example = "ask: {defaults: {pay_method: card}, timeout: 5m}"
	d.fields(path, n, example, []string{"defaults", "timeout"}, func(at, name string, v *yaml.Node) {
		if name == "defaults" {
			d.values(at, v, "defaults: {pay_method: card}", &d.c.Ask.Defaults)
			return
		}
		d.duration(at, v, "timeout: 5m", &d.c.Ask.Timeout)
	})
}

func (d *decoder) data(path string, n *yaml.Node) {
	const example = "data: cities.csv"
	switch n.Kind {
	case yaml.ScalarNode:
		if !d.text(path, n, example, &d.c.Data.File) {
			return
		}
		if low := strings.ToLower(n.Value); !strings.HasSuffix(low, ".csv") && !strings.HasSuffix(low, ".json") && !strings.HasSuffix(n.Value, "}") {
			d.fail(n, "for example `"+example+"`", "data: %q is neither a .csv nor a .json file", shorten(n.Value, 80))
		}
	case yaml.SequenceNode:
		if len(n.Content) == 0 {
			d.fail(n, "for example `data: [{city: Lisbon}, {city: Porto}]`", "data has no rows")
		}
		d.list(path, n, "rows", example, func(at string, item *yaml.Node) {
			row := Row{Line: d.offset + item.Line}
			d.values(at, item, "data: [{city: Lisbon}, {city: Porto}]", &row.Values)
			d.c.Data.Rows = append(d.c.Data.Rows, row)
		})
	default:
		d.want(path, n, "a CSV or JSON file, or a list of rows", example)
	}
}

// capabilities are passed to the driver as they are, so any YAML value goes.
func (d *decoder) capabilities(path string, n *yaml.Node) {
	const example = "capabilities: {appium:autoGrantPermissions: true}"
	if n.Kind != yaml.MappingNode {
		d.want(path, n, "a map", example)
		return
	}
	if v, ok := d.any(path, n).(map[string]any); ok {
		d.c.Capabilities = v
	}
}

func (d *decoder) any(path string, n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		out := map[string]any{}
		d.mapping(path, n, func(name string, _, v *yaml.Node) {
			at := path + "." + name
			d.at(at, v)
			out[name] = d.any(at, v)
		})
		return out
	case yaml.SequenceNode:
		out := []any{}
		d.list(path, n, "", "", func(at string, v *yaml.Node) { out = append(out, d.any(at, v)) })
		return slices.Clip(out)
	}
	var v any
	if err := n.Decode(&v); err != nil {
		d.fail(n, "", "%s: %v", path, err)
	}
	return v
}
