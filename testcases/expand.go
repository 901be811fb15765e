package testcases

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/internal/secret"
	"github.com/verdict-run/verdict/memory"
)

var envUse = regexp.MustCompile(`\$?\$\{[^}]*\}?`)
var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// expansion is what came of one text.
type expansion struct {
	text string
	used []string // environment variables
}

// expandText replaces ${NAME} by the variable and $${ by ${. It calls wrong for every variable that is not there.
func expandText(text string, lookup func(string) (string, bool), wrong func(hint, msg string)) expansion {
	var used []string
	out := envUse.ReplaceAllStringFunc(text, func(m string) string {
		if strings.HasPrefix(m, "$$") {
			return m[1:]
		}
		name, closed := strings.CutSuffix(strings.TrimPrefix(m, "${"), "}")
		if !closed || !envName.MatchString(name) {
			wrong("write $${ for the two characters", fmt.Sprintf("%q names no environment variable", shorten(m, 40)))
			return m
		}
		value, ok := lookup(name)
		switch {
		case !ok:
			wrong(fmt.Sprintf("set it, or write $${%s} for the text itself", name), fmt.Sprintf("the environment variable %s is not set", name))
		case value == "" && memory.SecretName(name):
			// What a CI does for a secret it does not give to this job.
			wrong("give the secret to this job", fmt.Sprintf("the environment variable %s is empty", name))
		}
		used = append(used, name)
		return value
	})
	return expansion{out, used}
}

// Expand puts environment variables in the place of ${NAME}, in every value but
// name, tags and those with a fixed set of values, and then checks the values
// again; $${ gives ${. All missing variables are reported. A second call does nothing.
func (c *Case) Expand(lookup func(string) (string, bool)) error {
	if c.expanded {
		return nil
	}
	var errs []*Error
	one := func(path, text string) expansion {
		e := expandText(text, lookup, func(hint, msg string) { errs = append(errs, c.fail(path, hint, "%s: %s", path, msg)) })
		return e
	}
	place := func(path, text string) string {
		e := one(path, text)
		c.hide(e.used, lookup)
		return e.text
	}
	c.expandPlain(place)
	values := func(path string, v Values) Values {
		v = slices.Clone(v)
		for i := range v {
			v[i] = v[i].expanded(one(path+"."+v[i].Name, v[i].Text()))
		}
		return v
	}
	c.Credentials = values("credentials", c.Credentials)
	c.Variables = values("variables", c.Variables)
	c.Ask.Defaults = values("ask.defaults", c.Ask.Defaults)
	c.Data.Rows = slices.Clone(c.Data.Rows)
	for i := range c.Data.Rows {
		c.Data.Rows[i].Values = values(fmt.Sprintf("data[%d]", i), c.Data.Rows[i].Values)
	}
	c.expanded, c.lookup = true, lookup
	if len(errs) == 0 {
		errs = c.check()
	}
	return join(errs)
}

// expanded is the value with its text from an expansion.
func (v Value) expanded(e expansion) Value {
	if len(e.used) > 0 {
		v.FromEnv = true
		v.Secret = v.Secret || slices.ContainsFunc(e.used, memory.SecretName)
	}
	v.Content = secret.New(e.text)
	return v
}

// hide remembers secret-named environment variables used in a place that is no variable.
func (c *Case) hide(used []string, lookup func(string) (string, bool)) {
	for _, name := range used {
		if value, ok := lookup(name); ok && memory.SecretName(name) {
			c.hidden = append(slices.Clip(c.hidden), Value{Name: name, Content: secret.New(value), Secret: true, FromEnv: true})
		}
	}
}

// expandPlain replaces the texts that are no named values. Maps and slices are
// copied: data rows share them.
func (c *Case) expandPlain(place func(path, text string) string) {
	for path, field := range map[string]*string{
		"url": &c.URL, "emulate": &c.Emulate, "locale": &c.Locale, "timezone": &c.Timezone, "storage_state": &c.StorageState,
		"upload_dir": &c.UploadDir, "data": &c.Data.File, "app": &c.App, "app_package": &c.AppPackage, "activity": &c.Activity,
		"bundle_id": &c.BundleID, "device": &c.Device, "os_version": &c.OSVersion, "udid": &c.UDID,
	} {
		*field = place(path, *field)
	}
	c.AllowedOrigins = slices.Clone(c.AllowedOrigins)
	for i, s := range c.AllowedOrigins {
		c.AllowedOrigins[i] = place(fmt.Sprintf("allowed_origins[%d]", i), s)
	}
	c.Headers = maps.Clone(c.Headers)
	for name, value := range c.Headers {
		c.Headers[name] = place("headers["+name+"]", value)
	}
	c.Cookies = slices.Clone(c.Cookies)
	for i := range c.Cookies {
		k := &c.Cookies[i]
		for name, field := range map[string]*string{"name": &k.Name, "value": &k.Value, "domain": &k.Domain, "path": &k.Path, "url": &k.URL} {
			*field = place(fmt.Sprintf("cookies[%d].%s", i, name), *field)
		}
	}
	if c.HTTPCredentials != nil {
		h := *c.HTTPCredentials
		h.Username, h.Password = place("http_credentials.username", h.Username), place("http_credentials.password", h.Password)
		c.HTTPCredentials = &h
	}
	if c.Capabilities != nil {
		c.Capabilities, _ = expandAny("capabilities", c.Capabilities, place).(map[string]any)
	}
}

func expandAny(path string, v any, place func(path, text string) string) any {
	switch v := v.(type) {
	case string:
		return place(path, v)
	case map[string]any:
		out := map[string]any{}
		for name, item := range v {
			out[name] = expandAny(path+"."+name, item, place)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = expandAny(fmt.Sprintf("%s[%d]", path, i), item, place)
		}
		return out
	}
	return v
}
