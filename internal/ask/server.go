package ask

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

//go:embed page
var page embed.FS

// Server serves the page for testers and its socket.
//
// Messages are JSON. To the server: {"type":"auth","token":…} first, then
// {"type":"answer","id":…,"by":…,"answers":[{"id":…,"text":…}]}. From it:
// "hello", "question" (a Ticket), "closed" (a Closed) and "rejected" (id, reason).
type Server struct {
	desk  *desk
	token string
	host  string
	http  *http.Server
	ended chan error

	mu      sync.Mutex
	sockets map[*websocket.Conn]struct{}
	clients sync.WaitGroup
}

const (
	authLimit   = 10 * time.Second
	writeLimit  = 5 * time.Second
	pingEvery   = 20 * time.Second
	pongLimit   = 45 * time.Second
	maxMessage  = 64 << 10
	tokenBytes  = 24
	headerLimit = 5 * time.Second
)

// Listen starts the server. The address must be loopback: the page shows what
// the case is about and its answers steer the run.
func Listen(ctx context.Context, addr string) (*Server, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("--ask-listen %q is no address: write 127.0.0.1:0", addr)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("--ask-listen %q is not on this machine: write 127.0.0.1:0 and reach it through a tunnel", addr)
	}
	var random [tokenBytes]byte
	if _, err := rand.Read(random[:]); err != nil {
		return nil, fmt.Errorf("making a token: %w", err)
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("--ask-listen: %w", err)
	}
	s := &Server{desk: newDesk(), token: base64.RawURLEncoding.EncodeToString(random[:]), host: l.Addr().String(), ended: make(chan error, 1), sockets: map[*websocket.Conn]struct{}{}}
	static := http.FileServerFS(page)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = "/page/"
		harden(w)
		static.ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /socket", s.socket)
	s.http = &http.Server{Handler: mux, ReadHeaderTimeout: headerLimit}
	go func() { s.ended <- s.http.Serve(l) }()
	return s, nil
}

func harden(w http.ResponseWriter) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-store")
}

// URL is the address to give to testers. The token stands behind the #, so that it is in no log of requests.
func (s *Server) URL() string { return "http://" + s.host + "/#" + s.token }

// Close ends the page; open questions are answered by nobody.
func (s *Server) Close() error {
	err := s.http.Close()
	s.mu.Lock()
	for c := range s.sockets {
		_ = c.Close()
	}
	s.mu.Unlock()
	s.clients.Wait()
	if serving := <-s.ended; !errors.Is(serving, http.ErrServerClosed) {
		err = errors.Join(err, serving)
	}
	return err
}

// Asker asks for one case.
func (s *Server) Asker(name string) askuser.Asker { return served{s.desk, name} }

type served struct {
	desk *desk
	name string
}

// Ask waits for the first answer of any tester, until ctx ends.
func (a served) Ask(ctx context.Context, questions []askuser.Question) ([]askuser.Answer, error) {
	deadline, _ := ctx.Deadline()
	p := a.desk.put(a.name, questions, deadline)
	select {
	case c := <-p.answered:
		return c.Answers, nil
	case <-ctx.Done():
		by := "cancelled"
		if errors.Is(context.Cause(ctx), errTimeout) {
			by = "time-out"
		}
		if !a.desk.expire(p.ID, by, nil) {
			return (<-p.answered).Answers, nil
		}
		return nil, context.Cause(ctx)
	}
}

// sameOrigin accepts only pages of this server: other sites in the tester's browser must not answer.
func (s *Server) sameOrigin(r *http.Request) bool {
	u, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && u.Scheme == "http" && u.Host == r.Host && r.Host == s.host
}

func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: s.sameOrigin}
	c, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	s.mu.Lock()
	s.sockets[c] = struct{}{}
	s.clients.Add(1)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.sockets, c)
		s.mu.Unlock()
		_ = c.Close()
		s.clients.Done()
	}()
	s.talk(c)
}

// incoming is any message of a tester.
type incoming struct {
	Type    string           `json:"type"`
	Token   string           `json:"token"`
	ID      int              `json:"id"`
	By      string           `json:"by"`
	Answers []askuser.Answer `json:"answers"`
}

type outgoing struct {
	Type   string  `json:"type"`
	Ticket *Ticket `json:"ticket,omitempty"`
	Closed *Closed `json:"closed,omitempty"`
	ID     int     `json:"id,omitempty"`
	Reason string  `json:"reason,omitempty"`
}

// talk serves one tester until the connection ends.
func (s *Server) talk(c *websocket.Conn) {
	c.SetReadLimit(maxMessage)
	_ = c.SetReadDeadline(time.Now().Add(authLimit))
	var hello incoming
	if c.ReadJSON(&hello) != nil {
		return
	}
	if hello.Type != "auth" || subtle.ConstantTimeCompare([]byte(hello.Token), []byte(s.token)) != 1 {
		_ = c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.ClosePolicyViolation, "wrong token"), time.Now().Add(writeLimit))
		return
	}
	events, stop := s.desk.listen()
	replies := make(chan outgoing, 16)
	var writer sync.WaitGroup
	writer.Go(func() {
		write(c, events, replies)
		_ = c.Close() // ends the reader too
	})
	s.read(c, replies)
	stop()
	close(replies)
	writer.Wait()
}

// read takes a tester's messages until the connection breaks.
func (s *Server) read(c *websocket.Conn, replies chan<- outgoing) {
	alive := func(string) error { return c.SetReadDeadline(time.Now().Add(pongLimit)) }
	_ = alive("")
	c.SetPongHandler(alive)
	for {
		var m incoming
		if c.ReadJSON(&m) != nil {
			return
		}
		if m.Type != "answer" {
			continue
		}
		if m.By == "" {
			m.By = "a tester"
		}
		if err := s.desk.answer(m.ID, m.By, m.Answers); err != nil {
			select {
			case replies <- outgoing{Type: "rejected", ID: m.ID, Reason: err.Error()}:
			default: // it floods and does not read
				return
			}
		}
	}
}

// write sends what happens to one tester. It ends when the desk has cut it off or the reader has ended.
func write(c *websocket.Conn, events <-chan any, replies <-chan outgoing) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	send := func(m outgoing) bool {
		_ = c.SetWriteDeadline(time.Now().Add(writeLimit))
		return c.WriteJSON(m) == nil
	}
	ok := send(outgoing{Type: "hello"})
	for ok {
		select {
		case e, open := <-events:
			switch m := e.(type) {
			case Ticket:
				ok = send(outgoing{Type: "question", Ticket: &m})
			case Closed:
				ok = send(outgoing{Type: "closed", Closed: &m})
			}
			ok = ok && open
		case m, open := <-replies:
			ok = open && send(m)
		case <-ping.C:
			ok = c.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeLimit)) == nil
		}
	}
}
