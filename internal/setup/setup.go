// Package setup finds the programs Verdict drives a browser with and says what is wrong with them.
package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// DriverVersion is the one Playwright version that Library speaks to; its Run refuses every other.
const DriverVersion = "1.64.1"

// Library is the Go module of the Playwright client and the version that belongs to DriverVersion.
const (
	Library        = "github.com/mxschmitt/playwright-go"
	LibraryVersion = "v0.6401.0"
)

// MinNode is the oldest major version of Node.js the driver runs on ("engines" of playwright-core 1.64).
const MinNode = 20

// Config is everything this package knows of the machine, so that tests need none of its state.
// All paths are absolute; Machine fills it for the real machine.
type Config struct {
	GOOS, GOARCH string
	UID          int // effective user id, -1 where there is none
	Home         string
	WorkDir      string // reports go to its folder .verdict
	TempDir      string

	Getenv   func(string) string
	LookPath func(string) (string, error)
	Root     fs.FS // the file system from its root, for reading
	// TryWrite creates and removes a file in an existing folder.
	TryWrite func(dir string) error
	// Run runs a program to its end and returns what it wrote to standard output; the error
	// carries the last lines of standard error.
	Run func(ctx context.Context, name string, args ...string) (string, error)
}

// Machine is the Config of the machine this process runs on. What cannot be found out stays empty.
func Machine() Config {
	home, _ := os.UserHomeDir() // Doctor says what follows from an empty one
	workDir, _ := os.Getwd()
	return Config{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH,
		UID: os.Geteuid(), Home: home, WorkDir: workDir, TempDir: os.TempDir(),
		Getenv: os.Getenv, LookPath: exec.LookPath, Root: os.DirFS("/"),
		TryWrite: tryWrite, Run: run,
	}
}

func tryWrite(dir string) error {
	f, err := os.CreateTemp(dir, ".verdict-write-test-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// runTimeout bounds `--version` of node and a browser; a cold browser on a busy machine needs seconds.
const runTimeout = 20 * time.Second

func run(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, runTimeout, fmt.Errorf("no answer in %s", runTimeout))
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second // a child that keeps the pipe open must not hold us
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
		err = fmt.Errorf("%w: %s", err, lastLine(string(exit.Stderr)))
	}
	return string(out), err
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// inRoot turns an absolute path of the machine into a name in Config.Root.
func inRoot(name string) string {
	name = strings.TrimPrefix(name, filepath.VolumeName(name))
	name = strings.TrimPrefix(path.Clean(filepath.ToSlash(name)), "/")
	if name == "" {
		return "."
	}
	return name
}

// abs makes a path out of the environment absolute; empty stays empty.
func (c Config) abs(name string) string {
	if name == "" || filepath.IsAbs(name) || path.IsAbs(name) {
		return name
	}
	return path.Join(c.WorkDir, name)
}

func (c Config) readFile(name string) ([]byte, error) { return fs.ReadFile(c.Root, inRoot(name)) }

func (c Config) isFile(name string) bool {
	if name == "" {
		return false
	}
	info, err := fs.Stat(c.Root, inRoot(name))
	return err == nil && info.Mode().IsRegular()
}

func (c Config) isDir(name string) bool {
	if name == "" {
		return false
	}
	info, err := fs.Stat(c.Root, inRoot(name))
	return err == nil && info.IsDir()
}
