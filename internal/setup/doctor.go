package setup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Status says whether a finding stands in the way.
type Status string

// Warn means that Verdict runs, but something is worse for it; Fail that no case can run.
const (
	OK   Status = "ok"
	Warn Status = "warn"
	Fail Status = "fail"
)

// Finding is the state of one thing Verdict needs. A Hint, there for every Fail and Warn, says what to type.
type Finding struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitempty"`
}

// Doctor looks at everything a browser case needs. It changes nothing, and starts only node and the
// browser, with --version.
func Doctor(ctx context.Context, c Config) []Finding {
	t := Locate(c)
	return []Finding{
		c.checkNode(ctx, t),
		c.checkDriver(t),
		c.checkBrowser(ctx, t),
		c.checkFFmpeg(t),
		c.checkFonts(),
		c.checkWorkDir(),
		c.checkTempDir(),
		c.checkUser(),
	}
}

// Missing is the first thing a web case cannot start without and this machine lacks, nil when there is none. It starts no
// program. t is what Locate found; browser says that one of this machine is to be started.
func Missing(ctx context.Context, c Config, t Toolchain, browser bool) *Finding {
	var found []Finding
	if t.Node == "" {
		found = append(found, c.checkNode(ctx, t))
	}
	found = append(found, c.checkDriver(t))
	if browser && (t.Browser == "" || !c.isFile(t.Browser)) {
		found = append(found, c.checkBrowser(ctx, t))
	}
	for _, f := range found {
		if f.Status == Fail {
			return &f
		}
	}
	return nil
}

// CheckCompiler looks for the C compiler that the race detector of Verdict's own tests needs; it is no
// part of Doctor, for a user needs none.
func CheckCompiler(ctx context.Context, c Config) Finding {
	cc := c.Getenv("CC")
	if cc == "" {
		cc = "gcc"
		if c.GOOS == "darwin" {
			cc = "clang"
		}
	}
	found, err := c.LookPath(strings.Fields(cc)[0])
	if err != nil {
		return Finding{Compiler, Fail, "no C compiler (" + cc + "), which go test -race needs", c.install(Compiler)}
	}
	if c.GOOS == "linux" && !c.isFile("/usr/include/stdlib.h") {
		return Finding{Compiler, Fail, found + " has no C library headers, which go test -race needs", c.install(Compiler)}
	}
	return Finding{Name: Compiler, Status: OK, Detail: found}
}

var versionNumber = regexp.MustCompile(`\d+(\.\d+)+`)

// versionIn finds the first dotted number and its first part in what a program says of itself.
func versionIn(text string) (version string, major int, found bool) {
	version = versionNumber.FindString(text)
	first, _, _ := strings.Cut(version, ".")
	major, err := strconv.Atoi(first)
	return version, major, err == nil
}

func (c Config) checkNode(ctx context.Context, t Toolchain) Finding {
	if t.Node == "" {
		return Finding{Node, Fail, fmt.Sprintf("Node.js is not there; the driver needs version %d or later", MinNode), c.installNode()}
	}
	hint := c.installNode()
	if c.Getenv("PLAYWRIGHT_NODEJS_PATH") != "" {
		hint = "unset PLAYWRIGHT_NODEJS_PATH, or set it to a working Node.js; " + hint
	}
	out, err := c.Run(ctx, t.Node, "--version")
	if err != nil {
		return Finding{Node, Fail, fmt.Sprintf("%s does not run: %v", t.Node, err), hint}
	}
	version, major, ok := versionIn(out)
	if !ok {
		return Finding{Node, Fail, fmt.Sprintf("%s --version says %q", t.Node, strings.TrimSpace(out)), hint}
	}
	if major < MinNode {
		return Finding{Node, Fail, fmt.Sprintf("%s is version %s; the driver needs %d or later", t.Node, version, MinNode), hint}
	}
	return Finding{Name: Node, Status: OK, Detail: t.Node + ", version " + version}
}

// unpatched is code of the driver that Library replaces on installation, since a page error without a
// location would end the driver (patchDriverBundle in run.go).
const unpatched = "pageError.location.url"

func (c Config) checkDriver(t Toolchain) Finding {
	if t.DriverCLI == "" {
		return Finding{Driver, Fail, "no place for the Playwright driver: the home folder is not known", "set HOME, or PLAYWRIGHT_DRIVER_PATH to the driver's folder"}
	}
	pkg := path.Dir(t.DriverCLI)
	version, err := c.driverVersion(t.DriverCLI)
	if errors.Is(err, fs.ErrNotExist) {
		return Finding{Driver, Fail, fmt.Sprintf("no Playwright driver %s in %s", DriverVersion, pkg), installDriver()}
	}
	if err != nil {
		return Finding{Driver, Fail, fmt.Sprintf("the Playwright driver in %s cannot be read: %v", pkg, err), "rm -r " + shellQuote(pkg) + ", then " + installDriver()}
	}
	if version != DriverVersion {
		hint := "rm -r " + shellQuote(pkg) + ", then " + installDriver()
		for _, name := range []string{"PLAYWRIGHT_CLI_PATH", "PLAYWRIGHT_DRIVER_PATH"} {
			if c.Getenv(name) != "" {
				hint = "unset " + name + ", then " + installDriver()
				break
			}
		}
		return Finding{Driver, Fail, fmt.Sprintf("the Playwright driver in %s has version %s, not %s", pkg, version, DriverVersion), hint}
	}
	bundle, err := c.readFile(path.Join(pkg, "lib", "coreBundle.js"))
	if c.Getenv("PLAYWRIGHT_CLI_PATH") == "" && (err != nil || bytes.Contains(bundle, []byte(unpatched))) {
		return Finding{Driver, Warn, fmt.Sprintf("the Playwright driver in %s lacks the patch of its Go library", pkg), installDriver()}
	}
	return Finding{Name: Driver, Status: OK, Detail: "Playwright " + version + " in " + pkg}
}

func (c Config) driverVersion(cli string) (string, error) {
	if !c.isFile(cli) {
		return "", fs.ErrNotExist
	}
	raw, err := c.readFile(path.Join(path.Dir(cli), "package.json"))
	if err != nil {
		return "", fmt.Errorf("reading package.json: %v", err) // not wrapped: the driver is there, though broken
	}
	var manifest struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return "", fmt.Errorf("reading package.json: %w", err)
	}
	return manifest.Version, nil
}

func (c Config) checkBrowser(ctx context.Context, t Toolchain) Finding {
	if t.Browser == "" {
		detail := "no Chromium or Chrome found"
		if len(t.Snaps) > 0 {
			detail += fmt.Sprintf("; %s only starts a snap, which cannot be driven", strings.Join(t.Snaps, ", "))
		}
		return Finding{Browser, Fail, detail, c.installBrowser()}
	}
	hint := c.installBrowser()
	if t.BrowserFrom == EnvBrowser || t.BrowserFrom == EnvBrowserFallback {
		hint = fmt.Sprintf("set %s to an existing Chromium or Chrome, or unset it; %s", t.BrowserFrom, hint)
		if !c.isFile(t.Browser) {
			return Finding{Browser, Fail, fmt.Sprintf("%s names %s, which is not there", t.BrowserFrom, t.Browser), hint}
		}
		if c.startsSnap(t.Browser) {
			return Finding{Browser, Fail, fmt.Sprintf("%s names %s, which only starts a snap, which cannot be driven", t.BrowserFrom, t.Browser), hint}
		}
	}
	if c.GOOS == "windows" { // there, chrome.exe --version opens a window
		return Finding{Name: Browser, Status: OK, Detail: t.Browser + ", version not looked at on Windows"}
	}
	out, err := c.Run(ctx, t.Browser, "--version")
	if err != nil {
		if t.BrowserFrom == "playwright" && c.GOOS == "linux" {
			hint = "install the libraries it needs: " + libraryCommand("install-deps chromium") + " (as root; Debian and Ubuntu only); or " + hint
		}
		return Finding{Browser, Fail, fmt.Sprintf("%s does not run: %v", t.Browser, err), hint}
	}
	version, major, ok := versionIn(out)
	if !ok {
		return Finding{Browser, Fail, fmt.Sprintf("%s --version says %q", t.Browser, strings.TrimSpace(out)), hint}
	}
	wanted, err := c.wantedBrowser(t.DriverCLI)
	if err != nil { // the driver's own finding says so
		return Finding{Name: Browser, Status: OK, Detail: t.Browser + ", version " + version}
	}
	if _, wantedMajor, ok := versionIn(wanted.BrowserVersion); ok && wantedMajor != major {
		return Finding{Browser, Warn, fmt.Sprintf("%s has version %s, but Playwright %s is made and tested for %d", t.Browser, version, DriverVersion, wantedMajor),
			"it mostly works; if not, get the matching one: " + libraryCommand("install --no-shell chromium")}
	}
	return Finding{Name: Browser, Status: OK, Detail: t.Browser + ", version " + version}
}

func (c Config) installBrowser() string {
	return c.install(Browser) + "; or set " + EnvBrowser + " to one you have"
}

func (c Config) checkFFmpeg(t Toolchain) Finding {
	if t.FFmpeg == "" {
		return Finding{FFmpeg, Warn, "ffmpeg is not there; only videos need it", c.install(FFmpeg)}
	}
	return Finding{Name: FFmpeg, Status: OK, Detail: t.FFmpeg}
}

// checkFonts guards pictures against empty boxes in place of letters, which no model can read.
func (c Config) checkFonts() Finding {
	if c.GOOS != "linux" {
		return Finding{Name: Fonts, Status: OK, Detail: "those of the system"}
	}
	total, emoji, asian := 0, false, false
	for _, dir := range []string{"/usr/share/fonts", "/usr/local/share/fonts", path.Join(c.Home, ".fonts"), path.Join(c.Home, ".local/share/fonts")} {
		// an unreadable folder is as good as none
		_ = fs.WalkDir(c.Root, inRoot(dir), func(name string, d fs.DirEntry, err error) error {
			file := strings.ToLower(path.Base(name))
			switch path.Ext(file) {
			case ".ttf", ".otf", ".ttc":
			default:
				return nil
			}
			if err != nil {
				return nil
			}
			total++
			emoji = emoji || strings.Contains(file, "emoji")
			for _, part := range []string{"cjk", "wqy", "droidsansfallback", "unifont", "sourcehan", "uming"} {
				asian = asian || strings.Contains(file, part)
			}
			return nil
		})
	}
	var missing []string
	if total == 0 {
		missing = append(missing, "any at all")
	}
	if !emoji {
		missing = append(missing, "emoji")
	}
	if !asian {
		missing = append(missing, "Chinese, Japanese and Korean")
	}
	if len(missing) > 0 {
		return Finding{Fonts, Warn, "no fonts for " + strings.Join(missing, "; ") + ": pictures show boxes instead", c.install(Fonts)}
	}
	return Finding{Name: Fonts, Status: OK, Detail: fmt.Sprintf("%d files, emoji and East Asian among them", total)}
}

func (c Config) checkWorkDir() Finding {
	dir := path.Join(c.WorkDir, ".verdict")
	target := dir
	if !c.isDir(dir) {
		target = c.WorkDir // not made here: looking must leave no trace
	}
	if err := c.TryWrite(target); err != nil {
		return Finding{WorkDir, Fail, fmt.Sprintf("reports cannot be written to %s: %v", dir, err),
			fmt.Sprintf("cd to a folder you may write to, or: sudo chown -R %d %s", max(c.UID, 0), shellQuote(target))}
	}
	return Finding{Name: WorkDir, Status: OK, Detail: dir + " can be written"}
}

func (c Config) checkTempDir() Finding {
	if err := c.TryWrite(c.TempDir); err != nil {
		return Finding{TempDir, Fail, fmt.Sprintf("the temporary folder %s cannot be written: %v", c.TempDir, err),
			`export TMPDIR="$HOME/tmp" && mkdir -p "$TMPDIR"`}
	}
	return Finding{Name: TempDir, Status: OK, Detail: c.TempDir + " can be written"}
}

func (c Config) checkUser() Finding {
	if c.UID == 0 {
		return Finding{Name: User, Status: OK, Detail: "root: Chromium has no sandbox then (--no-sandbox), so test only pages you trust, or run as another user"}
	}
	return Finding{Name: User, Status: OK, Detail: "not root"}
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
