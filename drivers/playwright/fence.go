package playwright

import (
	"sync"

	pw "github.com/mxschmitt/playwright-go"

	"github.com/verdict-run/verdict/platform"
)

// fence holds navigation to the allowed origins.
type fence struct {
	origins platform.Origins
	strict  bool

	// routed says that all requests are intercepted, and not only the documents by a browser's DevTools.
	routed bool

	mu      sync.Mutex
	refused error // the last top-level navigation that was blocked
	seen    map[pw.Request]sighting
	stray   int // new tabs on their way outside
}

func newFence(allowed []string, strict, devtools bool) *fence {
	return &fence{origins: platform.NewOrigins(allowed), strict: strict, routed: !devtools, seen: map[pw.Request]sighting{}}
}

func (f *fence) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refused = nil
}

func (f *fence) lastRefusal() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.refused
}
