package playwright

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// session makes a context with one blank tab.
func (i *Installer) session(ctx context.Context, eng *engine, spec platform.Spec) (*session, error) {
	const op = "install"
	s := newSession(i, eng, spec)
	opts, err := s.contextOptions()
	if err != nil {
		return nil, permanent(op, "%w", err)
	}
	done := make(chan error, 1)
	i.wg.Add(1)
	go func() {
		defer i.wg.Done()
		err := s.open(opts)
		select {
		case done <- err:
			return
		default:
		}
		if s.bctx != nil { // nobody waits any more
			_ = s.close(context.Background())
		}
	}()
	select {
	case err = <-done:
	case <-eng.gone:
		return nil, gone(op, errBrowser)
	case <-ctx.Done():
		select {
		case done <- nil: // tell the opener that it is alone
		case err = <-done:
			if err == nil {
				_ = s.close(ctx)
			}
		}
		return nil, ended(op, ctx)
	}
	if err != nil {
		err = s.classify(op, err)
		if s.bctx != nil {
			_ = s.close(ctx)
		}
		return nil, err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.sessions[s] = struct{}{}
	return s, nil
}

// open makes the context, listens to it and opens its first tab.
func (s *session) open(o pw.BrowserNewContextOptions) error {
	if err := s.wallIn(&o); err != nil {
		return err
	}
	bctx, err := s.eng.browser.NewContext(o)
	if err != nil {
		if s.wall != nil {
			err = errors.Join(err, s.wall.Close())
		}
		return err
	}
	s.bctx = bctx
	bctx.SetDefaultTimeout(float64(callLimit.Milliseconds()))
	bctx.SetDefaultNavigationTimeout(float64(callLimit.Milliseconds()))
	s.listen()
	if err := bctx.ExposeBinding("__verdictCopied", s.copied); err != nil {
		return err
	}
	if err := bctx.ExposeBinding("__verdictDid", s.did); err != nil {
		return err
	}
	script, err := s.fence.script()
	if err != nil {
		return err
	}
	if err := bctx.AddInitScript(pw.Script{Content: &script}); err != nil {
		return err
	}
	if err := s.setCookies(); err != nil {
		return err
	}
	if err := s.fenceIn(); err != nil {
		return err
	}
	if _, err := bctx.NewPage(); err != nil {
		return err
	}
	_, t, _ := s.tabs.snapshot()
	if t == nil {
		return fmt.Errorf("the first tab did not open")
	}
	return s.fenceTab(t)
}

// listen connects every event. Handlers run on the driver's one dispatch
// goroutine: they only take quick locks, and must not panic into it.
func (s *session) listen() {
	b := s.bctx
	b.OnPage(func(p pw.Page) { defer s.guard(); s.tabOpened(p) })
	b.OnDialog(func(d pw.Dialog) { defer s.guard(); s.dialogOpened(d) })
	b.OnDialogClosed(func(d pw.Dialog) { defer s.guard(); s.dialogs.closed(d) })
	b.OnDownload(func(d pw.Download) { defer s.guard(); s.downloadStarted(d) })
	b.OnConsole(func(m pw.ConsoleMessage) { defer s.guard(); s.consoleSaid(m) })
	b.OnWebError(func(e pw.WebError) { defer s.guard(); s.pageFailed(e) })
	b.OnRequest(func(r pw.Request) { defer s.guard(); s.requestStarted(r) })
	b.OnRequestFinished(func(r pw.Request) { defer s.guard(); s.net.finished(r) })
	b.OnRequestFailed(func(r pw.Request) { defer s.guard(); s.requestFailed(r) })
	b.OnResponse(func(r pw.Response) { defer s.guard(); s.net.answered(r); s.responded(r) })
	b.OnFrameAttached(func(f pw.Frame) { defer s.guard(); s.frames.attached(f) })
	b.OnFrameDetached(func(f pw.Frame) { defer s.guard(); s.frames.detached(f) })
	b.OnFrameNavigated(func(f pw.Frame) { defer s.guard(); s.frameNavigated(f) })
	b.OnClose(func(pw.BrowserContext) {
		defer s.guard()
		s.die(errBrowser) // our own closing says so before
	})
	s.work.Go(func() {
		select {
		case <-s.eng.gone:
			s.die(errBrowser)
		case <-s.gone:
		}
	})
}

// guard keeps a handler's panic away from the library, which would hand it to an unrelated call.
func (s *session) guard() {
	if p := recover(); p != nil {
		s.eng.cfg.Logger.Error("event handler panicked", "panic", p)
	}
}

// contextOptions are what the case asks for, in Playwright's words.
func (s *session) contextOptions() (pw.BrowserNewContextOptions, error) {
	spec := s.spec
	o := pw.BrowserNewContextOptions{AcceptDownloads: new(true)}
	w, h := spec.Width, spec.Height
	if w == 0 || h == 0 {
		w, h = 1280, 800
	}
	s.plain = true
	if spec.Emulate != "" {
		d, err := s.eng.descriptor(spec.Emulate)
		if err != nil {
			return o, err
		}
		o.UserAgent, o.Screen, o.DeviceScaleFactor = &d.UserAgent, d.Screen, &d.DeviceScaleFactor
		o.HasTouch = &d.HasTouch
		if s.eng.cfg.Browser != "firefox" {
			o.IsMobile = &d.IsMobile
		}
		if d.Viewport != nil {
			w, h = d.Viewport.Width, d.Viewport.Height
		}
		s.plain = !d.IsMobile && d.DeviceScaleFactor == 1
	}
	o.Viewport = &pw.Size{Width: w, Height: h}
	s.size = screen.Size{W: w, H: h}
	if spec.Scale > 0 {
		o.DeviceScaleFactor = &spec.Scale
		s.plain = s.plain && spec.Scale == 1
	}
	if spec.Locale != "" {
		o.Locale = &spec.Locale
	}
	if spec.Timezone != "" {
		o.TimezoneId = &spec.Timezone
	}
	o.Permissions = slices.Clone(spec.Permissions)
	if g := spec.Geolocation; g != nil {
		o.Geolocation = &pw.Geolocation{Latitude: g.Latitude, Longitude: g.Longitude}
		if g.Accuracy > 0 {
			o.Geolocation.Accuracy = &g.Accuracy
		}
		if !slices.Contains(o.Permissions, "geolocation") {
			o.Permissions = append(o.Permissions, "geolocation")
		}
	}
	switch spec.ColorScheme {
	case "":
	case "light", "dark", "no-preference":
		o.ColorScheme = new(pw.ColorScheme(spec.ColorScheme))
	default:
		return o, fmt.Errorf("unknown color scheme %q: light, dark or no-preference", spec.ColorScheme)
	}
	if spec.StorageState != "" {
		o.StorageStatePath = &spec.StorageState
	}
	if len(spec.Headers) > 0 {
		o.ExtraHttpHeaders = maps.Clone(spec.Headers)
	}
	if c := spec.HTTPCredentials; c != nil {
		o.HttpCredentials = &pw.HttpCredentials{Username: c.Username, Password: c.Password}
	}
	if spec.Strict {
		// A service worker's requests would go past the route.
		o.ServiceWorkers = pw.ServiceWorkerPolicyBlock
	}
	return o, nil
}

// descriptor finds an emulated device, whatever the case of its name.
func (e *engine) descriptor(name string) (*pw.DeviceDescriptor, error) {
	var near []string
	first := strings.ToLower(strings.Fields(name + " ")[0])
	for k, d := range e.driver.Devices {
		if strings.EqualFold(k, name) {
			return d, nil
		}
		if strings.HasPrefix(strings.ToLower(k), first) {
			near = append(near, k)
		}
	}
	slices.Sort(near)
	if len(near) == 0 {
		return nil, fmt.Errorf("unknown device %q; Playwright's device list has names like \"Pixel 7\" and \"iPhone 15\"", name)
	}
	return nil, fmt.Errorf("unknown device %q; there are: %s", name, strings.Join(near, ", "))
}

// setCookies sets what can be set now; a cookie without address waits for the first navigation.
func (s *session) setCookies() error {
	var now []pw.OptionalCookie
	for _, c := range s.spec.Cookies {
		oc := pw.OptionalCookie{Name: c.Name, Value: c.Value}
		path := c.Path
		if path == "" {
			path = "/"
		}
		switch {
		case c.URL != "":
			oc.URL = &c.URL
		case c.Domain != "":
			oc.Domain, oc.Path = &c.Domain, &path
		default:
			oc.Path = &path
			s.pending = append(s.pending, oc)
			continue
		}
		now = append(now, oc)
	}
	if len(now) == 0 {
		return nil
	}
	return s.bctx.AddCookies(now)
}
