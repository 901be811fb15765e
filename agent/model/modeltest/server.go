package modeltest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/verdict-run/verdict/agent/model"
)

// Server is a stub of the chat completions endpoint over real HTTP.
type Server struct {
	// URL is the base URL to configure.
	URL string

	http    *httptest.Server
	answer  func(n int, r WireRequest) Answer
	mu      sync.Mutex
	calls   []WireRequest
	refused []string // parameters answered with 400
}

// WireRequest is a call as it came over the wire.
type WireRequest struct {
	Header http.Header
	Path   string
	Query  string
	Body   []byte
	// Fields is the body as JSON.
	Fields map[string]any
	Model  string
	// Text is all text of all messages; Images counts the pictures.
	Text   string
	Images int
	// Tools are the names offered.
	Tools []string
}

// Answer is what the server sends. The zero value is an empty assistant message.
type Answer struct {
	Text      string
	ToolCalls []model.ToolCall
	Refusal   string
	Finish    string // made up from the rest when empty
	// Usage is sent when it is not nil; NoUsage leaves the field out.
	Usage   *model.Usage
	NoUsage bool

	// Status other than 200 sends ErrorBody (or a made-up one); Header is added.
	Status    int
	ErrorBody string
	Header    http.Header
	// Raw replaces the whole body.
	Raw string
	// Delay comes before the headers, SlowBody between the body's pieces.
	Delay, SlowBody time.Duration
	// CutAt ends the connection after so many bytes of the body.
	CutAt int
}

// NewServer starts a stub that answers in order; the last answer repeats. It ends with the test.
func NewServer(tb testing.TB, answers ...Answer) *Server {
	return NewServerFunc(tb, func(n int, _ WireRequest) Answer {
		if len(answers) == 0 {
			return Answer{}
		}
		return answers[min(n, len(answers))-1]
	})
}

// NewServerFunc starts a stub that answers by a function; n counts from 1.
func NewServerFunc(tb testing.TB, f func(n int, r WireRequest) Answer) *Server {
	tb.Helper()
	s := &Server{answer: f}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL + "/v1"
	tb.Cleanup(func() {
		s.http.CloseClientConnections()
		s.http.Close()
	})
	return s
}

// Refuse makes the server answer 400 to any call that sets one of the parameters.
func (s *Server) Refuse(parameters ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = append(s.refused, parameters...)
}

// Calls are the calls so far, refused ones included.
func (s *Server) Calls() []WireRequest {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]WireRequest(nil), s.calls...)
}

// ServeHTTP answers one call.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r, err := readWire(req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.calls = append(s.calls, r)
	n := len(s.calls)
	refused := s.refused
	s.mu.Unlock()
	for _, p := range refused {
		if _, set := r.Fields[p]; set {
			write(w, req, RefuseParameter(p))
			return
		}
	}
	if req.URL.Path != "/v1/chat/completions" {
		http.NotFound(w, req)
		return
	}
	write(w, req, s.answer(n, r))
}

func readWire(req *http.Request) (WireRequest, error) {
	body, err := io.ReadAll(req.Body)
	r := WireRequest{Header: req.Header.Clone(), Path: req.URL.Path, Query: req.URL.RawQuery, Body: body}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(body, &r.Fields); err != nil {
		return r, fmt.Errorf("the body is no JSON: %w", err)
	}
	r.Model, _ = r.Fields["model"].(string)
	for _, m := range list(r.Fields["messages"]) {
		content := object(m)["content"]
		if text, ok := content.(string); ok {
			r.Text += text + "\n"
		}
		for _, p := range list(content) {
			if text, ok := object(p)["text"].(string); ok {
				r.Text += text + "\n"
			}
			if object(p)["image_url"] != nil {
				r.Images++
			}
		}
	}
	for _, t := range list(r.Fields["tools"]) {
		name, _ := object(object(t)["function"])["name"].(string)
		r.Tools = append(r.Tools, name)
	}
	return r, nil
}

func list(v any) []any            { l, _ := v.([]any); return l }
func object(v any) map[string]any { o, _ := v.(map[string]any); return o }

func write(w http.ResponseWriter, req *http.Request, a Answer) {
	if !pause(req, a.Delay) {
		return
	}
	for k, vs := range a.Header {
		w.Header()[k] = vs
	}
	w.Header().Set("Content-Type", "application/json")
	body := a.body()
	if a.CutAt > 0 {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)+1))
		body = body[:min(a.CutAt, len(body))]
	}
	if a.Status != 0 {
		w.WriteHeader(a.Status)
	}
	piece := len(body)
	if a.SlowBody > 0 {
		piece = 16
	}
	for len(body) > 0 {
		n := min(piece, len(body))
		if _, err := w.Write(body[:n]); err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush()
		body = body[n:]
		if !pause(req, a.SlowBody) {
			return
		}
	}
	if a.CutAt > 0 {
		panic(http.ErrAbortHandler)
	}
}

func pause(req *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-req.Context().Done():
		return false
	case <-t.C:
		return true
	}
}
