package appiumserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// installLimit is how long npm may take; it took 32 s on two busy cores.
const installLimit = 5 * time.Minute

// stamp is the file that says what a folder holds, written when it is complete.
const stamp = "installed.json"

// Install puts Appium and its two drivers into the user's cache folder and returns where. When they are there
// already it only looks. Of several at once one installs and the others wait.
func Install(ctx context.Context) (dir string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for Appium: %w", err)
	}
	return installInto(ctx, filepath.Join(cache, "verdict", "appium-"+Versions["appium"]), npm)
}

// installInto installs into dir by run, which is npm.
func installInto(ctx context.Context, dir string, run func(ctx context.Context, dir string) error) (string, error) {
	want, err := manifest()
	if err != nil {
		return "", err
	}
	complete := func() bool {
		have, err := os.ReadFile(filepath.Join(dir, stamp))
		return err == nil && bytes.Equal(have, want)
	}
	if complete() {
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", fmt.Errorf("no folder for Appium: %w", err)
	}
	unlock, err := lock(ctx, dir+".lock")
	if err != nil {
		return "", fmt.Errorf("waiting for another installation of Appium: %w", err)
	}
	defer unlock()
	if complete() { // another one was faster
		return dir, nil
	}
	if err := os.RemoveAll(dir); err != nil { // of other versions, or half of an installation
		return "", fmt.Errorf("making room for Appium: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("no folder for Appium: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), want, 0o600); err != nil {
		return "", fmt.Errorf("installing Appium: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, installLimit, fmt.Errorf("npm took longer than %v", installLimit))
	defer cancel()
	if err := run(ctx, dir); err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, stamp), want, 0o600)
}

// manifest is the package.json: Appium finds drivers that stand beside it as dependencies.
func manifest() ([]byte, error) {
	return json.MarshalIndent(map[string]any{"name": "verdict-appium", "private": true, "dependencies": Versions}, "", "  ")
}

func npm(ctx context.Context, dir string) error {
	path, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("npm is not on PATH; Appium needs Node.js 20.19 or later with npm 10 or later")
	}
	cmd := exec.CommandContext(ctx, path, "install", "--no-fund", "--no-audit", "--loglevel=error", "--fetch-retries=2", "--fetch-timeout=60000")
	cmd.Dir = dir
	cmd.WaitDelay = 5 * time.Second
	// chromedriver is the system's, which fits the system's Chromium.
	cmd.Env = append(os.Environ(), "APPIUM_SKIP_CHROMEDRIVER_INSTALL=1")
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("npm install in %s: %w\n%s", dir, err, last(string(out), 15))
	}
	return nil
}

// last are the last n lines of text.
func last(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
