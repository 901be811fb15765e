// Package proctree finds the processes below another one, for tests and benchmarks that start programs which start others.
package proctree

import (
	"os"
	"slices"

	"github.com/shirou/gopsutil/v4/process"
)

// Running are all processes but those that ended and were not waited for; what ends while they are listed may be missing.
func Running() ([]*process.Process, error) {
	all, err := process.Processes()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(p *process.Process) bool {
		status, err := p.Status()
		return err != nil || slices.Contains(status, process.Zombie)
	}), nil
}

// Below are the processes that one started, those they started, and so on.
func Below(pid int) ([]*process.Process, error) {
	all, err := Running()
	if err != nil {
		return nil, err
	}
	children := map[int32][]*process.Process{}
	for _, p := range all {
		if parent, err := p.Ppid(); err == nil { // else it has ended
			children[parent] = append(children[parent], p)
		}
	}
	found := slices.Clone(children[int32(pid)])
	for i := 0; i < len(found); i++ {
		found = append(found, children[found[i].Pid]...)
	}
	return found, nil
}

// PSS is the memory in bytes of this process and all below it, shared pages split among those who share them; 0 where the system does not tell.
func PSS() uint64 {
	below, err := Below(os.Getpid())
	if err != nil {
		return 0
	}
	if self, err := process.NewProcess(int32(os.Getpid())); err == nil {
		below = append(below, self)
	}
	var sum uint64
	for _, p := range below {
		if maps, err := p.MemoryMaps(true); err == nil && len(*maps) > 0 {
			sum += (*maps)[0].Pss << 10
		}
	}
	return sum
}
