// Package playwright drives real browsers through Playwright's driver process.
//
// One Installer owns one driver process and one browser; each Install is a
// browser context of its own. It is the only user of playwright-go.
package playwright

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Config is what an Installer needs. The zero value is headless Chromium found on the machine.
type Config struct {
	Browser string // chromium, firefox, webkit; "" is chromium
	Headed  bool
	// ExecutablePath is the browser; "" looks for a system Chromium, else leaves it to Playwright.
	ExecutablePath string
	// DriverDir holds package/cli.js of the matching playwright-core; "" is Playwright's own default.
	DriverDir string
	// NodePath is the node to run the driver with; "" is DriverDir/node, else node of PATH.
	// The library reads it from the environment, so it holds for the whole process.
	NodePath string
	// ConnectCDP is the http or ws address of a running Chromium to use instead of starting one.
	ConnectCDP string
	// ConnectServer is the ws address of a Playwright server to use instead of starting a browser.
	ConnectServer string
	// FFmpeg films runs; "" is ffmpeg of PATH.
	FFmpeg string
	Logger *slog.Logger
	// Args are passed to the browser in addition to the driver's own.
	Args []string

	callLimit, pictureLimit, pictureTry time.Duration // 0 are the defaults below
}

// baseArgs keep Chromium from talking to anybody but the pages.
var baseArgs = []string{
	"--disable-gpu", "--disable-quic", "--no-first-run", "--no-default-browser-check",
	"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-domain-reliability",
	"--metrics-recording-only", "--no-pings",
}

const (
	launchLimit     = 30 * time.Second
	callLimit       = 30 * time.Second
	installLimit    = 90 * time.Second // the start of driver and browser, when there is none, and a session
	closeLimit      = 5 * time.Second
	writeLimit      = 2 * time.Minute
	defaultDialogs  = 30 * time.Second
	screenshotLimit = 15 * time.Second
	// screenshotTry is how long one try may take: what is asked of a document that is just left is sometimes never answered.
	screenshotTry = 3 * time.Second
)

func (c Config) withDefaults() (Config, error) {
	if c.Browser == "" {
		c.Browser = "chromium"
	}
	if !slices.Contains([]string{"chromium", "firefox", "webkit"}, c.Browser) {
		return c, fmt.Errorf("unknown browser %q: chromium, firefox or webkit", c.Browser)
	}
	if c.ConnectCDP != "" && c.Browser != "chromium" {
		return c, fmt.Errorf("only chromium can be connected to over CDP, not %s", c.Browser)
	}
	c.callLimit, c.pictureLimit, c.pictureTry = cmp.Or(c.callLimit, callLimit), cmp.Or(c.pictureLimit, screenshotLimit), cmp.Or(c.pictureTry, screenshotTry)
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.ExecutablePath == "" && c.Browser == "chromium" {
		for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
			if p, err := exec.LookPath(name); err == nil {
				c.ExecutablePath = p
				break
			}
		}
	}
	if c.FFmpeg == "" {
		c.FFmpeg = "ffmpeg"
	}
	return c, nil
}

func (c Config) args() []string {
	args := slices.Clone(baseArgs)
	if c.Browser != "chromium" {
		args = nil
	}
	if c.Browser == "chromium" && !c.Headed {
		args = append(args, "--headless=new")
	}
	return append(args, c.Args...)
}

var nodeEnv sync.Mutex

// exportNode tells the library which node to run: it looks only at an environment variable and beside the driver.
func (c Config) exportNode() error {
	nodeEnv.Lock()
	defer nodeEnv.Unlock()
	const key = "PLAYWRIGHT_NODEJS_PATH"
	if c.NodePath != "" {
		return os.Setenv(key, c.NodePath)
	}
	if os.Getenv(key) != "" {
		return nil
	}
	if c.DriverDir != "" {
		if _, err := os.Stat(filepath.Join(c.DriverDir, "node")); err == nil {
			return nil
		}
	}
	p, err := exec.LookPath("node")
	if err != nil {
		return fmt.Errorf("node 20 or later is needed to run the browser driver: %w", err)
	}
	return os.Setenv(key, p)
}
