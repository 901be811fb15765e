package gate_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/verdict-run/verdict/drivers/playwright/gate"
	"github.com/verdict-run/verdict/platform"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type refusals struct {
	mu   sync.Mutex
	seen []string
}

func (r *refusals) add(address string, _ error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, strings.TrimSuffix(address, "/"))
}

func (r *refusals) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.seen)
}

// client sends everything through the gate, also what goes to this machine.
func client(t *testing.T, g *gate.Gate) *http.Client {
	t.Helper()
	tr := &http.Transport{
		Proxy:           func(*http.Request) (*url.URL, error) { return &url.URL{Scheme: "http", Host: g.Addr()}, nil },
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // a test server's own certificate
	}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: 10 * time.Second}
}

func TestOnlyAllowedOriginsAreReached(t *testing.T) {
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "hello")
	})
	in, out := httptest.NewServer(hello), httptest.NewServer(hello)
	inTLS, outTLS := httptest.NewTLSServer(hello), httptest.NewTLSServer(hello)
	for _, s := range []*httptest.Server{in, out, inTLS, outTLS} {
		defer s.Close()
	}
	var r refusals
	g, err := gate.Open(t.Context(), platform.NewOrigins([]string{in.URL, inTLS.URL}), r.add)
	require.NoError(t, err)
	defer func() { require.NoError(t, g.Close()) }()
	c := client(t, g)
	get := func(address string) (int, string, error) {
		resp, err := c.Get(address)
		if err != nil {
			return 0, "", err
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp.StatusCode, string(body), nil
	}
	for _, address := range []string{in.URL, inTLS.URL} {
		status, body, err := get(address)
		require.NoError(t, err)
		require.Equal(t, 200, status)
		require.Equal(t, "hello", body)
	}
	require.Empty(t, r.all())
	for _, address := range []string{out.URL, in.URL + "/away?to=" + url.QueryEscape(out.URL)} {
		status, body, err := get(address)
		require.NoError(t, err)
		require.Equal(t, 403, status)
		require.Contains(t, body, "outside of the allowed origins")
	}
	_, _, err = get(outTLS.URL)
	require.Error(t, err)
	require.Equal(t, []string{out.URL, out.URL, outTLS.URL}, r.all())
}

// TestClosingCutsTunnels: a socket that is open does not keep the gate, or the run, alive.
func TestClosingCutsTunnels(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	accepted := make(chan net.Conn, 1)
	go func() {
		if c, err := l.Accept(); err == nil {
			accepted <- c
		}
	}()
	g, err := gate.Open(t.Context(), platform.NewOrigins([]string{"http://" + l.Addr().String()}), func(string, error) {})
	require.NoError(t, err)
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", g.Addr())
	require.NoError(t, err)
	defer c.Close()
	_, err = io.WriteString(c, "CONNECT "+l.Addr().String()+" HTTP/1.1\r\nHost: "+l.Addr().String()+"\r\n\r\n")
	require.NoError(t, err)
	buf := make([]byte, 256)
	n, err := c.Read(buf)
	require.NoError(t, err)
	require.Contains(t, string(buf[:n]), "200")
	far := <-accepted
	defer far.Close()
	require.NoError(t, g.Close())
	require.NoError(t, c.SetReadDeadline(time.Now().Add(5*time.Second)))
	_, err = c.Read(buf)
	require.ErrorIs(t, err, io.EOF)
	require.NoError(t, far.SetReadDeadline(time.Now().Add(5*time.Second)))
	_, err = far.Read(buf)
	require.ErrorIs(t, err, io.EOF)
	_, err = (&net.Dialer{Timeout: time.Second}).DialContext(context.Background(), "tcp", g.Addr())
	require.Error(t, err)
}
