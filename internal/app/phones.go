package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/internal/setup"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/testcases"
)

// appiumVariable holds the Appium server's address when --appium does not.
const appiumVariable = "VERDICT_APPIUM_URL"

// Phones says how phones are got.
type Phones struct {
	URL     string // of the Appium server; user and key in it are never shown
	Devices string // YAML file of devices to lease, "" leaves the choice to the server
}

// phones is the installer for phone cases, nil when no case needs one.
func (o Options) phones(cases []*testcases.Case) (platform.Installer, error) {
	for _, c := range cases {
		if c.Platform == testcases.Web {
			continue
		}
		cfg := appium.Config{URL: o.Phones.URL, Logger: o.Log, SessionName: "verdict", FFmpeg: setup.Locate(setup.Machine()).FFmpeg}
		if cfg.URL == "" && o.Getenv != nil {
			cfg.URL = o.Getenv(appiumVariable)
		}
		if o.Phones.Devices != "" {
			leases, err := appium.ReadDevices(o.Phones.Devices)
			if err != nil {
				return nil, fmt.Errorf("reading the devices: %w", err)
			}
			cfg.Devices = leases
		}
		i, err := appium.New(cfg)
		if err != nil {
			return nil, fmt.Errorf("%s: platform %s: %w", c.Path, c.Platform, err)
		}
		return i, nil
	}
	return nil, nil
}

// installer serves every platform of the cases; phones is nil when they are all for the web.
func (o Options) installer(ctx context.Context, cases []*testcases.Case, phones platform.Installer) (platform.Installer, error) {
	for _, c := range cases {
		if c.Platform == testcases.Web {
			web, err := o.Browser.Installer(ctx)
			if err != nil || phones == nil {
				return web, err
			}
			return mixed{web: web, phones: phones}, nil
		}
	}
	return phones, nil
}

// mixed sends each case to the installer of its platform.
type mixed struct{ web, phones platform.Installer }

func (m mixed) Install(ctx context.Context, spec platform.Spec) (*platform.Device, error) {
	if spec.Platform == testcases.Web {
		return m.web.Install(ctx, spec)
	}
	return m.phones.Install(ctx, spec)
}

func (m mixed) Close(ctx context.Context) error {
	return errors.Join(m.phones.Close(ctx), m.web.Close(ctx))
}
