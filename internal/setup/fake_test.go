package setup_test

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"testing/fstest"

	"github.com/verdict-run/verdict/internal/setup"
)

// fakeMachine is a machine made of maps: files by absolute path, programs on PATH by name, what a
// program prints by path, and folders that cannot be written.
type fakeMachine struct {
	goos, arch string
	uid        int
	home       string
	env        map[string]string
	files      map[string]string
	onPath     map[string]string
	says       map[string]string
	readOnly   map[string]bool
}

const (
	cacheDir   = "/home/ann/.cache"
	driverDir  = cacheDir + "/ms-playwright-go/1.64.1"
	driverPkg  = driverDir + "/package"
	debian     = "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n"
	ubuntu     = "ID=ubuntu\nID_LIKE=debian\n"
	mint       = "ID_LIKE=\"ubuntu debian\"\nID=linuxmint\n"
	fedora     = "ID=fedora\n"
	rocky      = "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n"
	arch       = "ID=arch\n"
	browsers   = `{"browsers":[{"name":"chromium","revision":"1248","browserVersion":"156.0.8078.4"},{"name":"ffmpeg","revision":"1013"}]}`
	snapScript = "#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then\n  exit 1\nfi\nexec /snap/bin/chromium \"$@\"\n"
)

// readyMachine is a Debian machine on which nothing is missing.
func readyMachine() *fakeMachine {
	m := &fakeMachine{
		goos: "linux", arch: "amd64", uid: 1000, home: "/home/ann",
		env: map[string]string{},
		files: map[string]string{
			"/etc/os-release":       debian,
			"/usr/include/stdlib.h": "",
			"/usr/bin/chromium":     "\x7fELF",
			"/work/shop/README.md":  "",
			"/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf": "",
			"/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf":               "",
			"/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc":                    "",
		},
		onPath: map[string]string{
			"node": "/usr/bin/node", "chromium": "/usr/bin/chromium", "ffmpeg": "/usr/bin/ffmpeg", "gcc": "/usr/bin/gcc",
		},
		says: map[string]string{
			"/usr/bin/node":     "v20.20.2\n",
			"/usr/bin/chromium": "Chromium 156.0.8078.114 built on Debian GNU/Linux 12 (bookworm)\n",
		},
		readOnly: map[string]bool{},
	}
	m.putDriver(driverPkg)
	return m
}

func (m *fakeMachine) putDriver(pkg string) {
	m.files[pkg+"/cli.js"] = "// cli"
	m.files[pkg+"/package.json"] = `{"name":"playwright-core","version":"1.64.1"}`
	m.files[pkg+"/browsers.json"] = browsers
	m.files[pkg+"/lib/coreBundle.js"] = `url: pageError.location?.url || ""`
}

// remove takes away files and whole folders.
func (m *fakeMachine) remove(names ...string) {
	for _, name := range names {
		for file := range m.files {
			if file == name || len(file) > len(name) && file[:len(name)+1] == name+"/" {
				delete(m.files, file)
			}
		}
	}
}

func (m *fakeMachine) withoutBrowser() {
	m.remove("/usr/bin/chromium")
	delete(m.onPath, "chromium")
}

func (m *fakeMachine) config() setup.Config {
	root := fstest.MapFS{}
	for name, text := range m.files {
		root[name[1:]] = &fstest.MapFile{Data: []byte(text)}
	}
	return setup.Config{
		GOOS: m.goos, GOARCH: m.arch, UID: m.uid,
		Home: m.home, WorkDir: "/work/shop", TempDir: "/tmp",
		Getenv: func(name string) string { return m.env[name] },
		LookPath: func(name string) (string, error) {
			if path.IsAbs(name) {
				if _, ok := m.files[name]; ok {
					return name, nil
				}
			}
			if found, ok := m.onPath[name]; ok {
				return found, nil
			}
			return "", exec.ErrNotFound
		},
		Root: root,
		TryWrite: func(dir string) error {
			if m.readOnly[dir] {
				return errors.New("permission denied")
			}
			return nil
		},
		Run: func(_ context.Context, name string, args ...string) (string, error) {
			if len(args) != 1 || args[0] != "--version" {
				return "", fmt.Errorf("the doctor must not run %s %q", name, args)
			}
			text, ok := m.says[name]
			if !ok {
				return "", errors.New("exit status 127: libnss3.so: cannot open shared object file")
			}
			return text, nil
		},
	}
}
