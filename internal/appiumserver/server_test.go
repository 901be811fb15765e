package appiumserver_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/verdict-run/verdict/internal/appiumserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAServerEndsWithWhoeverStartedIt(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED with -short: it needs a real Appium server")
	}
	s, err := appiumserver.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Stop()) })
	sessions, err := s.Sessions(t.Context())
	require.NoError(t, err)
	require.Empty(t, sessions)
	require.Contains(t, s.Log(), "Appium REST http interface listener started")
	require.NoError(t, s.LoseParent())
	select {
	case <-s.Ended():
	case <-time.After(15 * time.Second):
		require.Fail(t, "the server lives on without its parent")
	}
	require.NoError(t, s.Stop(), "stopping one that has ended is fine")
}
