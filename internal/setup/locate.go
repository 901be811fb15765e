package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Toolchain is what was found on a machine; a path is empty when there is none.
type Toolchain struct {
	DriverDir string // where the Playwright driver belongs, there or not
	DriverCLI string // the driver's cli.js, there or not
	Node      string
	// Browser may be a file that does not exist when an environment variable names it.
	Browser     string
	BrowserFrom string   // the environment variable, "playwright" or "system"
	Snaps       []string // browsers passed over because they only start a snap
	FFmpeg      string
}

// Environment variables that name the browser, the first that is set wins.
const (
	EnvBrowser         = "VERDICT_BROWSER_PATH"
	EnvBrowserFallback = "CHROMIUM_PATH"
)

// Locate finds the toolchain; it starts no program.
//
// The rules for the driver and node are those of Library (run.go), except that node is also taken
// from PATH: whoever starts the driver then sets PLAYWRIGHT_NODEJS_PATH to Toolchain.Node.
func Locate(c Config) Toolchain {
	t := Toolchain{DriverDir: c.driverDir(), DriverCLI: c.abs(c.Getenv("PLAYWRIGHT_CLI_PATH"))}
	if t.DriverCLI == "" && t.DriverDir != "" {
		t.DriverCLI = path.Join(t.DriverDir, "package", "cli.js")
	}
	t.Node = c.node(t.DriverDir)
	t.locateBrowser(c)
	t.FFmpeg = c.program("ffmpeg")
	return t
}

func (c Config) driverDir() string {
	if dir := c.Getenv("PLAYWRIGHT_DRIVER_PATH"); dir != "" {
		return c.abs(dir)
	}
	if c.Home == "" {
		return ""
	}
	return path.Join(c.cacheDir(), "ms-playwright-go", DriverVersion)
}

func (c Config) cacheDir() string {
	switch c.GOOS {
	case "darwin":
		return path.Join(c.Home, "Library", "Caches")
	case "windows":
		return path.Join(c.Home, "AppData", "Local")
	default:
		return path.Join(c.Home, ".cache")
	}
}

func (c Config) node(driverDir string) string {
	if node := c.Getenv("PLAYWRIGHT_NODEJS_PATH"); node != "" {
		return node
	}
	own := path.Join(driverDir, "node")
	if c.GOOS == "windows" {
		own += ".exe"
	}
	if driverDir != "" && c.isFile(own) {
		return own
	}
	return c.program("node")
}

// program looks on PATH and then where Homebrew puts things: a program started from the macOS
// Finder or by launchd does not have Homebrew on its PATH.
func (c Config) program(name string) string {
	if found, err := c.LookPath(name); err == nil {
		return found
	}
	for _, dir := range []string{"/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"} {
		if c.GOOS != "windows" && c.isFile(path.Join(dir, name)) {
			return path.Join(dir, name)
		}
	}
	return ""
}

func (t *Toolchain) locateBrowser(c Config) {
	for _, name := range []string{EnvBrowser, EnvBrowserFallback} {
		if value := c.Getenv(name); value != "" {
			if found, err := c.LookPath(value); err == nil {
				value = found
			}
			t.Browser, t.BrowserFrom = c.abs(value), name
			return
		}
	}
	if own := c.playwrightBrowser(t.DriverCLI); own != "" {
		t.Browser, t.BrowserFrom = own, "playwright"
		return
	}
	for _, candidate := range c.systemBrowsers() {
		if c.startsSnap(candidate) {
			t.Snaps = append(t.Snaps, candidate)
			continue
		}
		t.Browser, t.BrowserFrom = candidate, "system"
		return
	}
}

func (c Config) systemBrowsers() []string {
	var found []string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if p := c.program(name); p != "" {
			found = append(found, p)
		}
	}
	usual := []string{"/usr/lib/chromium/chromium", "/opt/google/chrome/chrome"}
	switch c.GOOS {
	case "darwin":
		usual = nil
		for _, apps := range []string{"/Applications", path.Join(c.Home, "Applications")} {
			for _, app := range []string{"Google Chrome", "Chromium"} {
				usual = append(usual, path.Join(apps, app+".app", "Contents", "MacOS", app))
			}
		}
	case "windows":
		usual = nil
		for _, name := range []string{"ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"} {
			if dir := c.Getenv(name); dir != "" {
				usual = append(usual, path.Join(strings.ReplaceAll(dir, `\`, "/"), "Google", "Chrome", "Application", "chrome.exe"))
			}
		}
	}
	for _, p := range usual {
		if c.isFile(p) {
			found = append(found, p)
		}
	}
	return found
}

// startsSnap reports whether a browser is a snap or, as /usr/bin/chromium-browser on Ubuntu, a script
// that asks for one. A snap sees neither our temporary folder nor works in a container.
func (c Config) startsSnap(file string) bool {
	if strings.HasPrefix(file, "/snap/") {
		return true
	}
	f, err := c.Root.Open(inRoot(file))
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, _ := f.Read(head) // a file that cannot be read is no script we know
	text := string(head[:n])
	return strings.HasPrefix(text, "#!") && strings.Contains(text, "/snap/bin/")
}

// playwrightBrowser is the Chromium that `playwright install` downloads for this driver, if it is there.
func (c Config) playwrightBrowser(cli string) string {
	wanted, err := c.wantedBrowser(cli)
	if err != nil {
		return ""
	}
	base := c.Getenv("PLAYWRIGHT_BROWSERS_PATH")
	switch {
	case base == "0": // Playwright's word for "inside the package"
		base = path.Join(path.Dir(cli), ".local-browsers")
	case base == "" && c.GOOS == "linux" && c.Getenv("XDG_CACHE_HOME") != "":
		base = path.Join(c.Getenv("XDG_CACHE_HOME"), "ms-playwright")
	case base == "":
		base = path.Join(c.cacheDir(), "ms-playwright")
	}
	dir := path.Join(base, "chromium-"+wanted.Revision)
	if !c.isFile(path.Join(dir, "INSTALLATION_COMPLETE")) {
		return ""
	}
	for _, name := range c.playwrightLayouts() {
		if file := path.Join(dir, name); c.isFile(file) {
			return file
		}
	}
	return ""
}

// playwrightLayouts is EXECUTABLE_PATHS of playwright-core 1.64 (lib/coreBundle.js).
func (c Config) playwrightLayouts() []string {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[c.GOARCH]
	switch c.GOOS {
	case "darwin":
		return []string{"chrome-mac-" + arch + "/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"}
	case "windows":
		return []string{"chrome-win64/chrome.exe"}
	default:
		if arch == "x64" {
			return []string{"chrome-linux64/chrome", "chrome-linux/chrome"}
		}
		return []string{"chrome-linux-arm64/chrome", "chrome-linux/chrome"}
	}
}

type browserEntry struct {
	Name           string `json:"name"`
	Revision       string `json:"revision"`
	BrowserVersion string `json:"browserVersion"`
}

// wantedBrowser reads from the driver which Chromium it is made for.
func (c Config) wantedBrowser(cli string) (browserEntry, error) {
	if cli == "" {
		return browserEntry{}, fs.ErrNotExist
	}
	raw, err := c.readFile(path.Join(path.Dir(cli), "browsers.json"))
	if err != nil {
		return browserEntry{}, err
	}
	var list struct {
		Browsers []browserEntry `json:"browsers"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return browserEntry{}, fmt.Errorf("reading the driver's browsers.json: %w", err)
	}
	for _, b := range list.Browsers {
		if b.Name == "chromium" {
			return b, nil
		}
	}
	return browserEntry{}, errors.New("the driver's browsers.json names no chromium")
}
