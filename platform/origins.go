package platform

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Origins is the one rule for where a run may go. An entry is an origin
// ("https://shop.example:8443": that scheme, host and port) or a host
// ("shop.example": on any port, with everything below it). Nothing lies below
// an IP address, a single label ("localhost") or a public suffix ("co.uk"). The
// zero value has no limit; an entry that cannot be read allows nothing.
type Origins struct {
	Entries []Origin
	limited bool
}

// Origin is one entry of Origins, as browsers write hosts: lower case, punycode.
type Origin struct {
	Scheme string `json:"scheme,omitempty"` // http or https; "" is any
	Host   string `json:"host"`
	Port   string `json:"port,omitempty"`  // "" is any
	Below  bool   `json:"below,omitempty"` // what lies below the host as well
}

// NewOrigins reads the entries of Spec.AllowedOrigins.
func NewOrigins(list []string) Origins {
	var o Origins
	for _, text := range list {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		o.limited = true
		if e, ok := readOrigin(text); ok {
			o.Entries = append(o.Entries, e)
		}
	}
	return o
}

func readOrigin(text string) (Origin, bool) {
	if strings.Contains(text, "://") {
		u, err := url.Parse(text)
		if err != nil || u.Hostname() == "" {
			return Origin{}, false
		}
		return Origin{Scheme: u.Scheme, Host: hostOf(u.Hostname()), Port: portOf(u)}, true
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = strings.Trim(text, "[]"), ""
	}
	host = hostOf(host)
	_, err = publicsuffix.EffectiveTLDPlusOne(host)
	return Origin{Host: host, Port: port, Below: err == nil && !isAddress(host)}, host != ""
}

// hostOf writes a host as browsers do.
func hostOf(host string) string {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.String()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		return ascii
	}
	return host
}

func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

func portOf(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443"}[u.Scheme]
}

// Limited says that there is a limit at all.
func (o Origins) Limited() bool { return o.limited }

// Covers says whether an http, https, ws or wss address lies within the entries.
func (o Origins) Covers(u *url.URL) bool {
	if !o.limited {
		return true
	}
	scheme, host, port := strings.Replace(u.Scheme, "ws", "http", 1), hostOf(u.Hostname()), portOf(u)
	for _, e := range o.Entries {
		if (e.Scheme == "" || e.Scheme == scheme) && (e.Port == "" || e.Port == port) &&
			(e.Host == host || e.Below && !isAddress(host) && strings.HasSuffix(host, "."+e.Host)) {
			return true
		}
	}
	return false
}

// Check says why the top of a tab may not go to an address, nil when it may.
// Only http and https lead anywhere; about:blank, which is nowhere, is allowed.
func (o Origins) Check(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme == "":
		return fmt.Errorf("%q is no absolute address", address)
	case u.Scheme == "about" && (u.Opaque == "blank" || u.Opaque == "srcdoc"):
		return nil
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("addresses with %s: are not allowed, only http and https", u.Scheme)
	case u.Hostname() == "":
		return fmt.Errorf("%q is no absolute address", address)
	case !o.Covers(u):
		return fmt.Errorf("%s://%s is outside of the allowed origins", u.Scheme, u.Host)
	}
	return nil
}
