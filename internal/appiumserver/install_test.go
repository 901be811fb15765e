package appiumserver_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/appiumserver"
)

func TestItIsInstalledOnceHoweverManyAsk(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "cache", "appium")
	var ran atomic.Int32
	fakeNpm := func(_ context.Context, dir string) error {
		ran.Add(1)
		return os.WriteFile(filepath.Join(dir, "module"), nil, 0o600)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got, err := appiumserver.InstallInto(t.Context(), dir, fakeNpm)
			if err != nil || got != dir {
				t.Errorf("installed at %q: %v", got, err)
			}
		})
	}
	wg.Wait()
	require.EqualValues(t, 1, ran.Load())
	require.FileExists(t, filepath.Join(dir, "module"))
}

func TestHalfAnInstallationAndOtherVersionsAreInstalledAnew(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "appium")
	_, err := appiumserver.InstallInto(t.Context(), dir, func(_ context.Context, dir string) error {
		return errors.Join(os.WriteFile(filepath.Join(dir, "half"), nil, 0o600), errors.New("no network"))
	})
	require.ErrorContains(t, err, "no network")
	whole := func(context.Context, string) error { return nil }
	_, err = appiumserver.InstallInto(t.Context(), dir, whole)
	require.NoError(t, err)
	require.NoFileExists(t, filepath.Join(dir, "half"))

	require.NoError(t, os.WriteFile(filepath.Join(dir, "installed.json"), []byte(`{"dependencies":{"appium":"1.0.0"}}`), 0o600))
	ran := false
	_, err = appiumserver.InstallInto(t.Context(), dir, func(context.Context, string) error { ran = true; return nil })
	require.NoError(t, err)
	require.True(t, ran)
}

func TestWaitingForAnotherInstallationEndsWithTheContext(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "appium")
	_, err := appiumserver.InstallInto(t.Context(), dir, func(context.Context, string) error {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := appiumserver.InstallInto(ctx, dir, nil)
		return err
	})
	require.ErrorIs(t, err, context.Canceled)
}
