package appium

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
)

// A farm's own options, by the capability that holds them, with the key of a session's name.
var farms = map[string]string{"bstack:options": "sessionName", "sauce:options": "name", "lt:options": "name"}

func isFarm(caps map[string]any) bool {
	for key := range farms {
		if _, ok := caps[key]; ok {
			return true
		}
	}
	return false
}

// named puts the session's name into a farm's options, unless the case has one.
func (i *Installer) named(want map[string]any) {
	if i.cfg.SessionName == "" {
		return
	}
	for key, name := range farms {
		options, ok := want[key].(map[string]any)
		if !ok {
			continue
		}
		options = maps.Clone(options)
		if _, has := options[name]; !has {
			options[name] = i.cfg.SessionName
		}
		want[key] = options
	}
}

// report tells a farm how the case went, so that its own list shows it; elsewhere it does nothing. Untried on a real account.
func (s *session) report(ctx context.Context, passed bool, reason string) error {
	status := map[bool]string{true: "passed", false: "failed"}[passed]
	return s.do(ctx, "report the verdict", func(ctx context.Context) error {
		script := ""
		switch {
		case s.wire.alwaysMatch["bstack:options"] != nil:
			return s.raw(ctx, http.MethodPost, "/execute/sync", map[string]any{"args": []any{}, "script": browserstack(status, reason)}, nil)
		case s.wire.alwaysMatch["sauce:options"] != nil:
			script = "sauce:job-result=" + status
		case s.wire.alwaysMatch["lt:options"] != nil:
			script = "lambda-status=" + status
		default:
			return nil
		}
		return s.raw(ctx, http.MethodPost, "/execute/sync", map[string]any{"script": script, "args": []any{}}, nil)
	})
}

// browserstack is a command for its executor, which hides in a script.
func browserstack(status, reason string) string {
	b, err := json.Marshal(map[string]any{"action": "setSessionStatus", "arguments": map[string]string{"status": status, "reason": clip(reason, 250)}})
	if err != nil {
		return "" // a map of strings always can be written
	}
	return "browserstack_executor: " + string(b)
}
