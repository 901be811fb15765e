package agent

import (
	"net/url"
	"strings"
)

// PageOf is an address as a recorded run remembers it: its path, and a route kept behind "#"; what looks made for
// one occasion (a long number, a hash) is "*". The origin is left out where it is that of start. "" for what is no address.
func PageOf(address, start string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	page := ""
	if s, err := url.Parse(start); err != nil || s.Host != u.Host || s.Scheme != u.Scheme {
		page = u.Scheme + "://" + u.Host
	}
	page += steady(u.EscapedPath())
	if f := u.EscapedFragment(); strings.HasPrefix(f, "/") || strings.HasPrefix(f, "!") {
		path, _, _ := strings.Cut(f, "?")
		page += "#" + steady(path)
	}
	if page == "" {
		page = "/"
	}
	return page
}

// steady writes "*" for the segments of a path that are made for one occasion.
func steady(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if passing(p) {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// passing reports a segment with four digits in a row or more, or one that looks like a hash.
func passing(s string) bool {
	run, digits, hex := 0, 0, 0
	for _, c := range s {
		if c >= '0' && c <= '9' {
			run++
			digits++
		} else {
			run = 0
		}
		if run >= 4 {
			return true
		}
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' || c == '-' {
			hex++
		}
	}
	return len(s) >= 8 && hex == len(s) && digits > 0
}
