package appium_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/drivers/appium"
)

func TestReadDevices(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, err string }{
		"two devices":       {"- {platform: android, udid: emulator-5554}\n- {platform: ios, udid: A, device: iPhone 15}\n", ""},
		"an empty file":     {"", "lists no device"},
		"an empty list":     {"[]\n", "lists no device"},
		"no udid":           {"- {platform: android}\n", "device 1 needs a udid"},
		"another platform":  {"- {platform: web, udid: A}\n", "a platform that is android or ios"},
		"an unknown key":    {"- {platform: ios, uuid: A}\n", "field uuid not found"},
		"a lost capability": {"- {platform: ios, udid: A, capabilities: {wdaLocalPort: 8100}}\n", `write "appium:wdaLocalPort"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "devices.yaml")
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
			all, err := appium.ReadDevices(path)
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				require.ErrorContains(t, err, path)
				return
			}
			require.NoError(t, err)
			require.Len(t, all, 2)
			require.Equal(t, "iPhone 15", all[1].Name)
		})
	}
	_, err := appium.ReadDevices("nowhere.yaml")
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "adb devices")
}
