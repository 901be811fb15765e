package ask

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	authLimit  = 10 * time.Second
	writeLimit = 20 * time.Second // for one message; a picture may go through a thin tunnel
	pingEvery  = 20 * time.Second
	pongLimit  = 50 * time.Second
	maxMessage = 64 << 10
	// A page may send floodCount messages that must be rejected in floodSpan.
	floodCount = 40
	floodSpan  = 10 * time.Second
)

// socket serves one connection until it ends.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	if !s.sameOrigin(r) {
		http.Error(w, "The socket is for this server's own page only.", http.StatusForbidden)
		return
	}
	s.mu.Lock()
	if s.closing || len(s.sockets) >= s.cfg.MaxClients {
		s.mu.Unlock()
		http.Error(w, "No more connections, try again later.", http.StatusServiceUnavailable)
		return
	}
	s.clients.Add(1)
	s.mu.Unlock()
	defer s.clients.Done()
	up := websocket.Upgrader{HandshakeTimeout: authLimit, CheckOrigin: s.sameOrigin}
	c, err := up.Upgrade(w, r, nil)
	if err != nil {
		s.cfg.Log.Debug("a page could not connect", "error", err) // Upgrade has answered it
		return
	}
	defer func() {
		_ = c.Close()
		s.mu.Lock()
		delete(s.sockets, c)
		s.mu.Unlock()
	}()
	s.mu.Lock()
	s.sockets[c] = struct{}{}
	full := s.closing || len(s.sockets) > s.cfg.MaxClients
	s.mu.Unlock()
	if full {
		farewell(c, websocket.CloseTryAgainLater, "no more connections")
		return
	}
	if s.authenticated(c) {
		s.talk(c)
	}
}

// authenticated reads the first message.
func (s *Server) authenticated(c *websocket.Conn) bool {
	c.SetReadLimit(maxMessage)
	_ = c.SetReadDeadline(time.Now().Add(authLimit))
	var m incoming
	if _, data, err := c.ReadMessage(); err != nil || json.Unmarshal(data, &m) != nil || m.Type != "auth" {
		farewell(c, websocket.ClosePolicyViolation, "the first message must be auth")
		return false
	}
	if subtle.ConstantTimeCompare([]byte(m.Token), []byte(s.token.Reveal())) != 1 {
		s.cfg.Log.Warn("a page with a wrong token was refused")
		_ = c.SetWriteDeadline(time.Now().Add(time.Second))
		_ = c.WriteMessage(websocket.TextMessage, encode(notice{Type: "denied", Reason: "This link is not valid. Take the one the run has printed."}))
		farewell(c, websocket.ClosePolicyViolation, "wrong token")
		return false
	}
	return true
}

func farewell(c *websocket.Conn, code int, reason string) {
	_ = c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(time.Second))
}

// talk serves a tester: this goroutine reads, another writes; either ends the other.
func (s *Server) talk(c *websocket.Conn) {
	l := s.desk.join(func() {
		s.cfg.Log.Warn("a page that does not keep up was cut off; it may connect again")
		_ = c.Close()
	})
	var writer sync.WaitGroup
	writer.Go(func() {
		write(c, l.queue)
		_ = c.Close()
	})
	s.read(c, l)
	s.desk.leave(l)
	writer.Wait()
}

// read takes a tester's messages until the connection ends.
func (s *Server) read(c *websocket.Conn, l *listener) {
	alive := func(string) error { return c.SetReadDeadline(time.Now().Add(pongLimit)) }
	_ = alive("")
	c.SetPongHandler(alive)
	count, since := 0, time.Now()
	for {
		_, data, err := c.ReadMessage()
		if err != nil {
			return
		}
		_ = alive("")
		if time.Since(since) > floodSpan {
			count, since = 0, time.Now()
		}
		id, final, err := s.take(l, data)
		if err == nil {
			continue
		}
		if count++; count > floodCount {
			s.cfg.Log.Warn("a page that sends too many messages was cut off")
			farewell(c, websocket.ClosePolicyViolation, "too many messages")
			return
		}
		s.desk.reply(l, rejectedMessage{"rejected", id, err.Error(), final})
	}
}

// take acts on one message.
func (s *Server) take(l *listener, data []byte) (id int, final bool, err error) {
	var m incoming
	if json.Unmarshal(data, &m) != nil || m.Type != "answer" {
		return m.ID, false, errors.New("the message was not understood")
	}
	if m.By == "" {
		m.By = "a tester"
	}
	final, err = s.desk.answer(l, m)
	return m.ID, final, err
}

// write sends what is queued, and signs of life, until the queue is closed or the connection breaks.
func write(c *websocket.Conn, queue <-chan []byte) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	send := func(message []byte) bool {
		_ = c.SetWriteDeadline(time.Now().Add(writeLimit))
		return c.WriteMessage(websocket.TextMessage, message) == nil
	}
	for {
		select {
		case message, open := <-queue:
			if !open {
				farewell(c, websocket.CloseGoingAway, "")
				return
			}
			if !send(message) {
				return
			}
		case <-ping.C:
			if !send(encode(notice{Type: "alive", Now: time.Now()})) || c.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Second)) != nil {
				return
			}
		}
	}
}
