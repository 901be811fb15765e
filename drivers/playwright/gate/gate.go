// Package gate is a loopback proxy that a browser's every request goes through, so that what is
// not allowed leaves the machine in no way: not by a redirect, a worker, a socket or a beacon.
package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"sync"

	"github.com/elazarl/goproxy"

	"github.com/verdict-run/verdict/platform"
)

// Gate lets requests to the allowed origins through. It looks at the address only; encrypted traffic stays encrypted.
type Gate struct {
	origins platform.Origins
	refused func(address string, why error)
	server  *http.Server
	addr    string
	served  chan error

	mu    sync.Mutex
	conns map[net.Conn]struct{}
}

// Open starts a gate on a free loopback port. refused hears of every request that is turned away, from many goroutines.
func Open(ctx context.Context, origins platform.Origins, refused func(address string, why error)) (*Gate, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("opening the proxy for strict containment: %w", err)
	}
	g := &Gate{origins: origins, refused: refused, addr: l.Addr().String(), served: make(chan error, 1), conns: map[net.Conn]struct{}{}}
	p := goproxy.NewProxyHttpServer()
	p.Logger = log.New(io.Discard, "", 0)
	p.OnRequest().HandleConnectFunc(g.tunnel)
	p.OnRequest().DoFunc(g.request)
	g.server = &http.Server{Handler: p, ErrorLog: log.New(io.Discard, "", 0)} //nolint:gosec // a loopback proxy of ours; bodies may take long
	go func() { g.served <- g.server.Serve(tracked{l, g}) }()
	return g, nil
}

// Addr is where the gate listens, "127.0.0.1:PORT".
func (g *Gate) Addr() string { return g.addr }

// Close ends the gate and cuts every connection.
func (g *Gate) Close() error {
	err := g.server.Close()
	g.mu.Lock()
	for c := range g.conns { // tunnels are no longer the server's
		err = errors.Join(err, ignoreClosed(c.Close()))
	}
	g.mu.Unlock()
	if served := <-g.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// request decides on plain HTTP.
func (g *Gate) request(req *http.Request, _ *goproxy.ProxyCtx) (*http.Request, *http.Response) {
	if g.origins.Covers(req.URL) {
		return req, nil
	}
	why := fmt.Errorf("%s://%s is outside of the allowed origins", req.URL.Scheme, req.URL.Host)
	g.refused(req.URL.String(), why)
	return req, goproxy.NewResponse(req, goproxy.ContentTypeText, http.StatusForbidden, "refused by Verdict: "+why.Error()+"\n")
}

// tunnel decides on what asks for a tunnel: HTTPS and sockets. Which of them it is cannot be seen.
func (g *Gate) tunnel(host string, _ *goproxy.ProxyCtx) (*goproxy.ConnectAction, string) {
	for _, scheme := range []string{"https", "http"} {
		if g.origins.Covers(&url.URL{Scheme: scheme, Host: host}) {
			return goproxy.OkConnect, host
		}
	}
	g.refused("https://"+host, fmt.Errorf("%s is outside of the allowed origins", host))
	return goproxy.RejectConnect, host
}

// tracked remembers the connections of a listener, for Close.
type tracked struct {
	net.Listener
	g *Gate
}

func (t tracked) Accept() (net.Conn, error) {
	c, err := t.Listener.Accept()
	if err != nil {
		return nil, err
	}
	t.g.mu.Lock()
	defer t.g.mu.Unlock()
	t.g.conns[c] = struct{}{}
	return conn{c, t.g}, nil
}

type conn struct {
	net.Conn
	g *Gate
}

func (c conn) Close() error {
	c.g.mu.Lock()
	delete(c.g.conns, c.Conn)
	c.g.mu.Unlock()
	return c.Conn.Close()
}
