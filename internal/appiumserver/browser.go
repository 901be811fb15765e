package appiumserver

import (
	"fmt"
	"os/exec"
)

// Browser is what chromium-driver needs from this machine, as paths.
type Browser struct{ Binary, Driver string }

// FindBrowser looks for Chromium and chromedriver on PATH; an error says what to install.
func FindBrowser() (Browser, error) {
	var b Browser
	for _, part := range []struct {
		at    *string
		names []string
	}{{&b.Binary, []string{"chromium", "google-chrome", "chrome"}}, {&b.Driver, []string{"chromedriver"}}} {
		for _, name := range part.names {
			if path, err := exec.LookPath(name); err == nil {
				*part.at = path
				break
			}
		}
		if *part.at == "" {
			return Browser{}, fmt.Errorf("%s is not on PATH; on Debian type: apt-get install chromium chromium-driver", part.names[0])
		}
	}
	return b, nil
}
