package setup_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/internal/setup"
)

// TestMissing: what stands in the way of the first case is said before it starts, with what to type.
func TestMissing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change  func(*fakeMachine)
		browser bool
		want    string // the finding's name, "" for none
	}{
		"all is there":                        {func(*fakeMachine) {}, true, ""},
		"no node":                             {func(m *fakeMachine) { delete(m.onPath, "node") }, true, "node"},
		"no driver":                           {func(m *fakeMachine) { delete(m.files, driverPkg+"/package.json") }, true, "driver"},
		"no driver, and a browser elsewhere":  {func(m *fakeMachine) { delete(m.files, driverPkg+"/package.json") }, false, "driver"},
		"no browser":                          {(*fakeMachine).withoutBrowser, true, "browser"},
		"a browser elsewhere needs none here": {(*fakeMachine).withoutBrowser, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := readyMachine()
			c.change(m)
			got := setup.Missing(t.Context(), m.config(), setup.Locate(m.config()), c.browser)
			if c.want == "" {
				require.Nil(t, got)
				return
			}
			require.NotNil(t, got)
			require.Equal(t, c.want, got.Name)
			require.NotEmpty(t, got.Hint)
		})
	}
}
