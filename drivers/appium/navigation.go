package appium

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/platform"
)

// Navigate opens an address in a page. An application has none: AppDriver.DeepLink opens links into it.
func (s *session) Navigate(ctx context.Context, address string) error {
	const op = "navigate"
	return s.do(ctx, op, func(ctx context.Context) error {
		if !s.web() {
			return unsupported(op, "an application has no address; use a deep link")
		}
		u, err := url.Parse(address)
		switch {
		case err != nil || u.Scheme == "":
			return permanent(op, "%q is no absolute address", clip(address, 100))
		case u.Scheme != "http" && u.Scheme != "https" && address != "about:blank":
			return &platform.Error{Op: op, Class: platform.Refused, Err: fmt.Errorf("only http and https are opened, not %s", u.Scheme)}
		case u.Host == "" && address != "about:blank":
			return permanent(op, "%q has no host", clip(address, 100))
		}
		defer s.acted()
		return s.raw(ctx, http.MethodPost, "/url", map[string]any{"url": address}, nil)
	})
}

// CurrentURL is a page's address; of an application it is made up: android-app://PACKAGE/ACTIVITY or ios-app://BUNDLE.
func (s *session) CurrentURL(ctx context.Context) (string, error) {
	return call(ctx, s, "current address", func(ctx context.Context) (string, error) {
		if !s.web() {
			return s.appAddress(ctx), nil
		}
		return s.address(ctx)
	})
}

func (s *session) address(ctx context.Context) (string, error) {
	var u *string
	err := s.raw(ctx, http.MethodGet, "/url", nil, &u)
	if err != nil || u == nil {
		return "", err
	}
	return *u, nil
}

func (s *session) appAddress(ctx context.Context) string {
	if s.kind == ios {
		if s.app == "" {
			return ""
		}
		return "ios-app://" + s.app
	}
	var pkg, activity string
	if err := s.mobile(ctx, "getCurrentPackage", nil, &pkg); err != nil || pkg == "" {
		pkg = s.app
	}
	if err := s.mobile(ctx, "getCurrentActivity", nil, &activity); err != nil {
		activity = ""
	}
	if pkg == "" {
		return ""
	}
	return strings.TrimRight("android-app://"+pkg+"/"+strings.TrimPrefix(activity, "/"), "/")
}

// Refresh loads a page again.
func (s *session) Refresh(ctx context.Context) error {
	const op = "refresh"
	return s.do(ctx, op, func(ctx context.Context) error {
		if !s.web() {
			return unsupported(op, "an application cannot be loaded again; terminate and launch it")
		}
		defer s.acted()
		return s.wd.Refresh()
	})
}

// Back goes back: in a page's history, by Android's back key, or by what iOS has for it.
func (s *session) Back(ctx context.Context, d platform.Direction) error {
	const op = "go back"
	return s.do(ctx, op, func(ctx context.Context) error {
		defer s.acted()
		switch {
		case s.web():
			return s.pageHistory(ctx, op, d)
		case d == platform.Forward:
			return unsupported(op, "a phone only goes back")
		case s.kind == android:
			return s.pressBack(ctx)
		}
		return s.iosBack(ctx, op)
	})
}

// pageHistory refuses a step that leads nowhere; WebDriver would call it a success.
func (s *session) pageHistory(ctx context.Context, op string, d platform.Direction) error {
	can, err := s.script(ctx, "return window.navigation ? (arguments[0] ? navigation.canGoForward : navigation.canGoBack) : true", d == platform.Forward)
	if err != nil {
		return err
	}
	if can == false {
		return permanent(op, "there is no page to go %s to", d)
	}
	if d == platform.Forward {
		return s.wd.Forward()
	}
	return s.wd.Back()
}

// iosBack believes no success: XCUITest swallows errors of its back. When the
// picture stays the same it swipes from the left edge, as a person would.
func (s *session) iosBack(ctx context.Context, op string) error {
	before, err := s.picture(ctx)
	if err != nil {
		return err
	}
	w, h := float64(s.place.size.W), float64(s.place.size.H)
	ways := []func() error{
		s.wd.Back,
		func() error {
			return s.finger(ctx, s.moveTo(screen.Point{X: 1, Y: h / 2}, 0), down(), s.moveTo(screen.Point{X: w * .8, Y: h / 2}, swipeTime), up())
		},
	}
	for _, way := range ways {
		if err := way(); err != nil {
			return err
		}
		for range 3 {
			after, err := s.picture(ctx)
			if err != nil {
				return err
			}
			if !bytes.Equal(before.Data, after.Data) && !s.alike(before, after) {
				return nil
			}
			if err := pause(ctx, lookEvery); err != nil {
				return err
			}
		}
	}
	return permanent(op, "nothing changed; there may be no screen to go back to")
}

// Tabs are the windows of a browser; of an application its contexts: the native one and each web view.
func (s *session) Tabs(ctx context.Context) ([]platform.Tab, error) {
	return call(ctx, s, "tabs", func(ctx context.Context) ([]platform.Tab, error) {
		if s.kind != browser {
			return s.contexts(ctx)
		}
		if err := s.follow(ctx); err != nil {
			return nil, err
		}
		current := s.window
		var tabs []platform.Tab
		for _, h := range s.known {
			if h != s.window {
				if err := s.toWindow(ctx, h); err != nil {
					return nil, err
				}
			}
			t := platform.Tab{ID: h, Active: h == current}
			var err error
			if t.URL, err = s.address(ctx); err != nil {
				return nil, err
			}
			_ = s.raw(ctx, http.MethodGet, "/title", nil, &t.Title) // a page being loaded has none
			tabs = append(tabs, t)
		}
		if s.window != current {
			return tabs, s.toWindow(ctx, current)
		}
		return tabs, nil
	})
}

// follow makes a window that opened since the last look the current one, and leaves one that closed.
func (s *session) follow(ctx context.Context) error {
	if s.kind != browser {
		return nil
	}
	var handles []string
	if err := s.raw(ctx, http.MethodGet, "/window/handles", nil, &handles); err != nil {
		return err
	}
	if len(handles) == 0 {
		return permanent("tabs", "every tab is closed")
	}
	has := func(list []string, h string) bool {
		for _, x := range list {
			if x == h {
				return true
			}
		}
		return false
	}
	var order []string
	for _, h := range s.known {
		if has(handles, h) {
			order = append(order, h)
		}
	}
	target := s.window
	for _, h := range handles {
		if !has(order, h) {
			order = append(order, h)
			if s.window != "" {
				target = h
			}
		}
	}
	s.known = order
	if target == "" || !has(handles, target) {
		target = order[len(order)-1]
	}
	if target != s.window {
		return s.toWindow(ctx, target)
	}
	return nil
}

func (s *session) toWindow(ctx context.Context, handle string) error {
	err := s.raw(ctx, http.MethodPost, "/window", map[string]any{"handle": handle}, nil)
	if err == nil {
		s.window = handle
	}
	return err
}

func (s *session) contexts(ctx context.Context) ([]platform.Tab, error) {
	var names []string
	if err := s.raw(ctx, http.MethodGet, "/contexts", nil, &names); err != nil {
		return nil, err
	}
	var tabs []platform.Tab
	for _, n := range names {
		title := "web view " + n
		if n == nativeApp {
			title = "the application itself"
		}
		tabs = append(tabs, platform.Tab{ID: n, Title: title, Active: n == s.context || s.context == "" && n == nativeApp})
	}
	return tabs, nil
}

// nativeApp is Appium's name of the context that is no web view.
const nativeApp = "NATIVE_APP"

// Switch goes to another tab, or to another context of an application.
func (s *session) Switch(ctx context.Context, id string) error {
	return s.do(ctx, "switch tab", func(ctx context.Context) error {
		if s.kind == browser {
			return s.toWindow(ctx, id)
		}
		if err := s.toContext(ctx, id); err != nil {
			return err
		}
		s.context, s.place = id, geometry{}
		defer s.acted()
		_, err := s.picture(ctx) // another context counts in other units
		return err
	})
}

// CloseTab closes a tab; its opener, or else the one before it, becomes the active one.
func (s *session) CloseTab(ctx context.Context, id string) error {
	const op = "close tab"
	return s.do(ctx, op, func(ctx context.Context) error {
		if s.kind != browser {
			return unsupported(op, "an application's contexts are not closed")
		}
		if err := s.follow(ctx); err != nil {
			return err
		}
		if !slices.Contains(s.known, id) {
			return permanent(op, "there is no such tab")
		}
		if len(s.known) == 1 {
			return permanent(op, "it is the only tab; closing it would end the session")
		}
		back := s.window
		if err := s.toWindow(ctx, id); err != nil {
			return err
		}
		if err := s.raw(ctx, http.MethodDelete, "/window", nil, nil); err != nil {
			return err
		}
		if back == id {
			s.window = ""
			return s.follow(ctx)
		}
		return s.toWindow(ctx, back)
	})
}
