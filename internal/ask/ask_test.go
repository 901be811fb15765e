package ask_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/verdict-run/verdict/internal/ask"
	askuser "github.com/verdict-run/verdict/tools/ask-user"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func questions() []askuser.Question {
	return []askuser.Question{{ID: "size", Question: "Which size?", Options: []string{"Small", "Large"}}, {ID: "why", Question: "Why?", Options: []string{"A", "B"}, FreeText: true}}
}

func said(size, why string) []askuser.Answer {
	return []askuser.Answer{{ID: "size", Text: size}, {ID: "why", Text: why}}
}

// message is any message of the server.
type message struct {
	Type      string             `json:"type"`
	ID        int                `json:"id"`
	Case      string             `json:"case"`
	Cases     []string           `json:"cases"`
	Open      []int              `json:"open"`
	History   []message          `json:"history"`
	Questions []askuser.Question `json:"questions"`
	Asked     time.Time          `json:"asked"`
	Deadline  time.Time          `json:"deadline"`
	Picture   string             `json:"picture"`
	By        string             `json:"by"`
	Yours     bool               `json:"yours"`
	Final     bool               `json:"final"`
	Answers   []askuser.Answer   `json:"answers"`
	Reason    string             `json:"reason"`
}

func listen(t *testing.T, c ask.Config) *ask.Server {
	t.Helper()
	s, err := c.Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// client is a tester's connection.
type client struct {
	t *testing.T
	*websocket.Conn
}

// parts cuts the URL for testers.
func parts(s *ask.Server) (origin, socket, token string) {
	origin, token, _ = strings.Cut(s.URL(), "/#token=")
	return origin, "ws" + strings.TrimPrefix(origin, "http") + "/socket", token
}

func connect(t *testing.T, s *ask.Server) client {
	t.Helper()
	origin, socket, _ := parts(s)
	c, res, err := websocket.DefaultDialer.DialContext(t.Context(), socket, http.Header{"Origin": {origin}})
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	t.Cleanup(func() { _ = c.Close() })
	return client{t, c}
}

// dial connects with the token and returns hello.
func dial(t *testing.T, s *ask.Server) (client, message) {
	t.Helper()
	c := connect(t, s)
	_, _, token := parts(s)
	c.send(map[string]any{"type": "auth", "token": token})
	return c, c.next("hello")
}

func (c client) send(v any) {
	c.t.Helper()
	require.NoError(c.t, c.WriteJSON(v))
}

// next is the next message of one of the types.
func (c client) next(types ...string) message {
	c.t.Helper()
	require.NoError(c.t, c.SetReadDeadline(time.Now().Add(10*time.Second)))
	for {
		var m message
		require.NoError(c.t, c.ReadJSON(&m))
		if slices.Contains(types, m.Type) {
			return m
		}
		require.Contains(c.t, []string{"cases", "alive"}, m.Type, "%+v", m)
	}
}

func (c client) answer(id int, by string, answers ...askuser.Answer) {
	c.t.Helper()
	c.send(map[string]any{"type": "answer", "id": id, "by": by, "answers": answers})
}

type result struct {
	answers []askuser.Answer
	err     error
}

// asked asks in the background.
func asked(ctx context.Context, a askuser.Asker) <-chan result {
	ch := make(chan result, 1)
	go func() {
		answers, err := a.Ask(ctx, questions())
		ch <- result{answers, err}
	}()
	return ch
}
