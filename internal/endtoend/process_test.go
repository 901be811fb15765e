package endtoend_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// proc is one line of the process table.
type proc struct {
	pid, parent int
	name        string // of the program, as the kernel cuts it
	args        []string
	start       string // since boot; with the pid it names a process for good
}

// processes reads the process table of /proc, without zombies.
func processes() []proc {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	var out []proc
	for _, file := range stats {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		open, end := strings.IndexByte(string(raw), '('), strings.LastIndexByte(string(raw), ')')
		rest := strings.Fields(string(raw[end+1:]))
		if open < 0 || end < open || len(rest) < 20 || rest[0] == "Z" {
			continue
		}
		p := proc{name: string(raw[open+1 : end]), start: rest[19]}
		p.pid, _ = strconv.Atoi(strings.TrimSpace(string(raw[:open])))
		p.parent, _ = strconv.Atoi(rest[1])
		cmd, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.pid))
		p.args = strings.Split(strings.TrimRight(string(cmd), "\x00"), "\x00")
		out = append(out, p)
	}
	return out
}

// below are the processes under one, found by their parents.
func below(pid int) []proc {
	all := processes()
	inside := map[int]bool{pid: true}
	var out []proc
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if inside[p.parent] && !inside[p.pid] {
				inside[p.pid], grown = true, true
				out = append(out, p)
			}
		}
	}
	return out
}

// watch remembers everything that now runs below the program.
func (p *program) watch() []proc {
	found := below(p.cmd.Process.Pid)
	for _, f := range found {
		p.tree[f.pid] = f.start
	}
	return found
}

// alive are the watched processes that still run.
func (p *program) alive() map[int]string {
	out := map[int]string{}
	for _, f := range processes() {
		if p.tree[f.pid] == f.start && f.start != "" {
			out[f.pid] = f.name
		}
	}
	return out
}

// wantNothingLeft gives what was started a moment to end.
func (p *program) wantNothingLeft(t *testing.T) {
	t.Helper()
	require.NotEmpty(t, p.tree, "nothing was watched")
	require.Eventually(t, func() bool { return len(p.alive()) == 0 }, 3*time.Second, 20*time.Millisecond, "left running: %v", p.alive())
}

// until watches the program until its progress on standard output holds a text.
func (p *program) until(t *testing.T, mark string) {
	t.Helper()
	require.Eventually(t, func() bool {
		found := p.watch()
		events, _ := filepath.Glob(filepath.Join(p.dir, ".verdict", "runs", "*", "events.jsonl"))
		for _, file := range events {
			raw, _ := os.ReadFile(file)
			if strings.Contains(string(raw), mark) {
				return len(found) > 0
			}
		}
		select {
		case <-p.ended:
			return true
		default:
			return false
		}
	}, 90*time.Second, 50*time.Millisecond, "no event with %q", mark)
	select {
	case <-p.ended:
		require.FailNow(t, "the program ended before", "event %q\n%s%s", mark, p.stdout, p.stderr)
	default:
	}
}

// one finds a process below the program whose command line fits.
func (p *program) one(t *testing.T, fits func(proc) bool) proc {
	t.Helper()
	for _, f := range p.watch() {
		if fits(f) {
			return f
		}
	}
	require.FailNow(t, "no such process", "%v", p.watch())
	return proc{}
}

// browser is the main process of Chromium: the one without a --type.
func browser(p proc) bool {
	all := strings.Join(p.args, " ")
	return strings.Contains(all, "--remote-debugging") && !strings.Contains(all, "--type=") && !strings.HasPrefix(filepath.Base(p.args[0]), "node")
}

// driver is the Playwright driver.
func driver(p proc) bool { return strings.Contains(strings.Join(p.args, " "), "run-driver") }
