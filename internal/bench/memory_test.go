package bench_test

import (
	"time"

	"github.com/verdict-run/verdict/internal/proctree"
)

// watchMemory is the highest memory, in bytes, of this process and all below
// it until done is closed; shared pages are split (PSS). 0 where the system does not tell.
func watchMemory(done <-chan struct{}) int64 {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	var peak int64
	for {
		peak = max(peak, int64(proctree.PSS()))
		select {
		case <-done:
			return peak
		case <-tick.C:
		}
	}
}
