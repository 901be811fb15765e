package appium

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

// serverError is a W3C error: what the server answered with a status of 400 or more.
type serverError struct {
	Status  int
	Code    string // "no such element"
	Message string
}

func (e *serverError) Error() string {
	if e.Message == "" {
		return e.Code
	}
	return clip(e.Message, 400)
}

// raw does a command the library has no method for, on its session. path is
// below /session/ID; out may be nil. Success is told by the HTTP status alone:
// a script may well answer an object with a key "error".
func (s *session) raw(ctx context.Context, method, path string, in, out any) error {
	return s.wire.do(ctx, method, "/session/"+url.PathEscape(s.wire.id)+path, in, out)
}

func (w *wire) do(ctx context.Context, method, path string, in, out any) error {
	var body []byte
	if method != http.MethodGet && method != http.MethodDelete {
		if in == nil {
			in = map[string]any{}
		}
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	status, data, err := w.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	var answer struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return fmt.Errorf("the answer cannot be read: %w", err)
	}
	if status >= 400 {
		var e struct{ Error, Message string }
		_ = json.Unmarshal(answer.Value, &e) // what is missing stays empty
		if e.Error == "" {
			e.Error = fmt.Sprintf("HTTP %d", status)
		}
		return &serverError{Status: status, Code: e.Error, Message: e.Message}
	}
	if out == nil || len(answer.Value) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer.Value, out); err != nil {
		return fmt.Errorf("the answer cannot be read: %w", err)
	}
	return nil
}

// mobile runs one of Appium's own methods ("getClipboard"); they are called as scripts.
func (s *session) mobile(ctx context.Context, method string, args map[string]any, out any) error {
	if args == nil {
		args = map[string]any{}
	}
	return s.raw(ctx, http.MethodPost, "/execute/sync", map[string]any{"script": "mobile: " + method, "args": []any{args}}, out)
}
