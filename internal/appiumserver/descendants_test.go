package appiumserver

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDescendants(t *testing.T) {
	t.Parallel()
	child := exec.Command("cat")
	hold, err := child.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	below, err := descendants(os.Getpid())
	require.NoError(t, err)
	require.Contains(t, below, child.Process.Pid)
	below, err = descendants(child.Process.Pid)
	require.NoError(t, err)
	require.Empty(t, below)
	require.NoError(t, hold.Close())
	require.NoError(t, child.Wait())
}
