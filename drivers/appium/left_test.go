package appium_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent/screen"
	"github.com/verdict-run/verdict/drivers/appium"
	"github.com/verdict-run/verdict/platform"
)

// TestNoSessionIsLeftOnTheServer ends the use of a device in every way a case can end and asks the server.
func TestNoSessionIsLeftOnTheServer(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]func(ctx context.Context, cancel context.CancelFunc, d *platform.Device) error{
		"passed": func(ctx context.Context, _ context.CancelFunc, d *platform.Device) error {
			return d.Mouse.Click(ctx, screen.Point{X: 1, Y: 1}, platform.ClickOptions{})
		},
		"failed": func(ctx context.Context, _ context.CancelFunc, d *platform.Device) error {
			return d.Tabs.Switch(ctx, "nonesuch")
		},
		"panicked": func(context.Context, context.CancelFunc, *platform.Device) error { panic("the decider") },
		"cancelled": func(ctx context.Context, cancel context.CancelFunc, d *platform.Device) error {
			cancel()
			_, err := d.Screen.Screenshot(ctx)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, d, id := onFake(t, appium.Config{}, nil)
			func() {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				defer func() { _ = recover() }()
				defer func() { require.NoError(t, d.Close(ctx)) }()
				_ = use(ctx, cancel, d) // how it ends is not the question
			}()
			require.NotContains(t, sessions(t, s), id)
		})
	}
}

// TestACancelledStartLeavesNoSession cancels while the server is making the session.
func TestACancelledStartLeavesNoSession(t *testing.T) {
	t.Parallel()
	s := realServer.Server(t)
	started.Lock()
	defer started.Unlock()
	before := sessions(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	// The session has been made when its answer comes, and the run is cancelled right then.
	i := onServer(t, s.URL, appium.Config{Transport: cancelAfter{cancel: cancel, path: "/session"}})
	_, err := i.Install(ctx, fakeSpec(t, nil))
	require.Error(t, err)
	require.True(t, errors.Is(err, context.Canceled), "%v", err)
	require.NoError(t, i.Close(t.Context()))
	for _, id := range sessions(t, s) {
		require.Contains(t, before, id)
	}
}

// cancelAfter cancels once the answer to a POST of that path has come.
type cancelAfter struct {
	cancel context.CancelFunc
	path   string
}

func (c cancelAfter) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if r.Method == http.MethodPost && r.URL.Path == c.path {
		defer c.cancel()
	}
	return resp, err
}
