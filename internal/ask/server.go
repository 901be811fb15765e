package ask

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/verdict-run/verdict/internal/secret"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

//go:embed page
var embedded embed.FS

// Config of a Server; the zero value is what a developer needs.
type Config struct {
	// AllowRemote lets the server listen beyond this machine. The page is plain
	// HTTP: whoever sees the traffic sees token, questions and answers.
	AllowRemote bool
	// Cases are names to show before they ask.
	Cases []string
	// Picture is what a case's screen shows, as PNG, JPEG or WebP with secrets
	// painted over; nil data or an error sends the question without.
	Picture func(ctx context.Context, caseName string) ([]byte, error)
	// MaxClients is how many connections may be open at once; 64 when 0.
	MaxClients int
	Log        *slog.Logger // discarded when nil
}

// Server serves the page for testers and its socket, until Close.
type Server struct {
	cfg    Config
	desk   *desk
	token  secret.Value
	addr   net.Addr
	http   *http.Server
	served chan error

	mu      sync.Mutex
	closing bool
	sockets map[*websocket.Conn]struct{}
	clients sync.WaitGroup
}

// Listen starts a server on a loopback address, "127.0.0.1:0" for any free port.
func Listen(ctx context.Context, addr string) (*Server, error) { return Config{}.Listen(ctx, addr) }

// Listen starts a server. ctx bounds the start only.
func (c Config) Listen(ctx context.Context, addr string) (*Server, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("%q is no address to listen on (write 127.0.0.1:0): %w", addr, err)
	}
	if ip := net.ParseIP(host); !c.AllowRemote && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%q can be reached from other machines, and the page for testers steers the run: listen on 127.0.0.1:0 and let testers in by an SSH tunnel", addr)
	}
	if c.MaxClients <= 0 {
		c.MaxClients = 64
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	static, err := fs.Sub(embedded, "page")
	if err != nil {
		return nil, fmt.Errorf("reading the page: %w", err)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listening for testers: %w", err)
	}
	random := make([]byte, 16)
	_, _ = rand.Read(random) // never fails, says its documentation
	s := &Server{
		cfg: c, desk: newDesk(c.Cases), token: secret.New(base64.RawURLEncoding.EncodeToString(random)),
		addr: l.Addr(), served: make(chan error, 1), sockets: map[*websocket.Conn]struct{}{},
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(static))
	mux.HandleFunc("GET /socket", s.socket)
	s.http = &http.Server{
		Handler: s.guarded(mux), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelDebug),
	}
	go func() { s.served <- s.http.Serve(l) }()
	return s, nil
}

// URL is the address for testers, token included: print it, never log it. It
// names this machine even when the server listens on all addresses.
func (s *Server) URL() string { return "http://" + s.host() + "/#token=" + s.token.Reveal() }

func (s *Server) host() string {
	host, port, err := net.SplitHostPort(s.addr.String())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// Asker asks for one case.
func (s *Server) Asker(caseName string) askuser.Asker {
	s.desk.addCase(caseName)
	return served{s, caseName}
}

// Close ends all questions with ErrClosed, takes leave of the pages and waits
// for everything the server has started, a second or two.
func (s *Server) Close() error {
	s.mu.Lock()
	again := s.closing
	s.closing = true
	s.mu.Unlock()
	if again {
		s.clients.Wait()
		return nil
	}
	s.desk.end()
	gone := make(chan struct{})
	go func() { s.clients.Wait(); close(gone) }()
	flush := time.NewTimer(time.Second)
	defer flush.Stop()
	select {
	case <-gone:
	case <-flush.C: // they do not read
	}
	s.mu.Lock()
	for c := range s.sockets {
		_ = c.Close()
	}
	s.mu.Unlock()
	err := s.http.Close()
	<-gone
	if e := <-s.served; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	return err
}

// guarded refuses requests that reached this server under a foreign name (DNS rebinding).
func (s *Server) guarded(next http.Handler) http.Handler {
	policy := "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.cfg.AllowRemote && !s.own(r.Host) {
			http.Error(w, "This server answers to its own address only.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// own reports whether a Host names this server: its address, or another name of loopback.
func (s *Server) own(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, "80"
	}
	_, own, _ := net.SplitHostPort(s.addr.String())
	ip := net.ParseIP(name)
	return port == own && (strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback())
}

// sameOrigin accepts only pages of this server: another site in a tester's browser must not speak for him.
func (s *Server) sameOrigin(r *http.Request) bool {
	u, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && strings.EqualFold(u.Host, r.Host) && (u.Scheme == "http" || u.Scheme == "https" && s.cfg.AllowRemote)
}

// picture is a data URL, "" if there is none.
func (s *Server) picture(ctx context.Context, caseName string) string {
	if s.cfg.Picture == nil {
		return ""
	}
	ctx, cancel := context.WithTimeoutCause(ctx, 5*time.Second, errors.New("taking a picture for a question took too long"))
	defer cancel()
	data, err := s.cfg.Picture(ctx, caseName)
	kind := http.DetectContentType(data)
	switch {
	case err != nil:
		s.cfg.Log.Warn("a question is asked without a picture", "case", caseName, "error", err)
	case len(data) > 4<<20:
		s.cfg.Log.Warn("a question is asked without its picture: it is too big", "case", caseName, "bytes", len(data))
	case kind == "image/png" || kind == "image/jpeg" || kind == "image/webp":
		return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
	}
	return ""
}
