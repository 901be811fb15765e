package endtoend_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shirou/gopsutil/v4/process"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/proctree"
)

// proc is one line of the process table.
type proc struct {
	pid   int32
	name  string // of the program
	args  []string
	began int64 // milliseconds since 1970
}

// lines reads what is to be known of processes; those that ended meanwhile are left out.
func lines(all []*process.Process, err error) []proc {
	var out []proc
	for _, p := range all {
		name, noName := p.Name()
		args, noArgs := p.CmdlineSlice()
		began, noTime := p.CreateTime()
		if noName == nil && noArgs == nil && noTime == nil && len(args) > 0 {
			out = append(out, proc{p.Pid, name, args, began})
		}
	}
	if err != nil {
		panic(err) // a test that cannot see what is left must not pass
	}
	return out
}

// watch remembers everything that now runs below the program.
func (p *program) watch() []proc {
	found := lines(proctree.Below(p.cmd.Process.Pid))
	for _, f := range found {
		p.tree[f.pid] = f.began
	}
	return found
}

// alive are the watched processes that still run. What has the number of one that ended began later, though when something
// began may be told two seconds apart where it is worked out from how long the machine is up.
func (p *program) alive() map[int32]string {
	out := map[int32]string{}
	for _, f := range lines(proctree.Running()) {
		if began, watched := p.tree[f.pid]; watched && max(began, f.began)-min(began, f.began) <= 2000 {
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

// until watches the program until its event log holds a text, and something runs below it.
func (p *program) until(t *testing.T, mark string) {
	t.Helper()
	p.await(t, mark, func() bool { return len(p.watch()) > 0 })
}

// await waits until the event log holds a text and something else is so.
func (p *program) await(t *testing.T, mark string, so func() bool) {
	t.Helper()
	require.Eventually(t, func() bool {
		select {
		case <-p.ended:
			return true
		default:
			return so() && p.told(mark)
		}
	}, 90*time.Second, 50*time.Millisecond, "no event with %q", mark)
	select {
	case <-p.ended:
		require.FailNow(t, "the program ended before", "event %q\n%s%s", mark, p.stdout, p.stderr)
	default:
	}
}

// told reports whether the event log holds a text.
func (p *program) told(mark string) bool {
	events, _ := filepath.Glob(filepath.Join(p.dir, ".verdict", "runs", "*", "events.jsonl"))
	for _, file := range events {
		if raw, _ := os.ReadFile(file); strings.Contains(string(raw), mark) {
			return true
		}
	}
	return false
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
