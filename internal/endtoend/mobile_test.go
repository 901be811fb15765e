package endtoend_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/internal/appiumserver"
)

// TestTheMobileExamples runs them through a real Appium server on a browser that is touched, the size of a phone's: they
// pass, and with a defect of the shop exactly the case fails that is there to catch it. No session is left.
func TestTheMobileExamples(t *testing.T) {
	t.Parallel()
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
	for name, c := range map[string]struct {
		bugs   []string
		grep   string
		cases  int
		failed []string
		code   int
	}{
		"a shop that works": {nil, "total", 1, nil, 0},
		"one with a defect": {[]string{"cart-total"}, ".", 3, []string{"The cart's total follows the quantity on a phone"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			out := verdict(t, nil, "run", filepath.Join("..", "..", "testcases", "examples", "mobile"), "--model", "builtin", "--grep", c.grep,
				"--appium", server.URL, "--devices", list, "--base-url", site(t, nil, c.bugs...))
			var failed []string
			for _, one := range out.suite.Cases {
				if one.Verdict != agent.Passed {
					require.Equal(t, agent.Failed, one.Verdict, "%s: %s", one.Name, one.Last().Result.Reason)
					failed = append(failed, one.Name)
				}
			}
			require.Len(t, out.suite.Cases, c.cases)
			require.Equal(t, c.failed, failed)
			require.Equal(t, c.code, out.code)
			left, err := server.Sessions(t.Context())
			require.NoError(t, err)
			require.Empty(t, left)
		})
	}
}
