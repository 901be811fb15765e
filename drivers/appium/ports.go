package appium

import (
	"fmt"
	"net"
	"sync"
)

// portsOf are the capabilities in which a session of the kind needs a port no other session uses.
func portsOf(k kind) []string {
	switch k {
	case android:
		return []string{"appium:systemPort", "appium:mjpegServerPort", "appium:chromedriverPort"}
	case ios:
		return []string{"appium:wdaLocalPort", "appium:mjpegServerPort"}
	case browser:
		return []string{"appium:chromedriverPort"}
	}
	return nil
}

// ports hands out free ports of this machine, each to one session at a time.
type ports struct {
	mu   sync.Mutex
	used map[int]struct{}
}

// fill gives each named capability that is not set a port of its own.
func (p *ports) fill(want map[string]any, names []string) ([]int, error) {
	var taken []int
	for _, name := range names {
		if _, set := want[name]; set {
			continue
		}
		n, err := p.take()
		if err != nil {
			p.giveAll(taken)
			return nil, err
		}
		want[name] = n
		taken = append(taken, n)
	}
	return taken, nil
}

func (p *ports) take() (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for range 100 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return 0, fmt.Errorf("no free port for the session: %w", err)
		}
		n := l.Addr().(*net.TCPAddr).Port
		if err := l.Close(); err != nil {
			return 0, fmt.Errorf("no free port for the session: %w", err)
		}
		if _, twice := p.used[n]; !twice {
			p.used[n] = struct{}{}
			return n, nil
		}
	}
	return 0, fmt.Errorf("no free port for the session: %d are in use", len(p.used))
}

func (p *ports) giveAll(ns []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range ns {
		delete(p.used, n)
	}
}
