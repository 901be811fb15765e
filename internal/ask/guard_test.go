package ask_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/ask"
)

// safeBuffer is a log that several goroutines write.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func TestAForeignOriginIsRefused(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	origin, socket, _ := parts(s)
	port := origin[strings.LastIndex(origin, ":"):]
	for name, header := range map[string]http.Header{
		"another site":     {"Origin": {"http://evil.example"}},
		"no origin":        {},
		"a sandboxed page": {"Origin": {"null"}},
		"another port":     {"Origin": {"http://127.0.0.1:1"}},
		"another scheme":   {"Origin": {"https" + strings.TrimPrefix(origin, "http")}},
		"a rebound name":   {"Origin": {"http://evil.example" + port}, "Host": {"evil.example" + port}},
	} {
		_, res, err := websocket.DefaultDialer.DialContext(t.Context(), socket, header)
		require.ErrorIs(t, err, websocket.ErrBadHandshake, name)
		require.Equal(t, http.StatusForbidden, res.StatusCode, name)
	}
	for host, status := range map[string]int{"": 200, "localhost" + port: 200, "evil.example" + port: 403, "127.0.0.1:1": 403} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+"/", nil)
		require.NoError(t, err)
		req.Host = host
		res, err := http.DefaultTransport.RoundTrip(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, status, res.StatusCode, host)
		require.Contains(t, res.Header.Get("Content-Security-Policy"), "default-src 'none'")
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}

func TestAWrongTokenIsRefused(t *testing.T) {
	t.Parallel()
	var log safeBuffer
	s := listen(t, ask.Config{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	_, _, token := parts(s)
	require.GreaterOrEqual(t, len(token), 22, "128 bits")
	for name, first := range map[string]string{
		"wrong":           `{"type":"auth","token":"guess"}`,
		"a part of it":    `{"type":"auth","token":"` + token[:10] + `"}`,
		"empty":           `{"type":"auth"}`,
		"no auth":         `{"type":"answer","id":1,"token":"` + token + `"}`,
		"no JSON":         `hello`,
		"a list":          `[]`,
		"a bigger number": `{"type":"auth","id":1e99}`,
	} {
		c := connect(t, s)
		require.NoError(t, c.WriteMessage(websocket.TextMessage, []byte(first)))
		_, data, err := c.ReadMessage()
		if err == nil {
			require.Contains(t, string(data), `"denied"`, name)
			_, _, err = c.ReadMessage()
		}
		require.True(t, websocket.IsCloseError(err, websocket.ClosePolicyViolation), "%s: %v", name, err)
	}
	require.Contains(t, log.String(), "wrong token")
	require.NotContains(t, log.String(), token)
	require.NoError(t, s.Close())
	require.NotContains(t, fmt.Sprintf("%v %+v %#v", s, s, s), token)
}

func TestOnlyLoopbackUnlessAllowed(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "example.com:0"} {
		_, err := ask.Listen(t.Context(), addr)
		require.ErrorContains(t, err, "SSH tunnel", addr)
	}
	_, err := ask.Listen(t.Context(), "8080")
	require.ErrorContains(t, err, "write 127.0.0.1:0")
	for _, addr := range []string{"127.0.0.1:0", "localhost:0"} {
		s, err := ask.Listen(t.Context(), addr)
		require.NoError(t, err)
		require.NoError(t, s.Close())
	}
	s, err := ask.Config{AllowRemote: true}.Listen(t.Context(), "0.0.0.0:0")
	require.NoError(t, err)
	require.Regexp(t, `^http://127\.0\.0\.1:\d+/#token=`, s.URL())
	require.NoError(t, s.Close())
}

func TestAnOversizedMessageEndsOnlyItsOwnConnection(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	bad, _ := dial(t, s)
	good, _ := dial(t, s)
	got := asked(t.Context(), s.Asker("x"))
	m := good.next("question")
	bad.next("question")
	_ = bad.WriteJSON(map[string]string{"type": "answer", "by": strings.Repeat("x", 1<<20)})
	requireCut(t, bad)
	good.answer(m.ID, "good", said("Small", "A")...)
	require.NoError(t, (<-got).err)
}

func TestAFloodEndsOnlyItsOwnConnection(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{})
	bad, _ := dial(t, s)
	good, _ := dial(t, s)
	got := asked(t.Context(), s.Asker("x"))
	m := good.next("question")
	for range 5000 {
		if bad.WriteMessage(websocket.TextMessage, []byte(`{"type":"answer","id":1}`)) != nil {
			break
		}
	}
	requireCut(t, bad)
	good.answer(m.ID, "good", said("Small", "A")...)
	require.NoError(t, (<-got).err)
}

// requireCut reads to the end of a connection the server must have ended.
func requireCut(t *testing.T, c client) {
	t.Helper()
	require.NoError(t, c.SetReadDeadline(time.Now().Add(10*time.Second)))
	for {
		if _, _, err := c.ReadMessage(); err != nil {
			require.NotContains(t, err.Error(), "timeout")
			return
		}
	}
}

func TestAPageThatNeverReadsBlocksNobody(t *testing.T) {
	t.Parallel()
	picture := append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 60<<10)...)
	var log safeBuffer
	s := listen(t, ask.Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Picture: func(context.Context, string) ([]byte, error) { return picture, nil }})
	slow, _ := dial(t, s)
	require.NoError(t, slow.NetConn().(*net.TCPConn).SetReadBuffer(8<<10))
	good, _ := dial(t, s)
	for range 300 {
		got := asked(t.Context(), s.Asker("x"))
		m := good.next("question")
		good.answer(m.ID, "good", said("Small", "A")...)
		good.next("answered")
		require.NoError(t, (<-got).err)
		if strings.Contains(log.String(), "does not keep up") {
			return
		}
	}
	t.Error("it was never cut off")
}

func TestCloseDoesNotWaitForAPageThatNeverReads(t *testing.T) {
	t.Parallel()
	picture := append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 3<<20)...)
	s := listen(t, ask.Config{Picture: func(context.Context, string) ([]byte, error) { return picture, nil }})
	dial(t, s)
	var all []<-chan result
	for range 4 {
		all = append(all, asked(t.Context(), s.Asker("x")))
	}
	time.Sleep(200 * time.Millisecond) // the writer is stuck by now
	start := time.Now()
	require.NoError(t, s.Close())
	require.Less(t, time.Since(start), 15*time.Second)
	for _, got := range all {
		require.ErrorIs(t, (<-got).err, ask.ErrClosed)
	}
}

func TestThereIsALimitOfConnections(t *testing.T) {
	t.Parallel()
	s := listen(t, ask.Config{MaxClients: 1})
	c, _ := dial(t, s)
	origin, socket, _ := parts(s)
	_, res, err := websocket.DefaultDialer.DialContext(t.Context(), socket, http.Header{"Origin": {origin}})
	require.ErrorIs(t, err, websocket.ErrBadHandshake)
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	require.NoError(t, c.Close())
	require.Eventually(t, func() bool {
		c, res, err := websocket.DefaultDialer.DialContext(t.Context(), socket, http.Header{"Origin": {origin}})
		if err != nil {
			return false
		}
		return res.Body.Close() == nil && c.Close() == nil
	}, 5*time.Second, 10*time.Millisecond)
}
