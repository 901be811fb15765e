package appium

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/tebeka/selenium"

	"github.com/verdict-run/verdict/platform"
)

// Installer starts sessions at one server. Many may run at once.
type Installer struct {
	cfg    Config
	server server
	client *http.Client
	leases *pool
	ports  *ports

	mu       sync.Mutex
	sessions map[*session]struct{}
	closed   bool
}

// New prepares an installer; it talks to the server only when a case needs a device.
func New(c Config) (*Installer, error) {
	s, err := parseServer(c.URL)
	if err != nil {
		return nil, err
	}
	if err := prefixed(c.Capabilities); err != nil {
		return nil, err
	}
	c = c.filled()
	transport := c.Transport
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		if s.loopback {
			t.Proxy = nil
		}
		transport = t
	}
	// A redirect would carry the key to wherever it points.
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &Installer{cfg: c, server: s, client: client, leases: newPool(c.Devices), ports: &ports{used: map[int]struct{}{}}, sessions: map[*session]struct{}{}}, nil
}

// Install starts a session for the case and prepares it. When it fails midway nothing is left on the server.
func (i *Installer) Install(ctx context.Context, spec platform.Spec) (*platform.Device, error) {
	const op = "start a session"
	ctx, cancel := context.WithTimeoutCause(ctx, i.cfg.StartLimit, &tooLong{i.cfg.StartLimit})
	defer cancel()
	lease, err := i.leases.take(ctx, spec)
	if err != nil {
		return nil, &platform.Error{Op: op, Class: platform.Gone, Err: err}
	}
	want, used, err := i.capabilities(spec, lease)
	if err != nil {
		i.leases.give(lease)
		return nil, &platform.Error{Op: op, Class: platform.Permanent, Err: err}
	}
	s := &session{in: i, kind: kindOf(spec, want), gone: make(chan struct{}), free: make(chan struct{}, 1)}
	s.release = func() {
		i.ports.giveAll(used)
		i.leases.give(lease)
	}
	s.wire = &wire{server: i.server, client: i.client, alwaysMatch: want}
	prefix, disconnect := board.connect(s.wire)
	s.disconnect = disconnect
	if err := s.start(ctx, prefix); err != nil {
		err = s.classify(ctx, op, err)
		err = errors.Join(err, s.close(ctx))
		return nil, err
	}
	s.free <- struct{}{}
	if err := i.remember(s); err != nil {
		return nil, errors.Join(gone(op, err), s.close(ctx))
	}
	if err := s.do(ctx, "prepare the device", func(ctx context.Context) error { return s.prepare(ctx, spec) }); err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	s.work.Go(s.keepAlive)
	return s.device(s.title()), nil
}

// start makes the session. The library may fail after the server has started it; the id is kept by the wire.
func (s *session) start(ctx context.Context, prefix string) error {
	defer s.wire.during(ctx)()
	wd, err := selenium.NewRemote(selenium.Capabilities{}, prefix)
	if err != nil {
		if e := asServerError(err); e != nil {
			return &platform.Error{Op: "start a session", Class: startClass(e), Err: fmt.Errorf("the Appium server at %s starts no session: %w", s.wire.server.base.Host, e)}
		}
		return err
	}
	if s.wire.id == "" {
		return errors.New("the server named no session")
	}
	s.wd = wd
	return nil
}

// startClass: nothing a retry of the same case could change is Permanent. Appium has one code for a device that is
// busy and for capabilities that are wrong, so that its words tell them apart.
func startClass(e *serverError) platform.Class {
	if e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden || e.Code == "invalid argument" ||
		strings.Contains(e.Message, "capabilities were not valid") || strings.Contains(e.Message, "Could not find a driver") {
		return platform.Permanent
	}
	return platform.Gone
}

func (s *session) title() string {
	text := func(keys ...string) string {
		for _, k := range keys {
			if v, ok := s.wire.caps[k]; ok && v != nil && fmt.Sprint(v) != "" {
				return fmt.Sprint(v)
			}
		}
		return ""
	}
	parts := []string{text("deviceName", "appium:deviceName", "deviceModel", "browserName"), text("platformVersion", "appium:platformVersion", "browserVersion")}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	name := strings.Join(parts, " ")
	if name == "" {
		name = string(s.kind)
	}
	return fmt.Sprintf("%s, %dx%d", name, s.place.size.W, s.place.size.H)
}

func (i *Installer) remember(s *session) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed {
		return errClosed
	}
	i.sessions[s] = struct{}{}
	return nil
}

func (i *Installer) forget(s *session) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.sessions, s)
}

// Close ends every session this installer started; safe to call twice.
func (i *Installer) Close(ctx context.Context) error {
	i.mu.Lock()
	i.closed = true
	left := slices.Collect(maps.Keys(i.sessions))
	i.mu.Unlock()
	errs := make([]error, len(left))
	var wg sync.WaitGroup
	for n, s := range left {
		wg.Go(func() { errs[n] = s.close(ctx) })
	}
	wg.Wait()
	i.client.CloseIdleConnections()
	return errors.Join(errs...)
}
