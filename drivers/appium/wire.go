package appium

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tebeka/selenium"
)

// board is the one piece of package state here, forced by the library: it sends
// every request through the variable selenium.HTTPClient, without a context. Each
// session talks to a made-up host of its own, by which board finds its wire.
var board switchboard

type switchboard struct {
	once  sync.Once
	last  atomic.Int64
	wires sync.Map // host -> *wire
}

// connect makes the address under which the library reaches w.
func (b *switchboard) connect(w *wire) (prefix string, disconnect func()) {
	b.once.Do(func() { selenium.HTTPClient = &http.Client{Transport: b} })
	host := fmt.Sprintf("session-%d.appium.invalid", b.last.Add(1))
	b.wires.Store(host, w)
	return "http://" + host, func() { b.wires.Delete(host) }
}

// RoundTrip hands a request of the library to the wire it belongs to.
func (b *switchboard) RoundTrip(r *http.Request) (*http.Response, error) {
	w, ok := b.wires.Load(r.URL.Host)
	if !ok {
		return nil, errors.New("the session is closed")
	}
	return w.(*wire).roundTrip(r)
}

// answerLimit bounds what is read of one answer: a recording of half an hour is some 200 MB in base64.
const answerLimit = 512 << 20

// wire sends the requests of one session. It is used by one call at a time,
// whose context is ctx: the library has no way to pass one.
type wire struct {
	server server
	client *http.Client
	ctx    atomic.Pointer[context.Context]
	// alwaysMatch is sent for a new session instead of what the library makes of the capabilities.
	alwaysMatch map[string]any
	// id and caps are what the server answered to it. The library gets {} instead:
	// a capability it cannot decode would make it forget a session that runs.
	id   string
	caps map[string]any
}

// during makes ctx the context of the library's requests until the returned function is called.
func (w *wire) during(ctx context.Context) func() {
	w.ctx.Store(&ctx)
	return func() { w.ctx.Store(nil) }
}

func (w *wire) roundTrip(r *http.Request) (*http.Response, error) {
	ctx := context.Background()
	if p := w.ctx.Load(); p != nil {
		ctx = *p
	}
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	start := r.Method == http.MethodPost && r.URL.Path == "/session"
	if start {
		var err error
		body, err = json.Marshal(map[string]any{"capabilities": map[string]any{"alwaysMatch": w.alwaysMatch, "firstMatch": []any{map[string]any{}}}})
		if err != nil {
			return nil, err
		}
	}
	status, data, err := w.send(ctx, r.Method, r.URL.EscapedPath(), body)
	if err != nil {
		return nil, err
	}
	if start && status < 300 {
		var answer struct {
			SessionID string `json:"sessionId"`
			Value     struct {
				SessionID    string         `json:"sessionId"`
				Capabilities map[string]any `json:"capabilities"`
			} `json:"value"`
		}
		if err := json.Unmarshal(data, &answer); err != nil {
			return nil, fmt.Errorf("the answer to a new session cannot be read: %w", err)
		}
		if w.id = answer.Value.SessionID; w.id == "" {
			w.id = answer.SessionID
		}
		w.caps = answer.Value.Capabilities
		data, err = json.Marshal(map[string]any{"value": map[string]any{"sessionId": w.id, "capabilities": map[string]any{}}})
		if err != nil {
			return nil, err
		}
	}
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(data)), ContentLength: int64(len(data)),
	}, nil
}

// send does one request. data always is JSON: a page of a proxy or hub becomes a W3C error with its status.
func (w *wire) send(ctx context.Context, method, path string, body []byte) (status int, data []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, method, w.server.String()+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Accept", "application/json")
	if len(body) > 0 {
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
	}
	if u := w.server.user; u != nil {
		key, _ := u.Password()
		r.SetBasicAuth(u.Username(), key)
	}
	resp, err := w.client.Do(r)
	if err != nil {
		return 0, nil, w.unreached(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err = io.ReadAll(io.LimitReader(resp.Body, answerLimit))
	if err != nil {
		return 0, nil, w.unreached(ctx, err)
	}
	if json.Valid(data) {
		return resp.StatusCode, data, nil
	}
	status = resp.StatusCode
	if status < 400 {
		status = http.StatusBadGateway // a page where an answer should be
	}
	data, err = json.Marshal(map[string]any{"value": map[string]any{"error": "unknown error",
		"message": fmt.Sprintf("HTTP %d instead of an answer: %s", resp.StatusCode, gist(data)), "stacktrace": ""}})
	return status, data, err
}

// unreached says what kept a request from being answered, without the address that the http package puts in.
func (w *wire) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return &lostServer{fmt.Errorf("the Appium server at %s does not answer: %w", w.server.base.Host, err)}
}

// lostServer says that no answer came.
type lostServer struct{ err error }

func (e *lostServer) Error() string { return e.err.Error() }
func (e *lostServer) Unwrap() error { return e.err }

// gist is the readable part of a page of HTML, at most 200 characters.
func gist(page []byte) string {
	var b strings.Builder
	inTag := false
	for _, r := range string(page) {
		switch {
		case r == '<':
			inTag = true
			b.WriteByte(' ')
		case r == '>':
			inTag = false
		case !inTag:
			b.WriteRune(r)
		}
	}
	return clip(b.String(), 200)
}
