package testcases

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	_ "time/tzdata" // a case is as valid on a machine without a zone database

	"github.com/go-playground/validator/v10"
	"golang.org/x/net/http/httpguts"
	"golang.org/x/text/language"

	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
)

// check applies the rules for values that a type cannot say. Values with
// ${ENV} in them are left until Expand has put the text in.
func (c *Case) check() []*Error {
	var errs []*Error
	var bad validator.ValidationErrors
	if err := newValidator().Struct(c); errors.As(err, &bad) {
		for _, f := range bad {
			if s, ok := f.Value().(string); ok && c.pending(s) {
				continue
			}
			errs = append(errs, c.broken(f))
		}
	} else if err != nil {
		errs = append(errs, c.fail("", "", "%v", err))
	}
	if c.URL != "" && !c.pending(c.URL) {
		if hint, msg := wrongURL(c.URL); msg != "" {
			errs = append(errs, c.fail("url", hint, "url: %s", msg))
		}
	}
	if c.Given("viewport") && c.Given("emulate") {
		errs = append(errs, c.fail("emulate", "keep one of them", "viewport and emulate exclude each other"))
	}
	for path, list := range map[string]Values{"credentials": c.Credentials, "variables": c.Variables} {
		for _, v := range list {
			if _, err := memory.ParseTOTP(v.Text()); v.TOTP && err != nil && !c.pending(v.Text()) {
				errs = append(errs, c.fail(path+"."+v.Name, "give the key an authenticator app is given, or its otpauth:// URL", "%s.%s: totp: %v", path, v.Name, err))
			}
		}
	}
	for _, v := range c.Ask.Defaults {
		if v.TOTP {
			errs = append(errs, c.fail("ask.defaults."+v.Name, "name it under credentials and write {{"+v.Name+"}} in the text", "ask.defaults.%s: an answer cannot be a one-time code", v.Name))
		}
	}
	errs = append(errs, c.wrongPermissions()...)
	for i, k := range c.Cookies {
		if k.URL != "" && (k.Domain != "" || k.Path != "") {
			errs = append(errs, c.fail(fmt.Sprintf("cookies[%d].url", i), "keep one of them", "cookies[%d]: url excludes domain and path", i))
		}
	}
	return errs
}

// pending reports whether a text waits for Expand.
func (c *Case) pending(s string) bool { return !c.expanded && strings.Contains(s, "${") }

// newValidator knows the tags of Case and rules for the platform's types, which carry none.
func newValidator() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("yaml") })
	v.RegisterStructValidationMapRules(map[string]string{"Latitude": "min=-90,max=90", "Longitude": "min=-180,max=180", "Accuracy": "min=0"}, platform.Geolocation{})
	v.RegisterStructValidationMapRules(map[string]string{"Name": "required", "URL": "omitempty,http_url"}, platform.Cookie{})
	v.RegisterStructValidationMapRules(map[string]string{"Username": "required"}, platform.HTTPCredentials{})
	for name, holds := range map[string]func(string) bool{
		"tag":          regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}_.:/-]*$`).MatchString,
		"locale":       validLocale,
		"header_name":  httpguts.ValidHeaderFieldName,
		"header_value": httpguts.ValidHeaderFieldValue,
		"origin":       validOrigin,
		"line":         func(s string) bool { return !strings.ContainsAny(s, "\n\r") },
	} {
		// The only errors are an empty name and a nil function.
		_ = v.RegisterValidation(name, func(f validator.FieldLevel) bool { return holds(f.Field().String()) })
	}
	return v
}

func validLocale(s string) bool {
	_, err := language.Parse(s)
	return err == nil && !strings.Contains(s, "_")
}

// broken says in words which rule a value breaks.
func (c *Case) broken(f validator.FieldError) *Error {
	path := strings.TrimPrefix(f.Namespace(), "Case.")
	value := fmt.Sprint(f.Value())
	quoted := fmt.Sprintf("%q", shorten(value, 60))
	name := path
	if name == "viewport.width" || name == "viewport.height" {
		path = "viewport"
	}
	switch f.Tag() {
	case "required":
		return c.fail(path, "", "%s is missing", name)
	case "oneof":
		options := strings.Fields(f.Param())
		return c.fail(path, meant(value, options), "%s: %s is none of %s", name, quoted, strings.Join(options, ", "))
	case "min", "max":
		word := map[string]string{"min": "at least", "max": "at most"}[f.Tag()]
		if f.Kind() == reflect.String {
			return c.fail(path, "", "%s is longer than %s characters", name, f.Param())
		}
		return c.fail(path, "", "%s must be %s %s, is %s", name, word, f.Param(), value)
	case "unique":
		return c.fail(path, "keep one of them", "%s holds an entry twice", name)
	case "tag":
		return c.fail(path, "for example `tags: [login, smoke]`", "%s: %s cannot be a tag: letters, digits and _ - . : / only", name, quoted)
	case "locale":
		return c.fail(path, "for example `locale: pt-PT`", "%s: %s is no language tag", name, quoted)
	case "timezone":
		return c.fail(path, "for example `timezone: Europe/Lisbon`", "%s: %s is no time zone of the IANA list", name, quoted)
	case "header_name":
		return c.fail(path, "", "headers: %s cannot be the name of a header", quoted)
	case "header_value":
		return c.fail(path, "it must be one line", "%s: the value cannot be sent in a header", name)
	case "origin":
		return c.fail(path, "for example `https://login.example` or `example.org`", "%s: %s is neither an http(s) origin nor a domain", name, quoted)
	case "http_url":
		return c.fail(path, "for example `https://shop.example/`", "%s: %s is no absolute http(s) URL", name, quoted)
	case "line":
		return c.fail(path, "", "%s must be one line", name)
	}
	return c.fail(path, "", "%s breaks the rule %q", name, f.Tag())
}

func meant(word string, options []string) string {
	if near := memory.Nearest(word, options); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}
