package agent_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/platform/fakedevice"
)

func TestBuiltinLogsInOnTheFake(t *testing.T) {
	cmds, err := app.Commands()
	require.NoError(t, err)
	for name, c := range map[string]struct {
		body string
		want agent.Verdict
	}{
		"right": {"Type \"standard_user\" into the User name field.\nType \"secret_sauce\" into the Password field.\nClick \"Log in\".\nCheck that the page shows \"Welcome\".", agent.Passed},
		"wrong claim": {"Type \"standard_user\" into the User name field.\nType \"x\" into Password.\nClick \"Log in\".\nCheck that the page shows \"Nonsense\".", agent.Failed},
		"refused": {"Make it nice somehow.\nCheck that the page shows \"Nonsense\".", agent.Blocked},
	} {
		t.Run(name, func(t *testing.T) {
			f := fakedevice.New(fakedevice.LoginSite())
			res, err := agent.Run(t.Context(), agent.Config{Name: "x", Body: c.body, StartURL: fakedevice.LoginURL, Device: f.Device(), Decider: builtin.New(), Commands: cmds})
			require.NoError(t, err)
			for _, a := range res.Attempts {
				t.Logf("%T %+v", a.Attempt, a.Attempt.Base().Instruction)
				if f, ok := a.Attempt.(*agent.FailedStep); ok { t.Log(f.Error, f.Hint) }
			}
			require.Equal(t, c.want, res.Verdict, res.Reason)
			t.Log(res.Reason)
		})
	}
}
