package playwright

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"

	pw "github.com/mxschmitt/playwright-go"
	"golang.org/x/net/publicsuffix"
)

// fence holds navigation to the allowed origins.
type fence struct {
	entries []entry
	strict  bool

	// routed says that all requests are intercepted, not only the documents.
	routed bool

	mu      sync.Mutex
	refused error // the last top-level navigation that was blocked
	seen    map[pw.Request]sighting
	stray   int // new tabs on their way outside
}

// entry is one allowed origin ("https://shop.example:8443": scheme, host and
// port) or host ("shop.example": its registrable domain; IP addresses and
// single-label names such as localhost: that host on any port).
type entry struct {
	scheme, host, port string
	domain             string
}

func newFence(allowed []string, strict, devtools bool) *fence {
	f := &fence{strict: strict, routed: strict || !devtools, seen: map[pw.Request]sighting{}}
	for _, a := range allowed {
		a = strings.TrimSpace(strings.ToLower(a))
		if a == "" {
			continue
		}
		if !strings.Contains(a, "://") {
			host := a
			if h, _, err := net.SplitHostPort(a); err == nil {
				host = h
			}
			f.entries = append(f.entries, entry{host: strings.Trim(host, "[]"), domain: registrable(host)})
			continue
		}
		u, err := url.Parse(a)
		if err != nil {
			continue
		}
		f.entries = append(f.entries, entry{scheme: u.Scheme, host: u.Hostname(), port: portOf(u)})
	}
	return f
}

// registrable is the domain somebody owns; "" for IP addresses and single-label names.
func registrable(host string) string {
	host = strings.TrimSuffix(host, ".")
	if net.ParseIP(strings.Trim(host, "[]")) != nil {
		return ""
	}
	d, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return ""
	}
	return d
}

func portOf(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443"}[u.Scheme]
}

// allowed says whether the top of a tab may go there.
func (f *fence) allowed(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("%q is no address: %w", address, err)
	}
	switch u.Scheme {
	case "http", "https":
		if u.Host == "" {
			return fmt.Errorf("%q is no absolute address", address)
		}
	case "about":
		if u.Opaque == "blank" || u.Opaque == "srcdoc" {
			return nil
		}
		return fmt.Errorf("the address %s is not allowed", address)
	case "":
		return fmt.Errorf("%q is no absolute address", address)
	default:
		return fmt.Errorf("addresses with %s: are not allowed, only http and https", u.Scheme)
	}
	if f.covers(u) {
		return nil
	}
	return fmt.Errorf("%s://%s is outside of the allowed origins", u.Scheme, u.Host)
}

func (f *fence) covers(u *url.URL) bool {
	if len(f.entries) == 0 {
		return true
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	domain := registrable(host)
	for _, e := range f.entries {
		switch {
		case e.scheme != "":
			if scheme := strings.Replace(u.Scheme, "ws", "http", 1); e.scheme == scheme && e.host == host && e.port == portOf(u) {
				return true
			}
		case e.host == host, e.domain != "" && e.domain == domain:
			return true
		}
	}
	return false
}

func (f *fence) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refused = nil
}

func (f *fence) lastRefusal() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.refused
}
