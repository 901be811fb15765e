package appiumserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/verdict-run/verdict/internal/proctree"
)

const (
	// readyLimit is how long the server may take to answer; 2 to 7 s were seen on two busy cores.
	readyLimit = 30 * time.Second
	// stopLimit is how long it may take to end its sessions and itself before it is killed.
	stopLimit = 15 * time.Second
)

// parent is put into the server before its own code: it ends with whoever started it, however that one ended.
const parent = "process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => {}).resume()\n"

// Server is a running Appium server.
type Server struct {
	URL string // http://127.0.0.1:PORT

	port   int
	cmd    *exec.Cmd
	life   io.Closer // the write end of its standard input: closed, it ends
	work   string    // folder of the log and the guards
	log    *os.File
	ended  chan struct{} // closed when the process has ended and been waited for
	status error         // of the process; read after ended
}

// Start installs Appium if need be and starts it on a free port of the loopback device. The caller stops it.
func Start(ctx context.Context) (*Server, error) { return StartOn(ctx, 0) }

// StartOn is Start on that port, for a server that comes back; 0 is any.
func StartOn(ctx context.Context, port int) (*Server, error) {
	dir, err := Install(ctx)
	if err != nil {
		return nil, err
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, errors.New("node is not on PATH; Appium needs Node.js 20.19 or later")
	}
	if port == 0 {
		if port, err = freePort(); err != nil {
			return nil, err
		}
	}
	work, err := os.MkdirTemp("", "verdict-appium-*")
	if err != nil {
		return nil, fmt.Errorf("a folder for Appium's log: %w", err)
	}
	s := &Server{URL: "http://127.0.0.1:" + strconv.Itoa(port), port: port, work: work, ended: make(chan struct{})}
	if err := s.launch(node, dir, port); err != nil {
		return nil, errors.Join(err, s.tidy())
	}
	if err := s.ready(ctx); err != nil {
		err = fmt.Errorf("%w; its log ends with:\n%s", err, last(s.Log(), 20))
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Server) launch(node, dir string, port int) error {
	guard := filepath.Join(s.work, "bin")
	if err := os.Mkdir(guard, 0o755); err != nil {
		return err
	}
	// chromium-driver ends processes by name before every session; ours must not end anybody's.
	if err := os.WriteFile(filepath.Join(guard, "pkill"), []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		return err
	}
	life := filepath.Join(s.work, "parent.cjs")
	if err := os.WriteFile(life, []byte(parent), 0o600); err != nil {
		return err
	}
	var err error
	if s.log, err = os.Create(filepath.Join(s.work, "appium.log")); err != nil {
		return err
	}
	s.cmd = exec.Command(node, "--require", life, filepath.Join(dir, "node_modules", "appium", "index.js"), "server",
		"--address", "127.0.0.1", "--port", strconv.Itoa(port), "--use-drivers", "fake,chromium", "--log-no-colors", "--log-timestamp",
		"--allow-insecure", "*:session_discovery") // GET /appium/sessions
	s.cmd.Dir = s.work
	s.cmd.Env = append(os.Environ(), "APPIUM_HOME="+dir, "PATH="+guard+string(os.PathListSeparator)+os.Getenv("PATH"))
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	leads(s.cmd)
	if s.life, err = s.cmd.StdinPipe(); err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("starting Appium: %w", err)
	}
	go func() {
		s.status = s.cmd.Wait()
		close(s.ended)
	}()
	return nil
}

// ready waits for the server to say that it is.
func (s *Server) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readyLimit, fmt.Errorf("the Appium server was not ready within %v", readyLimit))
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		var answer struct{ Ready bool }
		if err := s.get(ctx, "/status", &answer); err == nil && answer.Ready {
			return nil
		}
		select {
		case <-tick.C:
		case <-s.ended:
			return fmt.Errorf("the Appium process ended before it was ready: %w", s.status)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Sessions are the ids of the sessions the server has.
func (s *Server) Sessions(ctx context.Context) ([]string, error) {
	var all []struct{ ID string }
	if err := s.get(ctx, "/appium/sessions", &all); err != nil {
		return nil, fmt.Errorf("the sessions of the server: %w", err)
	}
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].ID
	}
	return ids, nil
}

func (s *Server) get(ctx context.Context, path string, value any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
	if err != nil {
		return err
	}
	r.Close = true // no connection is kept, which a test would find as a goroutine left
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("HTTP %d", resp.StatusCode)
	}
	return json.NewDecoder(resp.Body).Decode(&struct {
		Value any `json:"value"`
	}{value})
}

// Log is what the server has said so far.
func (s *Server) Log() string {
	data, err := os.ReadFile(filepath.Join(s.work, "appium.log"))
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// Port is where it listens.
func (s *Server) Port() int { return s.port }

// Pid is its process.
func (s *Server) Pid() int { return s.cmd.Process.Pid }

// Stop lets the server end its sessions and waits until its process has ended; what is left after 15 s is
// killed, its children with it. Safe to call twice.
func (s *Server) Stop() error {
	var errs []error
	select {
	case <-s.ended:
	default:
		errs = append(errs, terminate(s.cmd.Process))
		limit := time.NewTimer(stopLimit)
		defer limit.Stop()
		select {
		case <-s.ended:
		case <-limit.C:
			errs = append(errs, fmt.Errorf("the Appium server did not end within %v and was killed", stopLimit))
		}
	}
	return errors.Join(append(errs, s.Kill())...)
}

// Kill ends the server at once, as a crash would, and its chromedrivers and browsers with it.
func (s *Server) Kill() error {
	below, err := proctree.Below(s.Pid()) // a browser has a process group of its own
	errs := []error{err, killGroup(s.cmd.Process)}
	<-s.ended
	for _, p := range below {
		errs = append(errs, kill(int(p.Pid)))
	}
	return errors.Join(append(errs, s.tidy())...)
}

func (s *Server) tidy() error {
	if s.life != nil {
		_ = s.life.Close() // closed already when the process has been waited for
	}
	if s.log != nil {
		_ = s.log.Close()
	}
	return os.RemoveAll(s.work)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("no free port for Appium: %w", err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	return port, l.Close()
}
