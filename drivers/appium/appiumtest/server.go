// Package appiumtest is a double of an Appium server with one phone behind it.
//
// Its answers to what needs no phone are held against a real Appium by a test of drivers/appium. What a device
// would answer was held against no phone: such texts are plausible, not measured.
package appiumtest

import (
	"encoding/json"
	"errors"
	"image"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// Config says which phone stands behind the server.
type Config struct {
	IOS      bool              // points at scale 3, and a back that is swallowed
	Screens  map[string]Screen // by name
	Start    string            // the screen a session opens on
	App      string            // the package or bundle id of the one app installed
	Links    map[string]string // deep links to the screens they open
	WebViews []string          // names of contexts beside the native one
	WebView  image.Rectangle   // where a web view lies on the screen, in the unit of taps
}

// Call is one request the server was sent.
type Call struct{ Method, Path, Body string }

// Server is a double of an Appium server; its URL is that of the embedded test server.
type Server struct {
	*httptest.Server
	cfg Config

	mu       sync.Mutex
	calls    []Call
	sessions map[string]*phone
	made     int
	fault    http.HandlerFunc
}

// New starts a server on loopback, to be closed by the caller.
func New(cfg Config) *Server {
	s := &Server{cfg: cfg, sessions: map[string]*phone{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	return s
}

// Calls are the requests so far, oldest first.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

// Open is the number of sessions that were not deleted.
func (s *Server) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sessions)
}

// Fail lets h answer every request from now on; nil ends that.
func (s *Server) Fail(h http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = h
}

// Expire ends all sessions, as Appium does when no command came for long.
func (s *Server) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.sessions)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	var body json.RawMessage
	bad := json.NewDecoder(r.Body).Decode(&body)
	if errors.Is(bad, io.EOF) {
		bad = nil // a request without parameters
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, Call{r.Method, r.URL.Path, string(body)})
	if s.fault != nil {
		s.fault(w, r)
		return
	}
	value, err := s.answer(r.Method, r.URL.Path, body)
	if bad != nil {
		value, err = nil, invalid("the body is no JSON: %v", bad)
	}
	status := http.StatusOK
	if err != nil {
		status = err.status
		value = map[string]string{"error": err.code, "message": err.message, "stacktrace": ""}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"value": value}) // the client may have gone
}

func (s *Server) answer(method, path string, body json.RawMessage) (any, *fail) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case method == http.MethodGet && path == "/status":
		return map[string]any{"ready": true, "message": "The server is ready to accept new connections"}, nil
	case method == http.MethodPost && path == "/session":
		return s.open(body)
	case parts[0] != "session" || len(parts) < 2:
		return nil, unknownCommand(path)
	}
	what := strings.Join(parts[2:], "/")
	end := method == http.MethodDelete && what == ""
	do, in := route(method, what)
	if do == nil && !end { // told before the session is looked for
		return nil, unknownCommand(path)
	}
	p, ok := s.sessions[parts[1]]
	if !ok {
		return nil, &fail{http.StatusNotFound, "invalid session id", "A session is either terminated or not started"}
	}
	if end {
		delete(s.sessions, parts[1])
		return nil, nil
	}
	in.body = body
	if err := in.complete(); err != nil {
		return nil, err
	}
	return do(p, in)
}
