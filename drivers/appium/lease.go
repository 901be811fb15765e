package appium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/verdict-run/verdict/platform"
)

// Lease is a device that one session at a time may have.
type Lease struct {
	Platform     string         `yaml:"platform"` // android or ios
	Name         string         `yaml:"device"`
	UDID         string         `yaml:"udid"`
	OSVersion    string         `yaml:"os_version"`
	Capabilities map[string]any `yaml:"capabilities"`
}

// ReadDevices reads a YAML list of leases; an unknown key, or a device without platform or udid, is an error.
func ReadDevices(path string) ([]Lease, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: write one, a line like `- {platform: android, udid: emulator-5554}` a device (`adb devices` and `xcrun simctl list devices` name what is there)", err)
	}
	if err != nil {
		return nil, err
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	var all []Lease
	if err := d.Decode(&all); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s lists no device: a line like `- {platform: android, udid: emulator-5554}` is one", path)
	}
	for n, l := range all {
		if l.UDID == "" || l.Platform != "android" && l.Platform != "ios" {
			return nil, fmt.Errorf("%s: device %d needs a udid, and a platform that is android or ios", path, n+1)
		}
		if err := prefixed(l.Capabilities); err != nil {
			return nil, fmt.Errorf("%s: device %d: %w", path, n+1, err)
		}
	}
	return all, nil
}

func (l *Lease) capabilities() map[string]any {
	caps := maps.Clone(l.Capabilities)
	if caps == nil {
		caps = map[string]any{}
	}
	for name, v := range map[string]string{"appium:udid": l.UDID, "appium:deviceName": l.Name, "appium:platformVersion": l.OSVersion} {
		if v != "" {
			caps[name] = v
		}
	}
	return caps
}

// fits says whether the case may run on the device.
func (l *Lease) fits(spec platform.Spec) bool {
	same := func(key, have string) bool {
		want, ok := spec.Capabilities[key]
		return !ok || fmt.Sprint(want) == have
	}
	return l.Platform == spec.Platform && same("appium:udid", l.UDID) && same("appium:deviceName", l.Name) && same("appium:platformVersion", l.OSVersion)
}

// pool keeps the leases. Without any it lends nothing and refuses nobody.
type pool struct {
	mu    sync.Mutex
	all   []*Lease
	busy  map[*Lease]bool
	freed chan struct{} // closed and made anew whenever one comes back
}

func newPool(leases []Lease) *pool {
	p := &pool{busy: map[*Lease]bool{}, freed: make(chan struct{})}
	for n := range leases {
		p.all = append(p.all, &leases[n])
	}
	return p
}

// take waits for a device that fits.
func (p *pool) take(ctx context.Context, spec platform.Spec) (*Lease, error) {
	for {
		p.mu.Lock()
		if len(p.all) == 0 {
			p.mu.Unlock()
			return nil, nil
		}
		known := false
		for _, l := range p.all {
			if !l.fits(spec) {
				continue
			}
			known = true
			if !p.busy[l] {
				p.busy[l] = true
				p.mu.Unlock()
				return l, nil
			}
		}
		freed := p.freed
		p.mu.Unlock()
		if !known {
			return nil, fmt.Errorf("no listed device fits platform %s and what the case asks for (udid, device, os_version)", spec.Platform)
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, fmt.Errorf("no device became free: %w", context.Cause(ctx))
		}
	}
}

// give puts a device back, at the end: after one that died the next try gets another if there is one.
func (p *pool) give(l *Lease) {
	if l == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.busy, l)
	for n := range p.all {
		if p.all[n] == l {
			p.all = append(append(p.all[:n:n], p.all[n+1:]...), l)
			break
		}
	}
	close(p.freed)
	p.freed = make(chan struct{})
}
