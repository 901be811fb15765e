package endtoend_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
)

// longCase does something at once and then has time to be interrupted.
const longCase = "Enter \"mug\" into the \"Search products\" field.\nWait 8 seconds.\nCheck that the page shows \"12 products\"."

// TestABrowserThatGoesAwayIsInfrastructure kills the browser, or its driver, in the middle of a case.
func TestABrowserThatGoesAwayIsInfrastructure(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the processes are found in /proc")
	}
	shop := site(t, nil)
	for name, victim := range map[string]func(proc) bool{"the browser is killed": browser, "the driver is killed": driver} {
		t.Run(name, func(t *testing.T) {
			file := writeCase(t, t.TempDir(), "long.md", "url: /products", longCase)
			p := launch(t, "", "run", file, "--base-url", shop)
			p.until(t, `"step_done"`)
			killed := p.one(t, victim)
			require.NoError(t, syscall.Kill(int(killed.pid), syscall.SIGKILL))
			out := p.wait(t, 30*time.Second)
			t.Logf("exit %d %v after killing %s", out.code, out.took, killed.name)
			require.Equal(t, 4, out.code)
			result := out.only(t)
			require.Equal(t, agent.Infra, result.Verdict, result.Reason)
			t.Log(result.Reason)
			require.NotEmpty(t, result.Attempts, "what was done before is kept")
			require.NotContains(t, out.stdout+out.stderr, "goroutine ")
			out.wantArtifacts(t)
			p.wantNothingLeft(t)
		})
	}
}

// built is the program as people have it, which unlike a test's binary knows what Ctrl-C means.
func built(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "verdict")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "github.com/verdict-run/verdict/cmd/verdict")
	text, err := build.CombinedOutput()
	require.NoError(t, err, "%s", text)
	return binary
}

// TestCtrlCEndsTheProgramInOrder sends the signal to the program.
func TestCtrlCEndsTheProgramInOrder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the processes are found in /proc")
	}
	binary := built(t)
	shop := site(t, nil)
	cases := t.TempDir()
	writeCase(t, cases, "1-long.md", "url: /products\nname: long", longCase)
	writeCase(t, cases, "2-later.md", "url: /products\nname: later", longCase)
	p := launch(t, binary, "run", cases, "--base-url", shop)
	p.until(t, `"step_done"`)
	require.NoError(t, p.cmd.Process.Signal(os.Interrupt))
	out := p.wait(t, 15*time.Second)
	require.Equal(t, 130, out.code)
	require.Less(t, out.took, 5*time.Second)
	require.Len(t, out.suite.Cases, 2)
	require.Equal(t, 130, out.suite.ExitCode)
	for _, k := range out.suite.Cases {
		require.Equal(t, agent.Cancelled, k.Verdict, k.Name)
	}
	require.NotEmpty(t, out.suite.Cases[0].Last().Result.Attempts)
	out.wantArtifacts(t)
	wantJUnit(t, filepath.Join(out.dir, "junit.xml"), out.suite)
	p.wantNothingLeft(t)
}
