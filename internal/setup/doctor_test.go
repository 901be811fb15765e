package setup_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/setup"
)

func finding(t *testing.T, findings []setup.Finding, name string) setup.Finding {
	t.Helper()
	for _, f := range findings {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no finding named %q in %v", name, findings)
	return setup.Finding{}
}

func TestDoctorOnAReadyMachine(t *testing.T) {
	t.Parallel()
	want := []setup.Finding{
		{Name: "node", Status: setup.OK, Detail: "/usr/bin/node, version 20.20.2"},
		{Name: "driver", Status: setup.OK, Detail: "Playwright 1.64.1 in " + driverPkg},
		{Name: "browser", Status: setup.OK, Detail: "/usr/bin/chromium, version 156.0.8078.114"},
		{Name: "ffmpeg", Status: setup.OK, Detail: "/usr/bin/ffmpeg"},
		{Name: "fonts", Status: setup.OK, Detail: "3 files, emoji and East Asian among them"},
		{Name: "workdir", Status: setup.OK, Detail: "/work/shop/.verdict can be written"},
		{Name: "temp", Status: setup.OK, Detail: "/tmp can be written"},
		{Name: "user", Status: setup.OK, Detail: "not root"},
	}
	if diff := cmp.Diff(want, setup.Doctor(t.Context(), readyMachine().config())); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestDoctorSaysWhatIsWrongAndWhatToType(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change  func(*fakeMachine)
		finding string
		status  setup.Status
		detail  string // a part of it
		hint    string // a part of it
	}{
		"no node": {
			change:  func(m *fakeMachine) { delete(m.onPath, "node") },
			finding: "node", status: setup.Fail, detail: "needs version 20 or later", hint: "sudo apt-get install -y nodejs npm",
		},
		"a node of an old distribution": {
			change:  func(m *fakeMachine) { m.says["/usr/bin/node"] = "v18.19.0\n" },
			finding: "node", status: setup.Fail, detail: "is version 18.19.0; the driver needs 20 or later", hint: "a release from nodejs.org",
		},
		"a node that does not start": {
			change:  func(m *fakeMachine) { delete(m.says, "/usr/bin/node") },
			finding: "node", status: setup.Fail, detail: "/usr/bin/node does not run: exit status 127", hint: "nodejs",
		},
		"a node variable that names something else": {
			change: func(m *fakeMachine) {
				m.env["PLAYWRIGHT_NODEJS_PATH"] = "/bin/echo"
				m.says["/bin/echo"] = "--version\n"
			},
			finding: "node", status: setup.Fail, detail: `/bin/echo --version says "--version"`, hint: "unset PLAYWRIGHT_NODEJS_PATH",
		},
		"no driver": {
			change:  func(m *fakeMachine) { m.remove(driverPkg) },
			finding: "driver", status: setup.Fail, detail: "no Playwright driver 1.64.1 in " + driverPkg, hint: "make setup",
		},
		"no home for the driver": {
			change:  func(m *fakeMachine) { m.home = "" },
			finding: "driver", status: setup.Fail, detail: "the home folder is not known", hint: "set HOME",
		},
		"a driver of another version": {
			change:  func(m *fakeMachine) { m.files[driverPkg+"/package.json"] = `{"version":"1.64.10"}` },
			finding: "driver", status: setup.Fail, detail: "has version 1.64.10, not 1.64.1", hint: "rm -r '" + driverPkg + "', then make setup",
		},
		"a driver of another version that a variable names": {
			change: func(m *fakeMachine) {
				m.env["PLAYWRIGHT_DRIVER_PATH"] = "/opt/driver"
				m.putDriver("/opt/driver/package")
				m.files["/opt/driver/package/package.json"] = `{"version":"1.52.0"}`
			},
			finding: "driver", status: setup.Fail, detail: "has version 1.52.0", hint: "unset PLAYWRIGHT_DRIVER_PATH",
		},
		"a driver with a broken manifest": {
			change:  func(m *fakeMachine) { m.files[driverPkg+"/package.json"] = `{"version":` },
			finding: "driver", status: setup.Fail, detail: "cannot be read", hint: "rm -r",
		},
		"half a driver": {
			change:  func(m *fakeMachine) { m.remove(driverPkg + "/package.json") },
			finding: "driver", status: setup.Fail, detail: "cannot be read", hint: "rm -r",
		},
		"a driver without the library's patch": {
			change:  func(m *fakeMachine) { m.files[driverPkg+"/lib/coreBundle.js"] = "url: pageError.location.url" },
			finding: "driver", status: setup.Warn, detail: "lacks the patch", hint: "make setup",
		},
		"another's driver needs no patch": {
			change: func(m *fakeMachine) {
				m.env["PLAYWRIGHT_CLI_PATH"] = "/nix/pw/cli.js"
				m.putDriver("/nix/pw")
				m.files["/nix/pw/lib/coreBundle.js"] = "url: pageError.location.url"
			},
			finding: "driver", status: setup.OK, detail: "in /nix/pw",
		},
		"no browser": {
			change:  func(m *fakeMachine) { m.withoutBrowser() },
			finding: "browser", status: setup.Fail, detail: "no Chromium or Chrome found", hint: "apt-get install -y chromium; or set VERDICT_BROWSER_PATH",
		},
		"only a snap's wrapper": {
			change: func(m *fakeMachine) {
				m.withoutBrowser()
				m.files["/etc/os-release"] = ubuntu
				m.onPath["chromium-browser"] = "/usr/bin/chromium-browser"
				m.files["/usr/bin/chromium-browser"] = snapScript
			},
			finding: "browser", status: setup.Fail, detail: "/usr/bin/chromium-browser only starts a snap", hint: "playwright@v0.6401.0 install --with-deps --no-shell chromium",
		},
		"a browser variable that names a snap's wrapper": {
			change: func(m *fakeMachine) {
				m.env["CHROMIUM_PATH"] = "/usr/bin/chromium-browser"
				m.files["/usr/bin/chromium-browser"] = snapScript
			},
			finding: "browser", status: setup.Fail, detail: "only starts a snap", hint: "set CHROMIUM_PATH to an existing",
		},
		"a browser variable that names nothing": {
			change:  func(m *fakeMachine) { m.env["VERDICT_BROWSER_PATH"] = "/opt/gone" },
			finding: "browser", status: setup.Fail, detail: "VERDICT_BROWSER_PATH names /opt/gone, which is not there", hint: "or unset it",
		},
		"a browser that does not start": {
			change:  func(m *fakeMachine) { delete(m.says, "/usr/bin/chromium") },
			finding: "browser", status: setup.Fail, detail: "libnss3.so", hint: "apt-get install -y chromium",
		},
		"Playwright's browser without its libraries": {
			change: func(m *fakeMachine) {
				dir := cacheDir + "/ms-playwright/chromium-1248"
				m.files[dir+"/INSTALLATION_COMPLETE"] = ""
				m.files[dir+"/chrome-linux64/chrome"] = ""
			},
			finding: "browser", status: setup.Fail, detail: "libnss3.so", hint: "install-deps chromium",
		},
		"a browser that says no version": {
			change:  func(m *fakeMachine) { m.says["/usr/bin/chromium"] = "hello\n" },
			finding: "browser", status: setup.Fail, detail: `says "hello"`, hint: "apt-get",
		},
		"a browser of another major version": {
			change:  func(m *fakeMachine) { m.says["/usr/bin/chromium"] = "Chromium 131.0.6778.85 built on Debian\n" },
			finding: "browser", status: setup.Warn, detail: "has version 131.0.6778.85, but Playwright 1.64.1 is made and tested for 156", hint: "install --no-shell chromium",
		},
		"a browser without a driver to compare it with": {
			change: func(m *fakeMachine) {
				m.remove(driverPkg)
				m.says["/usr/bin/chromium"] = "Chromium 131.0.6778.85\n"
			},
			finding: "browser", status: setup.OK, detail: "version 131.0.6778.85",
		},
		"a browser on Windows is not started": {
			change: func(m *fakeMachine) {
				m.goos = "windows"
				m.says = nil
			},
			finding: "browser", status: setup.OK, detail: "not looked at on Windows",
		},
		"no ffmpeg": {
			change:  func(m *fakeMachine) { delete(m.onPath, "ffmpeg") },
			finding: "ffmpeg", status: setup.Warn, detail: "only videos need it", hint: "sudo apt-get update && sudo apt-get install -y ffmpeg",
		},
		"no fonts": {
			change:  func(m *fakeMachine) { m.remove("/usr/share/fonts") },
			finding: "fonts", status: setup.Warn, detail: "no fonts for any at all; emoji; Chinese", hint: "fonts-liberation fonts-noto-color-emoji",
		},
		"no emoji": {
			change:  func(m *fakeMachine) { m.remove("/usr/share/fonts/truetype/noto") },
			finding: "fonts", status: setup.Warn, detail: "no fonts for emoji:", hint: "fonts-noto-color-emoji",
		},
		"a user's own fonts count": {
			change: func(m *fakeMachine) {
				m.remove("/usr/share/fonts")
				m.files["/home/ann/.local/share/fonts/NotoSansCJK-Regular.ttc"] = ""
				m.files["/home/ann/.fonts/TwitterColorEmoji.TTF"] = ""
			},
			finding: "fonts", status: setup.OK, detail: "2 files",
		},
		"fonts on macOS come with it": {
			change: func(m *fakeMachine) {
				m.goos = "darwin"
				m.remove("/usr/share/fonts")
			},
			finding: "fonts", status: setup.OK, detail: "those of the system",
		},
		"a working folder that cannot be written": {
			change:  func(m *fakeMachine) { m.readOnly["/work/shop"] = true },
			finding: "workdir", status: setup.Fail, detail: "/work/shop/.verdict: permission denied", hint: "sudo chown -R 1000 '/work/shop'",
		},
		"a report folder of another user": {
			change: func(m *fakeMachine) {
				m.files["/work/shop/.verdict/runs/x"] = ""
				m.readOnly["/work/shop/.verdict"] = true
			},
			finding: "workdir", status: setup.Fail, detail: "permission denied", hint: "sudo chown -R 1000 '/work/shop/.verdict'",
		},
		"a temporary folder that cannot be written": {
			change:  func(m *fakeMachine) { m.readOnly["/tmp"] = true },
			finding: "temp", status: setup.Fail, detail: "/tmp cannot be written", hint: "export TMPDIR=",
		},
		"root is told of the sandbox": {
			change:  func(m *fakeMachine) { m.uid = 0 },
			finding: "user", status: setup.OK, detail: "--no-sandbox",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := readyMachine()
			tt.change(m)
			got := finding(t, setup.Doctor(t.Context(), m.config()), tt.finding)
			require.Equal(t, tt.status, got.Status, "%+v", got)
			require.Contains(t, got.Detail, tt.detail)
			require.Contains(t, got.Hint, tt.hint)
			if got.Status != setup.OK {
				require.NotEmpty(t, got.Hint)
			}
		})
	}
}

func TestHintsSpeakTheLanguageOfTheSystem(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		goos, release                          string
		uid                                    int
		node, browser, ffmpeg, fonts, compiler string // the start of each hint; "-" where nothing is missing
	}{
		"Debian": {
			goos: "linux", release: debian, uid: 1000,
			node: "sudo apt-get install -y nodejs", browser: "sudo apt-get update && sudo apt-get install -y chromium;",
			ffmpeg: "sudo apt-get update", fonts: "sudo apt-get update", compiler: "sudo apt-get update && sudo apt-get install -y gcc libc6-dev",
		},
		"Debian as root needs no sudo": {
			goos: "linux", release: debian,
			node: "apt-get install -y nodejs", browser: "apt-get update && apt-get install -y chromium;",
			ffmpeg: "apt-get update", fonts: "apt-get update", compiler: "apt-get update",
		},
		"Ubuntu has no Chromium package": {
			goos: "linux", release: ubuntu, uid: 1000,
			node: "sudo apt-get", browser: `PLAYWRIGHT_NODEJS_PATH="$(command -v node)" go run github.com/mxschmitt/playwright-go/cmd/playwright@v0.6401.0 install --with-deps`,
			ffmpeg: "sudo apt-get", fonts: "sudo apt-get", compiler: "sudo apt-get",
		},
		"Mint is like Ubuntu": {
			goos: "linux", release: mint, uid: 1000,
			node: "sudo apt-get", browser: "PLAYWRIGHT_NODEJS_PATH=", ffmpeg: "sudo apt-get", fonts: "sudo apt-get", compiler: "sudo apt-get",
		},
		"Fedora": {
			goos: "linux", release: fedora, uid: 1000,
			node: "sudo dnf install -y nodejs", browser: "sudo dnf install -y chromium;",
			ffmpeg: "sudo dnf install -y ffmpeg-free", fonts: "sudo dnf install -y liberation-fonts", compiler: "sudo dnf install -y gcc glibc-devel",
		},
		"Rocky is like Fedora": {
			goos: "linux", release: rocky, uid: 1000,
			node: "sudo dnf", browser: "sudo dnf", ffmpeg: "sudo dnf", fonts: "sudo dnf", compiler: "sudo dnf",
		},
		"another Linux is told of both": {
			goos: "linux", release: arch, uid: 1000,
			node: "Debian, Ubuntu: sudo apt-get", browser: "Debian, Ubuntu: sudo apt-get update && sudo apt-get install -y chromium; Fedora: sudo dnf install -y chromium;",
			ffmpeg: "Debian, Ubuntu:", fonts: "Debian, Ubuntu:", compiler: "Debian, Ubuntu:",
		},
		"a Linux without a name is told of both": {
			goos: "linux", uid: 1000,
			node: "Debian, Ubuntu:", browser: "Debian, Ubuntu:", ffmpeg: "Debian, Ubuntu:", fonts: "Debian, Ubuntu:", compiler: "Debian, Ubuntu:",
		},
		"macOS": {
			goos: "darwin", uid: 501,
			node: "brew install node", browser: "brew install --cask google-chrome, or", ffmpeg: "brew install ffmpeg", fonts: "-", compiler: "xcode-select --install",
		},
		"Windows": {
			goos: "windows", uid: -1,
			node: "winget install OpenJS.NodeJS.LTS", browser: "winget install Google.Chrome", ffmpeg: "winget install Gyan.FFmpeg", fonts: "-", compiler: "winget install",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := readyMachine()
			m.goos, m.uid = tt.goos, tt.uid
			m.files = map[string]string{"/work/shop/x": ""}
			m.onPath = nil
			if tt.release != "" {
				m.files["/etc/os-release"] = tt.release
			}
			c := m.config()
			findings := append(setup.Doctor(t.Context(), c), setup.CheckCompiler(t.Context(), c))
			for name, want := range map[string]string{
				"node": tt.node, "browser": tt.browser, "ffmpeg": tt.ffmpeg, "fonts": tt.fonts, "compiler": tt.compiler,
			} {
				got := finding(t, findings, name)
				if want == "-" {
					require.Equal(t, setup.OK, got.Status, name)
					continue
				}
				require.NotEqual(t, setup.OK, got.Status, name)
				require.True(t, strings.HasPrefix(got.Hint, want), "the hint for %s is %q, not %q", name, got.Hint, want)
			}
		})
	}
}

func TestCheckCompiler(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*fakeMachine)
		status setup.Status
		detail string
	}{
		"gcc with its library is enough": {func(*fakeMachine) {}, setup.OK, "/usr/bin/gcc"},
		"gcc without the headers of its library is not": {
			func(m *fakeMachine) { m.remove("/usr/include/stdlib.h") }, setup.Fail, "no C library headers",
		},
		"nothing at all is not": {func(m *fakeMachine) { delete(m.onPath, "gcc") }, setup.Fail, "no C compiler (gcc)"},
		"CC names another, with arguments": {
			func(m *fakeMachine) {
				m.env["CC"] = "zig cc"
				m.onPath["zig"] = "/opt/zig"
			}, setup.OK, "/opt/zig",
		},
		"macOS has clang": {
			func(m *fakeMachine) {
				m.goos = "darwin"
				m.onPath["clang"] = "/usr/bin/clang"
			}, setup.OK, "/usr/bin/clang",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := readyMachine()
			tt.change(m)
			got := setup.CheckCompiler(t.Context(), m.config())
			require.Equal(t, tt.status, got.Status)
			require.Contains(t, got.Detail, tt.detail)
		})
	}
}

func TestDoctorOnThisMachine(t *testing.T) {
	t.Parallel()
	c := setup.Machine()
	c.WorkDir = t.TempDir()
	findings := setup.Doctor(t.Context(), c)
	require.Len(t, findings, 8)
	for _, f := range findings {
		require.NotEmpty(t, f.Detail, f.Name)
		if f.Status != setup.OK {
			require.NotEmpty(t, f.Hint, f.Name)
		}
	}
}

func TestMachineRunsAndWrites(t *testing.T) {
	t.Parallel()
	c := setup.Machine()
	require.NoError(t, c.TryWrite(t.TempDir()))
	require.Error(t, c.TryWrite(t.TempDir()+"/none"))

	_, err := c.Run(t.Context(), "/no/such/program", "--version")
	require.Error(t, err)

	if sh, lookErr := c.LookPath("sh"); lookErr == nil {
		out, err := c.Run(t.Context(), sh, "-c", "echo 1.2.3")
		require.NoError(t, err)
		require.Equal(t, "1.2.3\n", out)

		_, err = c.Run(t.Context(), sh, "-c", "echo first >&2; echo why >&2; exit 3")
		require.ErrorContains(t, err, "why")
	}
}
