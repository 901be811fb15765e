package agent_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform"
)

// TestAPanicEndsTheRunAsInfrastructure lets the decider panic after two steps: they are reported, and no secret is.
func TestAPanicEndsTheRunAsInfrastructure(t *testing.T) {
	t.Parallel()
	store := memory.New()
	require.NoError(t, store.SetSecret("password", "secret_sauce"))
	var log bytes.Buffer
	turns := append(loggedIn()[:2], func(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
		panic("no secret_sauce for anybody")
	})
	cfg := config(t, login(), loginBody, scripted(turns...))
	cfg.Memory, cfg.Log = store, slog.New(slog.NewTextHandler(&log, nil))
	res := run(t, cfg)
	require.Equal(t, agent.Infra, res.Verdict)
	require.Len(t, res.Attempts, 2)
	require.Contains(t, res.Reason, "for anybody")
	require.Contains(t, log.String(), "guarded_test.go")
	require.NotContains(t, res.Reason+log.String(), "secret_sauce")
}

// TestAPanicAfterAClaimIsNoPass lets the device panic when the run looks at the screen once more after everything was shown to hold.
func TestAPanicAfterAClaimIsNoPass(t *testing.T) {
	t.Parallel()
	device := login().Device()
	app := &panicking{ApplicationDriver: device.App}
	device.App = app
	turns := append(loggedIn(), does(assertion(4)), func(context.Context, *agent.Observation, *agent.State) (*agent.Decision, error) {
		app.armed = true
		return &agent.Decision{Calls: []agent.Call{click(0, "Log out"), finish(true)}}, nil
	})
	res := run(t, agent.Config{Name: "case", Body: loginBody, Device: device, Decider: scripted(turns...), Commands: allCommands(t)})
	require.Equal(t, agent.Infra, res.Verdict, res.Reason)
}

type panicking struct {
	platform.ApplicationDriver
	armed bool
}

func (p *panicking) WaitUntilStable(ctx context.Context, o platform.StableOptions) (platform.Stability, error) {
	if p.armed {
		panic("a bug of the driver")
	}
	return p.ApplicationDriver.WaitUntilStable(ctx, o)
}
