package playwright

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	pw "github.com/mxschmitt/playwright-go"
)

// engine is one running driver process and its browser.
type engine struct {
	cfg     Config
	driver  *pw.Playwright
	browser pw.Browser
	gone    chan struct{} // closed when the browser or driver is lost
	dead    atomic.Bool
}

// startEngine starts both; it blocks for about a second.
func startEngine(cfg Config) (*engine, error) {
	if err := cfg.exportNode(); err != nil {
		return nil, err
	}
	driver, err := runDriver(cfg)
	if err != nil {
		return nil, fmt.Errorf("starting the browser driver: %w", plain(err))
	}
	e := &engine{cfg: cfg, driver: driver, gone: make(chan struct{})}
	e.browser, err = e.open()
	if err != nil {
		_ = driver.Stop() // the browser's error is the one to report
		return nil, fmt.Errorf("starting %s: %w", cfg.Browser, plain(err))
	}
	e.browser.OnDisconnected(func(pw.Browser) { e.lost() })
	if pid := driver.Pid(); pid != 0 {
		if p, err := os.FindProcess(pid); err == nil {
			go e.watch(p)
		}
	}
	if !e.browser.IsConnected() {
		e.lost()
	}
	return e, nil
}

var running sync.Mutex

// runDriver starts the driver process. The library keeps its logger in a
// package variable that every start sets, so starts go one at a time.
func runDriver(cfg Config) (*pw.Playwright, error) {
	running.Lock()
	defer running.Unlock()
	return pw.Run(&pw.RunOptions{
		DriverDirectory: cfg.DriverDir, SkipInstallBrowsers: true,
		Stderr: logWriter{cfg.Logger}, Logger: cfg.Logger,
	})
}

func (e *engine) open() (pw.Browser, error) {
	kind := map[string]pw.BrowserType{"chromium": e.driver.Chromium, "firefox": e.driver.Firefox, "webkit": e.driver.WebKit}[e.cfg.Browser]
	limit := pw.Float(float64(launchLimit.Milliseconds()))
	switch {
	case e.cfg.ConnectCDP != "":
		return kind.ConnectOverCDP(e.cfg.ConnectCDP, pw.BrowserTypeConnectOverCDPOptions{Timeout: limit})
	case e.cfg.ConnectServer != "":
		return kind.Connect(e.cfg.ConnectServer, pw.BrowserTypeConnectOptions{Timeout: limit})
	}
	o := pw.BrowserTypeLaunchOptions{
		Headless:      new(!e.cfg.Headed),
		Args:          e.cfg.args(),
		HandleSIGINT:  new(false),
		HandleSIGTERM: new(false),
		HandleSIGHUP:  new(false),
		Timeout:       limit,
	}
	if e.cfg.Browser == "chromium" {
		// Chromium refuses to run as root with its sandbox; everybody else keeps it.
		o.ChromiumSandbox = new(os.Geteuid() != 0)
	}
	if e.cfg.ExecutablePath != "" {
		o.ExecutablePath = &e.cfg.ExecutablePath
	}
	return kind.Launch(o)
}

// watch notices the end of the driver process, of which the library tells only those who call it.
func (e *engine) watch(driver *os.Process) {
	defer func() { _ = driver.Release() }() // only a handle
	for tick := time.NewTicker(watchEvery); ; {
		select {
		case <-e.gone:
			tick.Stop()
			return
		case <-tick.C:
			if errors.Is(driver.Signal(syscall.Signal(0)), os.ErrProcessDone) {
				e.lost()
			}
		}
	}
}

const watchEvery = 250 * time.Millisecond

// lost marks the engine dead and frees every call that waits for it.
func (e *engine) lost() {
	if e.dead.CompareAndSwap(false, true) {
		close(e.gone)
	}
}

func (e *engine) alive() bool { return !e.dead.Load() && e.browser.IsConnected() }

// stop ends browser and driver; one that hangs is killed, which is the error. A connection over CDP leaves the browser running, as it is not ours.
func (e *engine) stop(ctx context.Context) error {
	done := make(chan error, 1)
	go func() {
		if e.alive() {
			if err := e.browser.Close(); err != nil {
				e.cfg.Logger.Debug("browser did not close", "error", err)
			}
		}
		e.lost()
		done <- e.driver.Stop()
	}()
	select {
	case err := <-done:
		if err != nil {
			// A driver that was killed has nothing left to stop.
			e.cfg.Logger.Debug("driver ended with an error", "error", err)
		}
		return nil
	case <-ctx.Done():
		e.lost()
		e.kill()
		select {
		case <-done:
		case <-time.After(closeLimit):
			e.cfg.Logger.Error("the driver's connection did not end with it")
		}
		return errors.New("the browser driver hung and was ended")
	}
}

// kill ends the driver process; its browser ends when the pipe between them breaks.
func (e *engine) kill() {
	if pid := e.driver.Pid(); pid != 0 {
		if p, err := os.FindProcess(pid); err == nil {
			_ = p.Kill() // it may have ended by itself
		}
	}
}

// logWriter carries the driver's own output to the log.
type logWriter struct{ log *slog.Logger }

func (w logWriter) Write(p []byte) (int, error) {
	w.log.Debug("driver output", "text", string(p))
	return len(p), nil
}

// answers reports whether driver and browser still answer within closeLimit; only Chromium can be asked.
func (e *engine) answers() bool {
	if e.cfg.Browser != "chromium" || e.dead.Load() {
		return false
	}
	answered := make(chan bool, 1)
	go func() {
		c, err := e.browser.NewBrowserCDPSession()
		if err == nil {
			err = c.Detach()
		}
		answered <- err == nil
	}()
	select {
	case ok := <-answered:
		return ok
	case <-time.After(closeLimit):
		return false
	case <-e.gone:
		return false
	}
}
