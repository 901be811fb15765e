package proctree_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/shirou/gopsutil/v4/process"
	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/proctree"
)

func TestBelow(t *testing.T) {
	t.Parallel()
	child := exec.Command("sh", "-c", "cat; true") // with something after it, so that cat is a process of its own
	hold, err := child.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	var names []string
	require.Eventually(t, func() bool {
		below, err := proctree.Below(os.Getpid())
		names = namesOf(below)
		return err == nil && len(names) == 2
	}, 5*time.Second, 10*time.Millisecond)
	require.Equal(t, []string{"sh", "cat"}, names)
	below, err := proctree.Below(child.Process.Pid)
	require.NoError(t, err)
	require.Equal(t, []string{"cat"}, namesOf(below))

	require.NoError(t, hold.Close())
	require.Eventually(t, func() bool { // it is a zombie until it is waited for
		below, err := proctree.Below(os.Getpid())
		return err == nil && len(below) == 0
	}, 5*time.Second, 10*time.Millisecond)
	require.NoError(t, child.Wait())
}

func namesOf(all []*process.Process) []string {
	var names []string
	for _, p := range all {
		if name, err := p.Name(); err == nil {
			names = append(names, name)
		}
	}
	return names
}

func TestPSS(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux splits shared memory")
	}
	require.Greater(t, proctree.PSS(), uint64(1<<20))
}
