package testcases

import (
	"fmt"
	"net"
	"net/url"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/publicsuffix"
)

var hasScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
var hostPort = regexp.MustCompile(`^[A-Za-z0-9.-]+:\d+(/|$)`)

// wrongURL says why a url cannot be used and what to write instead; "" when it can.
func wrongURL(s string) (hint, msg string) {
	const either = "write https://shop.example/login, or /login for a path below --base-url"
	switch {
	case strings.Contains(s, "{{"):
		return "variables work in the text of the case; here ${ENV} does", "a url cannot hold {{variables}}"
	case strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' }):
		return "write %20 for a space", "a url cannot hold spaces"
	case strings.HasPrefix(s, "//"):
		return either, "\"" + shorten(s, 60) + "\" has no scheme"
	case strings.HasPrefix(s, "/"):
		if u, err := url.Parse(s); err != nil {
			return either, "this is no path: " + plainURLError(err)
		} else if escapes(u.Path) {
			return "take the .. out", "the path leaves the base URL"
		}
		return "", ""
	case hostPort.MatchString(s), !hasScheme.MatchString(s):
		return either, "\"" + shorten(s, 60) + "\" has no scheme"
	}
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return either, "this is no URL: " + plainURLError(err)
	case u.Scheme != "http" && u.Scheme != "https":
		return "only http and https pages can be tested", "the scheme " + u.Scheme + ": is refused"
	case u.Hostname() == "":
		return either, "the URL has no host"
	case u.User != nil:
		return "use http_credentials", "a url cannot hold a user name or password"
	}
	return "", ""
}

// plainURLError is the reason without the URL, which may hold a secret.
func plainURLError(err error) string {
	if e, ok := err.(*url.Error); ok {
		return e.Err.Error()
	}
	return err.Error()
}

// escapes reports whether a path climbs above its start.
func escapes(p string) bool {
	depth := 0
	for _, part := range strings.Split(p, "/") {
		switch part {
		case "..":
			depth--
		case "", ".":
		default:
			depth++
		}
		if depth < 0 {
			return true
		}
	}
	return false
}

const browsers = "browsers"

// Browses says that the case runs in a browser: on the web, or in one of a phone, which its capabilities name.
func (c *Case) Browses() bool {
	name, _ := c.Capabilities["browserName"].(string)
	return c.Platform == Web || name != ""
}

// ResolveURL makes the url absolute: a path is put below base, no url is base
// itself. base may be "" when every case has an absolute url. An application on a phone has no url.
func (c *Case) ResolveURL(base string) error {
	if !c.Browses() {
		return nil
	}
	if c.URL != "" {
		if hint, msg := wrongURL(c.URL); msg != "" {
			return c.fail("url", hint, "url: %s", msg)
		}
		if !strings.HasPrefix(c.URL, "/") {
			return nil
		}
	}
	if base == "" {
		if c.URL == "" {
			return c.fail("url", "add `url: https://…` to the front matter, or pass --base-url", "the case has no url")
		}
		return c.fail("url", "pass --base-url https://…, or write the whole URL", "url: %s is a path and there is no base URL", c.URL)
	}
	hint, msg := wrongURL(base)
	if msg == "" && strings.HasPrefix(base, "/") {
		hint, msg = "write https://shop.example", "it is a path"
	}
	if msg == "" && strings.ContainsAny(base, "?#") {
		hint, msg = "take everything from ? or # out", "it has a query or a fragment"
	}
	if u, err := url.Parse(base); msg != "" && err == nil && u.User != nil {
		base = u.Redacted()
	}
	if msg != "" {
		return &Error{File: c.Path, Msg: fmt.Sprintf("the base URL %q: %s", shorten(base, 60), msg), Hint: hint}
	}
	c.URL = below(base, c.URL)
	return nil
}

// below joins as text, so that escapes and queries of the path stay as they are.
func below(base, p string) string {
	if p == "" {
		return base
	}
	file, query := p, ""
	if i := strings.IndexAny(p, "?#"); i >= 0 {
		file, query = p[:i], p[i:]
	}
	clean := path.Clean(file)
	if strings.HasSuffix(file, "/") && clean != "/" {
		clean += "/"
	}
	return strings.TrimRight(base, "/") + clean + query
}

// registrable is the domain top-level navigation stays in by default: the
// registrable domain, or the host itself for localhost, addresses and public suffixes.
func registrable(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	if net.ParseIP(host) != nil {
		return host
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// origin is scheme and host of a URL.
func origin(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

var domainForm = regexp.MustCompile(`^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$`)

// validOrigin accepts https://login.example:8443 and login.example.
func validOrigin(s string) bool {
	if !strings.Contains(s, "://") {
		return domainForm.MatchString(s) || net.ParseIP(s) != nil
	}
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil &&
		strings.TrimRight(s, "/") == u.Scheme+"://"+u.Host
}
