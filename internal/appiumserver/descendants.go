package appiumserver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// descendants are the processes below pid.
func descendants(pid int) ([]int, error) {
	children := childrenByProc()
	if len(children) == 0 { // macOS has no /proc, a small Linux no ps
		var err error
		if children, err = childrenByPS(); err != nil {
			return nil, fmt.Errorf("listing processes: %w", err)
		}
	}
	all := children[pid]
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all, nil
}

// childrenByProc reads /proc; empty where there is none.
func childrenByProc() map[int][]int {
	found, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is a good one
	children := map[int][]int{}
	for _, path := range found {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		child, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			continue
		}
		text := string(raw) // "1 (a name) S 0 ...": the name may hold anything
		fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
		if len(fields) < 2 {
			continue
		}
		if of, err := strconv.Atoi(fields[1]); err == nil {
			children[of] = append(children[of], child)
		}
	}
	return children
}

func childrenByPS() (map[int][]int, error) {
	out, err := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	if err != nil {
		return nil, err
	}
	children := map[int][]int{}
	for line := range strings.Lines(string(out)) {
		var child, of int
		if _, err := fmt.Sscan(line, &child, &of); err == nil {
			children[of] = append(children[of], child)
		}
	}
	return children, nil
}
