package appium

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/verdict-run/verdict/platform"
)

// appArg is the argument by which a platform names an application.
func (s *session) appArg(op, app string) (map[string]any, error) {
	if app == "" {
		app = s.app
	}
	if app == "" {
		return nil, permanent(op, "which application? give its package or bundle id")
	}
	if s.kind == ios {
		return map[string]any{"bundleId": app}, nil
	}
	return map[string]any{"appId": app}, nil
}

func (s *session) onApp(ctx context.Context, op, method, app string, out any) error {
	return s.do(ctx, op, func(ctx context.Context) error {
		defer s.acted()
		args, err := s.appArg(op, app)
		if err != nil {
			return err
		}
		return s.mobile(ctx, method, args, out)
	})
}

// Launch starts an application, "" that of the case; one that runs already is started anew.
func (s *session) Launch(ctx context.Context, app string) error {
	if s.kind == ios {
		return s.onApp(ctx, "launch", "launchApp", app, nil)
	}
	if err := s.Terminate(ctx, app); err != nil && platform.ClassOf(err) != platform.Permanent {
		return err
	}
	return s.onApp(ctx, "launch", "activateApp", app, nil)
}

// Activate brings an application to the front, "" that of the case, and starts it if need be.
func (s *session) Activate(ctx context.Context, app string) error {
	return s.onApp(ctx, "activate", "activateApp", app, nil)
}

// Terminate ends an application, "" that of the case; one that does not run is fine.
func (s *session) Terminate(ctx context.Context, app string) error {
	return s.onApp(ctx, "terminate", "terminateApp", app, nil)
}

// DeepLink opens a link in the case's application.
func (s *session) DeepLink(ctx context.Context, link string) error {
	const op = "open link"
	return s.do(ctx, op, func(ctx context.Context) error {
		defer s.acted()
		args := map[string]any{"url": link}
		if s.app != "" {
			args[map[kind]string{android: "package", ios: "bundleId"}[s.kind]] = s.app
		}
		return s.mobile(ctx, "deepLink", args, nil)
	})
}

// grant gives the case's application, or the pages of a browser, permissions (Android: "android.permission.CAMERA"; a short name
// is completed). Only simulators of iOS can be told.
func (s *session) grant(ctx context.Context, names []string) error {
	switch {
	case len(names) == 0:
		return nil
	case s.kind == browser:
		for _, n := range names {
			if err := s.permitAll(ctx, n); err != nil {
				return err
			}
		}
		return nil
	case s.app == "":
		return errors.New("it is not known of which application: the case needs app_package or bundle_id")
	case s.kind == ios:
		access := map[string]any{}
		for _, n := range names {
			access[n] = "yes"
		}
		return s.mobile(ctx, "setPermission", map[string]any{"bundleId": s.app, "access": access}, nil)
	}
	full := make([]string, len(names))
	for i, n := range names {
		if full[i] = n; !strings.Contains(n, ".") {
			full[i] = "android.permission." + strings.ToUpper(n)
		}
	}
	return s.mobile(ctx, "changePermissions", map[string]any{"action": "grant", "appPackage": s.app, "permissions": full}, nil)
}

// prepare brings a new session into the state the case asks for.
func (s *session) prepare(ctx context.Context, spec platform.Spec) error {
	text := func(key string) string { v, _ := s.wire.alwaysMatch[key].(string); return v }
	caps := func(key string) string { v, _ := s.wire.caps[key].(string); return v }
	switch s.kind {
	case android:
		s.app = firstOf(text("appium:appPackage"), caps("appPackage"), caps("appium:appPackage"))
		// A busy application would cost 10 s a look-up; waiting is WaitUntilStable's.
		err := s.raw(ctx, http.MethodPost, "/appium/settings", map[string]any{"settings": map[string]any{"waitForIdleTimeout": 500}}, nil)
		if err != nil {
			s.in.cfg.Logger.Debug("the device does not take settings", "error", err)
		}
	case ios:
		s.app = firstOf(text("appium:bundleId"), caps("bundleId"), caps("appium:bundleId"))
	case browser:
		if err := s.follow(ctx); err != nil {
			return err
		}
	}
	if s.wire.alwaysMatch["appium:autoWebview"] == true {
		if err := s.raw(ctx, http.MethodGet, "/context", nil, &s.context); err != nil {
			return err
		}
	}
	if s.kind != browser {
		if o := text("appium:orientation"); o != "" {
			if err := s.raw(ctx, http.MethodPost, "/orientation", map[string]any{"orientation": strings.ToUpper(o)}, nil); err != nil {
				return during("turning the device to "+strings.ToLower(o), err)
			}
		}
	}
	if err := s.grant(ctx, spec.Permissions); err != nil {
		return during("granting permissions ("+strings.Join(spec.Permissions, ", ")+")", err)
	}
	_, err := s.picture(ctx)
	return err
}

// Read is the text of the clipboard. A phone answers "" also when it does not
// give the clipboard away, so that there "" is an error and not an empty text.
func (s *session) Read(ctx context.Context) (string, error) {
	const op = "read clipboard"
	return call(ctx, s, op, func(ctx context.Context) (string, error) {
		if s.web() {
			return s.pageClipboard(ctx)
		}
		var coded string
		if err := s.mobile(ctx, "getClipboard", map[string]any{"contentType": "plaintext"}, &coded); err != nil {
			return "", err
		}
		text, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(coded), ""))
		if err != nil {
			return "", fmt.Errorf("the clipboard cannot be read: %w", err)
		}
		if len(text) == 0 {
			return "", permanent(op, "the phone gives an empty clipboard, which it also does when it keeps the clipboard to itself; read the text off the screen instead")
		}
		return string(text), nil
	})
}

// permitAll gives all pages of a browser a permission, by Chromium's own protocol; elsewhere the page that is shown.
func (s *session) permitAll(ctx context.Context, name string) error {
	err := s.raw(ctx, http.MethodPost, "/goog/cdp/execute", map[string]any{"cmd": "Browser.setPermission", "params": map[string]any{
		"permission": map[string]any{"name": name}, "setting": "granted",
	}}, nil)
	if e := asServerError(err); e != nil && e.Code == "unknown command" {
		return s.permit(ctx, name)
	}
	return err
}

// permit gives the page that is shown a permission (W3C Permissions, "Set Permission").
func (s *session) permit(ctx context.Context, name string) error {
	return s.raw(ctx, http.MethodPost, "/permissions", map[string]any{"descriptor": map[string]any{"name": name}, "state": "granted"}, nil)
}

func (s *session) pageClipboard(ctx context.Context) (string, error) {
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		if err := s.permit(ctx, name); err != nil {
			return "", err
		}
	}
	var text string
	err := s.raw(ctx, http.MethodPost, "/execute/async", map[string]any{"args": []any{},
		"script": "const done = arguments[arguments.length - 1]; window.focus(); navigator.clipboard.readText().then(done, e => done(''))"}, &text)
	return text, err
}
