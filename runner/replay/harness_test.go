package replay_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/agent"
	"github.com/verdict-run/verdict/agent/builtin"
	"github.com/verdict-run/verdict/internal/app"
	"github.com/verdict-run/verdict/memory"
	"github.com/verdict-run/verdict/platform/fakedevice"
	"github.com/verdict-run/verdict/runner/replay"
)

const login = `Type "{{user}}" into the "User name" field.
Type "{{password}}" into the "Password" field.
Click "Log in".
Check that the page shows "Welcome back, standard_user".`

func store(t testing.TB) *memory.Store {
	t.Helper()
	s := memory.New()
	require.NoError(t, s.Set("user", "standard_user"))
	require.NoError(t, s.SetSecret("password", "secret_sauce"))
	return s
}

// spy is a decider that counts how often it is asked.
type spy struct {
	agent.Decider
	asked []string // what it was told
	seen  []bool   // whether there was a picture
}

func (s *spy) Next(ctx context.Context, o *agent.Observation, st *agent.State) (*agent.Decision, error) {
	told := ""
	for _, m := range st.Messages {
		told += m
	}
	s.asked, s.seen = append(s.asked, told), append(s.seen, len(o.Picture.Data) > 0)
	return s.Decider.Next(ctx, o, st)
}

// play runs a case on a site.
func play(t testing.TB, site fakedevice.Config, body string, d agent.Decider, s *memory.Store) *agent.ExecutionResult {
	t.Helper()
	registry, err := app.Commands()
	require.NoError(t, err)
	res, err := agent.Run(t.Context(), agent.Config{
		Name: "case", Body: body, StartURL: site.Start, Device: fakedevice.New(site).Device(), Decider: d, Commands: registry, Memory: s,
		LocateTimeout: 300 * time.Millisecond, CheckTimeout: 300 * time.Millisecond, NegativeHold: 20 * time.Millisecond,
	})
	require.NoError(t, err)
	return res
}

// recorded is the section of a passed run of body on the login site.
func recorded(t testing.TB, site fakedevice.Config, body string) *replay.Section {
	t.Helper()
	s := store(t)
	res := play(t, site, body, builtin.New(), s)
	require.Equal(t, agent.Passed, res.Verdict, res.Reason)
	section := replay.Record("web desktop", res, site.Start, s.Snapshot())
	return &section
}

// changed is the login site with something done to its login page.
func changed(change func(p *fakedevice.Page)) fakedevice.Config {
	site := fakedevice.LoginSite()
	page := site.Pages[fakedevice.LoginURL]
	site.Pages[fakedevice.LoginURL] = func() *fakedevice.Page {
		p := page()
		change(p)
		return p
	}
	return site
}

func recalls(r *agent.ExecutionResult) (all []agent.Recall) {
	for _, a := range r.Attempts {
		if c := a.Attempt.Base().Replay; c != nil {
			all = append(all, *c)
		}
	}
	return all
}

func hows(r *agent.ExecutionResult) (all []string) {
	for _, c := range recalls(r) {
		all = append(all, c.How)
	}
	return all
}
