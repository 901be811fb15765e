package app

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/verdict-run/verdict/drivers/playwright"
	"github.com/verdict-run/verdict/internal/setup"
	"github.com/verdict-run/verdict/platform"
)

// Browser says how the browser is got.
type Browser struct {
	Name          string // chromium, firefox, webkit
	Headed        bool
	ConnectCDP    string
	ConnectServer string
	Log           *slog.Logger
}

// Installer is the installer for web cases, with what set-up finds on this machine.
func (b Browser) Installer(ctx context.Context) (platform.Installer, error) {
	own := (b.Name == "" || b.Name == "chromium") && b.ConnectCDP == "" && b.ConnectServer == ""
	machine := setup.Machine()
	found := setup.Locate(machine)
	if lack := setup.Missing(ctx, machine, found, own); lack != nil {
		return nil, fmt.Errorf("%s: %s (`verdict doctor` looks at everything)", lack.Detail, lack.Hint)
	}
	cfg := playwright.Config{Browser: b.Name, Headed: b.Headed, DriverDir: found.DriverDir, NodePath: found.Node,
		ConnectCDP: b.ConnectCDP, ConnectServer: b.ConnectServer, FFmpeg: found.FFmpeg, Logger: b.Log}
	if own {
		cfg.ExecutablePath = found.Browser
	}
	i, err := playwright.New(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("preparing the browser: %w (`verdict doctor` says what is missing)", err)
	}
	return i, nil
}
