package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/openai/openai-go/v3/option"

	"github.com/verdict-run/verdict/agent/model"
)

// refusal is a reply that says no: any status of 400 and above.
type refusal struct {
	status     int
	retryAfter time.Duration
	message    string
	code       string
	kind       string
	param      string
	raw        string // the body's start, when it had no message
}

func (r *refusal) Error() string {
	what := r.message
	if what == "" {
		what = r.raw
	}
	if what == "" {
		what = http.StatusText(r.status)
	}
	if r.code != "" && !strings.Contains(what, r.code) {
		what += " (" + r.code + ")"
	}
	return fmt.Sprintf("HTTP %d: %s", r.status, what)
}

// errTooLong says that a reply went on beyond what is read.
type errTooLong struct{ limit int64 }

func (e errTooLong) Error() string { return fmt.Sprintf("the reply is longer than %d bytes", e.limit) }

// bounded reads refusals itself, because the SDK loses the status of one that
// is no JSON, and bounds what is read of any reply.
func bounded(limit int64) option.Middleware {
	return func(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		res, err := next(req)
		if err != nil {
			return res, err
		}
		if res.StatusCode < 400 {
			res.Body = &limitedBody{res.Body, limit, limit}
			return res, nil
		}
		body, _ := io.ReadAll(io.LimitReader(res.Body, 64<<10))
		_ = res.Body.Close()
		r := parseRefusal(body)
		r.status = res.StatusCode
		r.retryAfter = retryAfter(res.Header, time.Now())
		return nil, r
	}
}

type limitedBody struct {
	io.ReadCloser
	left, limit int64
}

func (b *limitedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong{b.limit}
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// parseRefusal understands {"error":{…}}, {"error":"…"}, [{"error":{…}}] of Gemini, {"message":…}, {"detail":…} and plain text.
func parseRefusal(body []byte) *refusal {
	r := &refusal{raw: excerpt(body)}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil {
		if bytes.Contains(body, []byte("<html")) || bytes.Contains(body, []byte("<!DOCTYPE")) {
			r.raw = "an HTML page, so this may not be the model's address"
		}
		return r
	}
	fields := top
	if e, ok := top["error"]; ok {
		var inner map[string]json.RawMessage
		if json.Unmarshal(e, &inner) == nil {
			fields = inner
		} else {
			r.message = asText(e)
		}
	}
	for _, k := range []string{"message", "detail", "error_description"} {
		if r.message == "" {
			r.message = asText(fields[k])
		}
	}
	r.code, r.kind, r.param = asText(fields["code"]), asText(fields["type"]), asText(fields["param"])
	r.message = strings.Join(strings.Fields(r.message), " ")
	if len(r.message) > 500 {
		r.message = strings.ToValidUTF8(r.message[:500], "") + " …"
	}
	return r
}

func asText(raw json.RawMessage) string {
	var t text
	if len(raw) > 0 {
		_ = t.UnmarshalJSON(raw)
	}
	return string(t)
}

// embedded is an error reported under status 200; its code is the status where it is one.
func embedded(raw json.RawMessage) *refusal {
	r := parseRefusal(append(append([]byte(`{"error":`), raw...), '}'))
	r.status, _ = strconv.Atoi(r.code)
	if r.status < 400 || r.status > 599 {
		r.status = http.StatusBadGateway
	}
	return r
}

// retryAfter reads Retry-After (seconds or a date) and OpenAI's retry-after-ms.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if t, err := http.ParseTime(v); err == nil && t.After(now) {
		return t.Sub(now)
	}
	return 0
}

// classify says what a failed call means.
func classify(err error) *model.Error {
	var own *model.Error
	var r *refusal
	var long errTooLong
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &r):
		return &model.Error{Class: r.class(), Status: r.status, RetryAfter: r.retryAfter, Err: r}
	case errors.As(err, &long):
		return badReply(long)
	default:
		return &model.Error{Class: model.Unavailable, Err: transport(err)}
	}
}

func (r *refusal) class() model.ErrorClass {
	all := strings.ToLower(r.code + " " + r.kind + " " + r.message)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(all, w) {
				return true
			}
		}
		return false
	}
	switch {
	case r.status == 401 || r.status == 403 || r.status == 402:
		return model.Auth
	case r.status == 429 && has("insufficient_quota", "billing"): // waiting does not fill an account
		return model.Auth
	case r.status == 429:
		return model.RateLimited
	case r.status == 404 || r.status == 410:
		return model.NoModel
	case r.status == 400 && has("api key not valid", "api_key_invalid", "invalid api key"): // Gemini
		return model.Auth
	case r.status == 400 && has("model_not_found", "invalid model", "unknown model", "not a valid model", "model does not exist"):
		return model.NoModel
	case r.status == 408 || r.status == 409 || r.status == 425 || r.status >= 500:
		return model.Unavailable
	default:
		return model.BadRequest
	}
}

// transport keeps the cause of a connection error and drops the address, whose query may hold a key.
func transport(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		host := hostOf(u.URL)
		if errors.Is(u.Err, context.DeadlineExceeded) {
			return fmt.Errorf("%s did not answer in time", host)
		}
		var op *net.OpError
		if errors.As(u.Err, &op) {
			return fmt.Errorf("connecting to %s: %w", host, op.Err)
		}
		return fmt.Errorf("calling %s: %w", host, u.Err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the connection ended in the middle of the reply: %w", err)
	}
	return err
}

// scrubber takes secrets out of messages.
type scrubber struct{ values []string }

func newScrubber(key string, headers []string, query url.Values) *scrubber {
	s := &scrubber{}
	add := func(v string) {
		if len(v) >= 6 {
			s.values = append(s.values, v)
		}
	}
	add(key)
	for _, h := range headers {
		add(h)
		if _, token, ok := strings.Cut(h, " "); ok {
			add(token)
		}
	}
	for k, vs := range query {
		if strings.Contains(strings.ToLower(k), "key") || strings.Contains(strings.ToLower(k), "token") {
			for _, v := range vs {
				add(v)
			}
		}
	}
	return s
}

// keyShaped are keys as providers echo them, often with stars in the middle.
var keyShaped = regexp.MustCompile(`\b(?:sk-|pk-|rk-|gsk_|xai-|AIza)[-_A-Za-z0-9*]{6,}`)

// clean replaces secrets in an error's text; without one the error stays as it is.
func (s *scrubber) clean(err error) error {
	var e *model.Error
	if !errors.As(err, &e) || e.Err == nil {
		return err
	}
	was := e.Err.Error()
	now := was
	for _, v := range s.values {
		now = strings.ReplaceAll(now, v, "***")
	}
	now = keyShaped.ReplaceAllString(now, "***")
	if now == was {
		return e
	}
	return &model.Error{Class: e.Class, Status: e.Status, RetryAfter: e.RetryAfter, Err: errors.New(now)}
}
