package endtoend_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
)

// TestTheMobileExamples runs them through a real Appium server on a browser that is touched, the size of a phone's: they
// pass, and with a defect of the shop exactly the case fails that is there to catch it. No session is left.
func TestTheMobileExamples(t *testing.T) {
	t.Parallel()
	p := newPhone(t)
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
				"--appium", p.server.URL, "--devices", p.devices, "--base-url", site(t, nil, c.bugs...))
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
			require.Empty(t, p.sessions(t))
		})
	}
}
