// Package appium drives phones, and browsers that play phones, through an Appium server.
package appium

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Config says which server to use and how.
type Config struct {
	// URL is the server's address, base path included: http://127.0.0.1:4723 or
	// https://user:key@hub.example/wd/hub. User and key are sent as basic
	// authentication; no log line, error or recording holds them.
	URL string
	// Devices may be leased, each to one session at a time; see ReadDevices. Empty
	// leaves the choice to the server.
	Devices []Lease
	// Capabilities are put under those of each case.
	Capabilities map[string]any
	// SessionName is what a farm lists a session as, "" for none.
	SessionName string
	Logger      *slog.Logger // nil is silent

	// CallLimit is how long one command may take, 60 s for 0; StartLimit how long
	// a session may take to start, 5 min for 0 (WebDriverAgent may be built first).
	CallLimit, StartLimit time.Duration
	// KeepAlive is after how long without a command the server is told that the
	// session is still wanted, 60 s for 0.
	KeepAlive time.Duration
	// FFmpeg films browsers, which have no recorder of their own; "" is ffmpeg of PATH.
	FFmpeg string
	// Transport carries the requests, http.DefaultTransport's kind for nil.
	Transport http.RoundTripper
}

// sessionTimeout is newCommandTimeout in seconds: what the server waits for a
// command before it ends a session whose owner died.
const sessionTimeout = 600

func (c Config) filled() Config {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.CallLimit <= 0 {
		c.CallLimit = time.Minute
	}
	if c.StartLimit <= 0 {
		c.StartLimit = 5 * time.Minute
	}
	if c.KeepAlive <= 0 {
		c.KeepAlive = time.Minute
	}
	return c
}

// server is where requests go, with what must not be shown kept apart.
type server struct {
	base     *url.URL // without user and key
	user     *url.Userinfo
	loopback bool
}

func parseServer(text string) (server, error) {
	if strings.TrimSpace(text) == "" {
		return server{}, errors.New("no Appium server is given: pass --appium URL or set VERDICT_APPIUM_URL, for example http://127.0.0.1:4723")
	}
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		// The text is not repeated: it may hold a key.
		return server{}, errors.New("the Appium server's address is no http(s) URL; it looks like http://127.0.0.1:4723")
	}
	s := server{user: u.User}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	u.Path = strings.TrimRight(u.Path, "/")
	s.base = u
	host := u.Hostname()
	s.loopback = host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.")
	return s, nil
}

// String is the address without user and key.
func (s server) String() string {
	return fmt.Sprintf("%s://%s%s", s.base.Scheme, s.base.Host, s.base.Path)
}
