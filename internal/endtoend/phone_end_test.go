package endtoend_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/internal/appiumserver"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
	"github.com/verdict-run/verdict/runner"
	"github.com/verdict-run/verdict/runner/artifact"
	"github.com/verdict-run/verdict/testcases"
)

// phone is a real Appium server with a touched browser to lease, and a case for it.
type phone struct {
	server  *appiumserver.Server
	devices string // the file that --devices names
	file    string // the case
	shop    string
}

func newPhone(t *testing.T) phone {
	t.Helper()
	if testing.Short() {
		t.Skip("needs a browser and Appium")
	}
	browser := appiumserver.NeedBrowser(t)
	server, err := appiumserver.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop()) })
	devices, err := json.Marshal([]map[string]any{{"platform": "android", "udid": "here", "capabilities": browser.Chromium(t.TempDir(), 412, 915, 2.625, true)}})
	require.NoError(t, err)
	list := filepath.Join(t.TempDir(), "devices.yaml") // JSON is YAML
	require.NoError(t, os.WriteFile(list, devices, 0o600))
	file := writeCase(t, t.TempDir(), "long.md", "url: /products\nplatform: android\ncapabilities: {browserName: chrome}", longCase)
	return phone{server, list, file, site(t, nil)}
}

// launch starts the program on the case and waits until the first step is done; the server then has its session.
func (p phone) launch(t *testing.T, binary string) *program {
	t.Helper()
	run := launch(t, binary, "run", p.file, "--model", "builtin", "--appium", p.server.URL, "--devices", p.devices, "--base-url", p.shop)
	run.await(t, `"step_done"`, func() bool { return true })
	require.Len(t, p.sessions(t), 1)
	return run
}

func (p phone) sessions(t *testing.T) []string {
	t.Helper()
	left, err := p.server.Sessions(t.Context())
	require.NoError(t, err)
	return left
}

func TestCtrlCLeavesNoSessionOnTheServer(t *testing.T) {
	p := newPhone(t)
	run := p.launch(t, built(t))
	require.NoError(t, run.cmd.Process.Signal(os.Interrupt))
	out := run.wait(t, 15*time.Second)
	require.Equal(t, 130, out.code)
	require.Equal(t, agent.Cancelled, out.only(t).Verdict)
	require.Empty(t, p.sessions(t))
}

// TestAServerThatIsKilledIsInfrastructure kills Appium in the middle of a case.
func TestAServerThatIsKilledIsInfrastructure(t *testing.T) {
	p := newPhone(t)
	run := p.launch(t, "")
	require.NoError(t, p.server.Kill())
	out := run.wait(t, 60*time.Second)
	require.Equal(t, 4, out.code)
	result := out.only(t)
	require.Equal(t, agent.Infra, result.Verdict, result.Reason)
	require.NotEmpty(t, result.Attempts, "what was done before is kept")

	again, err := appiumserver.StartOn(t.Context(), p.server.Port())
	require.NoError(t, err)
	defer func() { require.NoError(t, again.Stop()) }()
	left, err := again.Sessions(t.Context())
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestAPanicLeavesNoSessionOnTheServer lets the decider panic once the device is there.
func TestAPanicLeavesNoSessionOnTheServer(t *testing.T) {
	p := newPhone(t)
	leases, err := appium.ReadDevices(p.devices)
	require.NoError(t, err)
	phones, err := appium.New(appium.Config{URL: p.server.URL, Devices: leases})
	require.NoError(t, err)
	defer func() { require.NoError(t, phones.Close(context.Background())) }()
	commands, err := app.Commands()
	require.NoError(t, err)
	cases, err := testcases.LoadAll([]string{p.file}, testcases.Options{BaseURL: p.shop})
	require.NoError(t, err)
	dir, err := artifact.New(t.TempDir(), time.Now())
	require.NoError(t, err)
	decider := &panics{server: p.server}
	brain := func(*platform.Device, *memory.Store) (runner.Brain, error) {
		return runner.Brain{Decider: decider}, nil
	}
	suite, err := runner.Run(t.Context(), runner.Config{
		Cases: cases, Installer: phones, Commands: commands, Brain: brain, Dir: dir,
	})
	require.NoError(t, err)
	require.Equal(t, 1, decider.sessions, "while it ran the server had one")
	require.Equal(t, 4, suite.ExitCode)
	require.Contains(t, suite.Cases[0].Last().Result.Reason, "a bug of the decider")
	require.Empty(t, p.sessions(t))
}

// panics is a decider with a bug, which shows once the server has a session.
type panics struct {
	server   *appiumserver.Server
	sessions int
}

func (*panics) Name() string { return "panics" }

func (p *panics) Next(ctx context.Context, _ *agent.Observation, _ *agent.State) (*agent.Decision, error) {
	open, err := p.server.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	p.sessions = len(open)
	panic("a bug of the decider")
}
