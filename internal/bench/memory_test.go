package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// watchMemory is the highest memory, in bytes, of this process and all below
// it until done is closed; shared pages are split (PSS). 0 where /proc has none.
func watchMemory(done <-chan struct{}) int64 {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	var peak int64
	for {
		peak = max(peak, below(os.Getpid()))
		select {
		case <-done:
			return peak
		case <-tick.C:
		}
	}
}

func below(pid int) int64 {
	sum := pss(pid)
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return sum
	}
	for _, t := range tasks {
		list, err := os.ReadFile(t)
		if err != nil {
			continue // it has ended meanwhile
		}
		for _, child := range strings.Fields(string(list)) {
			if n, err := strconv.Atoi(child); err == nil {
				sum += below(n)
			}
		}
	}
	return sum
}

func pss(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "Pss:"); ok {
			if kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64); err == nil {
				return kb << 10
			}
		}
	}
	return 0
}
