package setup_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/setup"
)

func TestLocate(t *testing.T) {
	t.Parallel()
	const playwrightDir = cacheDir + "/ms-playwright/chromium-1248"
	ready := setup.Toolchain{
		DriverDir: driverDir, DriverCLI: driverPkg + "/cli.js", Node: "/usr/bin/node",
		Browser: "/usr/bin/chromium", BrowserFrom: "system", FFmpeg: "/usr/bin/ffmpeg",
	}
	tests := map[string]struct {
		change func(*fakeMachine)
		want   func(*setup.Toolchain)
	}{
		"a ready Debian machine needs no variable": {
			change: func(*fakeMachine) {},
			want:   func(*setup.Toolchain) {},
		},
		"the driver folder may be named by a variable": {
			change: func(m *fakeMachine) { m.env["PLAYWRIGHT_DRIVER_PATH"] = "/opt/driver" },
			want: func(w *setup.Toolchain) {
				w.DriverDir, w.DriverCLI = "/opt/driver", "/opt/driver/package/cli.js"
			},
		},
		"a relative driver folder is below the working folder": {
			change: func(m *fakeMachine) { m.env["PLAYWRIGHT_DRIVER_PATH"] = "driver" },
			want: func(w *setup.Toolchain) {
				w.DriverDir, w.DriverCLI = "/work/shop/driver", "/work/shop/driver/package/cli.js"
			},
		},
		"cli.js may be named by a variable": {
			change: func(m *fakeMachine) { m.env["PLAYWRIGHT_CLI_PATH"] = "/nix/driver/cli.js" },
			want:   func(w *setup.Toolchain) { w.DriverCLI = "/nix/driver/cli.js" },
		},
		"without a home there is no place for the driver": {
			change: func(m *fakeMachine) { m.home = "" },
			want:   func(w *setup.Toolchain) { w.DriverDir, w.DriverCLI = "", "" },
		},
		"node may be named by a variable": {
			change: func(m *fakeMachine) {
				m.env["PLAYWRIGHT_NODEJS_PATH"] = "/opt/node"
				m.files[driverDir+"/node"] = ""
			},
			want: func(w *setup.Toolchain) { w.Node = "/opt/node" },
		},
		"the driver's own node comes before the one on PATH": {
			change: func(m *fakeMachine) { m.files[driverDir+"/node"] = "" },
			want:   func(w *setup.Toolchain) { w.Node = driverDir + "/node" },
		},
		"no node is found where there is none": {
			change: func(m *fakeMachine) { delete(m.onPath, "node") },
			want:   func(w *setup.Toolchain) { w.Node = "" },
		},
		"Homebrew's programs are found without PATH": {
			change: func(m *fakeMachine) {
				delete(m.onPath, "ffmpeg")
				m.files["/opt/homebrew/bin/ffmpeg"] = ""
			},
			want: func(w *setup.Toolchain) { w.FFmpeg = "/opt/homebrew/bin/ffmpeg" },
		},
		"VERDICT_BROWSER_PATH comes before CHROMIUM_PATH": {
			change: func(m *fakeMachine) {
				m.env["VERDICT_BROWSER_PATH"], m.env["CHROMIUM_PATH"] = "/opt/a", "/opt/b"
			},
			want: func(w *setup.Toolchain) { w.Browser, w.BrowserFrom = "/opt/a", "VERDICT_BROWSER_PATH" },
		},
		"CHROMIUM_PATH comes before what is installed": {
			change: func(m *fakeMachine) { m.env["CHROMIUM_PATH"] = "/opt/b" },
			want:   func(w *setup.Toolchain) { w.Browser, w.BrowserFrom = "/opt/b", "CHROMIUM_PATH" },
		},
		"a variable may name a program on PATH": {
			change: func(m *fakeMachine) {
				m.env["VERDICT_BROWSER_PATH"] = "brave"
				m.onPath["brave"] = "/usr/bin/brave"
			},
			want: func(w *setup.Toolchain) { w.Browser, w.BrowserFrom = "/usr/bin/brave", "VERDICT_BROWSER_PATH" },
		},
		"Playwright's own Chromium comes before the system's": {
			change: func(m *fakeMachine) {
				m.files[playwrightDir+"/INSTALLATION_COMPLETE"] = ""
				m.files[playwrightDir+"/chrome-linux64/chrome"] = ""
			},
			want: func(w *setup.Toolchain) {
				w.Browser, w.BrowserFrom = playwrightDir+"/chrome-linux64/chrome", "playwright"
			},
		},
		"half a download of Playwright's Chromium is not used": {
			change: func(m *fakeMachine) { m.files[playwrightDir+"/chrome-linux64/chrome"] = "" },
			want:   func(*setup.Toolchain) {},
		},
		"a Chromium of another Playwright is not used": {
			change: func(m *fakeMachine) {
				m.files[cacheDir+"/ms-playwright/chromium-1000/INSTALLATION_COMPLETE"] = ""
				m.files[cacheDir+"/ms-playwright/chromium-1000/chrome-linux64/chrome"] = ""
			},
			want: func(*setup.Toolchain) {},
		},
		"PLAYWRIGHT_BROWSERS_PATH moves Playwright's Chromium": {
			change: func(m *fakeMachine) {
				m.arch = "arm64"
				m.env["PLAYWRIGHT_BROWSERS_PATH"] = "/opt/pw"
				m.files["/opt/pw/chromium-1248/INSTALLATION_COMPLETE"] = ""
				m.files["/opt/pw/chromium-1248/chrome-linux-arm64/chrome"] = ""
			},
			want: func(w *setup.Toolchain) {
				w.Browser, w.BrowserFrom = "/opt/pw/chromium-1248/chrome-linux-arm64/chrome", "playwright"
			},
		},
		"PLAYWRIGHT_BROWSERS_PATH=0 means inside the package": {
			change: func(m *fakeMachine) {
				m.env["PLAYWRIGHT_BROWSERS_PATH"] = "0"
				m.files[driverPkg+"/.local-browsers/chromium-1248/INSTALLATION_COMPLETE"] = ""
				m.files[driverPkg+"/.local-browsers/chromium-1248/chrome-linux64/chrome"] = ""
			},
			want: func(w *setup.Toolchain) {
				w.Browser, w.BrowserFrom = driverPkg+"/.local-browsers/chromium-1248/chrome-linux64/chrome", "playwright"
			},
		},
		"XDG_CACHE_HOME moves Playwright's Chromium but not the driver": {
			change: func(m *fakeMachine) {
				m.env["XDG_CACHE_HOME"] = "/cache"
				m.files["/cache/ms-playwright/chromium-1248/INSTALLATION_COMPLETE"] = ""
				m.files["/cache/ms-playwright/chromium-1248/chrome-linux64/chrome"] = ""
			},
			want: func(w *setup.Toolchain) {
				w.Browser, w.BrowserFrom = "/cache/ms-playwright/chromium-1248/chrome-linux64/chrome", "playwright"
			},
		},
		"a script that starts a snap is passed over for Chrome": {
			change: func(m *fakeMachine) {
				m.withoutBrowser()
				m.onPath["chromium-browser"] = "/usr/bin/chromium-browser"
				m.files["/usr/bin/chromium-browser"] = snapScript
				m.onPath["google-chrome"] = "/usr/bin/google-chrome"
				m.files["/usr/bin/google-chrome"] = "#!/bin/bash\nexec /opt/google/chrome/chrome\n"
			},
			want: func(w *setup.Toolchain) {
				w.Browser, w.Snaps = "/usr/bin/google-chrome", []string{"/usr/bin/chromium-browser"}
			},
		},
		"a snap itself is passed over": {
			change: func(m *fakeMachine) {
				m.withoutBrowser()
				m.onPath["chromium"] = "/snap/bin/chromium"
			},
			want: func(w *setup.Toolchain) {
				w.Browser, w.BrowserFrom, w.Snaps = "", "", []string{"/snap/bin/chromium"}
			},
		},
		"Chrome is found in its usual place": {
			change: func(m *fakeMachine) {
				m.withoutBrowser()
				m.files["/opt/google/chrome/chrome"] = "\x7fELF"
			},
			want: func(w *setup.Toolchain) { w.Browser = "/opt/google/chrome/chrome" },
		},
		"macOS has its own folders": {
			change: func(m *fakeMachine) {
				m.goos, m.home = "darwin", "/Users/ann"
				m.withoutBrowser()
				m.files["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"] = ""
			},
			want: func(w *setup.Toolchain) {
				w.DriverDir = "/Users/ann/Library/Caches/ms-playwright-go/1.64.1"
				w.DriverCLI = w.DriverDir + "/package/cli.js"
				w.Browser = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
			},
		},
		"Playwright's Chromium on macOS is an app": {
			change: func(m *fakeMachine) {
				m.goos, m.arch, m.home = "darwin", "arm64", "/Users/ann"
				m.putDriver("/Users/ann/Library/Caches/ms-playwright-go/1.64.1/package")
				dir := "/Users/ann/Library/Caches/ms-playwright/chromium-1248"
				m.files[dir+"/INSTALLATION_COMPLETE"] = ""
				m.files[dir+"/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"] = ""
			},
			want: func(w *setup.Toolchain) {
				w.DriverDir = "/Users/ann/Library/Caches/ms-playwright-go/1.64.1"
				w.DriverCLI = w.DriverDir + "/package/cli.js"
				w.Browser = "/Users/ann/Library/Caches/ms-playwright/chromium-1248/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"
				w.BrowserFrom = "playwright"
			},
		},
		"Windows has its own folders": {
			change: func(m *fakeMachine) {
				m.goos, m.home = "windows", "/Users/ann"
				m.withoutBrowser()
				m.env["ProgramFiles"] = `/Program Files`
				m.files["/Program Files/Google/Chrome/Application/chrome.exe"] = ""
				m.files["/Users/ann/AppData/Local/ms-playwright-go/1.64.1/node.exe"] = ""
			},
			want: func(w *setup.Toolchain) {
				w.DriverDir = "/Users/ann/AppData/Local/ms-playwright-go/1.64.1"
				w.DriverCLI = w.DriverDir + "/package/cli.js"
				w.Node = w.DriverDir + "/node.exe"
				w.Browser = "/Program Files/Google/Chrome/Application/chrome.exe"
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := readyMachine()
			tt.change(m)
			want := ready
			tt.want(&want)
			if diff := cmp.Diff(want, setup.Locate(m.config())); diff != "" {
				t.Errorf("toolchain (-want +got):\n%s", diff)
			}
		})
	}
}

// The library's version encodes Playwright's: v0.6401.0 speaks to 1.64.1.
func TestTheDriverBelongsToTheLibraryInGoMod(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(raw), setup.Library+" ")
	require.True(t, found, "go.mod does not require %s", setup.Library)
	require.Equal(t, setup.LibraryVersion, strings.Fields(rest)[0], "setup.LibraryVersion is not that of go.mod")

	number, err := strconv.Atoi(strings.Split(setup.LibraryVersion, ".")[1])
	require.NoError(t, err)
	require.Equal(t, setup.DriverVersion, "1."+strconv.Itoa(number/100)+"."+strconv.Itoa(number%100))
}
