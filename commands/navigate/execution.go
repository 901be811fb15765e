package navigate

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"path"
	"strings"

	"github.com/verdict-run/verdict/commands"
	"github.com/verdict-run/verdict/platform"
)

func hasNavigation(d *platform.Device) bool { return d.Navigation != nil && !d.Addressless }

// Execute opens the address if it is allowed.
func (Command) Execute(ctx context.Context, env *commands.Env, p Params) (Outcome, error) {
	text, err := env.Resolve(p.URL)
	if err != nil {
		return Outcome{}, err
	}
	address, err := Absolute(text, env.BaseURL)
	if err != nil {
		return Outcome{}, commands.Failf(commands.InvalidArguments, "%q is no address: %v", env.Mask(text), err)
	}
	if env.AllowURL != nil {
		if err := env.AllowURL(address); err != nil {
			return Outcome{}, commands.Failf(commands.NotAllowed, "%s may not be opened: %v", address, err)
		}
	}
	if err := env.Device.Navigation.Navigate(ctx, address); err != nil {
		return Outcome{}, failed(address, err)
	}
	o := Outcome{URL: address}
	if now, err := env.Device.Navigation.CurrentURL(ctx); err == nil && now != "" {
		o.URL = now
	}
	return o, nil
}

// failed names a page that did not come; everything else is the device's.
func failed(address string, err error) error {
	var d *platform.Error
	if errors.As(err, &d) && d.Class == platform.Permanent {
		return commands.Failf(commands.NavigationFailed, "%s did not open: %v", address, d.Err)
	}
	return err
}

// Absolute makes an absolute address of what a person writes: "shop.example/cart"
// is https, a name of this machine http, and what begins with "/", "?", "#" or "."
// or is no host name is relative to base.
func Absolute(text, base string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", errors.New("it is empty")
	}
	if strings.ContainsAny(text, " \t\r\n") {
		return "", errors.New("it holds blanks")
	}
	if scheme, _, ok := strings.Cut(text, ":"); ok && isScheme(scheme) && !isPort(text[len(scheme)+1:]) {
		u, err := url.Parse(text)
		if err != nil {
			return "", errors.Unwrap(err)
		}
		if (u.Scheme == "http" || u.Scheme == "https") && u.Host == "" {
			return "", errors.New("it has no host")
		}
		return u.String(), nil
	}
	host, rest := text, ""
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		host, rest = text[:i], text[i:]
	}
	if isHost(host) && !(rest == "" && isFile(host) && base != "") {
		u, err := url.Parse(schemeOf(host) + "://" + text)
		if err != nil {
			return "", errors.Unwrap(err)
		}
		return u.String(), nil
	}
	b, err := url.Parse(base)
	if err != nil || b.Host == "" {
		return "", errors.New("there is no page it could be relative to")
	}
	ref, err := url.Parse(text)
	if err != nil {
		return "", errors.Unwrap(err)
	}
	return b.ResolveReference(ref).String(), nil
}

func isScheme(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", r)) {
			return false
		}
	}
	return s != ""
}

// isPort tells localhost:8080/x from mailto:x.
func isPort(rest string) bool {
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest != "" && len(rest) <= 5 && strings.Trim(rest, "0123456789") == ""
}

func isHost(host string) bool {
	name := host
	if i := strings.LastIndex(host, ":"); i >= 0 && isPort(host[i+1:]) {
		name = host[:i]
	}
	if name == "localhost" || local(name) {
		return true
	}
	dot := strings.LastIndex(name, ".")
	return dot > 0 && dot < len(name)-1 && !strings.HasPrefix(name, ".") && !strings.ContainsAny(name, "@_%=&")
}

func local(name string) bool {
	_, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil
}

// isFile tells "settings.html" from a host name.
func isFile(host string) bool {
	switch strings.ToLower(path.Ext(host)) {
	case ".html", ".htm", ".php", ".asp", ".aspx", ".jsp", ".xhtml", ".json", ".txt", ".pdf":
		return true
	}
	return false
}

// schemeOf is http for this machine and bare addresses, which seldom have a certificate.
func schemeOf(host string) string {
	name := host
	if i := strings.LastIndex(host, ":"); i >= 0 && isPort(host[i+1:]) {
		name = host[:i]
	}
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || local(name) {
		return "http"
	}
	return "https"
}
